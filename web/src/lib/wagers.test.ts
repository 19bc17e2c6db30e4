import { expect, it } from "vitest";
import type { Result } from "./api";
import { resultTone, resultWords, stakeWords, unentered } from "./wagers";

const result = (outcome: string, more: Partial<Result> = {}): Result => ({
  outcome,
  stake: 0,
  paid: 0,
  returned: 0,
  net: 0,
  clauses: [],
  hand: "",
  pays: "",
  ...more,
});

it("tells amounts where they are known", () => {
  expect(stakeWords(1000)).toBe("$10");
  const won = result("win", { stake: 1000, paid: 7000, returned: 1000, net: 7000 });
  expect([resultWords(won), resultTone(won)]).toEqual(["+$70", "good"]);
  const push = result("push", { stake: 1000, returned: 1000 });
  expect([resultWords(push), resultTone(push)]).toEqual(["Push", "plain"]);
});

it("tells the outcome and the odds where they are not", () => {
  expect(stakeWords(0)).toBe("made");
  expect(unentered({ wagers: { ante: 0, progressive: 100 } })).toBe(true);
  expect(unentered({ wagers: { ante: 1000 } })).toBe(false);
  const won = result("win", { pays: "7 to 1" });
  expect([resultWords(won), resultTone(won)]).toEqual(["Pays 7 to 1", "good"]);
  expect([resultWords(result("lose")), resultTone(result("lose"))]).toEqual(["Lost", "bad"]);
  expect([resultWords(result("push")), resultTone(result("push"))]).toEqual(["Push", "plain"]);
});
