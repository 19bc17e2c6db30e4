import { beforeEach, expect, it } from "vitest";
import { Learned, type Kept } from "./learned.svelte";

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

class House {
  version = 0;
  learned: Kept = { tutorials: [], mistakes: [], tallies: {} };
  away = false;
  read = async (): Promise<{ version: number; learned: Kept }> => ({ version: this.version, learned: this.learned });
  write = async (version: number, kept: Kept): Promise<{ version: number }> => {
    if (this.away) throw new Error("offline");
    if (version !== this.version) throw new Error("changed");
    this.learned = kept;
    return { version: ++this.version };
  };
  changed = (error: unknown): boolean => error instanceof Error && error.message === "changed";
}
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};

it("is kept in the house for an account, and two browsers lose nothing of each other", async () => {
  const house = new House();
  const other = new Learned(() => now);
  await learned.belongTo(house);
  await other.belongTo({ ...house, write: house.write, read: house.read, changed: house.changed });
  learned.answered(asked("As Kd"), false, 0.3);
  await settled();
  other.answered(asked("2c 2d"), false, 0.2); // still knows version 0
  other.finish("x/y");
  await settled();
  expect(house.learned.mistakes.map((each) => each.cards)).toEqual(["As Kd", "2c 2d"]);
  expect(house.learned.tallies["x/y river"]?.decisions).toBe(2);
  expect(house.learned.tutorials).toEqual(["x/y"]);
  expect(other.kept).toEqual(house.learned);
});

it("sends what was learned without a line with the next change", async () => {
  const house = new House();
  await learned.belongTo(house);
  house.away = true;
  learned.finish("x/y");
  await settled();
  expect(house.version).toBe(0);
  house.away = false;
  learned.finish("x/z");
  await settled();
  expect(house.learned.tutorials).toEqual(["x/y", "x/z"]);
});

it("begins an account with what the browser has, and leaves it with the account", async () => {
  learned.finish("x/y");
  const house = new House();
  const browser = learned.kept;
  await learned.belongTo(house);
  expect(learned.kept.tutorials.length).toBeLessThanOrEqual(browser.tutorials.length);
  learned.finish("x/z");
  await settled();
  expect(house.learned.tutorials).toContain("x/z");
  await learned.belongTo(null);
  expect(learned.kept.tutorials).not.toContain("x/z");
});

it("sends every change of the next account, though the last one's is still under way", async () => {
  const first = new House();
  const second = new House();
  await learned.belongTo(first);
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const write = first.write;
  first.write = async (version, kept) => {
    await arrived;
    return write(version, kept);
  };
  learned.finish("x/y");
  await learned.belongTo(second);
  learned.finish("x/z");
  arrive();
  await settled();
  expect(second.learned.tutorials).toEqual(["x/z"]);
});
