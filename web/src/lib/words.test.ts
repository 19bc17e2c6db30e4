import { describe, expect, it } from "vitest";
import { clauseLabel } from "./text/clauses";
import { irregularityWords, meterWords, titleParts, words } from "./words";

describe("names in words", () => {
  it("read like words", () => {
    expect(words("flush_bonus")).toBe("Flush bonus");
    expect(words("three_of_a_kind")).toBe("Three of a kind");
    expect(words("pair of aces")).toBe("Pair of aces");
  });
  it("of irregularities are the trade's", () => {
    const kinds = ["late_wager", "shuffler_fault", "shoe_fault", "improper_cut"];
    expect(kinds.map(irregularityWords)).toEqual(["Past post", "Shuffler malfunction", "Shoe jam", "Improper cut"]);
  });
  it("of meters say what grows there", () => {
    expect(["main", "secondary"].map(meterWords)).toEqual(["Progressive", "Progressive, secondary"]);
  });
  it("of games are apart from their place", () => {
    expect(titleParts("High Card Flush, New Jersey")).toEqual({ game: "High Card Flush", place: "New Jersey" });
    expect(titleParts("Ultimate Texas Hold'em, Massachusetts").game).toBe("Ultimate Texas Hold'em");
    expect(titleParts("Poker")).toEqual({ game: "Poker", place: "" });
  });
  it("of clauses say document and number", () => {
    expect(clauseLabel("ma-hcf-5.b.1")).toBe("MA HCF 5.b.1");
  });
});
