/* The conditions of a table that need attention. */
import type { Schema } from "../../../lib/api";
import { blockedWords, irregularityWords } from "../../../lib/words";

export interface Note {
  kind: "bad" | "warn" | "brass";
  text: string;
}

export type FloorTable = Schema<"FloorTable">;

/** Notes about a table for the floor, the most urgent first. */
export function notes(table: FloorTable): Note[] {
  const found: Note[] = [];
  if (table.called) found.push({ kind: "bad", text: table.called.reason ? `Floor called: ${table.called.reason}` : "Floor called" });
  if (table.reported) found.push({ kind: "bad", text: `Report to confirm: ${irregularityWords(table.reported).toLowerCase()}` });
  if (table.pending) found.push({ kind: "brass", text: table.pending === 1 ? "1 award to validate" : `${table.pending} awards to validate` });
  if (table.mismatch) found.push({ kind: "bad", text: blockedWords(table.mismatch) });
  for (const each of table.found)
    if (each.void !== "none") found.push({ kind: "bad", text: each.void === "all" ? "All hands void" : `Seat ${each.seat} void` });
    else found.push({ kind: "warn", text: `${irregularityWords(each.irregularity)}${each.seat ? `, seat ${each.seat}` : ""}` });
  if (table.deck_overdue) found.push({ kind: "bad", text: "Deck overdue for a change" });
  if (table.stub_count_due) found.push({ kind: "warn", text: "Stub count due" });
  if (table.waiting !== null) found.push({ kind: "warn", text: `Version ${table.waiting} pending` });
  return found;
}

export type Rack = Schema<"RackResponse">;

export interface Task extends Note {
  /** The same for as long as the task waits. */
  id: string;
  table: string;
  /** The page where it is done. */
  href: string;
}

function slips({ table, waiting }: Rack): Task[] {
  const text = waiting === 1 ? "1 slip to approve or deliver" : `${waiting} slips to approve or deliver`;
  return waiting ? [{ kind: "brass", text, table, id: `${table} ${text}`, href: `/floor/chips/${encodeURIComponent(table)}` }] : [];
}

/** Everything that waits for somebody, of all tables, the most urgent first. */
export function tasks(tables: readonly FloorTable[], racks: readonly Rack[] = []): Task[] {
  const noted = tables.flatMap((table) =>
    notes(table).map((note) => ({ ...note, table: table.table, id: `${table.table} ${note.text}`, href: `/floor/table/${encodeURIComponent(table.table)}` })),
  );
  const all = [...noted, ...racks.flatMap(slips)];
  return [...all.filter((each) => each.kind === "bad"), ...all.filter((each) => each.kind === "brass"), ...all.filter((each) => each.kind === "warn")];
}

export type Filter = "all" | "attention" | "open" | "live" | "closed";

/** Whether a table matches the filter. */
export function shownBy(filter: Filter, table: FloorTable): boolean {
  switch (filter) {
    case "attention":
      return notes(table).length > 0 || table.alerts.length > 0;
    case "open":
      return table.program !== "closed";
    case "closed":
      return table.program === "closed";
    case "live":
      return table.mode === "live";
    default:
      return true;
  }
}
