/* Figures that are neither cards nor plain amounts: shares, limits, fractions of cents. */
import type { Amount } from "../../lib/api";
import { dollars, UNIT } from "../../lib/money";

const LARGEST = 10 ** 11;

/** Hundredths of a percent: 10000 is 100%, 1250 is 12.5%. */
export const percent = (share: number): string => `${String(share / 100)}%`;

/** What may be wagered. */
export function bounds(amount: Amount): string {
  if (amount.only.length) return amount.only.map((each) => dollars(each)).join(" or ");
  if (amount.most >= LARGEST) return amount.least > 1 ? `from ${dollars(amount.least)}` : "none posted";
  return `${dollars(amount.least)} to ${dollars(amount.most)}`;
}

/** A meter to its last unit: a display shows whole cents, the desk what the books hold. */
export function exactMeter(units: number): string {
  const part = units % UNIT;
  const whole = dollars(Math.floor(units / UNIT), { cents: true });
  return part ? `${whole} and ${part}/${UNIT} of a cent` : whole;
}

/** Cents that came as a fraction, to the cent. */
export const rounded = (cents: number): string => dollars(Math.round(cents));

/** Hundredths of a percent from what somebody typed: "20", "12.5 %"; null if it is no rate. */
export function rateOf(text: string): number | null {
  const found = /^(\d{1,3})(?:\.(\d{1,2}))?\s*%?$/.exec(text.trim());
  if (!found) return null;
  const rate = Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0"));
  return rate <= 10_000 ? rate : null;
}
