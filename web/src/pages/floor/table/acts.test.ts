import { describe, expect, it } from "vitest";
import type { Offer } from "../../../lib/api";
import { actOf, entries, NOTHING } from "./acts";

const offer = (more: Partial<Offer>): Offer => ({
  act: "",
  role: "dealer",
  seat: 0,
  name: "",
  prompt: "",
  says: "",
  amounts: [],
  clauses: [],
  by_system: false,
  player: "",
  asks: [],
  consequence: "",
  ...more,
});

describe("the offers of the floor", () => {
  it("are those above the dealer, what is ordered of the dealer, and reports", () => {
    const found = entries([
      offer({ act: "perform", name: "collect" }),
      offer({ act: "perform", role: "floorperson", name: "verify", prompt: "Verify the inspection" }),
      offer({ act: "change_deck", prompt: "Take the deck off" }),
      offer({ act: "sit", role: "player", seat: 2 }),
      offer({ act: "open_table", role: "floorperson" }),
      offer({ act: "adopt_rules", role: "administrator" }),
      offer({ act: "lapse", role: "floorperson", seat: 3, name: "preflop", prompt: "Seat 3 is absent" }),
    ]);
    expect(found.map((each) => each.label)).toEqual(["Verify the inspection", "Change the deck", "Seat 3 is absent"]);
  });

  it("has one entry for an irregularity of several seats, and one for each seat to correct", () => {
    const found = entries([
      offer({ act: "report", name: "late_wager", seat: 1, prompt: "Late" }),
      offer({ act: "report", name: "late_wager", seat: 4, prompt: "Late" }),
      offer({ act: "correct", role: "supervisor", seat: 1, prompt: "Correct seat 1" }),
      offer({ act: "correct", role: "supervisor", seat: 4, prompt: "Correct seat 4" }),
    ]);
    expect(found.map((each) => [each.group, each.offers.length])).toEqual([
      ["report", 2],
      ["correct", 1],
      ["correct", 1],
    ]);
  });
});

describe("the act of a form", () => {
  it("carries what belongs to it and nothing else", () => {
    const filled = { ...NOTHING, reason: " late ", cards: " as 10d ", count: "6", device: "removed", amount: "30" };
    expect(actOf(offer({ act: "lapse", seat: 3 }), filled)).toEqual({ act: "lapse", seat: 3 });
    expect(actOf(offer({ act: "dismiss_report" }), filled)).toEqual({ act: "dismiss_report", reason: "late" });
    expect(actOf(offer({ act: "report", name: "late_wager", seat: 4 }), filled)).toEqual({
      act: "report",
      irregularity: "late_wager",
      seat: 4,
      cards: "As Td",
      count: 6,
      note: "late",
    });
  });

  it("is none where a card or a count cannot be read", () => {
    expect(() => actOf(offer({ act: "report" }), { ...NOTHING, cards: "as 1x" })).toThrow("“1x” is not a card.");
    expect(() => actOf(offer({ act: "report" }), { ...NOTHING, count: "1.5" })).toThrow("“1.5” is not a whole number.");
    expect(() => actOf(offer({ act: "count", name: "stub_count" }), { ...NOTHING, count: "12a" })).toThrow("“12a”");
    expect(actOf(offer({ act: "report" }), NOTHING)).toMatchObject({ cards: "", count: 0 });
  });

  it("of something unknown is none", () => {
    expect(() => actOf(offer({ act: "dance" }), NOTHING)).toThrow("dance");
  });
});
