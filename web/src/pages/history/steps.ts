/* The steps of a finished round: their names, their words, and where one of them stands. */
import { t } from "../../lib/language";
import type { SeatView, Schema, View } from "../../lib/api";
import { words as inWords } from "../../lib/words";

export type Round = Schema<"RoundReplayed">;
export type Step = Round["steps"][number];
export type Later = Round["later"][number];

const NAMES: Record<string, string> = {
  player_sat: t("sits down"),
  player_left: t("leaves"),
  bet_placed: t("bets"),
  bets_closed: t("No more bets"),
  steps_not_applicable: t("Steps that only people perform"),
  dealt: t("Deal"),
  cards_entered: t("Cards entered"),
  decided: t("decides"),
  bonus_handed_over: t("bonus handed over"),
  dealer_revealed: t("Dealer's hand"),
  hand_shown: t("turns"),
  seat_settled: t("settled"),
  cover_all_settled: t("Cover all settled"),
  round_settled: t("Round settled"),
  round_ended: t("Round over"),
  irregularity_found: t("Irregularity"),
  corrected: t("corrected"),
  resettled: t("Resettled"),
  award_validated: t("Award validated"),
  award_rejected: t("Award rejected"),
  award_taken_back: t("Award taken back"),
};

interface Happened {
  kind: string;
  event: unknown;
}

function seatOf(event: unknown): number {
  const seat = (event as { seat?: unknown }).seat;
  return typeof seat === "number" ? seat : 0;
}

/** A step in two or three words: "Seat 2 bets". */
export function stepName(step: Happened): string {
  const kind = step.kind.replace(/\.v\d+$/, "");
  const named = (step.event as { step?: unknown }).step;
  // A step of the procedure goes by its own name.
  if (typeof named === "string" && named) return inWords(named);
  const name = NAMES[kind] ?? kind.replaceAll("_", " ");
  const seat = seatOf(step.event);
  return seat ? t("Seat {seat} {name}", { seat, name }) : inWords(name);
}

/** Steps that change nothing that can be seen. */
export const isQuiet = (step: Happened): boolean =>
  step.kind.startsWith("steps_not_applicable") || step.kind.startsWith("step_done");

const PERSON = /\b[a-z]_[0-9a-f]{12,}\b/g;

/** The person ids in a round's steps. */
export function peopleIn(round: Round): string[] {
  const ids = new Set<string>();
  for (const view of [round.start, ...round.steps.map((each) => each.view)])
    for (const seat of view.seats) ids.add(seat.player);
  for (const each of [...round.steps, ...round.later]) for (const id of each.words.match(PERSON) ?? []) ids.add(id);
  return [...ids].filter(Boolean);
}

/** The lines of a step as they are read: ids of people are names, and where there is none they are left out. */
export function linesOf(text: string, names: Readonly<Record<string, string>>): string[] {
  return text
    .replace(/ \(([a-z]_[0-9a-f]{12,})\)/g, (_, id: string) => (names[id] ? ` (${names[id]})` : ""))
    .replace(PERSON, (id) => names[id] ?? id)
    .split("\n")
    .filter(Boolean)
    .map((line) => line.charAt(0).toUpperCase() + line.slice(1));
}

/** The table after `index` steps; 0 is before the first. */
export const viewAt = (round: Round, index: number): View => round.steps[index - 1]?.view ?? round.start;

/** The meters after `index` steps, in ten-thousandths of a cent. */
export const metersAt = (round: Round, index: number): Record<string, number> =>
  round.steps[index - 1]?.meters ?? round.meters;

/** After how many steps the table had this version; 0 if it is not of the round. */
export const indexOf = (round: Round, version: number): number =>
  round.steps.findIndex((each) => each.version === version) + 1;

/** The limits that were posted when the bets were made. */
export function limitsOf(round: Round): View["wagers"] {
  const bets = round.steps.find((step) => step.view.seats.some((seat) => Object.keys(seat.wagers).length));
  return (bets?.view ?? round.start).wagers;
}

/** The seats as they were when the round was settled, those of one player or all. */
export function settledSeats(round: Round, player = ""): SeatView[] {
  const last = round.steps.findLast((step) => step.view.seats.some((seat) => Object.keys(seat.results).length));
  return (last?.view.seats ?? []).filter(
    (seat) => Object.keys(seat.results).length && (!player || seat.player === player),
  );
}

/** The cards turned by the end, by place; the dealer's is 0. */
export function turnedIn(round: Round): Record<number, string> {
  const turned: Record<number, string> = {};
  for (const { view } of round.steps) {
    if (view.dealer.revealed) turned[0] = view.dealer.cards;
    for (const seat of view.seats) if (seat.cards) turned[seat.seat] = seat.cards;
  }
  return turned;
}
