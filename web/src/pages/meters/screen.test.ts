import { expect, it } from "vitest";
import { pendingLines, sinceHit, titleOf, waitingAt } from "./screen";

it("has a heading", () => {
  expect(titleOf("flush-ma")).toBe("Flush ma");
  expect(titleOf("main")).toBe("Main");
});

it("says once for each table that an award waits", () => {
  expect(pendingLines([])).toEqual([]);
  expect(waitingAt([{ table: "a" }, { table: "b" }, { table: "a" }])).toEqual([["a", 2], ["b", 1]]);
  expect(pendingLines([{ table: "a" }, { table: "a" }, { table: "b" }])).toEqual([
    "Jackpot pending validation, table a",
    "Jackpot pending validation, table b",
  ]);
});

it("tells the time in round words", () => {
  const hour = 3_600_000;
  expect(sinceHit(0, 59_000)).toBe("just now");
  expect(sinceHit(0, 60_000)).toBe("a minute ago");
  expect(sinceHit(0, 5 * hour)).toBe("5 hours ago");
  expect(sinceHit(0, 25 * hour)).toBe("yesterday");
  expect(sinceHit(0, 73 * hour)).toBe("3 days ago");
});
