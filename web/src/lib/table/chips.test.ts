import { describe, expect, it } from "vitest";
import { chipsOf, columns, denomination, DENOMINATIONS } from "./chips";

describe("chips", () => {
  it("make up every amount exactly", () => {
    for (const cents of [1, 99, 750, 1500, 12_345, 99_999, 1_234_567]) {
      expect(chipsOf(cents).reduce((sum, chip) => sum + chip.cents, 0)).toBe(cents);
    }
    expect(chipsOf(0)).toEqual([]);
  });
  it("are as few as can be", () => {
    expect(chipsOf(3_600).map((chip) => chip.label)).toEqual(["25", "5", "5", "1"]);
  });
  it("go from the largest down", () => {
    const cents = DENOMINATIONS.map((each) => each.cents);
    expect(cents).toEqual([...cents].sort((a, b) => b - a));
    expect(denomination(700).cents).toBe(500);
  });
  it("stand in columns of a certain height", () => {
    const stacks = columns(chipsOf(99_999), 8, 3);
    expect(stacks.length).toBeLessThanOrEqual(3);
    expect(stacks.every((each) => each.length <= 8)).toBe(true);
  });
});
