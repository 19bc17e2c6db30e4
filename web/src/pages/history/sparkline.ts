/* A line through a player's last rounds. */

export interface Line {
  /** The points of a polyline. */
  points: string;
  /** Where nothing is won or lost. */
  zero: number;
  end: { x: number; y: number };
}

/** The line from zero through the values, in a box of this size. */
export function lineOf(values: readonly number[], width: number, height: number, margin = 3): Line {
  const all = [0, ...values];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const tall = high - low || 1;
  const round = (value: number): number => Math.round(value * 10) / 10;
  const y = (value: number): number => round(margin + ((high - value) / tall) * (height - 2 * margin));
  const x = (index: number): number => round(margin + (index / Math.max(1, all.length - 1)) * (width - 2 * margin));
  return {
    points: all.map((value, index) => `${x(index)},${y(value)}`).join(" "),
    zero: y(0),
    end: { x: x(all.length - 1), y: y(all.at(-1) ?? 0) },
  };
}
