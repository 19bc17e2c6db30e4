import { expect, it } from "vitest";
import type { Offer } from "../../../lib/api";
import { actLabel, withThen } from "./labels";

const offer = (act: string, name: string, ...then: string[]): Offer =>
  ({ act, name, amounts: [], then: then.map((each) => ({ name: each, prompt: "", enters: false })) }) as unknown as Offer;

it("says what one entry confirms in the dealer's words", () => {
  expect(actLabel(offer("deal", "deal", "stub", "examine"))).toBe("Dealt + stub racked + players look");
  expect(actLabel(offer("perform", "progressive_lock", "progressive_collect"))).toBe("System locked + chips collected");
  expect(withThen("“No more bets”", offer("close_bets", "", "own_step"))).toBe("“No more bets” + own step");
});
