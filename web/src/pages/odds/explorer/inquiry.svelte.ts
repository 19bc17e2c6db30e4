/* The explorer's current view: a table, its changes, and the prices of both. */
import { asProblem, type Problem, type Schema } from "../../../lib/api";
import { Job } from "../job.svelte";
import { askPrice, differs, printedPrices, UNCHANGED, wrongMeter, type Changes } from "./pricing";
import type { Priced, Rules, Table, Wager } from "../rules";

const DEBOUNCE_MS = 90;
const SOLVING_MS = 1000;

export class Inquiry {
  changes = $state.raw<Changes>(UNCHANGED);
  /** The tables as printed, by name. */
  prices = $state.raw<Record<string, Priced>>({});
  /** The current table, with its changes. */
  now = $state.raw<Priced | null>(null);
  problem = $state.raw<Problem | null>(null);
  /** The price shown is not yet that of the typed values. */
  waiting = $state(false);
  readonly counting = new Job<Schema<"PriceResponse">>(400);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #printing: AbortController | null = null;
  #running: AbortController | null = null;

  constructor(readonly rules: Rules) {}

  get changed(): boolean {
    return differs(this.changes);
  }

  /** Look at another table, or at changes that came from elsewhere. */
  look(changes: Changes): void {
    this.#let();
    this.changes = changes;
    this.now = null;
    this.problem = null;
    this.waiting = false;
  }

  /** Something was typed: call `then` when typing pauses. */
  change(changes: Changes, then: () => void): void {
    this.#let();
    this.changes = changes;
    this.waiting = this.changed;
    if (!this.changed) {
      this.now = null;
      this.problem = null;
    }
    this.#timer = setTimeout(then, DEBOUNCE_MS);
  }

  /** Price the printed tables of a wager. */
  async print(wager: Wager): Promise<void> {
    this.#printing?.abort();
    const mine = (this.#printing = new AbortController());
    if (Object.values(this.prices).some((each) => each.wager !== wager.wager)) this.prices = {};
    try {
      const found = await printedPrices(this.counting, this.rules.rules, wager, this.changes, mine.signal);
      if (mine.signal.aborted) return;
      if (found) this.prices = found;
      else this.problem = this.counting.problem;
      // Figures that depend on play follow when the game is solved.
      if (Object.values(found ?? {}).some(solving))
        setTimeout(() => !mine.signal.aborted && void this.print(wager), SOLVING_MS);
    } catch (error) {
      if (!mine.signal.aborted) this.problem = asProblem(error);
    }
  }

  /** Price the table with its changes. */
  async reprice(wager: Wager, table: Table): Promise<void> {
    this.#let();
    if (!this.changed || wrongMeter(this.changes)) {
      this.waiting = false;
      return;
    }
    const mine = (this.#running = new AbortController());
    try {
      const response = await askPrice(this.rules.rules, wager, table, this.changes, { signal: mine.signal });
      if (mine.signal.aborted) return;
      if (response.price) {
        this.now = response.price;
        this.problem = null;
      }
      if (!response.price || solving(response.price))
        this.#timer = setTimeout(() => void this.reprice(wager, table), SOLVING_MS);
    } catch (error) {
      if (!mine.signal.aborted) this.problem = asProblem(error);
    } finally {
      if (!mine.signal.aborted) this.waiting = false;
    }
  }

  stop(): void {
    this.#let();
    this.#printing?.abort();
    this.counting.stop();
  }

  #let(): void {
    clearTimeout(this.#timer);
    this.#running?.abort();
  }
}

const solving = (price: Priced): boolean => price.progressive?.as_played.state === "working";
