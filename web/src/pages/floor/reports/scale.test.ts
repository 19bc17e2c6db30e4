import { expect, it } from "vitest";
import { compact, placeOf, scaleOf } from "./scale";

it("has round marks that hold every amount, and zero among them", () => {
  const scale = scaleOf([-532_000, 170_964]);
  expect(scale.least).toBeLessThanOrEqual(-532_000);
  expect(scale.most).toBeGreaterThanOrEqual(170_964);
  expect(scale.marks).toContain(0);
  expect(scale.marks.every((mark) => mark % 50_000 === 0)).toBe(true);
});

it("stands for nothing where there is nothing", () => {
  expect(scaleOf([]).marks).toContain(0);
  expect(scaleOf([0, 0]).most).toBeGreaterThan(0);
});

it("places amounts from end to end", () => {
  const scale = scaleOf([-100, 100]);
  expect(placeOf(scale, scale.least)).toBe(0);
  expect(placeOf(scale, scale.most)).toBe(1);
  expect(placeOf(scale, (scale.least + scale.most) / 2)).toBe(0.5);
});

it("writes amounts short", () => {
  expect(compact(-750_000)).toBe("−$7.5k");
  expect(compact(250_000_000)).toBe("$2.5m");
  expect(compact(5000)).toBe("$50");
  expect(compact(0)).toBe("$0");
});
