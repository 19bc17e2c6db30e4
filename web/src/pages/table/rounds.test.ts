import { expect, it } from "vitest";
import type { TableEvent, View } from "../../lib/api";
import { Rounds } from "./rounds.svelte";

const open = (round: number, commitment: string, bet = false): View =>
  ({ round, commitment, bets_open: true, seats: [{ seat: 3, wagers: bet ? { ante: 1000 } : {} }] }) as unknown as View;
const dealing = (round: number, commitment: string): View => ({ ...open(round, commitment, true), bets_open: false });

const bet = { kind: "bet_placed.v1", seat: 3 } as TableEvent;
const closed = (round: number): TableEvent => ({ kind: "bets_closed.v1", round }) as TableEvent;
const dealt = (cards: string): TableEvent =>
  ({ kind: "dealt.v1", packets: [{ to: 3, count: 1, cards, up: true }] }) as TableEvent;

it("keeps the commitment that stood at the first bet, whatever is shown later", () => {
  const rounds = new Rounds();
  rounds.saw(open(7, "A"));
  rounds.saw(open(7, "A", true));
  rounds.saw(open(7, "B", true));
  rounds.saw(open(7, "B"));
  expect(rounds.of(7)).toMatchObject({ commitment: "A", whole: true });
});

it("keeps it where the bet and the other commitment came at once", () => {
  const rounds = new Rounds();
  rounds.saw(open(7, "A"));
  rounds.happened([bet]);
  rounds.saw(open(7, "B", true));
  expect(rounds.of(7)?.commitment).toBe("A");
});

it("keeps the commitment under which a bet was sent, though it is shown later", () => {
  const rounds = new Rounds();
  rounds.saw(open(7, "A"), true);
  rounds.saw(open(7, "B"), true);
  rounds.saw(open(7, "B", true));
  expect(rounds.of(7)?.commitment).toBe("A");
});

it("keeps the commitment under which one's own words were sent", () => {
  const rounds = new Rounds();
  rounds.saw(open(7, "A"));
  rounds.rely(7);
  rounds.saw(open(7, "B"));
  rounds.added(7, "mine");
  expect(rounds.of(7)).toMatchObject({ commitment: "A", added: ["mine"] });
});

it("takes the commitment of a new shuffle before the first bet", () => {
  const rounds = new Rounds();
  rounds.saw(open(7, "A"));
  rounds.saw(open(7, "B"));
  rounds.saw(open(7, "B", true));
  expect(rounds.of(7)?.commitment).toBe("B");
});

it("has no commitment of a round that it came to after no more bets", () => {
  const rounds = new Rounds();
  rounds.missed(dealing(7, "A"));
  rounds.saw(dealing(7, "A"));
  rounds.happened([dealt("2c")]);
  expect(rounds.of(7)).toMatchObject({ commitment: "", whole: false });
  rounds.saw(open(8, "B"));
  expect(rounds.of(8)).toMatchObject({ commitment: "B", whole: true });
});

it("has a bet of the next round change nothing in the one before", () => {
  const rounds = new Rounds();
  rounds.saw(open(7, "A"));
  rounds.happened([closed(7), dealt("2c"), bet]);
  rounds.saw(open(8, "B", true));
  expect(rounds.of(7)?.commitment).toBe("A");
  expect(rounds.of(8)?.commitment).toBe("B");
});

it("keeps the cards of a round apart from those of the one that it came back to", () => {
  const rounds = new Rounds();
  rounds.saw(open(6, "A"));
  rounds.happened([closed(6), dealt("2c")]);
  rounds.missed(dealing(7, "B"));
  rounds.happened([dealt("3c")]);
  expect(rounds.of(6)?.events).toEqual([dealt("2c")]);
  expect(rounds.of(7)).toMatchObject({ commitment: "", events: [dealt("3c")], whole: false });
});

it("keeps what it saw of a round through a broken line", () => {
  const rounds = new Rounds();
  rounds.saw(open(7, "A"));
  rounds.added(7, "mine");
  rounds.missed(open(7, "A", true));
  rounds.saw(open(7, "A", true));
  expect(rounds.of(7)).toMatchObject({ commitment: "A", added: ["mine"], whole: true });
  rounds.missed(dealing(7, "A"));
  expect(rounds.of(7)).toMatchObject({ commitment: "A", added: ["mine"], whole: false });
});

it("knows another round of a table that was closed and opened again", () => {
  const rounds = new Rounds();
  rounds.saw(open(7, "A"));
  rounds.added(7, "mine");
  rounds.saw({ ...open(7, ""), bets_open: false });
  rounds.saw(open(8, "B"));
  expect(rounds.of(7)?.commitment).toBe("A");
  expect(rounds.of(8)).toMatchObject({ commitment: "B", added: [] });
});
