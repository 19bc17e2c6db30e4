/* The cells of a pay table as they are typed, and as they are kept in an address. */

export type Cells = Record<string, string>;

/** The next odds up or down: "300 to 1" becomes "301 to 1", "$50" becomes "$51"; below nothing is nothing, and
 * above nothing are the first odds of the form of others. */
export function stepped(text: string, by: number, like = "1 to 1"): string {
  const found = NUMBER.exec(text.trim());
  if (!found) return by > 0 ? inForm(like, by) : "";
  const next = Number((found[2] ?? "").replaceAll(",", "")) + by;
  return next > 0 ? `${found[1]}${next}${found[3]}` : "";
}
const NUMBER = /^(\$?)([\d,]+)(.*)$/;
const inForm = (like: string, value: string | number): string =>
  like.replace(NUMBER, (_, before: string, __, after: string) => `${before}${value}${after}`);

/** Abbreviated input in full, in the form of other odds: "7" is "7 to 1" or "$7", "3:2" is "3 to 2", "5%" is
 * "5% of main". */
export function completed(text: string, like = "1 to 1"): string {
  const plain = text.trim().replace(/\s+/g, " ");
  if (/^0+$/.test(plain)) return "";
  if (/^\d+$/.test(plain)) return inForm(like, plain);
  if (/^[\d.]+ ?%$/.test(plain)) return plain.replace(" ", "") + (/ of \w+$/.exec(like)?.[0] ?? "");
  const pair = /^(\d+) ?(?:[:/-]|to) ?(\d+)$/i.exec(plain);
  return pair ? `${pair[1]} ${like.includes(" for ") ? "for" : "to"} ${pair[2]}` : plain;
}

/** Cells in an address: "flush_7:400 to 1;flush_6:". */
export const writeCells = (cells: Cells): string =>
  Object.entries(cells)
    .map(([row, pays]) => `${row}:${pays}`)
    .join(";");

/** The cells of an address, of the rows that there are. */
export function readCells(text: string | null, rows?: readonly string[]): Cells {
  const cells: Cells = {};
  for (const part of (text ?? "").split(";")) {
    const at = part.indexOf(":");
    const row = part.slice(0, at);
    if (at > 0 && (rows?.includes(row) ?? true)) cells[row] = part.slice(at + 1);
  }
  return cells;
}

/** A refusal that begins with the name of a row: which row, and the rest. */
export function aboutRow(message: string, rows: readonly string[]): { row: string; text: string } | null {
  const row = rows.find((each) => message.startsWith(`${each}: `));
  return row === undefined ? null : { row, text: message.slice(row.length + 2) };
}
