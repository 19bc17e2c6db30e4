import { describe, expect, it } from "vitest";
import { correctionOf } from "./correction";

const nothing = { wagers: null, decision: "", amount: "", cards: "" };

describe("a correction", () => {
  it("says only what is put right", () => {
    expect(correctionOf(nothing, true)).toEqual({});
    expect(correctionOf({ ...nothing, wagers: { ante: "10", trips: "", blind: "0" } }, true)).toEqual({ wagers: { ante: 1000 } });
    expect(correctionOf({ ...nothing, decision: "raise", amount: "$1,020.50" }, true)).toEqual({ decision: "raise", amount: 102_050 });
    expect(correctionOf({ ...nothing, decision: "fold" }, true)).toEqual({ decision: "fold" });
    expect(correctionOf({ ...nothing, cards: "as kd 10h" }, true)).toEqual({ cards: "As Kd Th" });
  });
  it("marks wagers and counts antes where amounts are not entered", () => {
    expect(correctionOf({ ...nothing, wagers: { ante: "0", trips: "", progressive: "5" } }, false)).toEqual({
      wagers: { ante: 0, progressive: 500 },
    });
    expect(correctionOf({ ...nothing, decision: "play", amount: "4" }, false)).toEqual({ decision: "play", times: 4 });
  });
  it("takes nothing unreadable for nothing", () => {
    expect(() => correctionOf({ ...nothing, wagers: { ante: "ten" } }, true)).toThrow("“ten” is not a dollar amount.");
    expect(() => correctionOf({ ...nothing, decision: "raise", amount: "2o" }, true)).toThrow("“2o” is not a dollar amount.");
    expect(() => correctionOf({ ...nothing, decision: "play", amount: "1.5" }, false)).toThrow("“1.5” is not a whole number.");
    expect(() => correctionOf({ ...nothing, cards: "as k" }, true)).toThrow("“k” is not a card.");
  });
});
