/* The round to which a record of the log belongs. */
import { api } from "../../lib/api";

interface Stands {
  stream: string;
  version: number;
  kind: string;
  body: Record<string, unknown>;
}

export interface Place {
  table: string;
  round: number;
  /** The version of the table's stream; 0 where the record is of another stream. */
  version: number;
}

/** The round that a record itself names. */
export function namedRound(record: Stands): number {
  if (typeof record.body.round === "number") return record.body.round;
  const award = record.body.award;
  return typeof award === "string" ? Number(/^(\d+)\./.exec(award)?.[1] ?? 0) : 0;
}

/** The table that a record is about. */
export function namedTable(record: Stands): string {
  const [prefix, name = ""] = record.stream.split(/:(.*)/s);
  if (prefix === "table" || prefix === "fair") return name;
  return typeof record.body.table === "string" ? record.body.table : "";
}

const CLOSING = ["bets_closed", "round_settled", "round_ended"];
const AHEAD = 200;

/** Where a record is to be seen in a replay; null where it belongs to no round that has begun. */
export async function placeOf(record: Stands, signal?: AbortSignal): Promise<Place | null> {
  const table = namedTable(record);
  if (!table) return null;
  const own = record.stream === `table:${table}`;
  const version = own ? record.version : 0;
  const named = namedRound(record);
  if (named) return { table, round: named, version };
  if (!own) return null;
  // Bets, cards and decisions do not name their round: the next event that does is of the same one.
  const query = { stream: record.stream, after: record.version, limit: AHEAD };
  const next = await api.get("/api/audit/records", { query, unattended: true, ...(signal ? { signal } : {}) });
  const closing = next.find((each) => CLOSING.includes(each.kind.replace(/\.v\d+$/, "")));
  const round = closing ? namedRound({ ...closing, body: closing.body as Record<string, unknown> }) : 0;
  return round ? { table, round, version } : null;
}

export const replayOf = (place: Place): string =>
  `/audit/table/${encodeURIComponent(place.table)}/${place.round}${place.version ? `?at=${place.version}` : ""}`;
