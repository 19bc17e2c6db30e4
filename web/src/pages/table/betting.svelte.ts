/* One player's chips and decisions at a table: what is put down, what is sent, and never twice. */
import type { Act, Amount, Offer, SeatView } from "../../lib/api";
import type { TableFeed } from "../../lib/table.svelte";
import { complain, toast } from "../../lib/toast.svelte";
import { play } from "../../lib/sound";
import { again, chipsFor, doubled, firstChip, off, problems, put, same, total, type Wagers } from "./slip";

/** After a decision the buttons rest: the second half of a double click must not decide the next question. */
const REST_MS = 700;
const KEPT = "croupier.bets.";

export class Betting {
  /** By seat, what is put down and not wagered. */
  slips = $state.raw<Readonly<Record<number, Wagers>>>({});
  chip = $state(0);
  /** The seat that the keys and the buttons below the felt are for. */
  seat = $state(0);
  spot = $state("");
  resting = $state(false);
  sending = $state(false);
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
  /** What lies before the active seat, wagered or not. */
  get wagers(): Wagers {
    const seat = this.active;
    return seat ? (this.slips[seat.seat] ?? seat.wagers) : {};
  }
  get placed(): Wagers {
    return this.active?.wagers ?? {};
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
  /** Nothing lies before the active seat, and nothing is wagered. */
  get empty(): boolean {
    return this.bounds.length > 0 && this.total === 0 && total(this.placed) === 0;
  }
  /** The area where a bet begins, "3/ante", as long as nothing lies there. */
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
    const before = this.slips[seat] ?? this.seats.find((each) => each.seat === seat)?.wagers ?? {};
    this.#history = [...this.#history, { seat, wagers: before }];
    this.slips = { ...this.slips, [seat]: wagers };
    this.seat = seat;
  }

  put(seat: number, wager: string): void {
    const offer = this.offer(seat);
    if (!offer) return;
    this.seat = seat;
    this.spot = `${seat}/${wager}`;
    const found = put(offer.amounts, this.wagers, wager, this.chosen);
    if (found.problem) toast(found.problem);
    else {
      this.#set(seat, found.wagers);
      play("chip");
    }
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
  /** What was put down and not wagered is taken back: the betting is over. */
  drop(): void {
    if (!Object.keys(this.slips).length) return;
    const lost = this.seats.some((each) => {
      const slip = this.slips[each.seat];
      return slip !== undefined && !same(slip, each.wagers);
    });
    this.slips = {};
    this.#history = [];
    if (lost) toast("No more bets: the chips that were not wagered are yours again.");
  }

  /** All wagers of the seat in one act. */
  async bet(): Promise<void> {
    const seat = this.active;
    if (!seat || !this.changed || this.sending || this.problems.length) return;
    const wagers = { ...this.wagers };
    this.sending = true;
    try {
      await this.#feed().send({ act: "bet", seat: seat.seat, wagers });
      const left = { ...this.slips };
      delete left[seat.seat];
      this.slips = left;
      this.#history = this.#history.filter((each) => each.seat !== seat.seat);
      this.#keep(wagers);
    } catch (error) {
      complain(error);
    } finally {
      this.sending = false;
    }
    // On to another seat of one's own that has no bet yet.
    const next = this.seats.find((each) => !Object.keys(each.wagers).length && !this.slips[each.seat]);
    if (next && next.seat !== seat.seat) this.seat = next.seat;
  }

  async decide(seat: number, action: string, amount: number): Promise<void> {
    if (this.resting) return;
    this.resting = true;
    const began = Date.now();
    try {
      await this.#feed().send({ act: "decide", seat, action, amount });
    } catch (error) {
      complain(error);
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
      // nothing may be kept here: then a bet is made anew
    }
  }
}
