import { expect, test } from "vitest";
import { stepsOf } from "./how";

const RULES = ["ma/high-card-flush", "nj/high-card-flush", "md/high-card-flush", "ma/ultimate-texas-holdem", "ma/four-card-poker"];
const textOf = (rules: string, player = true): string =>
  stepsOf(rules, player)
    .map((each) => each.text)
    .join(" ");

test.each(RULES)("%s is told from the bet to the end", (rules) => {
  const steps = stepsOf(rules, true);
  expect(steps.length).toBe(4);
  expect(steps[0]?.title).toBe("Put chips on ante");
  expect(steps.at(-1)?.title).toBe("Beat the dealer");
});

test.each(RULES.filter((each) => each.endsWith("high-card-flush")))("%s: the dealer has to qualify, and raises have a most", (rules) => {
  expect(textOf(rules)).toContain("three of a suit, nine high");
  expect(textOf(rules)).toContain("twice the ante with five of a suit, three times with six or seven");
});

test.each([true, false])("Ultimate: the blind is no optional wager, and the dealer needs a pair", (player) => {
  const told = textOf("ma/ultimate-texas-holdem", player);
  expect(told).toContain("blind");
  expect(told).not.toContain("other areas are optional");
  expect(told).toContain("less than a pair");
  expect(told).toContain("a straight or better that wins");
});

test("Four Card Poker: aces up stands alone, and a tie is won", () => {
  expect(textOf("ma/four-card-poker")).toContain("Aces up needs no ante");
  expect(textOf("ma/four-card-poker")).toContain("equal");
});

test("who watches is not told to bet, and unknown rules are told no game", () => {
  expect(stepsOf("ma/four-card-poker", false)[0]?.title).toBe("Players bet");
  expect(stepsOf("", true).length).toBe(1);
});
