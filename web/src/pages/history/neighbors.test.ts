import { expect, it } from "vitest";
import { neighbors } from "./neighbors";

it("finds the rounds beside one", () => {
  expect(neighbors(5, [9, 5, 2], false)).toEqual({ before: 2, after: 9 });
  expect(neighbors(9, [9, 5, 2], false)).toEqual({ before: 5, after: 0 });
  expect(neighbors(2, [9, 5, 2], false)).toEqual({ before: 0, after: 5 });
});

it("goes by number beyond the list only for who may see every round", () => {
  expect(neighbors(3, [9, 8], true)).toEqual({ before: 2, after: 4 });
  expect(neighbors(3, [9, 8], false)).toEqual({ before: 0, after: 0 });
  expect(neighbors(12, [9, 8], true)).toEqual({ before: 0, after: 0 });
});
