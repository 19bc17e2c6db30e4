/* The page's record of each round's shuffle, to check against the reveal. */
import type { TableEvent, View } from "../../lib/api";

export interface RoundSeen {
  /** The commitment that this page showed; "" where it came after no more bets. */
  commitment: string;
  /**
   * Whether a bet, or words of this page, rely on it. Until then a new shuffle may replace it. After that the
   * first one is kept, and a replacement is detected.
   */
  relied: boolean;
  events: TableEvent[];
  added: string[];
  /** Whether every card that was dealt came by as an event. */
  whole: boolean;
}

const KEPT = 20;
const NOTHING: RoundSeen = { commitment: "", relied: false, events: [], added: [], whole: false };

export class Rounds {
  #rounds = $state.raw<ReadonlyMap<number, RoundSeen>>(new Map());
  #now = 0;

  of(round: number): RoundSeen | undefined {
    return this.#rounds.get(round);
  }
  #change(round: number, change: Partial<RoundSeen>): void {
    const before = this.#rounds.get(round) ?? NOTHING;
    const all = [...this.#rounds.entries()].filter(([each]) => each !== round);
    all.push([round, { ...before, ...change }]);
    this.#rounds = new Map(all.slice(-KEPT));
  }
  /**
   * The table as it is now: while bets are open, the commitment of the round to come; and whether a bet of
   * one's own is on its way, which the server may have read before it shows it.
   */
  saw(view: View, betting = false): void {
    if (!view.bets_open || !view.commitment) return;
    this.#now = view.round;
    const known = this.of(view.round) ?? NOTHING;
    if (known.commitment !== view.commitment && !(known.commitment && known.relied))
      this.#change(view.round, { commitment: view.commitment, whole: true });
    if (betting || view.seats.some((each) => Object.keys(each.wagers).length > 0)) this.rely(view.round);
  }
  /** Something leaves the page after which the seed must not change. */
  rely(round: number): void {
    if (!this.of(round)?.relied) this.#change(round, { relied: true });
  }
  /** The table was reloaded during a round: cards dealt in between are unknown here. */
  missed(view: View): void {
    this.#now = view.round;
    if (!view.bets_open) this.#change(view.round, { whole: false });
  }
  happened(events: readonly TableEvent[]): void {
    for (const event of events) {
      if (event.kind === "bets_closed.v1") this.#now = event.round;
      else if (!this.#now) continue;
      else if (event.kind === "bet_placed.v1") this.rely(this.#now);
      else if (event.kind === "dealt.v1")
        this.#change(this.#now, { events: [...(this.of(this.#now)?.events ?? []), event] });
    }
  }
  added(round: number, words: string): void {
    this.#change(round, { added: [...(this.of(round)?.added ?? []), words] });
  }
}
