/* Hands are shown before they are paid: results are held back for a while after a round. */
import { untrack } from "svelte";

/** How long hands stay after the last card. */
const SHOWN_MS = 1_300;

interface Shown {
  /** The number of the last round that is over. */
  last: () => number;
  /** Changes when the table came whole, not by events: nothing is held back then. */
  jump: () => number;
  moving: () => boolean;
  /** How long the cards take that are on their way. */
  lasts: () => number;
  onbusy: (busy: boolean) => void;
}

export class Showing {
  holding = $state(false);
  #onbusy: (busy: boolean) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #seen: { last: number; jump: number } | null = null;

  /** Create it while a component initializes. */
  constructor({ last, jump, moving, lasts, onbusy }: Shown) {
    this.#onbusy = onbusy;
    $effect.pre(() => {
      const now = { last: last(), jump: jump() };
      const goes = moving();
      untrack(() => {
        const before = this.#seen;
        const fresh = before !== null && now.last > before.last && now.jump === before.jump;
        if (before !== null && now.jump !== before.jump) this.rest();
        this.#seen = now;
        if (!fresh || !goes) return;
        this.holding = true;
        onbusy(true);
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.rest(), lasts() + SHOWN_MS);
      });
    });
    $effect(() => () => clearTimeout(this.#timer));
  }

  /** Stop holding results back. */
  rest(): void {
    clearTimeout(this.#timer);
    this.holding = false;
    this.#onbusy(false);
  }
}
