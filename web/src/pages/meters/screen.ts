/* What a screen above the table says beside the amounts. */

/** A link's or meter's name as a heading: "flush-ma" as "Flush ma". */
export function titleOf(name: string): string {
  const plain = name.replaceAll(/[-_]+/g, " ").trim();
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** The tables where awards wait, each with how many. */
export function waitingAt(pending: readonly { table: string }[]): [table: string, count: number][] {
  const counts = new Map<string, number>();
  for (const each of pending) counts.set(each.table, (counts.get(each.table) ?? 0) + 1);
  return [...counts];
}

/** One line for each table where an award waits. */
export const pendingLines = (pending: readonly { table: string }[]): string[] =>
  waitingAt(pending).map(([table]) => `Jackpot pending validation, table ${table}`);

/** When it was last hit, in round words: it is read from far away. */
export function sinceHit(at: number, now: number): string {
  const minutes = Math.floor(Math.max(0, now - at) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return minutes === 1 ? "a minute ago" : `${minutes} minutes ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return hours === 1 ? "an hour ago" : `${hours} hours ago`;
  const days = Math.floor(hours / 24);
  return days === 1 ? "yesterday" : `${days} days ago`;
}
