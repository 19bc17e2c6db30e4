import { expect, it } from "vitest";
import { dueOf, valuesOf, type Answer } from "./practice.svelte";

const preflop = { seat: 3, name: "preflop" };
const flop = { seat: 3, name: "flop_decision" };
const round = (number: number): { round: number } => ({ round: number });
const answer = (due: string, of: number): Answer =>
  ({ due, decisions: [{ seat: 3, round: of, best: "check" }] }) as unknown as Answer;

it("shows the values of a decision beside it", () => {
  expect(valuesOf(answer(dueOf(round(7), preflop), 7), round(7), preflop)?.best).toBe("check");
});

it("shows none of another street, round or seat", () => {
  const response = answer(dueOf(round(7), preflop), 7);
  expect(valuesOf(response, round(7), flop)).toBeUndefined();
  expect(valuesOf(response, round(8), preflop)).toBeUndefined();
  expect(valuesOf(response, round(7), { ...preflop, seat: 4 })).toBeUndefined();
  expect(valuesOf(null, round(7), preflop)).toBeUndefined();
  // Requested for one decision, but the table moved on before the response.
  expect(valuesOf(answer(dueOf(round(7), preflop), 8), round(7), preflop)).toBeUndefined();
});
