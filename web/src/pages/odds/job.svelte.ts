/* Long work of the server: asked for, and asked again until it is done. */
import { asProblem, type Problem } from "../../lib/api";

export interface Working {
  state: "working" | "done" | "failed";
  done: number;
  total: number;
  problem: string;
}

interface How {
  signal: AbortSignal;
  unattended: boolean;
}

export class Job<T extends Working> {
  /** The last answer. */
  told = $state.raw<T | null>(null);
  problem = $state.raw<Problem | null>(null);
  busy = $state(false);
  /** How many of how many parts are done. */
  parts = $state.raw({ done: 0, total: 0 });
  #running: AbortController | null = null;

  constructor(readonly every = 1000) {}

  get done(): boolean {
    return this.told?.state === "done";
  }

  /** Ask until it is done; whatever was asked before is let go. Null if it failed or was let go. */
  async run(ask: (how: How) => Promise<T>): Promise<T | null> {
    this.stop();
    const mine = new AbortController();
    this.#running = mine;
    this.busy = true;
    try {
      for (let turn = 0; ; turn += 1) {
        const told = await ask({ signal: mine.signal, unattended: turn > 0 });
        if (mine.signal.aborted) return null;
        this.told = told;
        this.parts = { done: told.done, total: told.total };
        if (told.state === "failed") throw new Error(told.problem);
        if (told.state === "done") return told;
        await pause(this.every, mine.signal);
      }
    } catch (error) {
      if (!mine.signal.aborted) this.problem = asProblem(error);
      return null;
    } finally {
      if (this.#running === mine) {
        this.#running = null;
        this.busy = false;
      }
    }
  }

  /** Let go of what is asked, and forget what was told: it answers no other question. */
  stop(): void {
    this.#running?.abort();
    this.#running = null;
    this.busy = false;
    this.told = null;
    this.problem = null;
    this.parts = { done: 0, total: 0 };
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new DOMException("let go", "AbortError"));
    });
  });
