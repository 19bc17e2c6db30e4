/* The reports of gaming days, and how their cells read. */
import type { Schema } from "../../../lib/api";
import { dollars } from "../../../lib/money";
import { zoned } from "../../../lib/time/when";
import { shareWords } from "../figures";

interface Report {
  id: string;
  label: string;
}

const TABLES: Report = { id: "tables", label: "Tables" };
export const REPORTS: readonly Report[] = [
  TABLES,
  { id: "games", label: "Games" },
  { id: "dealers", label: "Dealers" },
  { id: "shifts", label: "Shifts" },
  { id: "stiff-sheet", label: "Stiff sheet" },
  { id: "hold", label: "Day, month, year to date" },
  { id: "game-performance", label: "Game performance" },
  { id: "master-list", label: "Master list" },
  { id: "ratings", label: "Ratings" },
];

/** A report by the end of its address; the first by default. */
export const reportOf = (id: string | undefined): Report => REPORTS.find((each) => each.id === id) ?? TABLES;

type Kind = NonNullable<Schema<"Sheet">["columns"][number]["kind"]>;

/** Whether a column holds words, which are read from the left. */
export const isText = (kind: Kind): boolean => kind === "text" || kind === "person";

/** A cell as a person reads it; a dash for none. */
export function cellWords(cell: string | number | null, kind: Kind, zone: string): string {
  if (cell === null) return "–";
  if (typeof cell === "string") return cell;
  if (kind === "cents") return dollars(Math.round(cell), { cents: true });
  if (kind === "share") return shareWords(cell);
  if (kind === "rate") return cell.toFixed(1);
  if (kind === "time") return zoned(cell, zone).replace(/:\d\d (?=\S+$)/, " ");
  return cell.toLocaleString("en-US");
}

/** The heading of rows that share these values: the first value, then the others with their labels. */
export function groupWords(sheet: Pick<Schema<"Sheet">, "columns" | "zone">, cells: readonly (string | number | null)[]): string {
  const grouped = sheet.columns.flatMap((column, at) => (column.group ? [{ column, words: cellWords(cells[at] ?? null, column.kind ?? "text", sheet.zone) }] : []));
  return grouped.map(({ column, words }, at) => (at ? `${column.label}: ${words}` : words)).join(" · ");
}
