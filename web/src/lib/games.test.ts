import { afterEach, expect, it } from "vitest";
import { actionWords, games, stageWords, wagerWords, type Vocabulary } from "./games.svelte";

const vocabulary = (rules: string, more: Partial<Vocabulary>): Vocabulary =>
  ({ rules, game: rules.split("/")[1] ?? "", title: "", wagers: {}, actions: {}, stages: {}, ...more }) as Vocabulary;

afterEach(() => {
  games.all = [];
  games.shown = "";
});

it("labels a wager as its own game does", () => {
  games.all = [vocabulary("x/one", { wagers: { play: "Play" } }), vocabulary("x/two", { wagers: { play: "Bet again" } })];
  games.shown = "x/two";
  expect(wagerWords("play")).toBe("Bet again");
  expect(wagerWords("play", "x/one")).toBe("Play");
  expect(actionWords("play_4x", "x/two")).toBe("Bet again 4×");
});

it("knows another edition of a rule set by its name", () => {
  games.all = [vocabulary("x/one", { stages: { first: "At the start" } })];
  expect(stageWords("first", "x/one@1.0")).toBe("At the start");
});

it("tells a name as it is until the server has been heard", () => {
  expect(wagerWords("flush_bonus")).toBe("Flush bonus");
  expect(actionWords("play_4x")).toBe("Play 4×");
  expect(stageWords("raise or fold", "x/one")).toBe("Raise or fold");
});
