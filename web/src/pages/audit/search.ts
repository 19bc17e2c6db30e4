/* A search of the log: in the address, in the form, and as a query to the server. */
import type { Schema } from "../../lib/api";
import { centsOf, dollars } from "../../lib/money";
import { instantOf } from "../../lib/time/when";
import { words } from "../../lib/words";

export type Found = Schema<"FoundRecord">;

export const FIELDS = ["stream", "kind", "person", "text", "clause", "step", "wager", "amount", "day", "since", "until"] as const;
export type Field = (typeof FIELDS)[number];
export type Wanted = Record<Field, string>;

export const wantedOf = (query: URLSearchParams): Wanted =>
  Object.fromEntries(FIELDS.map((name) => [name, query.get(name) ?? ""])) as Wanted;

/** The address of a search, and of a record that is open in it. */
export function addressOf(wanted: Partial<Wanted>, record = 0): string {
  const query = new URLSearchParams();
  for (const name of FIELDS) {
    const value = wanted[name]?.trim();
    if (value) query.set(name, value);
  }
  if (record) query.set("record", String(record));
  const text = query.toString();
  return text ? `/audit?${text}` : "/audit";
}

export interface SearchQuery {
  stream?: string;
  kind?: string;
  person?: string;
  text?: string;
  clause?: string;
  step?: string;
  wager?: string;
  day?: string;
  cents?: number;
  since?: number;
  until?: number;
}

/** The query to the server, without empty fields; times are by the clock of the house. */
export function queryOf(wanted: Wanted, zone: string): SearchQuery {
  const query: SearchQuery = {};
  for (const name of ["stream", "kind", "person", "text", "clause", "step", "wager", "day"] as const) {
    const value = wanted[name].trim();
    if (value) query[name] = value;
  }
  const cents = centsOf(wanted.amount);
  if (cents !== null) query.cents = cents;
  const [since, until] = [instantOf(wanted.since, zone), instantOf(wanted.until, zone)];
  if (since !== null) query.since = since;
  if (until !== null) query.until = until;
  return query;
}

/** The file of everything that a search finds. */
export function csvAddress(wanted: Wanted, zone: string): string {
  const asked = new URLSearchParams(Object.entries(queryOf(wanted, zone)).map(([name, value]) => [name, String(value)]));
  return asked.size ? `/api/audit/search/csv?${asked.toString()}` : "/api/audit/search/csv";
}

export interface Group {
  prefix: string;
  label: string;
  streams: string[];
}
const GROUPS: Record<string, string> = {
  house: "House",
  cashier: "Cashier",
  table: "Tables",
  fair: "Shuffles",
  link: "Links of meters",
  chips: "Chips",
};

/** The streams of the log by what they are about. */
export function grouped(streams: readonly string[]): Group[] {
  const groups = new Map<string, string[]>();
  for (const stream of streams) {
    const prefix = stream.split(":")[0] ?? stream;
    groups.set(prefix, [...(groups.get(prefix) ?? []), stream]);
  }
  const order = Object.keys(GROUPS);
  const place = (prefix: string): number => (order.includes(prefix) ? order.indexOf(prefix) : order.length);
  return [...groups.entries()]
    .sort(([a], [b]) => place(a) - place(b) || a.localeCompare(b))
    .map(([prefix, all]) => ({ prefix, label: GROUPS[prefix] ?? words(prefix), streams: all }));
}

/** A kind as it is read: `bet_placed.v1` as "Bet placed", `LinkOpened` as "Link opened". */
export const kindWords = (kind: string): string =>
  words(kind.replace(/\.v\d+$/, "").replace(/([a-z])([A-Z])/g, "$1_$2").toLowerCase());

const KNOWN = ["at", "by", "role", "kind", "type", "clauses", "session", "says", "order", "least"];

/** Of tables and the cashier these are cents; meters count finer. */
const CENTS = ["amount", "paid", "cents", "net"];
const LONGEST = 28;

/** The first facts of a record's body, in a line. */
export function brief({ body, stream }: Pick<Found, "body" | "stream">): string {
  const facts: string[] = [];
  const inCents = stream.startsWith("table:") || stream === "cashier";
  for (const [name, value] of Object.entries(body)) {
    if (KNOWN.includes(name) || value === "" || value === null || value === false || (typeof value === "object" && value !== null)) continue;
    const text = inCents && CENTS.includes(name) && typeof value === "number" ? dollars(value) : name === "step" ? String(value).replaceAll("_", " ") : String(value);
    facts.push(`${name.replaceAll("_", " ")} ${text.length > LONGEST ? `${text.slice(0, LONGEST / 2)}…` : text}`);
    if (facts.length === 4) break;
  }
  return facts.join(" · ");
}
