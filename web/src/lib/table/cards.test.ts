import { describe, expect, it } from "vitest";
import { cardsOf, codes, face, RANK_ORDER, readCards, said, SUIT_ORDER } from "./cards";
import { LAYOUTS } from "../../components/cards/faces";

describe("cards", () => {
  it("have a name each", () => {
    const names = new Set(SUIT_ORDER.flatMap((suit) => [...RANK_ORDER].map((rank) => face(rank + suit)?.name)));
    expect(names.size).toBe(52);
    expect(face("As")?.name).toBe("ace of spades");
    expect(face("Td")).toMatchObject({ label: "10", name: "ten of diamonds" });
  });
  it("that are none are recognized", () => {
    for (const code of ["", "1s", "Ax", "s"]) expect(face(code)).toBeNull();
  });
  it("are said one after the other", () => {
    expect(codes("As  Kd")).toEqual(["As", "Kd"]);
    expect(said("As Kd")).toBe("ace of spades, king of diamonds");
  });
  it("of a number have as many pips, half of them turned at most", () => {
    for (const [rank, pips] of Object.entries(LAYOUTS)) {
      expect(pips.length).toBe(rank === "T" ? 10 : Number(rank));
      expect(new Set(pips.map(({ x, y }) => `${x} ${y}`)).size).toBe(pips.length);
    }
  });
});

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
  it("stops at what is not a card", () => {
    expect(readCards("as 1s kd")).toEqual({ cards: ["As"], rest: "", wrong: "1s" });
    expect(readCards("zz")).toEqual({ cards: [], rest: "", wrong: "zz" });
    expect(readCards("ax")).toEqual({ cards: [], rest: "", wrong: "ax" });
  });
  it("is whole, or has a piece that is not a card", () => {
    expect(cardsOf(" as kd ")).toEqual({ cards: "As Kd", wrong: "" });
    expect(cardsOf("")).toEqual({ cards: "", wrong: "" });
    expect(cardsOf("as k")).toEqual({ cards: "As", wrong: "k" });
    expect(cardsOf("as 1x")).toEqual({ cards: "As", wrong: "1x" });
  });
});
