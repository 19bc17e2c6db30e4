/* Cards as the server writes them, "As Kd Tc": how they are drawn and said. */
import { t } from "../language";

export type Suit = "s" | "h" | "d" | "c";

export interface Face {
  code: string;
  rank: string;
  /** What is printed: 10 for T. */
  label: string;
  suit: Suit;
  name: string;
}

/** The names of the ranks, in the loaded language. */
export const RANKS: Readonly<Record<string, string>> = {
  get A() { return t("ace"); },
  get K() { return t("king"); },
  get Q() { return t("queen"); },
  get J() { return t("jack"); },
  get T() { return t("ten"); },
  get "9"() { return t("nine"); },
  get "8"() { return t("eight"); },
  get "7"() { return t("seven"); },
  get "6"() { return t("six"); },
  get "5"() { return t("five"); },
  get "4"() { return t("four"); },
  get "3"() { return t("three"); },
  get "2"() { return t("two"); },
};
const SUITS: Record<Suit, string> = {
  get s() { return t("spades"); },
  get h() { return t("hearts"); },
  get d() { return t("diamonds"); },
  get c() { return t("clubs"); },
};

/** The suit symbols. */
export const SIGNS: Readonly<Record<Suit, string>> = { s: "♠", h: "♥", d: "♦", c: "♣" };

export const RANK_ORDER = "AKQJT98765432";
export const SUIT_ORDER: readonly Suit[] = ["s", "h", "d", "c"];

/** Whether a key is the letter of a suit. */
export const isSuit = (key: string): key is Suit => /^[shdc]$/.test(key);

/** A card by its code; null if the code is invalid. */
export function face(code: string): Face | null {
  const rank = code.slice(0, -1).toUpperCase().replace("10", "T");
  const suit = code.slice(-1).toLowerCase() as Suit;
  const said = RANKS[rank];
  const suits = SUITS[suit] as string | undefined;
  if (!said || !suits) return null;
  return {
    code: rank + suit,
    rank,
    label: rank === "T" ? "10" : rank,
    suit,
    name: t("{rank} of {suit}", { rank: said, suit: suits }),
  };
}

/** The codes of a hand: "As Kd" has two. */
export const codes = (cards: string): string[] => cards.split(" ").filter(Boolean);

/** A hand in words, for screen readers. */
export const said = (cards: string): string =>
  codes(cards)
    .map((code) => face(code)?.name ?? code)
    .join(", ");

/** Cards as people type them and scanners send them: "as kd", "10h", "A♠". */
export interface Read {
  /** The cards, as the server writes them. */
  cards: string[];
  /** The beginning of a card whose suit is still to come. */
  rest: string;
  /** The first piece that is not a card. */
  wrong: string;
}

const TYPED: Record<string, string> = { "♤": "s", "♡": "h", "♢": "d", "♧": "c" };
for (const suit of SUIT_ORDER) TYPED[SIGNS[suit]] = suit;

/** The cards of a text; it stops at the first piece that is none. */
export function readCards(text: string): Read {
  const plain = [...text.toLowerCase()].map((sign) => TYPED[sign] ?? sign).join("");
  const cards: string[] = [];
  let at = 0;
  while (at < plain.length) {
    if (/[\s,;.\-/\uFE0F]/.test(plain[at] ?? "")) {
      at += 1;
      continue;
    }
    const piece = /^(?:10?|[2-9tjqka])/.exec(plain.slice(at))?.[0] ?? "";
    const suit = plain[at + piece.length] ?? "";
    if (piece && !suit) return { cards, rest: piece, wrong: "" };
    const found = piece ? face(piece + suit) : null;
    if (!found) return { cards, rest: "", wrong: /^\S+/.exec(plain.slice(at))?.[0] ?? "" };
    cards.push(found.code);
    at += piece.length + 1;
  }
  return { cards, rest: "", wrong: "" };
}

/** The cards of a text that is whole, "As Kd"; or its first piece that is not a card. */
export function cardsOf(text: string): { cards: string; wrong: string } {
  const read = readCards(text);
  return { cards: read.cards.join(" "), wrong: read.wrong || read.rest };
}
