/* Prices of a wager: of its printed tables, and of one that was changed. All of them are the server's. */
import { api, type Schema } from "../../../lib/api";
import { centsOf } from "../../../lib/money";
import { readCells, writeCells, type Cells } from "./cells";
import type { Job } from "../job.svelte";
import type { Priced, Rules, Table, Wager } from "../rules";

/** The terms that may be changed, as typed. */
export interface Changes {
  /** By row, what it pays. */
  cells: Cells;
  /** By meter, its amount in dollars. */
  meters: Cells;
  /** Dollars; empty for the first that the table takes. */
  stake: string;
  policies: Readonly<Record<string, string>>;
}

export const UNCHANGED: Changes = { cells: {}, meters: {}, stake: "", policies: {} };

/** Whether the table is another than the printed one. */
export const differs = (changes: Changes): boolean =>
  Object.keys(changes.cells).length + Object.keys(changes.meters).length > 0;

/** The changes of an address. */
export function readChanges(query: URLSearchParams, rules: Rules, wager: Wager): Changes {
  const policies = readCells(
    query.get("read"),
    rules.policies.map((each) => each.name),
  );
  return {
    cells: readCells(query.get("pays"), wager.rows),
    meters: readCells(query.get("meters")),
    stake: query.get("stake") ?? "",
    policies,
  };
}

/** The address of a table with its changes, for sharing. */
export function writeChanges(wager: string, table: string, changes: Changes): string {
  const search = new URLSearchParams({ wager, table });
  const parts = {
    pays: writeCells(changes.cells),
    meters: writeCells(changes.meters),
    stake: changes.stake,
    read: writeCells(changes.policies),
  };
  for (const [name, text] of Object.entries(parts)) if (text) search.set(name, text);
  return search.toString();
}

/** The first meter that is no amount, if there is one. */
export const wrongMeter = (changes: Changes): string | null =>
  Object.entries(changes.meters).find(([, text]) => centsOf(text) === null)?.[0] ?? null;

interface How {
  signal: AbortSignal;
  unattended?: boolean;
}

/** Ask for a price. A stake that the table does not take is left to the server. */
export function askPrice(
  rules: string,
  wager: Wager,
  table: Table,
  changes: Changes,
  how: How,
): Promise<Schema<"PriceResponse">> {
  const stake = centsOf(changes.stake);
  const taken = stake && (!table.stakes.length || table.stakes.includes(stake));
  const meters = Object.entries(changes.meters).map(([name, text]) => [name, centsOf(text) ?? 0]);
  return api.post("/api/odds/price", {
    body: {
      rules,
      wager: wager.wager,
      table: table.name,
      pays: { ...changes.cells },
      policies: { ...changes.policies },
      ...(taken ? { stake } : {}),
      ...(meters.length ? { meters: Object.fromEntries(meters) as Record<string, number> } : {}),
    },
    ...how,
  });
}

/** Every table of a wager as printed, by name: one is polled until the hands are counted, then the others follow. */
export async function printedPrices(
  counting: Job<Schema<"PriceResponse">>,
  rules: string,
  wager: Wager,
  changes: Changes,
  signal: AbortSignal,
): Promise<Record<string, Priced> | null> {
  const as = { ...changes, cells: {}, meters: {} };
  const [first, ...others] = wager.tables;
  const response = first && (await counting.run((how) => askPrice(rules, wager, first, as, how)));
  if (!response || signal.aborted) return null;
  const rest = await Promise.all(others.map((each) => askPrice(rules, wager, each, as, { signal })));
  return Object.fromEntries(
    [response, ...rest].flatMap(({ price }) => (price ? [[price.table, price] as const] : [])),
  );
}
