/* Typed input, read before it is sent; unreadable input is thrown as a problem that names it. */
import { t } from "../language";
import { Problem } from "../api";
import { cardsOf } from "../table/cards";
import { centsOf } from "../money";
import { wholeOf } from "./numbers";

function known<T>(found: T | null, text: string, what: string): T {
  if (found === null) throw new Problem("unreadable", t("“{text}” is {what}.", { text: text.trim(), what }));
  return found;
}

/** Cents of an amount of dollars. */
export const centsTyped = (text: string): number => known(centsOf(text), text, t("not a dollar amount"));

export const wholeTyped = (text: string): number => known(wholeOf(text), text, t("not a whole number"));

/** Cards as the server writes them; none for an empty text. */
export function cardsTyped(text: string): string {
  const { cards, wrong } = cardsOf(text);
  return known(wrong ? null : cards, wrong, t("not a card"));
}
