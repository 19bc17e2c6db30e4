/* Wagers and results in words, also where a live table enters no amounts: a wager of 0 is one that was made. */
import type { Amount, Result, SeatView } from "./api";
import { dollars } from "./money";

/** What stands there: "$10", or "made" where nobody entered how much. */
export const stakeWords = (cents: number): string => (cents ? dollars(cents) : "made");

/** What a wager may be where amounts are not entered, to choose from, in dollars: not made, made, or one of its fixed amounts. */
export const markOptions = (each: Amount): { value: string; label: string }[] => [
  { value: "", label: "Not made" },
  ...(each.only.length
    ? each.only.map((cents) => ({ value: String(cents / 100), label: dollars(cents) }))
    : [{ value: "0", label: "Made" }]),
];

/** Whether nobody entered how much a seat has wagered. */
export const unentered = (seat: Pick<SeatView, "wagers">): boolean => Object.values(seat.wagers).includes(0);

const OUTCOMES: Record<string, string> = { win: "Won", lose: "Lost", push: "Push", void: "Void" };

/** Whether a result says no amount at all. */
export const withoutAmount = (result: Result): boolean => !result.stake && !result.paid && !result.net;

/** What became of a wager: "+$70", "Push"; without amounts "Pays 7 to 1", "Lost". */
export function resultWords(result: Result): string {
  if (result.pays) return `Pays ${result.pays}`;
  if (withoutAmount(result)) return OUTCOMES[result.outcome] ?? result.outcome;
  return result.net === 0 ? "Push" : dollars(result.net, { sign: true });
}

/** Whether it is good or bad for the player. */
export function resultTone(result: Result): "good" | "bad" | "plain" {
  const sign = withoutAmount(result) ? { win: 1, lose: -1 }[result.outcome] ?? 0 : result.net;
  return sign > 0 ? "good" : sign < 0 ? "bad" : "plain";
}
