import { expect, it } from "vitest";
import { joined, together } from "./pages";

const lines = (...positions: number[]): { position: number }[] => positions.map((position) => ({ position }));

it("keeps what was read when the newest page moves on", () => {
  expect(joined(lines(9, 8, 7), lines(8, 7, 6, 5))).toEqual(lines(9, 8, 7, 6, 5));
  expect(joined(lines(9, 8), [])).toEqual(lines(9, 8));
  expect(joined([], [])).toEqual([]);
});

it("starts over where lines may be missing", () => {
  expect(joined(lines(30, 29), lines(8, 7))).toEqual(lines(30, 29));
});

it("has every line of a position once, also one on which a page broke off", () => {
  expect(together(lines(9, 7, 7), lines(7, 7, 7, 6))).toEqual(lines(9, 7, 7, 7, 6));
  expect(joined(lines(7, 7), lines(7, 5))).toEqual(lines(7, 7, 5));
});
