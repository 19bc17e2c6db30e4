/* The wagers of a seat as the dealer counts them out, before they are sent. Bounds are the server's to check. */
import type { Amount, SeatView } from "../../lib/api";

export class BetDraft {
  seat = $state(0);
  wagers = $state<Record<string, number>>({});
  selected = $state("");
  /** Dollars that are being typed. */
  figure = $state("");
  #placed = $state<Record<string, number>>({});

  /** Take up a seat as it stands on the table. */
  take(seat: SeatView, bounds: readonly Amount[]): void {
    this.seat = seat.seat;
    this.#placed = { ...seat.wagers };
    this.wagers = { ...seat.wagers };
    this.figure = "";
    this.selected = bounds[0]?.name ?? "";
  }

  drop(): void {
    this.seat = 0;
    this.wagers = {};
    this.#placed = {};
    this.figure = "";
  }

  get dirty(): boolean {
    if (!this.seat) return false;
    const names = new Set([...Object.keys(this.wagers), ...Object.keys(this.#placed)]);
    return [...names].some((name) => (this.wagers[name] ?? 0) !== (this.#placed[name] ?? 0));
  }
  get total(): number {
    return Object.values(this.wagers).reduce((sum, each) => sum + each, 0);
  }
  /** The wagers without those of nothing. */
  get made(): Record<string, number> {
    return Object.fromEntries(Object.entries(this.wagers).filter(([, amount]) => amount > 0));
  }

  select(name: string): void {
    this.selected = name;
    this.figure = "";
  }

  /** Put an amount on a wager; what must be as much follows it. */
  put(name: string, amount: number, bounds: readonly Amount[]): void {
    const next = { ...this.wagers, [name]: amount };
    for (const each of bounds) if (each.equals === name) next[each.name] = amount;
    this.wagers = next;
  }

  chip(cents: number, bounds: readonly Amount[]): void {
    this.figure = "";
    this.put(this.selected, (this.wagers[this.selected] ?? 0) + cents, bounds);
  }

  /** A figure of whole dollars, key by key. */
  digit(key: string, bounds: readonly Amount[]): void {
    if (this.figure.length >= 6) return;
    this.figure = `${this.figure}${key}`.replace(/^0+(?=\d)/, "");
    this.put(this.selected, Number(this.figure) * 100, bounds);
  }

  back(bounds: readonly Amount[]): void {
    this.figure = this.figure.slice(0, -1);
    this.put(this.selected, Number(this.figure || "0") * 100, bounds);
  }

  set(wagers: Record<string, number>): void {
    this.wagers = { ...wagers };
    this.figure = "";
  }
}
