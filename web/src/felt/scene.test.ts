import { describe, expect, it } from "vitest";
import type { LastView, Result, SeatView, View } from "../lib/api";
import { sceneOf, wagersOf } from "./scene";

const seat = (more: Partial<SeatView> = {}): SeatView => ({
  seat: 3,
  player: "me",
  wagers: {},
  match_play: {},
  action: "",
  amount: 0,
  times: 0,
  cards: "",
  hidden: 0,
  hand: "",
  best: "",
  shown: false,
  racked: false,
  void: "",
  forfeited: "",
  settled: "",
  results: {},
  odds: {},
  net: 0,
  ...more,
});
const result = (net: number, paid: number, returned: number): Result => ({
  outcome: net > 0 ? "win" : net < 0 ? "lose" : "push",
  stake: 1000,
  paid,
  returned,
  net,
  clauses: ["a"],
  hand: "",
  pays: "",
});
const dealer = { cards: "", hidden: 0, revealed: false, hand: "", best: "" };
const base = {
  table: "t",
  mode: "electronic",
  version: 9,
  now: 0,
  program: "round",
  rules: "",
  title: "",
  step: null,
  round: 2,
  positions: 6,
  seats: [],
  dealer,
  board: "",
  stub: 52,
  discards: 0,
  bets_open: false,
  wagers: [],
  amounts: true,
  by_hand: [],
  deck_due: null,
  stub_count_due: false,
  mismatch: "",
  found: [],
  commitment: "",
  pending: [],
  offers: [],
  last: null,
} as unknown as View;
const last: LastView = {
  round: 1,
  seats: [
    seat({
      wagers: { ante: 1000 },
      action: "raise",
      amount: 1000,
      cards: "As Ks 2d",
      hand: "two-card flush",
      best: "As Ks",
      results: { ante: result(1000, 1000, 1000), raise: result(-1000, 0, 0) },
      net: 0,
    }),
  ],
  dealer: { cards: "9h 8h 2c", hidden: 0, revealed: true, hand: "two-card flush", best: "9h 8h" },
  board: "",
};
const between: View = { ...base, bets_open: true, seats: [seat()], last };

describe("the scene", () => {
  it("shows the round before until one bets, with what lies where at its end", () => {
    const scene = sceneOf(between, { me: "me" });
    expect(scene.round).toBe(1);
    const mine = scene.seats[0];
    expect(mine?.net).toBe(0);
    expect(mine?.stacks.map((each) => [each.wager, each.stake, each.paid])).toEqual([
      ["ante", 1000, 1000],
      ["raise", 0, 0],
    ]);
    expect(mine?.cards.map((each) => each.lifted)).toEqual([true, true, false]);
    expect(scene.dealer.hand).toBe("two-card flush");
  });
  it("keeps the results back while hands are shown, with all stakes still on the felt", () => {
    const scene = sceneOf(between, { me: "me", holding: true });
    expect(scene.seats[0]?.net).toBeNull();
    expect(scene.seats[0]?.stacks.map((each) => [each.wager, each.stake, each.result])).toEqual([
      ["ante", 1000, null],
      ["raise", 1000, null],
    ]);
  });
  it("clears the felt for what one puts down", () => {
    const scene = sceneOf(between, { me: "me", drafts: { 3: { ante: 500 } } });
    expect(scene.round).toBe(2);
    expect(scene.dealer.cards).toEqual([]);
    expect(scene.seats[0]?.stacks).toMatchObject([{ wager: "ante", stake: 500, draft: true }]);
  });
  it("looks back whole again when one has taken everything off", () => {
    expect(sceneOf(between, { me: "me", drafts: { 3: {} } })).toEqual(sceneOf(between, { me: "me" }));
  });
  it("does not call a draft what is wagered already", () => {
    const placed: View = { ...between, seats: [seat({ wagers: { ante: 500 } })] };
    const scene = sceneOf(placed, { me: "me", drafts: { 3: { ante: 500, trips: 100 } } });
    expect(scene.seats[0]?.stacks.map((each) => [each.wager, each.draft])).toEqual([
      ["ante", false],
      ["trips", true],
    ]);
  });
  it("leaves others their own: a neighbor's bet clears the neighbor's place alone", () => {
    const two: View = { ...between, seats: [seat(), seat({ seat: 4, player: "you", wagers: { ante: 500 } })] };
    const scene = sceneOf(two, { me: "me" });
    expect(scene.round).toBe(1);
    expect(scene.seats.map((each) => each.over)).toEqual([true, false]);
  });
  it("has hidden cards, a turn, and cards in the rack", () => {
    const round: View = {
      ...base,
      step: { name: "decide", kind: "offer", by: "player", seat: 3 } as View["step"],
      dealer: { ...dealer, cards: "Qd", hidden: 5 },
      seats: [seat({ cards: "As Ks", wagers: { ante: 500 } }), seat({ seat: 4, player: "you", hidden: 2, racked: true, action: "fold" })],
    };
    const scene = sceneOf(round, { me: "me" });
    expect(scene.seats.map((each) => [each.turn, each.cards.length, each.folded])).toEqual([
      [true, 2, false],
      [false, 0, true],
    ]);
    expect(scene.dealer.cards.map((each) => each.code)).toEqual(["", "", "", "", "", "Qd"]);
    expect(scene.dealer.hand).toBe("");
  });
  it("counts the decided wager among the wagers", () => {
    expect(wagersOf(seat({ wagers: { ante: 5 }, action: "play", amount: 20 }))).toEqual({ ante: 5, play: 20 });
    expect(wagersOf(seat({ wagers: { ante: 5 }, action: "fold" }))).toEqual({ ante: 5 });
  });
});
