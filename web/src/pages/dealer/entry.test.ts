import { describe, expect, it } from "vitest";
import { cardKey, readCards } from "./entry";

describe("cards as they are typed", () => {
  it("reads what people type", () => {
    expect(readCards("as kd")).toEqual({ cards: ["As", "Kd"], rest: "", wrong: "" });
    expect(readCards("AS,KD;10h tc")).toEqual({ cards: ["As", "Kd", "Th", "Tc"], rest: "", wrong: "" });
    expect(readCards("A♠ 9♥️ 10♦")).toEqual({ cards: ["As", "9h", "Td"], rest: "", wrong: "" });
    expect(readCards("  ")).toEqual({ cards: [], rest: "", wrong: "" });
  });
  it("reads a scanner's burst without spaces", () => {
    expect(readCards("4S5S6S7S8S9SKH").cards).toEqual(["4s", "5s", "6s", "7s", "8s", "9s", "Kh"]);
    expect(readCards("10S10H").cards).toEqual(["Ts", "Th"]);
  });
  it("waits for the suit", () => {
    expect(readCards("as k")).toEqual({ cards: ["As"], rest: "k", wrong: "" });
    expect(readCards("1")).toEqual({ cards: [], rest: "1", wrong: "" });
    expect(readCards("10")).toEqual({ cards: [], rest: "10", wrong: "" });
  });
  it("stops at what is no card", () => {
    expect(readCards("as 1s kd")).toEqual({ cards: ["As"], rest: "", wrong: "1s" });
    expect(readCards("zz")).toEqual({ cards: [], rest: "", wrong: "zz" });
    expect(readCards("ax")).toEqual({ cards: [], rest: "", wrong: "ax" });
  });
  it("knows the keys of cards", () => {
    expect("23456789tjqkaTJQKAshdc10 ".split("").every(cardKey)).toBe(true);
    expect("xyzf".split("").some(cardKey)).toBe(false);
    expect(cardKey("Enter")).toBe(false);
  });
});
