import { expect, test } from "vitest";
import { stepsOf } from "./how";

test.each(["ma/high-card-flush", "nj/high-card-flush", "md/high-card-flush", "ma/ultimate-texas-holdem", "ma/four-card-poker"])(
  "%s is told from the bet to the end",
  (rules) => {
    const steps = stepsOf(rules, true);
    expect(steps.length).toBe(4);
    expect(steps[0]?.title).toBe("Put chips on ante");
    expect(steps.at(-1)?.title).toBe("Beat the dealer");
  },
);

test("who watches is not told to bet, and unknown rules are told no game", () => {
  expect(stepsOf("ma/four-card-poker", false)[0]?.title).toBe("Players bet");
  expect(stepsOf("", true).length).toBe(1);
});
