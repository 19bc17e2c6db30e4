/* How amounts are written. They are integer cents; meters have ten-thousandths of a cent. */

export const UNIT = 10_000;

const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** $1,234.50, or $10 where there are no cents. */
export function dollars(cents: number, options: { cents?: boolean; sign?: boolean } = {}): string {
  const size = Math.abs(cents);
  const rest = size % 100;
  const tail = rest || options.cents ? `.${String(rest).padStart(2, "0")}` : "";
  const sign = cents < 0 ? "−" : options.sign && cents > 0 ? "+" : "";
  return `${sign}$${whole.format(Math.floor(size / 100))}${tail}`;
}

/** A meter's amount, which is in ten-thousandths of a cent, to the cent that it has reached. */
export const meterDollars = (amount: number): string =>
  dollars(Math.floor(amount / UNIT), { cents: true });

/** An amount in ten-thousandths of a cent to the last of them: $12.50, or $0.002375 where parts of a cent are left. */
export function exactDollars(units: number, options: { sign?: boolean } = {}): string {
  const size = Math.abs(units);
  const part = String(size % UNIT).padStart(4, "0").replace(/0+$/, "");
  const sign = units < 0 ? "−" : options.sign && units > 0 ? "+" : "";
  return `${sign}${dollars(Math.floor(size / UNIT), { cents: true })}${part}`;
}

/** Cents from typed text: "25", "$1,234.50"; null if it is not an amount. */
export function centsOf(text: string): number | null {
  const found = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!found?.[1]) return null;
  return Number(found[1].replaceAll(",", "")) * 100 + Number((found[2] ?? "").padEnd(2, "0"));
}
