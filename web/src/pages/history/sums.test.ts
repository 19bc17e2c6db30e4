import { expect, it } from "vitest";
import { sumsOf } from "./sums";

const round = (staked: number, net: number, amounts = true): { staked: number; net: number; amounts: boolean } => ({ staked, net, amounts });

it("adds up rounds from the oldest to the newest, which stands first", () => {
  expect(sumsOf([round(1000, -500), round(2000, 300)])).toEqual({ rounds: 2, staked: 3000, running: [300, -200], net: -200 });
});

it("leaves out rounds of which nobody entered how much", () => {
  expect(sumsOf([round(0, 0, false), round(2000, 300)])).toEqual({ rounds: 1, staked: 2000, running: [300], net: 300 });
  expect(sumsOf([round(0, 0, false)]).rounds).toBe(0);
});
