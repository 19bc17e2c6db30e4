import { expect, test } from "vitest";
import { reach, scale, step, tight } from "./scale";

test("steps are round", () => {
  expect(step(1, 5)).toBe(0.2);
  expect(step(0.21, 5)).toBeCloseTo(0.05);
  expect(step(7, 5)).toBe(2);
});

test("an axis holds every value and nought", () => {
  const axis = scale([-0.122, 0.078, 0.104]);
  expect(axis.ticks).toEqual([-0.15, -0.1, -0.05, 0, 0.05, 0.1, 0.15]);
  expect(axis.at(0)).toBeCloseTo(0.5);
  for (const value of [-0.122, 0.104]) {
    expect(axis.at(value)).toBeGreaterThanOrEqual(0);
    expect(axis.at(value)).toBeLessThanOrEqual(1);
  }
});

test("one value, or none, makes an axis too", () => {
  expect(scale([0.05]).low).toBe(0);
  expect(scale([0.05]).high).toBeCloseTo(0.05);
  expect(scale([]).ticks[0]).toBe(0);
  expect(scale([0]).at(0)).toBe(0);
});

test("the longest bar fills the width", () => {
  expect(tight([-1, 3]).at(3)).toBe(1);
  expect(tight([-1, 3]).at(0)).toBe(0.25);
  expect(tight([-1, -2]).at(0)).toBe(1);
  expect(tight([]).at(0)).toBe(0);
});

test("a slide ends at a round amount beyond the break-even, and holds what is typed", () => {
  expect(reach(33_502_073, 1_000_000)).toEqual({ most: 60_000_000, step: 100_000 });
  expect(reach(33_502_073, 99_000_001).most).toBeGreaterThanOrEqual(99_000_001);
  expect(reach(0, 0)).toEqual({ most: 1, step: 1 });
});
