/* Summaries of clauses, fetched when somebody opens one. */
import { api } from "../api";

/** An id as people read it: xx-abc-5.b.1 as XX ABC 5.b.1. */
export function clauseLabel(id: string): string {
  const [place = "", game = "", ...rest] = id.split("-");
  return [place.toUpperCase(), game.toUpperCase(), rest.join("-")].filter(Boolean).join(" ");
}

export interface ClauseWords {
  summary: string;
  section: string;
}

const known = new Map<string, ClauseWords>();

/** Summaries of clauses by id; each is fetched once. */
export async function clauseWords(ids: readonly string[]): Promise<Record<string, ClauseWords>> {
  const wanted = ids.filter((id) => !known.has(id));
  if (wanted.length) {
    const response = await api.get("/api/clauses", { query: { ids: wanted } });
    for (const each of response) known.set(each.id, { summary: each.summary, section: each.section });
  }
  return Object.fromEntries(ids.flatMap((id) => (known.has(id) ? [[id, known.get(id) as ClauseWords]] : [])));
}
