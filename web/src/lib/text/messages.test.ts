import { describe, expect, it } from "vitest";
import { format, inWords, translator } from "./messages";

describe("a message", () => {
  it("has its values in it", () => {
    expect(format("Leave seat {seat}", { seat: 3 }, "en-US")).toBe("Leave seat 3");
    expect(format("{a}{b}", { a: "x" }, "en-US")).toBe("x");
  });
  it("has the plural of its language", () => {
    const seats = "{count, plural, =0 {no seat} one {# seat} other {# seats}} of {all}";
    expect([0, 1, 2, 1200].map((count) => format(seats, { count, all: 9 }, "en-US"))).toEqual([
      "no seat of 9",
      "1 seat of 9",
      "2 seats of 9",
      "1,200 seats of 9",
    ]);
    const polish = "{n, plural, one {# karta} few {# karty} other {# kart}}";
    expect([1, 3, 5].map((n) => format(polish, { n }, "pl-PL"))).toEqual(["1 karta", "3 karty", "5 kart"]);
  });
  it("that is not closed is an error of ours", () => {
    expect(() => format("{count, plural, one {# seat}", { count: 1 }, "en-US")).toThrow("not closed");
  });
});

const translate = translator({
  pages: { Close: "Cerrar" },
  server: {
    "You folded {hand}.": "Te retiraste con {hand}.",
    "a {thing}": "{thing}",
    "pair of {ranks}": "pareja de {ranks}",
    "{rank}-high {hand}": "{hand} con {rank}",
    "{one} and {other}": "{one} y {other}",
    "{hand} pays {odds}.": "{hand} paga {odds}.",
    "{many} to {per}": "{many} a {per}",
    "{name}, Maryland": "{name}, MD",
    "{n}-card flush": "color de {n}",
    seven: "siete",
    sevens: "sietes",
    king: "rey",
    straight: "escalera",
    ante: "ante",
    blind: "ciega",
  },
});

describe("words of the server", () => {
  it("are found by the patterns that made them, and patterns within", () => {
    expect(translate("You folded a pair of sevens.")).toBe("Te retiraste con pareja de sietes.");
    expect(translate("You folded a king-high straight.")).toBe("Te retiraste con escalera con rey.");
    expect(translate("Pair of sevens pays 8 to 1.")).toBe("Pareja de sietes paga 8 a 1.");
    expect(translate("ante and blind")).toBe("ante y ciega");
    expect(translate("king-high seven-card flush")).toBe("color de siete con rey");
  });
  it("are several sentences, or one with a capital", () => {
    expect(translate("Straight pays 4 to 1. You folded a pair of sevens.")).toBe("Escalera paga 4 a 1. Te retiraste con pareja de sietes.");
    expect(translate("Straight")).toBe("Escalera");
    expect(translate("Seven-card flush pays 8 to 1.")).toBe("Color de siete paga 8 a 1.");
    expect(translate("King-high seven-card flush")).toBe("Color de siete con rey");
  });
  it("stay English as a whole where a part is not known", () => {
    for (const text of ["You folded a pair of dragons.", "Straight pays 4 to 1. See the floor.", "", "As Kd"]) expect(translate(text)).toBe(text);
  });
  it("keep names as they are", () => {
    expect(translate("Pair of Hearts, Maryland")).toBe("Pair of Hearts, MD");
  });
});

it("only the fields that people read are translated", () => {
  const answer = {
    rules: "straight",
    hand: "straight",
    cards: "Ks",
    wagers: { ante: "ante", blind: 5 },
    seats: [{ wagers: ["blind"], reasons: { ante: "You folded a pair of sevens." }, action: "blind" }],
    ranking: [{ name: "Straight", cards: "blind" }],
    name: "straight",
    none: null,
  };
  expect(inWords(answer, translate)).toEqual({
    ...answer,
    hand: "escalera",
    seats: [{ wagers: ["blind"], reasons: { ante: "Te retiraste con pareja de sietes." }, action: "blind" }],
    ranking: [{ name: "Escalera", cards: "blind" }],
  });
});
