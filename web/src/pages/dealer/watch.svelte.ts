/* How long the session still lasts. The server ends it; this page only predicts the end, and a person's activity extends it. */
import { api } from "../../lib/api";
import { session } from "../../lib/session.svelte";

const LOOK_MS = 10_000;
const TOUCH_MS = 10_000;
/** When the end is announced. */
export const WARN_MS = 30_000;

export class Watch {
  /** Milliseconds until the station locks; null without a session. */
  left = $state<number | null>(null);
  #touched = 0;
  #checked = 0;
  #timer: ReturnType<typeof setInterval>;

  constructor(private readonly clock: () => number) {
    this.#timer = setInterval(() => this.#tick(), 500);
    this.#tick();
  }

  get soon(): boolean {
    return this.left !== null && this.left <= WARN_MS;
  }

  /** Somebody used the station: extend the session now and then. */
  touch(): void {
    const now = Date.now();
    if (!session.me || now - this.#touched < (this.soon ? 1_000 : TOUCH_MS)) return;
    this.#touched = now;
    api
      .get("/api/session")
      .then((response) => {
        if (session.me) session.me = response;
      })
      .catch(() => undefined);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #tick(): void {
    const me = session.me;
    this.left = me ? Math.max(0, me.expires - this.clock()) : null;
    const now = Date.now();
    const due = this.left === 0 ? 1_000 : LOOK_MS;
    if (me && now - this.#checked >= due) {
      this.#checked = now;
      session.look().catch(() => undefined);
    }
  }
}
