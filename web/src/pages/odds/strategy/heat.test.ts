import { expect, test } from "vitest";
import { cardsOf, handWords, moved, strength, STEPS, STRENGTHS } from "./heat";

test("every margin has a strength, and every strength a name", () => {
  expect([0, 0.019, 0.02, 0.1, 0.2, 0.35, 2].map(strength)).toEqual([0, 0, 1, 2, 3, 4, 4]);
  expect(STRENGTHS).toHaveLength(STEPS.length + 1);
});

test("hands are said and dealt", () => {
  expect(handWords("AKs")).toBe("ace king suited");
  expect(handWords("66")).toBe("pair of sixes");
  expect(handWords("72o")).toBe("seven two offsuit");
  expect([cardsOf("AKs"), cardsOf("72o"), cardsOf("TT")]).toEqual(["As Ks", "7s 2h", "Ts Th"]);
});

test("keys lead through the grid and stop at its edges", () => {
  expect(moved("ArrowUp", 0, 5, false)).toEqual({ row: 0, column: 5 });
  expect(moved("ArrowRight", 3, 5, false)).toEqual({ row: 3, column: 6 });
  expect(moved("ArrowRight", 3, 12, false)).toEqual({ row: 3, column: 12 });
  expect(moved("Home", 3, 5, false)).toEqual({ row: 3, column: 0 });
  expect(moved("End", 3, 5, true)).toEqual({ row: 12, column: 12 });
  expect(moved("x", 3, 5, false)).toBeNull();
});
