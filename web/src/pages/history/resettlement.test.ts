import { describe, expect, it } from "vitest";
import { changesOf, formOf, type Offered } from "./resettlement";

const offered = {
  wagers: [{ name: "ante" }, { name: "flush_bonus" }],
  seats: [
    { seat: 1, player: "p", wagers: { ante: 1000, progressive: 100 }, decision: { fold: true }, cards: "" },
    { seat: 3, player: "q", wagers: { ante: 1000, flush_bonus: 550 }, decision: { raise: 2000 }, cards: "As Kd" },
  ],
  dealer: "2c 3c",
  board: "",
  decided: "raise",
} as unknown as Offered;

describe("a round put right", () => {
  it("is filled in as it stands, and then nothing is otherwise", () => {
    const form = formOf(offered);
    expect(form.seats.map((seat) => seat.wagers)).toEqual([
      { ante: "10", flush_bonus: "" },
      { ante: "10", flush_bonus: "5.50" },
    ]);
    expect(form.seats.map((seat) => seat.was)).toEqual(["fold", "raise $20"]);
    expect(changesOf(offered, form)).toEqual({ changes: { seats: [] }, wrong: "" });
  });
  it("names what is otherwise, and nothing else", () => {
    const form = formOf(offered);
    const [first, second] = form.seats;
    if (!first || !second) throw new Error("two seats");
    first.wagers.flush_bonus = "$5";
    second.decision = "fold";
    second.cards = "ah kd";
    form.dealer = "2c 4c";
    expect(changesOf(offered, form)).toEqual({
      changes: {
        seats: [
          { seat: 1, wagers: { ante: 1000, progressive: 100, flush_bonus: 500 } },
          { seat: 3, decision: { fold: true }, cards: "Ah Kd" },
        ],
        dealer: "2c 4c",
      },
      wrong: "",
    });
    second.wagers.flush_bonus = " ";
    second.decision = "raise";
    second.amount = "30";
    expect(changesOf(offered, form).changes.seats[1]).toEqual({
      seat: 3,
      wagers: { ante: 1000 },
      decision: { raise: 3000 },
      cards: "Ah Kd",
    });
  });
  it("says what cannot be read", () => {
    for (const spoil of [
      (form: ReturnType<typeof formOf>) => (form.dealer = "zz"),
      (form: ReturnType<typeof formOf>) => (form.seats[0]!.wagers.ante = "ten"),
      (form: ReturnType<typeof formOf>) => (form.seats[1]!.decision = "raise"),
      (form: ReturnType<typeof formOf>) => (form.seats[1]!.cards = "as k"),
    ]) {
      const form = formOf(offered);
      spoil(form);
      expect(changesOf(offered, form).wrong).not.toBe("");
    }
  });
});
