/* A long computation of the server: requested, then polled until it is done. */
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
  response = $state.raw<T | null>(null);
  problem = $state.raw<Problem | null>(null);
  busy = $state(false);
  /** How many of how many parts are done. */
  parts = $state.raw({ done: 0, total: 0 });
  #running: AbortController | null = null;

  constructor(readonly every = 1000) {}

  get done(): boolean {
    return this.response?.state === "done";
  }

  /** Poll until it is done, and cancel the previous run. Null if it failed or was canceled. */
  async run(ask: (how: How) => Promise<T>): Promise<T | null> {
    this.stop();
    const mine = new AbortController();
    this.#running = mine;
    this.busy = true;
    try {
      for (let turn = 0; ; turn += 1) {
        const response = await ask({ signal: mine.signal, unattended: turn > 0 });
        if (mine.signal.aborted) return null;
        this.response = response;
        this.parts = { done: response.done, total: response.total };
        if (response.state === "failed") throw new Error(response.problem);
        if (response.state === "done") return response;
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

  /** Cancel the run and forget its response: it answers no other request. */
  stop(): void {
    this.#running?.abort();
    this.#running = null;
    this.busy = false;
    this.response = null;
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
