/* Display names by person id; each is fetched once. */
import { t } from "../language";
import { api } from "../api";

const SYSTEM: Record<string, string> = {
  get system() { return t("The system"); },
  get host() { return t("The system"); },
  get nobody() { return t("Nobody"); },
  get [""]() { return t("Nobody"); },
};
const AT_ONCE = 100;

class Names {
  #known = $state<Record<string, string>>({});
  #requested = new Set<string>();

  /** A person's name; the id until it is known, and where there is no such person. */
  of(id: string): string {
    return SYSTEM[id] ?? this.#known[id] ?? id;
  }

  /** Ask for the names that are not known yet. */
  async learn(ids: Iterable<string>): Promise<void> {
    const wanted = [...new Set(ids)].filter((id) => id && !(id in SYSTEM) && !this.#requested.has(id));
    for (const id of wanted) this.#requested.add(id);
    for (let at = 0; at < wanted.length; at += AT_ONCE) {
      const some = wanted.slice(at, at + AT_ONCE);
      try {
        Object.assign(this.#known, await api.get("/api/names", { query: { ids: some }, unattended: true }));
      } catch {
        for (const id of some) this.#requested.delete(id); // ids are shown, and fetched again later
      }
    }
  }

  /** A text with the ids in it as names. */
  inText(text: string): string {
    return text.replace(/\b[a-z]_[0-9a-f]{12,}\b/g, (id) => this.of(id));
  }
}

export const names = new Names();

/** The ids of people in a text. */
export const idsIn = (text: string): string[] => text.match(/\b[a-z]_[0-9a-f]{12,}\b/g) ?? [];
