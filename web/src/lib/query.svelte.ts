/* A request that a page repeats: its data, its problem, and how to refresh it. */
import { asProblem, type Problem } from "./api";
import { poll } from "./time/poll";

export class Query<T> {
  data = $state.raw<T | null>(null);
  problem = $state.raw<Problem | null>(null);
  busy = $state(false);
  #ask: (unattended: boolean) => Promise<T>;
  #turn = 0;

  /** `ask` receives whether this is a background refresh. */
  constructor(ask: (unattended: boolean) => Promise<T>) {
    this.#ask = ask;
  }

  /** Refresh now; an older response never replaces a newer one. */
  async again(unattended = false): Promise<void> {
    const turn = ++this.#turn;
    this.busy = true;
    try {
      const data = await this.#ask(unattended);
      if (turn !== this.#turn) return;
      this.data = data;
      this.problem = null;
    } catch (error) {
      if (turn === this.#turn) this.problem = asProblem(error);
    } finally {
      if (turn === this.#turn) this.busy = false;
    }
  }

  /** Refresh now and periodically while the page is visible; returns how to stop. */
  every(milliseconds: number): () => void {
    return poll(() => this.again(true), milliseconds);
  }
}
