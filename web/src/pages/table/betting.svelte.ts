/* One player's chips and decisions at a table: what is put down, what is sent, and never twice. */
import type { Act, Amount, Offer, SeatView } from "../../lib/api";
import type { TableFeed } from "../../lib/table.svelte";
import { complain, toast } from "../../lib/toast.svelte";
import { play } from "../../lib/sound";
import { again, chipsFor, doubled, firstChip, off, problems, put, putWords, same, total, type Wagers } from "./slip";

/** After a decision the buttons rest: the second half of a double click must not decide the next question. */
const REST_MS = 700;
/** If a decision has no answer by then, the player is told. */
const SILENT_MS = 1_500;
const KEPT = "croupier.bets.";

export class Betting {
  /** By seat, chips placed and not wagered. */
  slips = $state.raw<Readonly<Record<number, Wagers>>>({});
  chip = $state(0);
  /** The seat that the keys and the buttons below the felt are for. */
  seat = $state(0);
  resting = $state(false);
  #sending = $state(false);
  /** The version of the table that has the last bet in it. */
  #landed = $state(0);
  #history = $state.raw<readonly { seat: number; wagers: Wagers }[]>([]);
  #feed: () => TableFeed;
  #me: () => string;

  constructor(feed: () => TableFeed, me: () => string) {
    this.#feed = feed;
    this.#me = me;
  }

  get #view() {
    return this.#feed().view;
  }
  /** One's own seats. */
  get seats(): SeatView[] {
    const me = this.#me();
    return me ? (this.#view?.seats.filter((each) => each.player === me) ?? []) : [];
  }
  get active(): SeatView | undefined {
    return this.seats.find((each) => each.seat === this.seat) ?? this.seats[0];
  }
  offer(seat: number): Offer | undefined {
    return this.#view?.offers.find((each) => each.act === "bet" && each.seat === seat);
  }
  get bounds(): readonly Amount[] {
    const seat = this.active;
    return (seat && this.offer(seat.seat)?.amounts) ?? [];
  }
  get chips(): number[] {
    return this.bounds.length ? chipsFor(this.bounds) : [];
  }
  get chosen(): number {
    const chips = this.chips;
    return chips.includes(this.chip) ? this.chip : firstChip(this.bounds, chips);
  }
  /** The chips at one of the player's seats, wagered or not. */
  at(seat: number): Wagers {
    return this.slips[seat] ?? this.seats.find((each) => each.seat === seat)?.wagers ?? {};
  }
  /** The chips at the active seat. */
  get wagers(): Wagers {
    return this.active ? this.at(this.active.seat) : {};
  }
  get placed(): Wagers {
    return this.active?.wagers ?? {};
  }
  /** A bet is on its way until the table shows it; its answer may come before that or after it. */
  get sending(): boolean {
    return this.#sending || (this.#view?.version ?? 0) < this.#landed;
  }
  get changed(): boolean {
    return !same(this.wagers, this.placed);
  }
  get total(): number {
    return total(this.wagers);
  }
  get problems(): string[] {
    return problems(this.bounds, this.wagers);
  }
  /** The active seat has no chips and no wager. */
  get empty(): boolean {
    return this.bounds.length > 0 && this.total === 0 && total(this.placed) === 0;
  }
  /** The area where a bet begins, "3/ante", while it is empty. */
  get first(): string {
    const bound = this.bounds[0];
    return this.empty && this.active && bound ? `${this.active.seat}/${bound.name}` : "";
  }
  get canUndo(): boolean {
    return this.#history.length > 0 && Object.keys(this.slips).length > 0;
  }
  get twice(): Wagers | null {
    return this.total ? doubled(this.bounds, this.wagers) : null;
  }
  /** What this seat wagered the last time. */
  get before(): Wagers | null {
    const seat = this.active;
    if (!seat || this.total) return null;
    const then = this.#view?.last?.seats.find((each) => each.seat === seat.seat && each.player === this.#me());
    return again(this.bounds, then?.wagers ?? this.#kept());
  }

  #set(seat: number, wagers: Wagers): void {
    this.#history = [...this.#history, { seat, wagers: this.at(seat) }];
    this.slips = { ...this.slips, [seat]: wagers };
    this.seat = seat;
  }

  put(seat: number, wager: string): void {
    const offer = this.offer(seat);
    if (!offer) return;
    this.seat = seat;
    const found = put(offer.amounts, this.wagers, wager, this.chosen);
    if (found.problem) toast(found.problem);
    else {
      this.#set(seat, found.wagers);
      play("chip");
    }
  }
  /** What `put` would do, to be read out. */
  putting(seat: number, wager: string): string {
    return putWords(this.offer(seat)?.amounts ?? [], this.at(seat), wager, this.chosen);
  }
  takeOff(seat: number, wager: string): void {
    const offer = this.offer(seat);
    if (!offer) return;
    this.seat = seat;
    this.#set(seat, off(offer.amounts, this.wagers, wager));
  }
  undo(): void {
    const last = this.#history.at(-1);
    if (!last) return;
    this.#history = this.#history.slice(0, -1);
    this.slips = { ...this.slips, [last.seat]: last.wagers };
    this.seat = last.seat;
  }
  clear(): void {
    const seat = this.active;
    if (seat && this.total) this.#set(seat.seat, {});
  }
  double(): void {
    const seat = this.active;
    if (seat && this.twice) this.#set(seat.seat, this.twice);
  }
  rebet(): void {
    const seat = this.active;
    if (seat && this.before) this.#set(seat.seat, this.before);
  }
  /** The shortest way to a bet: that of the round before at once, else the chosen chip where a bet begins. */
  async start(): Promise<void> {
    const [seat, bound] = [this.active, this.bounds[0]];
    if (!seat || !bound || !this.empty) return;
    if (!this.before) return this.put(seat.seat, bound.name);
    this.rebet();
    await this.bet();
  }
  /** The table has changed: what it shows as wagered is put down no longer, and after the betting nothing is. */
  follow(): void {
    const open = Object.entries(this.slips).filter(
      ([number, slip]) => !same(slip, this.seats.find((each) => each.seat === Number(number))?.wagers ?? {}),
    );
    const over = !this.#view?.bets_open;
    if (over && open.length) toast("No more bets: chips you had not bet are returned.");
    const left = over ? [] : open;
    if (left.length === Object.keys(this.slips).length) return;
    this.slips = Object.fromEntries(left);
    this.#history = this.#history.filter((each) => each.seat in this.slips);
  }

  /** All wagers of the seat in one act. */
  async bet(): Promise<void> {
    const seat = this.active;
    if (!seat || !this.changed || this.sending || this.problems.length) return;
    const wagers = { ...this.wagers };
    this.#sending = true;
    try {
      this.#landed = await this.#feed().send({ act: "bet", seat: seat.seat, wagers });
      this.#keep(wagers);
    } catch (error) {
      complain(error);
      return;
    } finally {
      this.#sending = false;
    }
    // Continue at another of the player's seats that is still empty.
    const next = this.seats.find((each) => each.seat !== seat.seat && !total(this.at(each.seat)));
    if (next) this.seat = next.seat;
  }

  async decide(seat: number, action: string, amount: number): Promise<void> {
    if (this.resting) return;
    this.resting = true;
    const began = Date.now();
    const silent = setTimeout(
      () => toast("The table has not answered yet. Your decision counts once it arrives: it is sent again by itself."),
      SILENT_MS,
    );
    try {
      await this.#feed().send({ act: "decide", seat, action, amount });
    } catch (error) {
      complain(error);
    } finally {
      clearTimeout(silent);
    }
    setTimeout(() => (this.resting = false), Math.max(0, REST_MS - (Date.now() - began)));
  }

  async do(act: Act): Promise<void> {
    try {
      await this.#feed().send(act);
    } catch (error) {
      complain(error);
    }
  }

  #kept(): Wagers {
    try {
      const found = JSON.parse(sessionStorage.getItem(KEPT + this.#feed().table) ?? "{}") as Record<string, unknown>;
      return Object.fromEntries(
        Object.entries(found).filter((each): each is [string, number] => typeof each[1] === "number"),
      );
    } catch {
      return {};
    }
  }
  #keep(wagers: Wagers): void {
    try {
      if (total(wagers)) sessionStorage.setItem(KEPT + this.#feed().table, JSON.stringify(wagers));
    } catch {
      // storage is not available: the bet starts empty
    }
  }
}
