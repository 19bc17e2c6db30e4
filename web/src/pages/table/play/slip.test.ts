import { describe, expect, it } from "vitest";
import type { Amount } from "../../../lib/api";
import { again, chipsFor, doubled, firstChip, off, problems, put, putWords, same, total } from "./slip";

const bound = (name: string, least: number, most: number, more: Partial<Amount> = {}): Amount => ({
  name,
  least,
  most,
  only: [],
  equals: "",
  times: [],
  between: false,
  ...more,
});
const BOUNDS = [
  bound("ante", 500, 50_000),
  bound("blind", 500, 50_000, { equals: "ante" }),
  bound("trips", 100, 10_000),
  bound("progressive", 100, 500, { only: [100, 500] }),
];

describe("a slip", () => {
  it("adds chips, and what follows another follows it", () => {
    const one = put(BOUNDS, {}, "ante", 500);
    expect(one).toEqual({ wagers: { ante: 500, blind: 500 }, problem: "" });
    const two = put(BOUNDS, one.wagers, "blind", 2500);
    expect(two.wagers).toEqual({ ante: 3000, blind: 3000 });
    expect(total(two.wagers)).toBe(6000);
    expect(off(BOUNDS, two.wagers, "blind")).toEqual({});
  });
  it("refuses what is above the most, and keeps what lies there", () => {
    const full = put(BOUNDS, { trips: 9_600 }, "trips", 500);
    expect(full.wagers).toEqual({ trips: 9_600 });
    expect(full.problem).toBe("Trips: at most $100.");
  });
  it("goes through the only stakes that are accepted", () => {
    const one = put(BOUNDS, {}, "progressive", 2500);
    expect(one.wagers).toEqual({ progressive: 100 });
    const two = put(BOUNDS, one.wagers, "progressive", 2500);
    expect(two.wagers).toEqual({ progressive: 500 });
    expect(put(BOUNDS, two.wagers, "progressive", 1).problem).toBe("Progressive: at most $5.");
  });
  it("says beforehand what a click puts down", () => {
    expect(putWords(BOUNDS, {}, "trips", 500)).toBe("Put $5");
    expect(putWords(BOUNDS, {}, "ante", 500)).toBe("Put $5 on ante and $5 on blind");
    expect(putWords(BOUNDS, { ante: 500, blind: 500 }, "blind", 2500)).toBe("Put $25 on ante and $25 on blind");
    expect(putWords(BOUNDS, {}, "progressive", 2500)).toBe("Put $1");
    expect(putWords(BOUNDS, { progressive: 100 }, "progressive", 2500)).toBe("Put $4");
    expect(putWords(BOUNDS, { progressive: 500 }, "progressive", 2500)).toBe("Progressive: at most $5.");
  });
  it("says what is too little or not offered", () => {
    expect(problems(BOUNDS, { ante: 400, blind: 500, raise: 100 })).toEqual([
      "Ante: at least $5.",
      "Raise is not offered here.",
    ]);
    expect(problems(BOUNDS, { ante: 500, blind: 500, progressive: 100 })).toEqual([]);
    expect(problems(BOUNDS, { progressive: 200 })).toEqual(["Progressive: $1 or $5."]);
  });
  it("doubles only where it all fits, and leaves fixed stakes", () => {
    expect(doubled(BOUNDS, { ante: 500, blind: 500, progressive: 100 })).toEqual({
      ante: 1000,
      blind: 1000,
      progressive: 100,
    });
    expect(doubled(BOUNDS, { ante: 30_000, blind: 30_000 })).toBeNull();
    expect(doubled(BOUNDS, { progressive: 100 })).toBeNull();
  });
  it("bets again what is still offered", () => {
    expect(again(BOUNDS, { ante: 500, blind: 500, envy: 3 })).toEqual({ ante: 500, blind: 500 });
    expect(again(BOUNDS, { ante: 60_000 })).toBeNull();
    expect(again(BOUNDS, {})).toBeNull();
  });
  it("offers chips by the table's bounds", () => {
    expect(chipsFor(BOUNDS)).toEqual([100, 500, 2500, 10_000, 50_000]);
    expect(firstChip(BOUNDS, chipsFor(BOUNDS))).toBe(500);
  });
  it("compares wagers whatever their order", () => {
    expect(same({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(true);
    expect(same({ a: 1 }, { a: 1, b: 2 })).toBe(false);
  });
});
