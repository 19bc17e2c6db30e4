/* What a person has learned in this browser: finished tutorials, and their own mistakes until they sit. */

const KEY = "croupier.learned";
/** How long a mistake rests after each right answer; after the last it is forgotten. */
const RESTS_MS = [0, 10 * 60_000, 24 * 3_600_000, 3 * 24 * 3_600_000, 7 * 24 * 3_600_000];
const MOST = 300;

/** A decision that was taken wrong, as a drill can ask it again. */
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

interface Kept {
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

export class Learned {
  kept = $state.raw<Kept>(read());

  constructor(readonly now: () => number = () => Date.now()) {}

  #keep(kept: Kept): void {
    this.kept = kept;
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // private windows may keep nothing: it holds for this page
    }
  }

  get newcomer(): boolean {
    return this.kept.tutorials.length === 0;
  }
  finish(rules: string): void {
    if (!this.kept.tutorials.includes(rules)) this.#keep({ ...this.kept, tutorials: [...this.kept.tutorials, rules] });
  }

  /** Mistakes whose rest is over, the longest due first. */
  due(rules: string, street = ""): Mistake[] {
    return this.kept.mistakes
      .filter((each) => each.rules === rules && (!street || each.street === street) && each.due <= this.now())
      .toSorted((one, other) => one.due - other.due);
  }

  /** A decision was answered: a wrong one comes again soon, a right one after a longer rest. */
  answered(asked: Omit<Mistake, "right" | "due">, right: boolean, cost: number): void {
    const before = this.kept.mistakes.find((each) => same(each, asked));
    const others = this.kept.mistakes.filter((each) => !same(each, asked));
    const row = right ? (before?.right ?? -1) + 1 : 0;
    const rest = RESTS_MS[row];
    const again = (!right || before) && rest !== undefined;
    const next = again ? [{ ...asked, right: row, due: this.now() + (right ? rest : 60_000) }] : [];
    const key = `${asked.rules} ${asked.street}`;
    const tally = this.kept.tallies[key] ?? { decisions: 0, right: 0, cost: 0 };
    this.#keep({
      ...this.kept,
      mistakes: [...others, ...next].slice(-MOST),
      tallies: {
        ...this.kept.tallies,
        [key]: { decisions: tally.decisions + 1, right: tally.right + Number(right), cost: tally.cost + cost },
      },
    });
  }

  /** Keep mistakes made at a table, to be drilled at once. */
  collect(mistakes: readonly Omit<Mistake, "right" | "due">[]): number {
    const fresh = mistakes.filter((each) => !this.kept.mistakes.some((known) => same(known, each)));
    const added = fresh.map((each) => ({ ...each, right: 0, due: this.now() }));
    this.#keep({ ...this.kept, mistakes: [...this.kept.mistakes, ...added].slice(-MOST) });
    return fresh.length;
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
