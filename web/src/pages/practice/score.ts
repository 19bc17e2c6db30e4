/* The account of a session as it is shown: lines by game, and how many in a row were right. */
import type { Schema } from "../../lib/api";
import { games } from "../../lib/games.svelte";

export type ScoreLine = Schema<"ScoreLine">;
export type Scored = Schema<"DecisionScored">;

export interface GameScore {
  rules: string;
  lines: ScoreLine[];
}

/** The lines by rule set, streets in the order of play. */
export function byGame(score: readonly ScoreLine[]): GameScore[] {
  const games = new Map<string, ScoreLine[]>();
  for (const line of score) games.set(line.rules, [...(games.get(line.rules) ?? []), line]);
  return [...games].map(([rules, lines]) => ({
    rules,
    lines: lines.sort((one, other) => placeOf(rules, one.street) - placeOf(rules, other.street)),
  }));
}

const placeOf = (rules: string, street: string): number => Object.keys(games.of(rules)?.stages ?? {}).indexOf(street);

/** How many of the last decisions were right in a row; the newest is first. */
export function streak(last: readonly Pick<Scored, "right">[]): number {
  const wrong = last.findIndex((each) => !each.right);
  return wrong === -1 ? last.length : wrong;
}
