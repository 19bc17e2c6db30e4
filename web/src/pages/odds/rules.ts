/* The rule sets with their pay tables: they do not change while a server runs, so they are fetched once. */
import { api, type Schema } from "../../lib/api";

export type Rules = Schema<"RulesResponse">;
export type Wager = Schema<"WagerTables">;
export type Table = Schema<"TablePrinted">;
export type Priced = Schema<"BetPriced">;
export type Progressive = NonNullable<Priced["progressive"]>;
export type Meter = Progressive["meters"][number];
export type Exactly = Schema<"Exactly">;

const kept = new Map<number, Promise<Rules[]>>();

/** The rule sets that can be used, of all that were found. */
export const usable = (sets: Rules[]): Rules[] => sets.filter((each) => !each.problem);

/** All rule sets that were found, those with a problem too; another number asks again. */
export function ruleSets(attempt = 0): Promise<Rules[]> {
  let loading = kept.get(attempt);
  if (!loading) {
    loading = api.get("/api/odds/rules");
    kept.set(attempt, loading);
    loading.catch(() => kept.delete(attempt));
  }
  return loading;
}
