import { describe, expect, it } from "vitest";
import { leakParts, leakText, moved, wrongNumber } from "./leaks";

describe("a leak", () => {
  it("is written as the server reads it, and read again", () => {
    for (const text of ["dealer:1", "dealer:1:color+flop:1", "others:5:suits"]) {
      expect(leakText(leakParts(text))).toBe(text);
    }
  });
  it("is one card of the dealer's if the address has none", () => {
    expect(leakText(leakParts(""))).toBe("dealer:1");
  });
  it("loses a detail that its new place does not have", () => {
    const suits = { place: "others", number: "5", detail: "suits" };
    expect(moved(suits, "dealer")).toEqual({ place: "dealer", number: "5", detail: "" });
    expect(moved({ ...suits, place: "flop", detail: "rank" }, "burn").detail).toBe("rank");
  });
  it("names a number that cannot be sent", () => {
    const part = { place: "dealer", detail: "" };
    expect(wrongNumber({ ...part, number: " 2 " })).toBeUndefined();
    for (const number of ["", "0", "-1", "1.5", "all"]) expect(wrongNumber({ ...part, number })).toBeTruthy();
  });
});
