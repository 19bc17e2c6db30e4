/* Cards that a person types: "as kd", "AsKd", "10h". Unreadable input is reported, not guessed. */
import { t } from "../../../lib/language";
import { face } from "../../../lib/table/cards";

export interface Typed {
  codes: string[];
  /** The first thing that is not a card, or appears twice; empty if all is well. */
  wrong: string;
}

/** The cards of a text, in the order in which they were typed. A rank at the end waits for its suit. */
export function typedCards(text: string): Typed {
  const codes: string[] = [];
  const plain = text.replace(/[\s,]+/g, "");
  let at = 0;
  while (at < plain.length) {
    const length = plain.startsWith("10", at) ? 3 : 2;
    const piece = plain.slice(at, at + length);
    if (at + length > plain.length && /^(?:10|1|[akqjt2-9])$/i.test(piece)) break;
    const found = face(piece);
    if (!found) return { codes, wrong: t("“{text}” is not a card", { text: piece }) };
    if (codes.includes(found.code)) return { codes, wrong: t("{card} appears twice", { card: found.code }) };
    codes.push(found.code);
    at += length;
  }
  return { codes, wrong: "" };
}

/** So many cards at random that are not among these. */
export function dealt(number: number, without: readonly string[], random: () => number = Math.random): string[] {
  const deck = [..."AKQJT98765432"].flatMap((rank) => [..."shdc"].map((suit) => rank + suit));
  const left = deck.filter((card) => !without.includes(card));
  const taken: string[] = [];
  for (let each = 0; each < number; each += 1) taken.push(...left.splice(Math.floor(random() * left.length), 1));
  return taken;
}
