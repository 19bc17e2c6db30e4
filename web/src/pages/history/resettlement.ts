/* The form of a resettlement: filled from the round's record, read into corrections. */
import { t } from "../../lib/language";
import type { Schema } from "../../lib/api";
import { readCards } from "../../lib/table/cards";
import { lockedOf } from "../../lib/table/correction";
import { centsOf, dollars, typedDollars } from "../../lib/money";

export type Offered = Schema<"ResettlementFacts">;
type Seat = Offered["seats"][number];

export interface SeatForm {
  seat: number;
  player: string;
  /** By wager, dollars as they are typed. */
  wagers: Record<string, string>;
  /** "" for as it was. */
  decision: string;
  amount: string;
  /** "" for as they were. */
  cards: string;
  /** The decision, in words. */
  was: string;
  hand: string;
}
export interface Form {
  seats: SeatForm[];
  dealer: string;
  board: string;
}

export interface SeatChange {
  seat: number;
  wagers?: Record<string, number>;
  /** Null: none. */
  decision?: Record<string, number | boolean> | null;
  cards?: string;
}
export interface Changes {
  seats: SeatChange[];
  dealer?: string;
  board?: string;
}

/** The decision on record, in words. */
function decided(seat: Seat): string {
  const [name, amount] = Object.entries(seat.decision ?? {})[0] ?? ["none", 0];
  return typeof amount === "number" && amount ? `${name} ${dollars(amount)}` : name;
}

/** The form of a round as its record stands. */
export function formOf(offered: Offered): Form {
  return {
    seats: offered.seats.map((seat) => ({
      seat: seat.seat,
      player: seat.player ?? "",
      wagers: Object.fromEntries(offered.wagers.map(({ name }) => [name, typedOf(seat.wagers[name] ?? 0)])),
      decision: "",
      amount: "",
      cards: "",
      was: decided(seat),
      hand: seat.cards ?? "",
    })),
    dealer: "",
    board: "",
  };
}

const typedOf = (cents: number): string => (cents ? typedDollars(cents) : "");

/** Typed cards; null if they cannot be read. */
function cardsOf(text: string): string | null {
  const read = readCards(text);
  return read.wrong || read.rest ? null : read.cards.join(" ");
}

/** The changes in the form, or its unreadable fields. */
export function changesOf(offered: Offered, form: Form): { changes: Changes; wrong: string } {
  const changes: Changes = { seats: [] };
  let wrong = "";
  for (const typed of form.seats) {
    const was = offered.seats.find((each) => each.seat === typed.seat);
    const change: SeatChange = { seat: typed.seat };
    const wagers = lockedOf(was?.wagers ?? {}, offered.wagers);
    for (const [name, text] of Object.entries(typed.wagers)) {
      const cents = text.trim() ? centsOf(text) : 0;
      if (cents === null) wrong ||= t("Seat {seat}: “{text}” is not a dollar amount.", { seat: typed.seat, text });
      else if (cents) wagers[name] = cents;
    }
    const differs = Object.keys(typed.wagers).some((name) => (wagers[name] ?? 0) !== (was?.wagers[name] ?? 0));
    if (differs) change.wagers = wagers;
    if (typed.decision) {
      const cents = typed.decision === offered.decided ? centsOf(typed.amount) : 0;
      if (cents === null) wrong ||= t("Seat {seat}: the amount of the decision is not a dollar amount.", { seat: typed.seat });
      else change.decision = typed.decision === "none" ? null : { [typed.decision]: cents || true };
    }
    if (typed.cards.trim()) {
      const cards = cardsOf(typed.cards);
      if (cards === null) wrong ||= t("Seat {seat}: “{cards}” is not a hand of cards.", { seat: typed.seat, cards: typed.cards });
      else change.cards = cards;
    }
    if (Object.keys(change).length > 1) changes.seats.push(change);
  }
  for (const place of ["dealer", "board"] as const) {
    if (!form[place].trim()) continue;
    const cards = cardsOf(form[place]);
    if (cards === null) wrong ||= t("“{form}” is not a hand of cards.", { form: form[place] });
    else changes[place] = cards;
  }
  return { changes, wrong };
}
