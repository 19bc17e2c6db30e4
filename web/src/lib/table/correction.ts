/* A correction of a wrong entry: the typed form, read into a request. */
import { api, type Schema } from "../api";
import { freshKey } from "./table.svelte";
import { cardsTyped, centsTyped, wholeTyped } from "../text/typed";

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

/** Everything that a correction is signed with. */
export interface SignedCorrection {
  seat: number;
  reason: string;
  /** What was on the layout, in words. */
  layout: string;
  second: Schema<"SignIn">;
  version: number;
}

/** Send a correction that two people sign. */
export async function sendCorrection(table: string, signed: SignedCorrection, correction: Correction): Promise<void> {
  const body = { ...signed, ...correction, key: freshKey() };
  await api.post("/api/tables/{table}/corrections", { path: { table }, body });
}

/**
 * A correction from its form; unreadable input is thrown as a problem. The seat's locked
 * wagers, which no field shows, stay as they were entered.
 */
export function correctionOf(typed: Typed, amounts: boolean, locked: Readonly<Record<string, number>> = {}): Correction {
  const found: Correction = {};
  if (typed.wagers) found.wagers = { ...locked, ...wagersOf(typed.wagers, amounts) };
  if (typed.decision) {
    found.decision = typed.decision;
    if (typed.amount.trim() && amounts) found.amount = centsTyped(typed.amount);
    else if (typed.amount.trim()) found.times = wholeTyped(typed.amount);
  }
  const cards = cardsTyped(typed.cards);
  if (cards) found.cards = cards;
  return found;
}

/** The wagers of a seat that none of these fields shows. */
export function lockedOf(wagers: Readonly<Record<string, number>>, fields: readonly { name: string }[]): Record<string, number> {
  const shown = new Set(fields.map((each) => each.name));
  return Object.fromEntries(Object.entries(wagers).filter(([name]) => !shown.has(name)));
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
