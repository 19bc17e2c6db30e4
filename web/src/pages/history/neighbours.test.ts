import { expect, it } from "vitest";
import { neighbours } from "./neighbours";

it("finds the rounds beside one", () => {
  expect(neighbours(5, [9, 5, 2], false)).toEqual({ before: 2, after: 9 });
  expect(neighbours(9, [9, 5, 2], false)).toEqual({ before: 5, after: 0 });
  expect(neighbours(2, [9, 5, 2], false)).toEqual({ before: 0, after: 5 });
});

it("goes by number beyond the list only for who may see every round", () => {
  expect(neighbours(3, [9, 8], true)).toEqual({ before: 2, after: 4 });
  expect(neighbours(3, [9, 8], false)).toEqual({ before: 0, after: 0 });
  expect(neighbours(12, [9, 8], true)).toEqual({ before: 0, after: 0 });
});
