import { expect, test } from "vitest";
import { games, type Vocabulary } from "../../lib/games.svelte";
import { byGame, streak, type ScoreLine } from "./score";

const line = (rules: string, street: string): ScoreLine => ({
  rules,
  street,
  decisions: 1,
  right: 1,
  cost: 0,
  cost_cents: 0,
});

test("lines stand by game, streets in the order of play", () => {
  games.all = [{ rules: "b", stages: { preflop: "", flop: "", river: "" } } as unknown as Vocabulary];
  const found = byGame([line("b", "flop"), line("a", "raise or fold"), line("b", "river"), line("b", "preflop")]);
  expect(found.map((each) => each.rules)).toEqual(["b", "a"]);
  expect(found[0]?.lines.map((each) => each.street)).toEqual(["preflop", "flop", "river"]);
});

test("a streak ends at the last mistake", () => {
  expect(streak([])).toBe(0);
  expect(streak([{ right: true }, { right: true }, { right: false }, { right: true }])).toBe(2);
  expect(streak([{ right: false }])).toBe(0);
  expect(streak([{ right: true }])).toBe(1);
});
