/* The payouts that the dealer makes now, seat by seat, and the wagers that a fold forfeits, from the table's events. */
import type { Result, View } from "../../lib/api";
import type { TableFeed } from "../../lib/table/table.svelte";
import { payout, payoutsOf, tick, ticksOf, type Payout } from "./station";

export class Payouts {
  list = $state.raw<readonly Payout[]>([]);
  /** The wagers collected from a seat that has just folded. */
  notice = $state.raw<{ seat: number; wagers: Record<string, number>; clauses: readonly string[] } | null>(null);
  /** The payouts the dealer ticked off, so that a reloaded page continues there. */
  #done: Set<string>;

  constructor(private readonly table: string) {
    this.#done = new Set(kept(table));
  }

  /** Read on with the table's events; the answer stops it. */
  follow(feed: TableFeed): () => void {
    return feed.onEvents((events, view) => {
      let queue = [...this.list];
      for (const event of events) {
        if (event.kind === "decided.v1") this.#folded(view, event.seat, event.clauses ?? []);
        if (event.kind === "bonus_handed_over.v1") queue.push(payout(view.round, event.seat, "fold", event.results));
        else if (event.kind === "seat_settled.v1" && (event.pending || Object.keys(event.results ?? {}).length))
          queue.push(...this.#undone(payout(view.round, event.seat, event.part, event.results), event.pending));
        else if (event.kind === "hand_taken_back.v1") {
          queue = queue.filter((each) => !(String(each.seat) in event.results));
          for (const [seat, results] of Object.entries(event.results)) this.#untick(ticksOf(payout(view.round, Number(seat), "", results)));
        } else if (event.kind === "decision_taken_back.v1") this.#unfold(view.round, event.seat);
        else if (event.kind === "cover_all_settled.v1")
          for (const [seat, result] of fromTheRight(event.results)) queue.push(payout(view.round, seat, "cover_all", { cover_all: result }));
        else if (event.kind === "round_settled.v1")
          for (const [seat, result] of fromTheRight(event.envy ?? {})) queue.push(payout(view.round, seat, "envy", { envy: result }));
        else if (event.kind === "irregularity_found.v1" && event.void === "all") queue = [];
        else if (event.kind === "round_ended.v1") queue = [];
        if (event.kind === "dealer_revealed.v1") this.notice = null;
      }
      this.list = queue;
    });
  }

  /** The wagers collected at a fold: shown at once, and not again at settlement. */
  #folded(view: View, number: number, clauses: readonly string[]): void {
    const seat = view.seats.find((each) => each.seat === number);
    const collected = Object.entries(seat?.forfeits ?? {});
    this.notice = collected.length ? { seat: number, wagers: Object.fromEntries(collected), clauses } : null;
    const lost = (stake: number): Result => ({ outcome: "lose", stake, paid: 0, returned: 0, net: -stake, clauses: [], hand: "", pays: "" });
    const results = Object.fromEntries(collected.map(([wager, stake]) => [wager, lost(stake)]));
    if (collected.length) this.#tick(payout(view.round, number, "fold", results));
  }

  /** The fold was taken back: its wagers lie there again. */
  #unfold(round: number, seat: number): void {
    this.#untick([...this.#done].filter((tick) => tick.startsWith(`${round}.${seat}.`)));
    if (this.notice?.seat === seat) this.notice = null;
  }

  #untick(ticks: readonly string[]): void {
    this.#done = new Set([...this.#done].filter((each) => !ticks.includes(each)));
    keep(this.table, [...this.#done]);
  }

  /** The rest of a payout; none if it is done. */
  #undone(each: Payout, waits = false): Payout[] {
    const left = Object.entries(each.results).filter(([wager, result]) => !this.#done.has(tick(each.round, each.seat, wager, result)));
    return left.length || waits ? [{ ...each, results: Object.fromEntries(left) }] : [];
  }

  /** The table was reloaded: read the payouts from it. */
  resynced(view: View): void {
    this.list = payoutsOf(view, this.#done);
  }

  /** The first payout is made. */
  paid(): void {
    const [first, ...rest] = this.list;
    if (!first) return;
    this.#tick(first);
    this.list = rest;
  }

  #tick(made: Payout): void {
    // Ticks of finished rounds are no longer needed.
    const before = [...this.#done].filter((tick) => tick.startsWith(`${made.round}.`));
    this.#done = new Set([...before, ...ticksOf(made)]);
    keep(this.table, [...this.#done]);
  }

  /** Every payout on the page is made: the dealer goes on with the next hand. */
  paidAll(): void {
    while (this.list.length) this.paid();
  }
}

/** Results by seat in the order of payment; an object lists its numbers from the lowest. */
const fromTheRight = (results: Record<string, Result>): [number, Result][] =>
  Object.entries(results)
    .map(([seat, result]): [number, Result] => [Number(seat), result])
    .sort(([one], [other]) => other - one);

const storage = (table: string): string => `croupier.dealer.${table}`;

function kept(table: string): string[] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(storage(table)) ?? "[]");
    return Array.isArray(found) ? found.filter((each) => typeof each === "string") : [];
  } catch {
    return [];
  }
}

function keep(table: string, ticks: string[]): void {
  try {
    sessionStorage.setItem(storage(table), JSON.stringify(ticks));
  } catch {
    // private windows may store nothing: it lasts for this page
  }
}
