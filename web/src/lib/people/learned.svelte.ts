/* Learning progress: finished tutorials, and a person's own mistakes until mastered. Accounts keep it on the server too. */

const KEY = "croupier.learned";
/** How long a mistake rests after each right answer; after the last it is forgotten. */
const RESTS_MS = [0, 10 * 60_000, 24 * 3_600_000, 3 * 24 * 3_600_000, 7 * 24 * 3_600_000];
const MOST = 300;

/** A wrong decision, for a drill to ask again. */
export interface Mistake {
  rules: string;
  street: string;
  cards: string;
  board: string;
  up: string;
  choices: readonly string[];
  /** Right answers in a row since. */
  right: number;
  /** When it is asked again, in milliseconds since 1970. */
  due: number;
}

export interface Tally {
  decisions: number;
  right: number;
  /** Antes. */
  cost: number;
}

export interface Kept {
  tutorials: string[];
  mistakes: Mistake[];
  /** By rule set and street, over all sessions in this browser. */
  tallies: Record<string, Tally>;
}

const same = (one: Pick<Mistake, "rules" | "cards" | "board" | "up">, other: Pick<Mistake, "rules" | "cards" | "board" | "up">): boolean =>
  one.rules === other.rules && one.cards === other.cards && one.board === other.board && one.up === other.up;

function read(): Kept {
  const empty: Kept = { tutorials: [], mistakes: [], tallies: {} };
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>;
    return {
      tutorials: Array.isArray(kept.tutorials) ? kept.tutorials : [],
      mistakes: Array.isArray(kept.mistakes) ? kept.mistakes : [],
      tallies: kept.tallies && typeof kept.tallies === "object" ? kept.tallies : {},
    };
  } catch {
    return empty;
  }
}

/** Where the house keeps the progress of an account. A change that is based on an old version is refused. */
export interface Keeper {
  read: () => Promise<{ version: number; learned: Kept }>;
  write: (version: number, learned: Kept) => Promise<{ version: number }>;
  /** Whether this error means that another browser has changed it since. */
  changed: (error: unknown) => boolean;
}
type Change = (kept: Kept) => Kept;

export class Learned {
  kept = $state.raw<Kept>(read());
  #keeper: Keeper | null = null;
  #version = 0;
  /** Changes that the house does not have yet. */
  #pending: Change[] = [];
  #sending = false;

  constructor(readonly now: () => number = () => Date.now()) {}

  /** Switch to an account, or to this browser alone. An account without progress starts with the browser's. */
  async belongTo(keeper: Keeper | null): Promise<void> {
    if (this.#keeper === keeper) return;
    this.#keeper = keeper;
    this.#pending = [];
    this.kept = read();
    if (keeper) await this.#refresh(keeper).catch(() => undefined);
    if (keeper && this.#version === 0 && this.kept.tutorials.length + this.kept.mistakes.length) this.#change((kept) => kept);
  }

  async #refresh(keeper: Keeper): Promise<void> {
    const { version, learned } = await keeper.read();
    if (this.#keeper !== keeper) return;
    this.#version = version;
    if (version) this.kept = this.#pending.reduce((kept, change) => change(kept), learned);
  }

  #change(change: Change): void {
    this.kept = change(this.kept);
    if (this.#keeper) {
      this.#pending.push(change);
      void this.#send(this.#keeper);
      return;
    }
    try {
      localStorage.setItem(KEY, JSON.stringify(this.kept));
    } catch {
      // private windows may store nothing: it lasts for this page
    }
  }

  /** Send the unsaved changes, after merging those of other browsers. */
  async #send(keeper: Keeper): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    try {
      while (this.#pending.length && this.#keeper === keeper) {
        const sent = this.#pending.length;
        try {
          const { version } = await keeper.write(this.#version, this.kept);
          if (this.#keeper !== keeper) break; // another account by now: these changes are not its own
          this.#version = version;
          this.#pending.splice(0, sent);
        } catch (error) {
          if (!keeper.changed(error)) throw error;
          await this.#refresh(keeper);
        }
      }
    } catch {
      // the next change sends this one too
    } finally {
      this.#sending = false;
      if (this.#keeper && this.#keeper !== keeper && this.#pending.length) void this.#send(this.#keeper);
    }
  }

  get newcomer(): boolean {
    return this.kept.tutorials.length === 0;
  }
  finish(rules: string): void {
    this.#change((kept) => (kept.tutorials.includes(rules) ? kept : { ...kept, tutorials: [...kept.tutorials, rules] }));
  }

  /** Mistakes whose rest is over, the longest due first. */
  due(rules: string, street = ""): Mistake[] {
    return this.kept.mistakes
      .filter((each) => each.rules === rules && (!street || each.street === street) && each.due <= this.now())
      .toSorted((one, other) => one.due - other.due);
  }

  /** A decision was answered: a wrong one comes again soon, a right one after a longer rest. */
  answered(asked: Omit<Mistake, "right" | "due">, right: boolean, cost: number): void {
    const at = this.now();
    this.#change((kept) => {
      const before = kept.mistakes.find((each) => same(each, asked));
      const others = kept.mistakes.filter((each) => !same(each, asked));
      const row = right ? (before?.right ?? -1) + 1 : 0;
      const rest = RESTS_MS[row];
      const again = (!right || before) && rest !== undefined;
      const next = again ? [{ ...asked, right: row, due: at + (right ? rest : 60_000) }] : [];
      const key = `${asked.rules} ${asked.street}`;
      const tally = kept.tallies[key] ?? { decisions: 0, right: 0, cost: 0 };
      const added = { decisions: tally.decisions + 1, right: tally.right + Number(right), cost: tally.cost + cost };
      return { ...kept, mistakes: [...others, ...next].slice(-MOST), tallies: { ...kept.tallies, [key]: added } };
    });
  }

  /** Keep mistakes made at a table, to be drilled at once. */
  collect(mistakes: readonly Omit<Mistake, "right" | "due">[]): number {
    const at = this.now();
    const fresh = (kept: Kept): typeof mistakes => mistakes.filter((each) => !kept.mistakes.some((known) => same(known, each)));
    const count = fresh(this.kept).length;
    this.#change((kept) => ({
      ...kept,
      mistakes: [...kept.mistakes, ...fresh(kept).map((each) => ({ ...each, right: 0, due: at }))].slice(-MOST),
    }));
    return count;
  }

  tally(rules: string, street: string): Tally | undefined {
    return this.kept.tallies[`${rules} ${street}`];
  }

  /** The street that costs most a decision; one that was never drilled comes first. */
  weakest(rules: string, streets: readonly string[]): string {
    const weight = (street: string): number => {
      const tally = this.tally(rules, street);
      return tally ? tally.cost / tally.decisions : Infinity;
    };
    return streets.toSorted((one, other) => weight(other) - weight(one))[0] ?? "";
  }
}

export const learned = new Learned();
