/* A wrong entry put right: a correction as it is typed, read into what is sent. */
import { cardsTyped, centsTyped, wholeTyped } from "./typed";

/** The typed corrections; null or "" for unchanged values. */
export interface Typed {
  /** Dollars by wager; where amounts are not entered, "0" for one that was made and "" for one that was not. */
  wagers: Readonly<Record<string, string>> | null;
  decision: string;
  /** Dollars of the decision; where amounts are not entered, how many times the ante. */
  amount: string;
  cards: string;
}

export interface Correction {
  wagers?: Record<string, number>;
  decision?: string;
  amount?: number;
  times?: number;
  cards?: string;
}

/** What a correction says; what cannot be read is thrown as a problem, and taken for nothing else. */
export function correctionOf(typed: Typed, amounts: boolean): Correction {
  const found: Correction = {};
  if (typed.wagers) found.wagers = wagersOf(typed.wagers, amounts);
  if (typed.decision) {
    found.decision = typed.decision;
    if (typed.amount.trim() && amounts) found.amount = centsTyped(typed.amount);
    else if (typed.amount.trim()) found.times = wholeTyped(typed.amount);
  }
  const cards = cardsTyped(typed.cards);
  if (cards) found.cards = cards;
  return found;
}

function wagersOf(typed: Readonly<Record<string, string>>, amounts: boolean): Record<string, number> {
  const found: Record<string, number> = {};
  for (const [name, text] of Object.entries(typed)) {
    if (!text.trim()) continue;
    const cents = centsTyped(text);
    if (cents || !amounts) found[name] = cents;
  }
  return found;
}
