/* Figures that are neither cards nor plain amounts: shares, rates, fractions of cents. */
import { dollars, UNIT } from "../../lib/money";

/** Hundredths of a percent: 10000 is 100%, 1250 is 12.5%. */
export const percent = (share: number): string => `${String(share / 100)}%`;

/** A meter to its last unit: a display shows whole cents, the desk what the books hold. */
export function exactMeter(units: number): string {
  const part = units % UNIT;
  const whole = dollars(Math.floor(units / UNIT), { cents: true });
  return part ? `${whole} and ${part}/${UNIT} of a cent` : whole;
}

/** The heading of a hold chart: only tables with a band are within or outside it. */
export function bandWords(rows: readonly { within: boolean | null }[]): string {
  const priced = rows.filter((each) => each.within !== null);
  const outside = priced.filter((each) => !each.within).length;
  if (!priced.length) return "No band to compare with";
  if (outside) return `${outside} of ${priced.length} outside the band`;
  return priced.length === rows.length ? "All within their bands" : "All with a band are within it";
}

/** Cents that came as a fraction, to the cent. */
export const rounded = (cents: number): string => dollars(Math.round(cents));

/** A share as a percentage with two decimals: 0.0266 is 2.66%. */
export const shareWords = (share: number): string => `${share < 0 ? "−" : ""}${Math.abs(share * 100).toFixed(2)}%`;

/** Hundredths of a percent from typed text: "20", "12.5 %"; null if it is not a rate. */
export function rateOf(text: string): number | null {
  const found = /^(\d{1,3})(?:\.(\d{1,2}))?\s*%?$/.exec(text.trim());
  if (!found) return null;
  const rate = Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0"));
  return rate <= 10_000 ? rate : null;
}

/** An hour of the day from minutes after midnight: 06:30. */
export const hourWords = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** Minutes after midnight from typed text: "6:30", "11:00"; null if it is not a time of day. */
export function hourOf(text: string): number | null {
  const found = /^(\d{1,2}):(\d{2})$/.exec(text.trim());
  if (!found) return null;
  const [hours, minutes] = [Number(found[1]), Number(found[2])];
  return hours < 24 && minutes < 60 ? hours * 60 + minutes : null;
}
