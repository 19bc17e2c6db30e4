import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Line, stubPage } from "../../lib/testing";
import { Desk } from "./desk.svelte";

const result = (outcome: string, paid: number, returned: number): object => ({ outcome, stake: 500, paid, returned, net: paid + returned - 500, clauses: [], hand: "", pays: "" });
const settled = (seat: number, results: object): object => ({ kind: "seat_settled.v1", seat, part: "", results });
let version = 1;
const tell = (events: object[], seats: object[] = []): void => {
  const view = { table: "t", version: ++version, now: 0, program: "round", round: 4, step: null, offers: [], seats, dealer: { cards: "" }, board: "" };
  Line.last.tell({ type: events.length ? "events" : "view", version, events: events.map((event) => ({ event })), view });
};

let desk: Desk;
beforeEach(() => {
  stubPage();
  desk = new Desk("t");
  tell([]);
});
afterEach(() => {
  desk.close();
  vi.unstubAllGlobals();
});
const listed = (): unknown => desk.payouts.list.map((each) => [each.seat, Object.keys(each.results)]);

it("collects the ante of a fold that was taken back when the hand loses", () => {
  tell([{ kind: "decided.v1", seat: 1 }], [{ seat: 1, player: "p", wagers: { ante: 500 }, cards: "", forfeits: { ante: 500 } }]);
  expect(desk.payouts.notice?.seat).toBe(1);
  tell([{ kind: "decision_taken_back.v1", seat: 1 }]);
  expect(desk.payouts.notice).toBe(null);
  tell([settled(1, { ante: result("lose", 0, 0), raise: result("lose", 0, 0) })]);
  expect(listed()).toEqual([[1, ["ante", "raise"]]]);
});

it("shows the payout of a hand again that was paid, taken back and turned once more", () => {
  const won = { ante: result("win", 500, 500) };
  tell([settled(3, won), settled(2, won)]);
  desk.payouts.paidAll();
  tell([{ kind: "hand_taken_back.v1", to: 2, results: { 3: won } }]);
  tell([settled(3, won), settled(2, won)]);
  expect(listed()).toEqual([[3, ["ante"]]]); // the other one is paid
});

it("settles Cover All and envy from the dealer's right", () => {
  const lost = result("lose", 0, 0);
  tell([{ kind: "cover_all_settled.v1", results: { 1: lost, 4: lost, 6: lost } }]);
  expect(listed()).toEqual([6, 4, 1].map((seat) => [seat, ["cover_all"]]));
  desk.payouts.paidAll();
  tell([{ kind: "round_settled.v1", envy: { 2: result("win", 1000, 0), 5: result("win", 1000, 0) } }]);
  expect(listed()).toEqual([5, 2].map((seat) => [seat, ["envy"]]));
});

it("takes every listed payout as made by one entry, and goes on as after the last", () => {
  const won = { ante: result("win", 500, 500) };
  tell([settled(5, won), settled(3, won), settled(2, won)]);
  desk.paidAll();
  expect(listed()).toEqual([]);
});
