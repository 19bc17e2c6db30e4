/* What this page has seen of each round's shuffle: for checking it, against what is revealed afterwards. */
import type { TableEvent, View } from "../../lib/api";

export interface RoundSeen {
  commitment: string;
  events: TableEvent[];
  added: string[];
  /** Whether every card that was dealt came by as an event. */
  whole: boolean;
}

const KEPT = 20;

export class Rounds {
  #rounds = $state.raw<ReadonlyMap<number, RoundSeen>>(new Map());
  #now = 0;

  of(round: number): RoundSeen | undefined {
    return this.#rounds.get(round);
  }
  #change(round: number, change: Partial<RoundSeen>): void {
    const before = this.#rounds.get(round) ?? { commitment: "", events: [], added: [], whole: false };
    const all = [...this.#rounds.entries()].filter(([each]) => each !== round);
    all.push([round, { ...before, ...change }]);
    this.#rounds = new Map(all.slice(-KEPT));
  }
  /** The table as it is now: while bets are open, the commitment of the round to come. */
  saw(view: View): void {
    if (!view.bets_open || !view.commitment) return;
    this.#now = view.round;
    const known = this.of(view.round);
    if (known?.commitment !== view.commitment) this.#change(view.round, { commitment: view.commitment, whole: true });
  }
  /** The table came whole in the middle of something: what was dealt in between is not known here. */
  missed(view: View): void {
    if (!view.bets_open) this.#change(view.round, { whole: false });
  }
  happened(events: readonly TableEvent[]): void {
    for (const event of events) {
      if (event.kind === "bets_closed.v1") this.#now = event.round;
      else if (event.kind === "dealt.v1" && this.#now)
        this.#change(this.#now, { events: [...(this.of(this.#now)?.events ?? []), event] });
    }
  }
  added(round: number, words: string): void {
    this.#change(round, { added: [...(this.of(round)?.added ?? []), words] });
  }
}
