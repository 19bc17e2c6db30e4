/* The scale of the interval plot: round marks, and where an amount stands between them. */

export interface Scale {
  least: number;
  most: number;
  /** Round amounts in order. */
  marks: number[];
}

/** A scale that shows all of these amounts (and nothing at zero), with about so many marks. */
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
