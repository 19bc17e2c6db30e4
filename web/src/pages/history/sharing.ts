/* A finished hand as a link: the round as `croupier settle` reads it, one's own boxes alone, without names. */
import type { Round } from "./steps";

interface Recorded {
  kind: string;
  event: { record?: { seats?: { seat: number; player?: unknown }[] }; players?: Record<string, string> };
}

/** The address of the settlement view with this hand; "" where the record does not show it. */
export function sharing(round: Round, me: string): string {
  const settled = (round.steps as unknown as Recorded[]).findLast((each) => each.kind.startsWith("round_settled"));
  const record = settled?.event.record;
  const seats = round.steps.at(-1)?.view.last?.seats ?? [];
  const mine = new Set(seats.filter((each) => each.player === me).map((each) => each.seat));
  const own = record?.seats?.filter((each) => mine.has(each.seat)) ?? [];
  if (!record || !own.length) return "";
  const line = { ...record, seats: own.map(({ player: _, ...seat }) => seat) };
  return `/rules/round?line=${encodeURIComponent(JSON.stringify(line))}`;
}
