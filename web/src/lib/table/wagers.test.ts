import { expect, it } from "vitest";
import type { Result } from "../api";
import { bounds, decidedWords, resultTone, resultWords, stakeWords, unentered } from "./wagers";

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

const amount = { name: "ante", least: 500, most: 50_000, only: [] as number[], equals: "", times: [], between: false };

it("writes limits", () => {
  expect(bounds(amount)).toBe("$5 to $500");
  expect(bounds({ ...amount, only: [100, 500] })).toBe("$1 or $5");
  expect(bounds({ ...amount, most: 10 ** 12 })).toBe("from $5");
  expect(bounds({ ...amount, equals: "ante" })).toBe("equal to the ante");
  expect(bounds({ ...amount, least: 1, most: 10 ** 12 })).toBe("none posted");
});

it("says how much was decided", () => {
  expect(decidedWords({ times: 0, amount: 2000 })).toBe("$20");
  expect(decidedWords({ times: 4, amount: 0 })).toBe("4 × ante");
  expect(decidedWords({ times: 0, amount: 0 })).toBe("");
});
