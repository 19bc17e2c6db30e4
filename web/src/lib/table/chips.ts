/* Chips: how an amount lies on the table. Only a picture; the server says how much is wagered. */

export interface Denomination {
  cents: number;
  label: string;
  /** The body, the spots on its edge, and the figures on its face. */
  body: string;
  spot: string;
  ink: string;
}

export const DENOMINATIONS: readonly Denomination[] = [
  { cents: 500_000, label: "5K", body: "#8a5a2b", spot: "#f3e3c2", ink: "#fff6e3" },
  { cents: 100_000, label: "1K", body: "#d99a2b", spot: "#3a2a10", ink: "#2a1d08" },
  { cents: 50_000, label: "500", body: "#6a3d9a", spot: "#e8d9f6", ink: "#ffffff" },
  { cents: 10_000, label: "100", body: "#23282c", spot: "#e9e4d6", ink: "#ffffff" },
  { cents: 2_500, label: "25", body: "#1f7a4a", spot: "#e6f2e6", ink: "#ffffff" },
  { cents: 500, label: "5", body: "#b3282d", spot: "#fbeaea", ink: "#ffffff" },
  { cents: 100, label: "1", body: "#e9e6dc", spot: "#2f5da8", ink: "#20314f" },
  { cents: 50, label: "50¢", body: "#5aa0c8", spot: "#eaf6fc", ink: "#0c2836" },
  { cents: 25, label: "25¢", body: "#d88aa4", spot: "#fdf0f4", ink: "#3a1622" },
  { cents: 5, label: "5¢", body: "#9a9f9c", spot: "#f2f2f2", ink: "#1c1f1d" },
  { cents: 1, label: "1¢", body: "#a9714b", spot: "#f6e9de", ink: "#fff8f2" },
];

/** A chip without a denomination, for tables that do not enter amounts. */
export const BLANK: Denomination = { cents: 0, label: "", body: "#6d7b75", spot: "#dfe7e2", ink: "#ffffff" };

/** The denomination of a chip; the largest that is not more for an amount that is none. */
export function denomination(cents: number): Denomination {
  const found = DENOMINATIONS.find((each) => each.cents <= cents) ?? DENOMINATIONS.at(-1);
  if (!found) throw new Error("no denominations");
  return found;
}

/** The fewest chips that make up an amount, the largest first. */
export function chipsOf(cents: number): Denomination[] {
  const chips: Denomination[] = [];
  let rest = Math.max(0, Math.floor(cents));
  for (const each of DENOMINATIONS) {
    const count = Math.floor(rest / each.cents);
    rest -= count * each.cents;
    for (let at = 0; at < count; at += 1) chips.push(each);
  }
  return chips;
}

/** Chips in columns of limited height, the largest at the bottom of the first. */
export function columns(chips: readonly Denomination[], high: number, most: number): Denomination[][] {
  const found: Denomination[][] = [];
  for (let at = 0; at < chips.length && found.length < most; at += high) found.push(chips.slice(at, at + high));
  return found;
}
