/* The wagers of a seat as the dealer counts or marks them, before they are sent. Bounds are the server's to check. */
import type { Amount, SeatView } from "../../../lib/api";

function without(wagers: Readonly<Record<string, number>>, name: string): Record<string, number> {
  return Object.fromEntries(Object.entries(wagers).filter(([each]) => each !== name));
}

export class BetDraft {
  seat = $state(0);
  wagers = $state<Record<string, number>>({});
  selected = $state("");
  /** Dollars that are being typed. */
  figure = $state("");
  /** Amounts are not entered: a wager is made or not. */
  marking = $state(false);
  /** By coupon: the wager it accompanies. A coupon is drafted like a wager, but is not money. */
  #beside = $state<Record<string, string>>({});
  #placed = $state<Record<string, number>>({});

  /** Load a seat from the table. */
  take(seat: SeatView, bounds: readonly Amount[], marking = false): void {
    this.seat = seat.seat;
    this.marking = marking;
    this.#beside = Object.fromEntries(bounds.flatMap(({ name, beside }) => (beside ? [[name, beside]] : [])));
    const coupons = Object.entries(this.#beside).map(([name, beside]) => [name, seat.match_play?.[beside] ?? 0] as const);
    this.#placed = { ...seat.wagers, ...Object.fromEntries(coupons.filter(([, face]) => face > 0)) };
    this.wagers = { ...this.#placed };
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
    const none = this.marking ? -1 : 0;
    return [...names].some((name) => (this.wagers[name] ?? none) !== (this.#placed[name] ?? none));
  }
  get total(): number {
    return Object.values(this.made).reduce((sum, each) => sum + each, 0);
  }
  /** The wagers without those of nothing; where they are marked, all of them. */
  get made(): Record<string, number> {
    if (this.marking) return { ...this.wagers };
    return Object.fromEntries(Object.entries(this.wagers).filter(([name, amount]) => amount > 0 && !(name in this.#beside)));
  }
  /** The coupons, by the wager each accompanies. */
  get coupons(): Record<string, number> {
    return Object.fromEntries(
      Object.entries(this.#beside).flatMap(([name, beside]) => (this.wagers[name] ? [[beside, this.wagers[name]]] : [])),
    );
  }

  select(name: string): void {
    this.selected = name;
    this.figure = "";
  }

  /** Choose a wager; one that has a single amount is put down, or taken back. */
  choose(each: Amount, bounds: readonly Amount[]): void {
    this.select(each.name);
    const only = each.only.length === 1 ? each.only[0] : undefined;
    if (only !== undefined) this.put(each.name, this.wagers[each.name] ? 0 : only, bounds);
  }

  /** Choose a coupon; chosen already, choose the wager it accompanies. */
  turn(coupon: Amount): void {
    this.select(this.selected === coupon.name ? (coupon.beside ?? "") : coupon.name);
  }

  /** Put an amount on a wager; wagers that must equal it follow. */
  put(name: string, amount: number, bounds: readonly Amount[]): void {
    const next = { ...this.wagers, [name]: amount };
    for (const each of bounds) if (each.equals === name) next[each.name] = amount;
    this.wagers = next;
  }

  /** Mark a wager, or take the mark back; one of several fixed amounts comes after the other. */
  mark(each: Amount, bounds: readonly Amount[]): void {
    const steps = each.only.length ? each.only : [0];
    const now = this.wagers[each.name];
    const next = now === undefined ? steps[0] : steps[steps.indexOf(now) + 1];
    this.wagers = without(this.wagers, each.name);
    if (next !== undefined) this.wagers = { ...this.wagers, [each.name]: next };
    for (const other of bounds)
      if (other.equals === each.name)
        this.wagers = next === undefined ? without(this.wagers, other.name) : { ...this.wagers, [other.name]: next };
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
