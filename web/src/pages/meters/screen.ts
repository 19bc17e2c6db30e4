/* The words of a screen above the table, beside the amounts. */
import { t } from "../../lib/language";

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
  waitingAt(pending).map(([table]) => t("Jackpot pending validation, table {table}", { table }));

/** When it was last hit, in round words: it is read from far away. */
export function sinceHit(at: number, now: number): string {
  const minutes = Math.floor(Math.max(0, now - at) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return t("{minutes, plural, one {a minute ago} other {# minutes ago}}", { minutes });
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return t("{hours, plural, one {an hour ago} other {# hours ago}}", { hours });
  const days = Math.floor(hours / 24);
  return t("{days, plural, one {yesterday} other {# days ago}}", { days });
}
