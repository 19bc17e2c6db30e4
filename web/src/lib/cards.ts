/* Cards as the server writes them, "As Kd Tc": how they are drawn and said. */

export type Suit = "s" | "h" | "d" | "c";

export interface Face {
  code: string;
  rank: string;
  /** What is printed: 10 for T. */
  label: string;
  suit: Suit;
  name: string;
}

/** What ranks are called. */
export const RANKS: Readonly<Record<string, string>> = {
  A: "ace",
  K: "king",
  Q: "queen",
  J: "jack",
  T: "ten",
  "9": "nine",
  "8": "eight",
  "7": "seven",
  "6": "six",
  "5": "five",
  "4": "four",
  "3": "three",
  "2": "two",
};
const SUITS: Record<Suit, string> = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };

export const RANK_ORDER = "AKQJT98765432";
export const SUIT_ORDER: readonly Suit[] = ["s", "h", "d", "c"];

/** A card by its code; null for what is none. */
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
    name: `${said} of ${suits}`,
  };
}

/** The codes of a hand: "As Kd" has two. */
export const codes = (cards: string): string[] => cards.split(" ").filter(Boolean);

/** A hand in words, for people who listen. */
export const said = (cards: string): string =>
  codes(cards)
    .map((code) => face(code)?.name ?? code)
    .join(", ");
