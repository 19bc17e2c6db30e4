import { expect, test } from "vitest";
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
  const games = byGame([line("b", "flop"), line("a", "raise or fold"), line("b", "river"), line("b", "preflop")]);
  expect(games.map((each) => each.rules)).toEqual(["b", "a"]);
  expect(games[0]?.lines.map((each) => each.street)).toEqual(["preflop", "flop", "river"]);
});

test("a streak ends at the last mistake", () => {
  expect(streak([])).toBe(0);
  expect(streak([{ right: true }, { right: true }, { right: false }, { right: true }])).toBe(2);
  expect(streak([{ right: false }])).toBe(0);
  expect(streak([{ right: true }])).toBe(1);
});
