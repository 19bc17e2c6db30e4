/* The scale of the interval plot: round marks, and where an amount stands between them. */

import { dollars } from "../../../lib/money";

export interface Scale {
  least: number;
  most: number;
  /** Round amounts in order. */
  marks: number[];
}

/** A scale for all of these amounts and zero, with about this many ticks. */
export function scaleOf(amounts: readonly number[], about = 6): Scale {
  let least = Math.min(0, ...amounts);
  let most = Math.max(0, ...amounts);
  if (most === least) [least, most] = [-100, 100];
  const step = roundStep((most - least) / about);
  least = Math.floor(least / step) * step;
  most = Math.ceil(most / step) * step;
  const marks = [];
  for (let at = least; at <= most + step / 2; at += step) marks.push(at === 0 ? 0 : at);
  return { least, most, marks };
}

function roundStep(step: number): number {
  const size = 10 ** Math.floor(Math.log10(step));
  return ([1, 2, 2.5, 5, 10].find((each) => each * size >= step) ?? 10) * size;
}

/** Where an amount stands: 0 at the left end, 1 at the right. */
export const placeOf = (scale: Scale, amount: number): number =>
  (amount - scale.least) / (scale.most - scale.least);

/** An amount of cents where there is little room: $7.5k for $7,500. */
export function compact(cents: number): string {
  for (const [size, letter] of [[10 ** 8, "m"], [10 ** 5, "k"]] as const)
    if (Math.abs(cents) >= size) return `${cents < 0 ? "−" : ""}$${String(Math.round(Math.abs(cents) / (size / 100)) / 100)}${letter}`;
  return dollars(cents);
}
