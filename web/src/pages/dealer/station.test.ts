import { describe, expect, it } from "vitest";
import type { Amount, DealerView, Offer, Result, SeatView, View } from "../../lib/api";
import { choicesOf, deckWords, headlineOf, lastWagers, oddsLine, payLine, payout, payoutsOf, phaseOf, resultsOf, seatState, seenCards, ticksOf } from "./station";

const result = (outcome: string, stake: number, paid: number, returned: number): Result => ({
  outcome,
  stake,
  paid,
  returned,
  net: paid + returned - stake,
  clauses: [],
  hand: "",
  pays: "",
});
const amount = (name: string, more: Partial<Amount> = {}): Amount => ({
  name,
  least: 0,
  most: 0,
  only: [],
  equals: "",
  times: [],
  between: false,
  ...more,
});
const seat = (number: number, more: Partial<SeatView> = {}): SeatView =>
  ({
    seat: number,
    player: `p${number}`,
    wagers: { ante: 1000 },
    cards: "",
    hidden: 7,
    racked: false,
    settled: "",
    results: {},
    ...more,
  }) as SeatView;
const dealer = (cards: string, hidden: number, revealed: boolean): DealerView =>
  ({ cards, hidden, revealed }) as DealerView;
const view = (more: Partial<View>): View =>
  ({
    program: "round",
    round: 4,
    bets_open: false,
    step: null,
    seats: [],
    board: "",
    dealer: dealer("", 0, false),
    ...more,
  }) as View;

describe("payouts", () => {
  it("says what to do", () => {
    expect(payLine("ante", result("win", 1000, 7000, 1000), "7 to 1")).toMatchObject({ words: "Pay 7 to 1", amount: "$70" });
    expect(payLine("ante", result("win", 1000, 7000, 1000))).toMatchObject({ words: "Pay", amount: "$70" });
    expect(payLine("ante", result("lose", 1000, 0, 0))).toMatchObject({ words: "Collect", amount: "$10" });
    expect(payLine("raise", result("push", 1000, 0, 1000))).toMatchObject({ words: "Push", amount: "$10" });
    expect(payLine("ante", result("void", 1000, 0, 1000))).toMatchObject({ words: "Return", amount: "$10" });
    expect(payLine("progressive", result("lose", 100, 0, 0))).toMatchObject({ words: "No award", amount: "" });
    expect(payLine("progressive", result("win", 100, 0, 0), "", true)).toMatchObject({ kind: "wait" });
    const hidden = resultsOf(payout(1, 2, "all", { ante: result("win", 1000, 1000, 1000) }), true);
    expect(Object.entries(hidden).map(([wager, each]) => payLine(wager, each, "", wager === "progressive"))).toMatchObject([
      { kind: "pay", amount: "$10" },
      { kind: "wait", words: "Call the floor", amount: "" },
    ]);
    expect(Object.keys(resultsOf(payout(1, 2, "losses", {}), true))).toEqual([]);
  });
  it("says odds where amounts were not entered, and money only where it is fixed", () => {
    const shown = (outcome: string, more: Partial<Result> = {}): Result => ({ ...result(outcome, 0, 0, 0), ...more });
    expect(oddsLine("trips", shown("win", { pays: "7 to 1" }))).toMatchObject({ kind: "pay", words: "Pay 7 to 1", amount: "" });
    expect(oddsLine("ante", shown("lose"))).toMatchObject({ kind: "take", words: "Collect", amount: "" });
    expect(oddsLine("ante", shown("push"))).toMatchObject({ words: "Push", amount: "" });
    expect(oddsLine("ante", shown("void"))).toMatchObject({ words: "Return", amount: "" });
    expect(oddsLine("straight_flush_bonus", shown("win", { paid: 50_000 }))).toMatchObject({ words: "Pay", amount: "$500" });
    expect(oddsLine("progressive", result("win", 100, 30_000, 0))).toMatchObject({ words: "Pay", amount: "$300" });
    expect(oddsLine("progressive", result("win", 100, 30_000, 0), true)).toMatchObject({ kind: "wait" });
    expect(oddsLine("progressive", result("lose", 100, 0, 0))).toMatchObject({ words: "No award" });
    expect(oddsLine("envy", result("win", 0, 20_000, 0))).toMatchObject({ words: "Pay", amount: "$200" });
  });
  it("goes from the dealer's right and leaves out what is done", () => {
    const results = { ante: result("lose", 1000, 0, 0) };
    const seats = [1, 2, 3].map((number) => seat(number, { settled: "all", results }));
    expect(payoutsOf(view({ seats }), new Set()).map((each) => each.seat)).toEqual([3, 2, 1]);
    const done = new Set([...ticksOf(payout(4, 3, "all", results)), ...ticksOf(payout(3, 2, "all", results))]);
    expect(payoutsOf(view({ seats }), done).map((each) => each.seat)).toEqual([2, 1]);
  });
  it("still has the wins where the losses are taken, and what is settled at the end of the round", () => {
    const losses = { ante: result("lose", 1000, 0, 0) };
    const wins = { aces_up: result("win", 500, 2500, 500) };
    const done = new Set(ticksOf(payout(4, 1, "losses", losses)));
    const now = view({ seats: [seat(1, { settled: "all", results: { ...losses, ...wins } })] });
    expect(payoutsOf(now, done)).toEqual([payout(4, 1, "wins", wins)]);
    for (const tick of ticksOf(payout(4, 1, "wins", wins))) done.add(tick);
    expect(payoutsOf(now, done)).toEqual([]);
    const cover_all = result("win", 500, 500, 500);
    const late = view({ seats: [seat(1, { settled: "all", results: { ...losses, ...wins, cover_all } })] });
    expect(payoutsOf(late, done)).toEqual([payout(4, 1, "cover_all", { cover_all })]);
  });
  it("gives back in a void round what was paid or taken before", () => {
    const done = new Set(ticksOf(payout(4, 1, "all", { ante: result("lose", 1000, 0, 0) })));
    const back = { ante: result("void", 1000, 0, 1000) };
    expect(payoutsOf(view({ seats: [seat(1, { settled: "all", results: back })] }), done)).toEqual([
      payout(4, 1, "all", back),
    ]);
  });
});

describe("the round", () => {
  it("has its place", () => {
    expect(phaseOf(view({ program: "opening" }))).toBe(-1);
    expect(phaseOf(view({ bets_open: true }))).toBe(0);
    expect(phaseOf(view({ seats: [seat(1, { hidden: 0 })] }))).toBe(1);
    expect(phaseOf(view({ seats: [seat(1)] }))).toBe(2);
    expect(phaseOf(view({ seats: [seat(1)], dealer: dealer("As", 0, true) }))).toBe(3);
    expect(phaseOf(view({ seats: [seat(1), seat(2, { settled: "all" })] }))).toBe(4);
    expect(phaseOf(view({ seats: [seat(2, { settled: "all" })] }))).toBe(5);
  });
  it("knows what lies face up", () => {
    const seen = seenCards(view({ board: "As", dealer: dealer("Kd", 1, false), seats: [seat(2, { cards: "2c" })] }));
    expect([...seen]).toEqual([
      ["As", "on the board"],
      ["Kd", "in front of the dealer"],
      ["2c", "at seat 2"],
    ]);
  });
});

describe("the wagers of the last round", () => {
  const wagers = [amount("ante"), amount("trips")];
  const last = { seats: [seat(2, { wagers: { ante: 1000, gone: 500 } })] } as unknown as View["last"];
  it("are those of the same player on the same seat, of what may be wagered now", () => {
    expect(lastWagers(view({ wagers, last, seats: [seat(2)] }), 2)).toEqual({ ante: 1000 });
    expect(lastWagers(view({ wagers, last, seats: [seat(2, { player: "other" })] }), 2)).toBeNull();
    expect(lastWagers(view({ wagers, last: null, seats: [seat(2)] }), 2)).toBeNull();
  });
});

describe("decisions", () => {
  it("offers the least, what lies between, and the most", () => {
    const choices = choicesOf([amount("raise", { least: 1000, most: 3000 }), amount("fold")], 1000);
    expect(choices.map((each) => [each.label, each.note, each.key])).toEqual([
      ["Raise $10", "1 × ante", "1"],
      ["Raise $20", "2 × ante", "2"],
      ["Raise $30", "3 × ante", "3"],
      ["Fold", "", "F"],
    ]);
  });
  it("offers exactly the amounts that there are", () => {
    const choices = choicesOf([amount("play", { least: 3000, most: 4000, only: [3000, 4000] })], 1000);
    expect(choices.map((each) => each.amount)).toEqual([3000, 4000]);
  });
  it("offers multiples of the ante where amounts are not entered, and no money", () => {
    const choices = choicesOf([amount("play", { times: [3, 4] }), amount("check")], 0);
    expect(choices.map((each) => [each.label, each.note, each.key, each.times, each.amount])).toEqual([
      ["Play 3×", "the ante", "1", 3, 0],
      ["Play 4×", "the ante", "2", 4, 0],
      ["Check", "", "C", 0, 0],
    ]);
    expect(choicesOf([amount("play", { times: [1] })], 0).map((each) => each.label)).toEqual(["Play"]);
    expect(seatState(seat(1, { action: "play", amount: 0, times: 4 }))).toBe("Play 4×");
  });
});

describe("the headline", () => {
  const offer = (act: string, prompt: string, seat = 0): Offer => ({ act, prompt, seat, name: "stub_count" }) as Offer;
  const long = "x".repeat(120);

  it("is the prompt where that is short", () => {
    expect(headlineOf(view({}), offer("perform", "Inspect the cards"), null)).toBe("Inspect the cards");
  });
  it("is a few words where the prompt is long", () => {
    expect(headlineOf(view({}), offer("deal", long), null)).toBe("Deal");
    expect(headlineOf(view({}), offer("perform", long), null)).toBe("Stub count");
    expect(headlineOf(view({}), offer("show", long, 3), null)).toBe("Seat 3: turn the cards");
    expect(headlineOf(view({}), offer("decide", long, 2), null)).toBe("Seat 2 decides");
  });
});

describe("the deck", () => {
  it("counts down", () => {
    expect(deckWords(null, 0)).toBeNull();
    expect(deckWords(95 * 60_000, 0)).toEqual({ text: "Deck change in 1 h 35 min", late: false, soon: false });
    expect(deckWords(10 * 60_000, 0)).toMatchObject({ text: "Deck change in 10 min", soon: true });
    expect(deckWords(0, 1)).toMatchObject({ late: true });
  });
});
