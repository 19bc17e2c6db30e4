/* Chips of a live table: what is counted, and how the count is sent with its second signature. */
import { api, type Schema } from "../../lib/api";
import { moment } from "../../lib/when";

export type What = "open" | "fill" | "credit" | "drop" | "close";

export const COUNTS: Record<What, { label: string; done: string; hint: string }> = {
  open: { label: "Opening inventory", done: "Inventory opened", hint: "Chips that the table begins with." },
  fill: { label: "Fill", done: "Fill recorded", hint: "Chips that came from the cage." },
  credit: { label: "Credit", done: "Credit recorded", hint: "Chips that went back to the cage." },
  drop: { label: "Drop", done: "Drop recorded", hint: "What the drop box held." },
  close: { label: "Closing inventory", done: "Inventory closed", hint: "Chips that the table ends with." },
};

/** What may come next: an inventory is opened, filled, credited and closed. A drop box is counted at any time after. */
export function countsAfter(days: readonly Schema<"DayResponse">[]): What[] {
  const last = days.at(-1);
  if (!last) return ["open"];
  return last.day.closing === null ? ["fill", "credit", "drop", "close"] : ["open", "drop"];
}

/** The shifts of which a drop box may be, the newest first; of several one must be chosen. */
export function shiftsToDrop(days: readonly Schema<"DayResponse">[]): { value: string; label: string }[] {
  const shifts = [...days].reverse().map(({ day }) => ({
    value: String(day.shift),
    label: `${day.shift}: opened ${moment(day.opened_at)}${day.closing === null ? ", open" : ""}`,
  }));
  return shifts.length > 1 ? [{ value: "", label: "Choose the shift" }, ...shifts] : shifts;
}

/** A count signed by the one who is signed in and by a second person, with their own password. */
export interface Count {
  what: What;
  cents: number;
  /** Of a drop: the shift whose box it was. */
  shift: number;
  /** The same key counts once. */
  key: string;
  second: { name: string; password: string; code: string };
}

export const sendCount = (table: string, count: Count): Promise<Schema<"DayResponse">> =>
  api.post("/api/inventory/{table}", { path: { table }, body: count });
