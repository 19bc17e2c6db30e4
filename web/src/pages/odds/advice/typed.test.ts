import { describe, expect, test } from "vitest";
import { dealt, typedCards } from "./typed";

describe("typed cards", () => {
  test("are read however they are parted", () => {
    for (const text of ["as kd 10h", "AsKdTh", "as,kd, th", " AS  KD TH "])
      expect(typedCards(text)).toEqual({ codes: ["As", "Kd", "Th"], wrong: "" });
  });
  test("a rank alone waits for its suit", () => {
    expect(typedCards("as k")).toEqual({ codes: ["As"], wrong: "" });
    expect(typedCards("as 10")).toEqual({ codes: ["As"], wrong: "" });
    expect(typedCards("as 1")).toEqual({ codes: ["As"], wrong: "" });
  });
  test("what is not a card is said", () => {
    expect(typedCards("as zz").wrong).toBe("“zz” is not a card");
    expect(typedCards("as as").wrong).toBe("As appears twice");
    expect(typedCards("as x").wrong).toBe("“x” is not a card");
  });
  test("cards at random are of one deck", () => {
    const rest = dealt(50, ["As", "Kd"]);
    expect(new Set(rest).size).toBe(50);
    expect(rest).not.toContain("As");
    expect(rest).not.toContain("Kd");
  });
});
