import { describe, expect, it } from "vitest";
import type { Amount } from "../../../lib/api";
import { choicesOf, free, valueOf, worth } from "./choices";

const amount = (name: string, least = 0, most = 0, only: number[] = []): Amount => ({ name, least, most, only, equals: "", times: [], between: false });

describe("the buttons of a decision", () => {
  it("are the amounts that are offered", () => {
    const found = choicesOf([amount("play", 3000, 4000, [3000, 4000]), amount("check")], 1000);
    expect(found.map((each) => [each.label, each.key])).toEqual([
      ["Play 4× · $40", "4"],
      ["Play 3× · $30", "3"],
      ["Check", "C"],
    ]);
  });
  it("are one where the bounds leave one amount", () => {
    const offered = [amount("raise", 1000, 1000), amount("fold")];
    expect(choicesOf(offered, 1000).map((each) => each.label)).toEqual(["Raise 1× · $10", "Fold"]);
    expect(free(offered)).toBeUndefined();
  });
  it("never leave the bounds of a free amount", () => {
    const offered = [amount("play", 1050, 3150), amount("fold")];
    const found = choicesOf(offered, 1050);
    expect(found.map((each) => each.amount)).toEqual([3150, 2100, 1050, 0]);
    expect(found.map((each) => each.key)).toEqual(["3", "2", "1", "F"]);
    expect(free(offered)?.name).toBe("play");
  });
  it("say no multiple where an amount is none", () => {
    const found = choicesOf([amount("play", 1050, 2500), amount("fold")], 1050);
    expect(found.map((each) => [each.label, each.key])).toEqual([
      ["Play $25", "2"],
      ["Play $14.50", "3"],
      ["Play 1× · $10.50", "1"],
      ["Fold", "F"],
    ]);
  });
  it("finds the value of its action and amount", () => {
    const value = { act: "play", amount: 4000, action: "play_4x", value: 1, exact: "1", cents: 1000, cost: 0, cost_cents: 0, best: true };
    const [first, second] = choicesOf([amount("play", 3000, 4000, [3000, 4000])], 1000);
    expect(first && valueOf(first, [value])).toBe(value);
    expect(second && valueOf(second, [value])).toBeUndefined();
    expect(worth(-810.86)).toBe("−$8.11");
  });
});
