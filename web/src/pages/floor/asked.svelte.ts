/* Something that a page asks of the server: what came, what went wrong, and asking again. */
import { asProblem, type Problem } from "../../lib/api";
import { poll } from "../../lib/poll";

export class Asked<T> {
  told = $state.raw<T | null>(null);
  problem = $state.raw<Problem | null>(null);
  busy = $state(false);
  #ask: (unattended: boolean) => Promise<T>;
  #turn = 0;

  /** `ask` is told whether the page asks by itself. */
  constructor(ask: (unattended: boolean) => Promise<T>) {
    this.#ask = ask;
  }

  /** Ask now; the answer to an older question does not overtake that to a newer one. */
  async again(unattended = false): Promise<void> {
    const turn = ++this.#turn;
    this.busy = true;
    try {
      const told = await this.#ask(unattended);
      if (turn !== this.#turn) return;
      this.told = told;
      this.problem = null;
    } catch (error) {
      if (turn === this.#turn) this.problem = asProblem(error);
    } finally {
      if (turn === this.#turn) this.busy = false;
    }
  }

  /** Ask now and every so often while somebody looks; returns how to stop. */
  every(milliseconds: number): () => void {
    return poll(() => this.again(true), milliseconds);
  }
}
