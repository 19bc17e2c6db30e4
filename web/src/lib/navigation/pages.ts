/* Lists that are read page by page, the newest first, while new lines come in at their head. */

interface Placed {
  position: number;
}

/**
 * The newest page and what was read before, as one list. A position may have several lines, of which a page's
 * last may hold only some: the fuller page wins. Where lines may be missing between the two, what
 * was read before is dropped.
 */
export function joined<Line extends Placed>(newest: readonly Line[], before: readonly Line[]): Line[] {
  const reached = newest.at(-1)?.position ?? 0;
  const known = before[0]?.position ?? 0;
  return reached > known ? [...newest] : together(newest, before);
}

/** Two pages as one list, by position. */
export function together<Line extends Placed>(one: readonly Line[], other: readonly Line[]): Line[] {
  const found = grouped(one);
  for (const [position, lines] of grouped(other))
    if (lines.length > (found.get(position)?.length ?? 0)) found.set(position, lines);
  return [...found].sort(([a], [b]) => b - a).flatMap(([, lines]) => lines);
}

function grouped<Line extends Placed>(lines: readonly Line[]): Map<number, Line[]> {
  const found = new Map<number, Line[]>();
  for (const line of lines) found.set(line.position, [...(found.get(line.position) ?? []), line]);
  return found;
}
