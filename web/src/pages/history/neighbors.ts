/* The rounds before and after one, among those that are known. */

export interface Neighbors {
  before: number;
  after: number;
}

/** From the newest rounds of a table, the newest first; 0 where there is none, or it is not known. */
export function neighbors(round: number, newest: readonly number[], everyRound: boolean): Neighbors {
  const at = newest.indexOf(round);
  if (at >= 0) return { before: newest[at + 1] ?? 0, after: newest[at - 1] ?? 0 };
  const oldest = newest.at(-1);
  // Who may see every round may go on beyond the newest ones by their numbers.
  if (everyRound && oldest !== undefined && round < oldest) return { before: round - 1, after: round + 1 };
  return { before: 0, after: 0 };
}
