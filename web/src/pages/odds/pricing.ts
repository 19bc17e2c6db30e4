/* Prices of a wager: of its printed tables, and of one whose cells were changed. All of them are the server's. */
import { api } from "../../lib/api";
import type { Cells } from "./cells";
import type { Priced, Wager } from "./rules";

export interface Wanted {
  rules: string;
  wager: Wager;
  policies: Readonly<Record<string, string>>;
  stake: number;
}

/** A table with some cells changed. */
export const priceOf = (asked: Wanted, table: string, cells: Cells, signal: AbortSignal): Promise<Priced> =>
  api.post("/api/odds/price", {
    body: {
      rules: asked.rules,
      wager: asked.wager.wager,
      table,
      pays: { ...cells },
      policies: { ...asked.policies },
      stake: asked.stake,
    },
    signal,
  });

/** Every printed table of a wager, by name. */
export async function printedPrices(asked: Wanted, signal: AbortSignal): Promise<Record<string, Priced>> {
  const found = await Promise.all(asked.wager.tables.map((each) => priceOf(asked, each.name, {}, signal)));
  return Object.fromEntries(found.map((each) => [each.table, each]));
}
