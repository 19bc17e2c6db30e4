/* The axis of a chart. */

export interface Scale {
  low: number;
  high: number;
  ticks: number[];
  /** Where a value stands, from 0 at the left to 1 at the right. */
  at: (value: number) => number;
}

/** A round step that divides a span into about this many parts. */
export function step(span: number, parts: number): number {
  const rough = span / parts;
  const power = 10 ** Math.floor(Math.log10(rough));
  const lead = rough / power;
  return (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10) * power;
}

/** An axis with round ticks that holds every value and zero. */
export function scale(values: readonly number[], parts = 5): Scale {
  const least = Math.min(0, ...values);
  const most = Math.max(0, ...values);
  const by = step(most - least || 1, parts);
  const from = Math.floor(least / by + 1e-9);
  const to = Math.max(Math.ceil(most / by - 1e-9), from + 1);
  const ticks = Array.from({ length: to - from + 1 }, (_, index) => Number(((from + index) * by).toFixed(12)));
  const low = from * by;
  const high = to * by;
  return { low, high, ticks, at: (value) => (value - low) / (high - low) };
}

/** The same without round ends: the longest bar fills the width. */
export function tight(values: readonly number[]): Pick<Scale, "at"> {
  const low = Math.min(0, ...values);
  const span = Math.max(0, ...values) - low || 1;
  return { at: (value) => (value - low) / span };
}

/** The slide of an amount in cents: it ends at whole dollars beyond a mark, or at a larger amount. */
export function reach(mark: number, amount: number): { most: number; step: number } {
  const by = step(Math.max(mark * 1.5, 1), 10);
  const most = Math.ceil(Math.max(mark * 1.5, amount, 1) / by) * by;
  return { most, step: Math.max(1, by / 100) };
}
