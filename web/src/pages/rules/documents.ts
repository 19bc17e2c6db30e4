/* The documents: they do not change while a server runs, so each is fetched once. */
import { t } from "../../lib/language";
import { api, type Schema } from "../../lib/api";

export type Head = Schema<"DocumentHead">;
export type Law = Schema<"Document">;
export type Entry = Schema<"ClauseEntry">;
export type Figures = Schema<"Figures">;
export type Worked = Schema<"WorkedRound">;
export type Pair = Schema<"Pair">;
export type Hit = Schema<"Hit">;

const kept = new Map<string, Promise<unknown>>();

function once<Answer>(key: string, load: () => Promise<Answer>): Promise<Answer> {
  let loading = kept.get(key) as Promise<Answer> | undefined;
  if (!loading) {
    loading = load();
    kept.set(key, loading);
    loading.catch(() => kept.delete(key));
  }
  return loading;
}

/** Every document found, those with a problem too. */
export const heads = (): Promise<Head[]> => once("", () => api.get("/api/rules"));

/** A whole document. */
export const law = (rules: string): Promise<Law> =>
  once(rules, () => api.get("/api/rules/document", { query: { rules } }));

export const statusesOf = (clause: Pick<Entry, "statuses">): readonly string[] =>
  clause.statuses.length ? clause.statuses : ["none"];

/** The address of a document. */
export const addressOf = (rules: string): string => `/rules/${rules}`;

/** The document that a clause is of: the one with the longest matching register, the newest edition first. */
export function documentOf(clause: string, among: readonly Head[]): Head | undefined {
  return among
    .filter((each) => each.register && clause.startsWith(`${each.register}-`))
    .reduce<Head | undefined>(
      (best, each) => (!best || each.register.length > best.register.length ? each : best),
      undefined,
    );
}

/** Documents by game, the game with the most first. */
export function byGame(all: readonly Head[]): { game: string; documents: Head[] }[] {
  const games = [...new Set(all.filter((each) => !each.problem).map((each) => each.game))];
  return games
    .map((game) => ({ game, documents: all.filter((each) => !each.problem && each.game === game) }))
    .sort((one, other) => other.documents.length - one.documents.length);
}

/** An edition as people say it: "edition 1.0", "proposal", "undated". */
export const editionWords = (edition: string): string => (/^\d/.test(edition) ? t("edition {edition}", { edition }) : edition);

/** Whose rules a document has, with its edition where it has one. */
export const placeWords = (head: Head): string =>
  (head.place || head.title || head.rules) + (head.edition && head.edition !== "undated" ? `, ${editionWords(head.edition)}` : "");

/** A sentence with its first letter in upper case. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The place of a clause without its section's: "§6(a)(5)" in "§6" as "(a)(5)". */
export function within(section: string, place: string): string {
  return place.startsWith(section) ? place.slice(section.length).trim() || section : place;
}

/** Whether two documents differ here: one has nothing close, or the figures are not the same. */
export const differs = (pair: Pair): boolean => ((!pair.left || !pair.right) && !pair.near) || pair.figures.length > 0;
