import { describe, expect, it } from "vitest";
import { may, pagesOf } from "./may";

describe("what a role is shown of the floor", () => {
  it("is nothing for players and dealers", () => {
    expect(pagesOf("player")).toEqual([]);
    expect(pagesOf("dealer")).toEqual([]);
    expect(pagesOf("")).toEqual([]);
  });
  it("grows with the role", () => {
    const ids = (role: string): string[] => pagesOf(role).map((page) => page.id);
    expect(ids("floorperson")).toEqual(["", "jackpots", "meters"]);
    expect(ids("supervisor")).toEqual(["", "jackpots", "meters", "hold", "significant", "submissions"]);
    expect(ids("administrator")).toContain("people");
  });
  it("is all that can be looked at, and nothing that changes, for those who watch", () => {
    for (const role of ["surveillance", "auditor"]) {
      expect(may(role, "significant")).toBe(true);
      expect(may(role, "openTable")).toBe(false);
      expect(may(role, "decideAward")).toBe(false);
      expect(may(role, "changeMeter")).toBe(false);
      expect(may(role, "people")).toBe(false);
    }
  });
});
