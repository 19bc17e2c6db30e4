import { describe, expect, test } from "vitest";
import { differs, readChanges, UNCHANGED, writeChanges, wrongMeter, type Changes } from "./pricing";
import type { Rules, Wager } from "../rules";

const rules = { policies: [{ name: "progressive_after_fold" }] } as Rules;
const wager = { wager: "progressive", rows: ["royal_flush", "flush"] } as Wager;
const changes: Changes = {
  cells: { flush: "", royal_flush: "50% of main" },
  meters: { main: "$50,000" },
  stake: "5",
  policies: { progressive_after_fold: "lost" },
};

describe("what was changed", () => {
  test("goes into an address and comes back", () => {
    const query = new URLSearchParams(writeChanges("progressive", "A", changes));
    expect(query.get("table")).toBe("A");
    expect(readChanges(query, rules, wager)).toEqual(changes);
    expect(writeChanges("progressive", "A", UNCHANGED)).toBe("wager=progressive&table=A");
    expect(readChanges(new URLSearchParams(), rules, wager)).toEqual(UNCHANGED);
  });
  test("rows and readings that there are not are left out", () => {
    const query = new URLSearchParams({ pays: "pair:3 for 1", read: "moon:full" });
    expect(readChanges(query, rules, wager)).toEqual(UNCHANGED);
  });
  test("a stake or a reading alone is no other table", () => {
    expect(differs(changes)).toBe(true);
    expect(differs({ ...UNCHANGED, meters: changes.meters })).toBe(true);
    expect(differs({ ...UNCHANGED, stake: "5", policies: changes.policies })).toBe(false);
  });
  test("a meter that is no amount is found", () => {
    expect(wrongMeter(changes)).toBeNull();
    expect(wrongMeter({ ...changes, meters: { main: "$1", minor: "much" } })).toBe("minor");
  });
});
