import { beforeEach, expect, it } from "vitest";
import { Learned } from "./learned.svelte";

const DAY = 24 * 3_600_000;
const asked = (cards: string, street = "river") => ({
  rules: "x/y",
  street,
  cards,
  board: "",
  up: "",
  choices: ["fold", "play_1x"],
});

let now = 1_000_000;
let learned: Learned;
beforeEach(() => {
  now = 1_000_000;
  learned = new Learned(() => now);
});

it("asks a mistake again soon, later after each right answer, and forgets it at the end", () => {
  learned.answered(asked("As Kd"), false, 0.3);
  expect(learned.due("x/y")).toHaveLength(0);
  now += 60_000;
  expect(learned.due("x/y").map((each) => each.cards)).toEqual(["As Kd"]);
  expect(learned.due("other")).toHaveLength(0);
  for (const rest of [10 * 60_000, DAY, 3 * DAY, 7 * DAY]) {
    learned.answered(asked("As Kd"), true, 0);
    now += rest - 1;
    expect(learned.due("x/y")).toHaveLength(0);
    now += 1;
    expect(learned.due("x/y")).toHaveLength(1);
  }
  learned.answered(asked("As Kd"), true, 0);
  now += 365 * DAY;
  expect(learned.due("x/y")).toHaveLength(0);
});

it("keeps no decision that was right the first time, and starts again after a wrong one", () => {
  learned.answered(asked("2c 2d"), true, 0);
  now += 365 * DAY;
  expect(learned.due("x/y")).toHaveLength(0);
  learned.answered(asked("7c 2d"), false, 1);
  now += 60_000;
  learned.answered(asked("7c 2d"), true, 0);
  now += 10 * 60_000;
  learned.answered(asked("7c 2d"), false, 1);
  expect(learned.kept.mistakes[0]?.right).toBe(0);
});

it("finds the weakest street by what a decision costs there", () => {
  expect(learned.weakest("x/y", ["preflop", "river"])).toBe("preflop"); // neither was drilled
  learned.answered(asked("As Kd", "preflop"), false, 0.1);
  expect(learned.weakest("x/y", ["preflop", "river"])).toBe("river");
  learned.answered(asked("As Kd", "river"), true, 0);
  expect(learned.weakest("x/y", ["preflop", "river"])).toBe("preflop");
});

it("collects mistakes of a table once", () => {
  expect(learned.collect([asked("As Kd"), asked("7c 2d")])).toBe(2);
  expect(learned.collect([asked("As Kd")])).toBe(0);
  expect(learned.due("x/y")).toHaveLength(2);
});
