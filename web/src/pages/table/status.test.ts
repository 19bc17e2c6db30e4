import { describe, expect, it } from "vitest";
import type { TableEvent, View } from "../../lib/api";
import { announced, decisionOf, statusOf } from "./status";

const view = (more: object): View =>
  ({ program: "round", bets_open: false, seats: [], offers: [], pending: [], step: null, last: null, ...more }) as unknown as View;
const seat = (number: number, player: string, wagers = {}): object => ({ seat: number, player, wagers });
const names = { p2: "Ivory Fox" };
const ask = {
  act: "decide",
  player: "me",
  seat: 3,
  amounts: [{ name: "raise", least: 1000, most: 1000 }, { name: "fold" }],
};

describe("the line of status", () => {
  it.each([
    ["a closed table", view({ program: "closed" }), null, "The table is closed."],
    ["no seat yet", view({ bets_open: true, offers: [{ act: "sit", seat: 1 }] }), null, "Choose a seat to play."],
    [
      "what only the dealer does",
      view({ mode: "live", seats: [seat(3, "me")], step: { kind: "do", prompt: "Receive the deck" } }),
      null,
      "Wait for the dealer.",
    ],
    ["a full table", view({ bets_open: true }), null, "All seats are taken. You can watch."],
    ["no bet yet", view({ bets_open: true, seats: [seat(3, "me")] }), 6, "Place your bet. No more bets in 6 s."],
    [
      "a bet",
      view({ bets_open: true, seats: [seat(3, "me", { ante: 500 })] }),
      6,
      "Your bet is placed. No more bets in 6 s.",
    ],
    ["one's turn", view({ seats: [seat(3, "me")], offers: [ask] }), 20, "Your turn: raise or fold."],
    [
      "one's turn with two seats",
      view({ seats: [seat(3, "me"), seat(4, "me")], offers: [ask] }),
      20,
      "Your turn at seat 3: raise or fold.",
    ],
    [
      "another's turn",
      view({ seats: [seat(4, "p2")], step: { kind: "offer", seat: 4 } }),
      20,
      "Waiting for seat 4, Ivory Fox.",
    ],
    ["a dealer at work", view({ step: { kind: "perform", says: "No more bets", prompt: "x" } }), null, "No more bets."],
  ])("says %s", (_, now, seconds, text) => {
    expect(statusOf(now, "me", seconds, names).text).toBe(text);
  });
  it("is nobody's turn for who watches", () => {
    expect(statusOf(view({ bets_open: true }), "", null, {}).text).toBe("Waiting for bets.");
    expect(decisionOf(view({ offers: [ask] }), "")).toBeUndefined();
  });
});

describe("what is said aloud", () => {
  const now = view({ seats: [seat(3, "me"), seat(4, "p2")] });
  const say = (event: object): string => announced(event as TableEvent, "me", now, names);
  it("names cards that are seen, and whose they are", () => {
    const packets = [
      { to: 3, count: 2, cards: "As Td" },
      { to: 4, count: 2, cards: "" },
      { to: 0, count: 1, cards: "2c" },
    ];
    expect(say({ kind: "dealt.v1", packets })).toBe("You: ace of spades, ten of diamonds. Dealer: two of clubs.");
  });
  it("tells decisions and results", () => {
    expect(say({ kind: "decided.v1", seat: 4, action: "raise", amount: 1500 })).toBe("Ivory Fox: raise $15.");
    expect(say({ kind: "round_settled.v1", nets: { "3": 6000, "4": -1500 } })).toBe("Seat 3 wins $60.");
    expect(say({ kind: "round_settled.v1", nets: { "3": -1000 } })).toBe("Seat 3 loses $10.");
    expect(say({ kind: "step_done.v1" })).toBe("");
  });
});
