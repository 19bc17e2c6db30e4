/* How amounts are written. They are integer cents; meters have ten-thousandths of a cent. */
import { locale } from "./language";

export const UNIT = 10_000;

/** The dollar has no place of its own in any language: its sign and separators are the reader's. */
const format = { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" } as const;
const whole = new Intl.NumberFormat(locale, { ...format, maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat(locale, { ...format, minimumFractionDigits: 2 });

/** $1,234.50, or $10 where there are no cents. */
export function dollars(cents: number, options: { cents?: boolean; sign?: boolean } = {}): string {
  const size = Math.abs(cents);
  const rest = size % 100;
  const sign = cents < 0 ? "−" : options.sign && cents > 0 ? "+" : "";
  return `${sign}${(rest || options.cents ? exact : whole).format(size / 100)}`;
}

/** A meter's amount, which is in ten-thousandths of a cent, to the cent that it has reached. */
export const meterDollars = (amount: number): string =>
  dollars(Math.floor(amount / UNIT), { cents: true });

/** An amount in ten-thousandths of a cent to the last of them: $12.50, or $0.002375 where parts of a cent are left. */
export function exactDollars(units: number, options: { sign?: boolean } = {}): string {
  const size = Math.abs(units);
  const part = String(size % UNIT).padStart(4, "0").replace(/0+$/, "");
  const sign = units < 0 ? "−" : options.sign && units > 0 ? "+" : "";
  // Parts of a cent go behind the cents, wherever the reader's language puts the sign of the dollar.
  const text = dollars(Math.floor(size / UNIT), { cents: true });
  return sign + text.replace(/\d(?!.*\d)/, (last) => last + part);
}

/** An amount for a field to begin with, as `centsOf` reads it in every language: 25, 1234.50. */
export const typedDollars = (cents: number): string => (cents % 100 ? (cents / 100).toFixed(2) : String(cents / 100));

/** Cents from typed text: "25", "$1,234.50"; null if it is not an amount. */
export function centsOf(text: string): number | null {
  const found = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!found?.[1]) return null;
  return Number(found[1].replaceAll(",", "")) * 100 + Number((found[2] ?? "").padEnd(2, "0"));
}
