import { describe, expect, it } from "vitest";
import { clauseLabel } from "./clauses";
import { titleParts, words } from "./words";

describe("names in words", () => {
  it("read like words", () => {
    expect(words("flush_bonus")).toBe("Flush bonus");
    expect(words("straight_flush_7")).toBe("7-card straight flush");
    expect(words("flush 5")).toBe("5-card flush");
    expect(words("three_of_a_kind")).toBe("Three of a kind");
  });
  it("of games are apart from their place", () => {
    expect(titleParts("High Card Flush, New Jersey")).toEqual({ game: "High Card Flush", place: "New Jersey" });
    expect(titleParts("Poker")).toEqual({ game: "Poker", place: "" });
  });
  it("of clauses say document and number", () => {
    expect(clauseLabel("ma-hcf-5.b.1")).toBe("MA HCF 5.b.1");
  });
});
