/* The rule sets with their pay tables: they do not change while a server runs, so they are asked for once. */
import { api, type Told } from "../../lib/api";

export type Rules = Told<"RulesTold">;
export type Wager = Told<"WagerTables">;
export type Table = Told<"TablePrinted">;
export type Priced = Told<"BetPriced">;
export type Progressive = NonNullable<Priced["progressive"]>;
export type Meter = Progressive["meters"][number];
export type Exactly = Told<"Exactly">;

const kept = new Map<number, Promise<Rules[]>>();

/** The rule sets that can be used, of all that were found. */
export const usable = (sets: Rules[]): Rules[] => sets.filter((each) => !each.problem);

/** All rule sets that were found, those with a problem too; another number asks again. */
export function ruleSets(attempt = 0): Promise<Rules[]> {
  let asked = kept.get(attempt);
  if (!asked) {
    asked = api.get("/api/odds/rules");
    kept.set(attempt, asked);
    asked.catch(() => kept.delete(attempt));
  }
  return asked;
}
