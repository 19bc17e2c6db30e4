/* The grid of starting hands: how strongly a cell is colored, and what it is called. */
import { t, told } from "../../../lib/language";

import { RANKS } from "../../../lib/table/cards";

/** The margins at which a color becomes stronger, in antes. */
export const STEPS = [0.02, 0.1, 0.2, 0.35] as const;

/** A place in the grid. */
export interface At {
  row: number;
  column: number;
}

/** How an action is colored. */
export const kind = (best: string): string => (best === "check" ? "check" : "play");

/** How strong a margin is, from 0 (close) to 4. */
export const strength = (margin: number): number => STEPS.filter((each) => margin >= each).length;

export const STRENGTHS = [t("under 0.02"), t("0.02 to 0.10"), t("0.10 to 0.20"), t("0.20 to 0.35"), t("0.35 and more")] as const;

const STARTING = /^[AKQJT2-9]{2}[so]?$/;

/** "AKs" in words: ace king suited; a hand that is in words stays as it is. */
export function handWords(hand: string): string {
  if (!STARTING.test(hand)) return hand;
  const [high = "", low = "", kind] = hand;
  const first = RANKS[high] ?? high;
  if (high === low) return told(`pair of ${first === "six" ? "sixes" : `${first}s`}`);
  const values = { high: told(first), low: told(RANKS[low] ?? low) };
  return kind === "s" ? t("{high} {low} suited", values) : t("{high} {low} offsuit", values);
}

/** Two cards that are such a hand. */
export function cardsOf(hand: string): string {
  const [high = "", low = "", kind] = hand;
  return `${high}s ${low}${kind === "s" ? "s" : "h"}`;
}

/** Where a key leads from a cell of a square grid; null if the key leads nowhere. */
export function moved(
  key: string,
  row: number,
  column: number,
  whole: boolean,
  size = 13,
): At | null {
  const last = size - 1;
  const within = (value: number): number => Math.max(0, Math.min(last, value));
  switch (key) {
    case "ArrowUp":
      return { row: within(row - 1), column };
    case "ArrowDown":
      return { row: within(row + 1), column };
    case "ArrowLeft":
      return { row, column: within(column - 1) };
    case "ArrowRight":
      return { row, column: within(column + 1) };
    case "Home":
      return { row: whole ? 0 : row, column: 0 };
    case "End":
      return { row: whole ? last : row, column: last };
    default:
      return null;
  }
}
