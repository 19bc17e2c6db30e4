import { expect, it } from "vitest";
import { lineOf, runningOf } from "./sparkline";

it("adds up from the oldest round to the newest", () => {
  expect(runningOf([{ net: -5 }, { net: 20 }, { net: 10 }])).toEqual([10, 30, 25]);
  expect(runningOf([])).toEqual([]);
});

it("stays in its box, wins above and losses below nought", () => {
  const line = lineOf([10, -10], 100, 46, 3);
  expect(line.points).toBe("3,23 50,3 97,43");
  expect(line.zero).toBe(23);
  expect(line.end).toEqual({ x: 97, y: 43 });
  expect(lineOf([], 100, 46).points).toBe("3,3");
});
