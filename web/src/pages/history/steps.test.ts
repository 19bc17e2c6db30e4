import { describe, expect, it } from "vitest";
import { indexOf, isQuiet, limitsOf, linesOf, metersAt, settledSeats, stepName, turnedIn, viewAt, type Round } from "./steps";

const view = (version: number, more: object = {}): unknown => ({ version, seats: [], dealer: { cards: "", revealed: false }, ...more });
const step = (version: number, more: object = {}): unknown => ({ version, kind: "x.v1", words: "", event: {}, meters: { main: version }, view: view(version, more) });
const round = {
  start: view(6, { wagers: ["of the day before"] }),
  meters: { main: 10 },
  steps: [
    step(7, { wagers: ["of the day"], seats: [{ seat: 2, player: "p", wagers: { ante: 5 }, cards: "As Kd", results: {} }] }),
    step(8, {
      seats: [
        { seat: 2, player: "p", cards: "As Kd", results: { ante: { net: 5 } } },
        { seat: 3, player: "q", cards: "", results: { ante: { net: -5 } } },
      ],
      dealer: { cards: "2c 3c", revealed: true },
    }),
    step(9),
  ],
  later: [],
} as unknown as Round;

describe("the steps of a round", () => {
  it("have names", () => {
    expect(stepName({ kind: "bet_placed.v1", event: { seat: 2 } })).toBe("Seat 2 bets");
    expect(stepName({ kind: "bets_closed.v1", event: {} })).toBe("No more bets");
    expect(stepName({ kind: "step_done.v1", event: { step: "collect_losses" } })).toBe("Collect losses");
    expect(stepName({ kind: "dealt.v1", event: { step: "deal" } })).toBe("Deal");
    expect(stepName({ kind: "winners_ordered.v1", event: {} })).toBe("Winners ordered");
    expect(isQuiet({ kind: "steps_not_applicable.v1", event: {} })).toBe(true);
    expect(isQuiet({ kind: "dealt.v1", event: {} })).toBe(false);
  });
  it("are read with names of people, or without any", () => {
    const text = "seat 3 (p_a07d75a2bdd278637988) settled: -$15\nante $10 loses";
    expect(linesOf(text, { p_a07d75a2bdd278637988: "Bob" })).toEqual(["Seat 3 (Bob) settled: -$15", "Ante $10 loses"]);
    expect(linesOf(text, {})).toEqual(["Seat 3 settled: -$15", "Ante $10 loses"]);
  });
  it("are found by their version", () => {
    expect([indexOf(round, 8), indexOf(round, 99), indexOf(round, 6)]).toEqual([2, 0, 0]);
    expect([viewAt(round, 0).version, viewAt(round, 2).version]).toEqual([6, 8]);
  });
  it("have the meters and the limits of then", () => {
    expect([metersAt(round, 0), metersAt(round, 2)]).toEqual([{ main: 10 }, { main: 8 }]);
    expect(limitsOf(round)).toEqual(["of the day"]);
    expect(limitsOf({ ...round, steps: [] })).toEqual(["of the day before"]);
  });
  it("end with what was settled and turned", () => {
    expect(settledSeats(round).map((each) => each.seat)).toEqual([2, 3]);
    expect(settledSeats(round, "q").map((each) => each.seat)).toEqual([3]);
    expect(turnedIn(round)).toEqual({ 0: "2c 3c", 2: "As Kd" });
  });
});
