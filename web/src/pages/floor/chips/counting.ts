/* Chips of a live table: the counts and records, and the roles for each. */
import { api, type Schema } from "../../../lib/api";

export type What = "open" | "close" | "drop" | "buy_in" | "marker" | "color_up";

export const COUNTS: Record<What, { label: string; done: string; hint: string }> = {
  open: { label: "Opener", done: "Opener recorded", hint: "Chips in the rack as the table opens." },
  close: { label: "Closer", done: "Closer recorded", hint: "Chips in the rack as the table closes." },
  drop: { label: "Drop", done: "Drop recorded", hint: "Cash and markers in the drop box." },
  buy_in: { label: "Buy-ins", done: "Buy-ins recorded", hint: "Cash bought in since the last entry, in total. No names." },
  marker: { label: "Markers", done: "Markers recorded", hint: "Markers issued since the last entry, in total. No names." },
  color_up: { label: "Color up", done: "Color-up recorded", hint: "" },
};

const MAY: Record<What, (role: string) => boolean> = {
  open: (role) => role !== "count_team",
  close: (role) => role !== "count_team",
  drop: (role) => role === "count_team",
  buy_in: (role) => role === "dealer",
  marker: (role) => ["floorperson", "supervisor", "administrator"].includes(role),
  color_up: (role) => role === "dealer",
};

/** The counts and records open to this role next; the server checks again. */
export function countsAfter(days: readonly Schema<"DayResponse">[], role: string): What[] {
  const last = days.at(-1);
  const next: What[] = !last ? ["open"] : last.day.closing === null ? ["buy_in", "marker", "color_up", "drop", "close"] : ["open", "drop"];
  return next.filter((each) => MAY[each](role));
}

/** The shifts of which a drop box may be, the newest first; of several one must be chosen. */
export function shiftsToDrop(days: readonly Schema<"DayResponse">[], time: (at: number) => string): { value: string; label: string }[] {
  const shifts = [...days].reverse().map(({ day }) => ({
    value: String(day.shift),
    label: `${day.shift}: opened ${time(day.opened_at)}${day.closing === null ? ", open" : ""}`,
  }));
  return shifts.length > 1 ? [{ value: "", label: "Choose the shift" }, ...shifts] : shifts;
}

export type Counts = Record<string, string>;

/** Typed numbers of chips by denomination; null where one is not a number. */
export function chipsOf(counts: Counts): Record<string, number> | null {
  const typed = Object.entries(counts).filter(([, text]) => text.trim() !== "");
  if (typed.some(([, text]) => !/^\d{1,7}$/.test(text.trim()))) return null;
  return Object.fromEntries(typed.map(([cents, text]) => [cents, Number(text)]));
}

export const totalOf = (chips: Record<string, number>): number =>
  Object.entries(chips).reduce((sum, [cents, count]) => sum + Number(cents) * count, 0);

/** Records a print, then opens the page of the slip; a second print is marked on it. */
export async function printSlip(table: string, slip: number): Promise<void> {
  await api.post("/api/inventory/{table}/slips/{slip}/print", { path: { table, slip } });
  window.open(`/api/inventory/${encodeURIComponent(table)}/slips/${slip}/page`, "_blank", "noopener");
}
