import { expect, it } from "vitest";
import { lineOf } from "./sparkline";

it("stays in its box, wins above and losses below nought", () => {
  const line = lineOf([10, -10], 100, 46, 3);
  expect(line.points).toBe("3,23 50,3 97,43");
  expect(line.zero).toBe(23);
  expect(line.end).toEqual({ x: 97, y: 43 });
  expect(lineOf([], 100, 46).points).toBe("3,3");
});
