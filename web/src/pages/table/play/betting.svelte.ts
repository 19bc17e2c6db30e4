/* One player's chips and decisions at a table: placed, sent, and never sent twice. */
import { t } from "../../../lib/language";
import { api, type Act, type Amount, type Offer, type SeatView, type TableCard } from "../../../lib/api";
import { dollars } from "../../../lib/money";
import { session } from "../../../lib/session.svelte";
import type { TableFeed } from "../../../lib/table/table.svelte";
import { complain, toast } from "../../../lib/toast.svelte";
import { play } from "../../../lib/table/sound";
import { again, chipsFor, doubled, firstChip, off, problems, put, putWords, same, total, type Wagers } from "./slip";

/** After a decision the buttons rest: the second half of a double click must not decide the next question. */
const REST_MS = 700;
/** The player sees a message if a decision has no answer by then. */
const SILENT_MS = 1_000;
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
  #card: () => TableCard | null;

  constructor(feed: () => TableFeed, me: () => string, card: () => TableCard | null = () => null) {
    this.#feed = feed;
    this.#me = me;
    this.#card = card;
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
  /** The boxes whose chips differ from what is wagered: they are bet together. */
  get open(): SeatView[] {
    return this.seats.filter((each) => !same(this.at(each.seat), each.wagers));
  }
  get changed(): boolean {
    return this.open.length > 0;
  }
  /** All chips of the player, at every box. */
  get total(): number {
    return this.seats.reduce((sum, each) => sum + total(this.at(each.seat)), 0);
  }
  /** The amount already wagered. */
  get wagered(): number {
    return this.seats.reduce((sum, each) => sum + total(each.wagers), 0);
  }
  get problems(): string[] {
    return this.seats.flatMap((each) => problems(this.offer(each.seat)?.amounts ?? [], this.at(each.seat)));
  }
  /** The price of staying in after these wagers, where the balance does not have it; 0 where it has. */
  get short(): number {
    const stay = this.#card()?.stay ?? 0;
    const antes = this.seats.reduce((sum, each) => sum + (this.at(each.seat)["ante"] ?? 0), 0);
    if (session.balance === null || !stay || !antes) return 0;
    const left = session.balance - (this.total - this.wagered);
    return left < stay * antes ? stay * antes : 0;
  }
  /** Why these wagers should not be made, though they may be; "" where nothing speaks against them. */
  get warning(): string {
    if (!this.short || session.balance === null) return "";
    const left = Math.max(0, session.balance - (this.total - this.wagered));
    return t("You would have {left} left. Staying in costs at least {short}: you could only fold.", { left: dollars(left), short: dollars(this.short) });
  }
  /** Whether nobody else sits here, and a bet stands: the player need not wait. */
  get alone(): boolean {
    const view = this.#view;
    return Boolean(
      view?.bets_open && this.wagered && view.seats.every((each) => each.player === this.#me()) && !this.changed,
    );
  }
  /** The player has no chips and no wager. */
  get empty(): boolean {
    return this.bounds.length > 0 && this.total === 0 && this.wagered === 0;
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
    return total(this.wagers) ? doubled(this.bounds, this.wagers) : null;
  }
  /** This seat's last wagers. */
  get before(): Wagers | null {
    return this.active ? this.#before(this.active.seat) : null;
  }
  #before(seat: number): Wagers | null {
    if (total(this.at(seat))) return null;
    const then = this.#view?.last?.seats.find((each) => each.seat === seat && each.player === this.#me());
    return again(this.offer(seat)?.amounts ?? [], then?.wagers ?? this.#kept());
  }
  /** The last wagers of all empty boxes, together. */
  get beforeAll(): number {
    return this.seats.reduce((sum, each) => sum + total(this.#before(each.seat) ?? {}), 0);
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
    const found = put(offer.amounts, this.at(seat), wager, this.chosen);
    if (found.problem) toast(found.problem);
    else {
      this.#set(seat, found.wagers);
      play("chip");
    }
  }
  /** The effect of `put` in words, for screen readers. */
  putting(seat: number, wager: string): string {
    return putWords(this.offer(seat)?.amounts ?? [], this.at(seat), wager, this.chosen);
  }
  takeOff(seat: number, wager: string): void {
    const offer = this.offer(seat);
    if (!offer) return;
    this.seat = seat;
    this.#set(seat, off(offer.amounts, this.at(seat), wager));
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
    if (seat && total(this.wagers)) this.#set(seat.seat, {});
  }
  double(): void {
    const seat = this.active;
    if (seat && this.twice) this.#set(seat.seat, this.twice);
  }
  /** The wagers of the round before, at every box that is empty. */
  rebet(): void {
    const active = this.seat;
    for (const each of this.seats) {
      const before = this.#before(each.seat);
      if (before) this.#set(each.seat, before);
    }
    if (active) this.seat = active;
  }
  /** The shortest way to a bet: that of the round before at once, else the chosen chip where a bet begins. */
  async start(): Promise<void> {
    const [seat, bound] = [this.active, this.bounds[0]];
    if (!seat || !bound || !this.empty) return;
    if (!this.before) return this.put(seat.seat, bound.name);
    this.rebet();
    await this.bet();
  }
  /** The table has changed: chips that it shows as wagered are no longer drafts, and after betting there are none. */
  follow(): void {
    const open = Object.entries(this.slips).filter(
      ([number, slip]) => !same(slip, this.seats.find((each) => each.seat === Number(number))?.wagers ?? {}),
    );
    const over = !this.#view?.bets_open;
    if (over && open.length) toast(t("No more bets: chips you had not bet are returned."));
    const left = over ? [] : open;
    if (left.length === Object.keys(this.slips).length) return;
    this.slips = Object.fromEntries(left);
    this.#history = this.#history.filter((each) => each.seat in this.slips);
  }

  /** The wagers of every box, one act a box: those that the house refuses stay where they lie. */
  async bet(): Promise<void> {
    if (!this.changed || this.sending || this.problems.length) return;
    const open = this.open.map(({ seat }) => ({ seat, wagers: { ...this.at(seat) } }));
    this.#sending = true;
    try {
      for (const { seat, wagers } of open) {
        this.#landed = await this.#feed().send({ act: "bet", seat, wagers });
        this.#keep(wagers);
      }
    } catch (error) {
      complain(error);
      return;
    } finally {
      this.#sending = false;
    }
    // Continue at another of the player's boxes that is still empty.
    const next = this.seats.find((each) => !total(this.at(each.seat)));
    if (next) this.seat = next.seat;
  }

  /** Alone at the table: nobody else needs the time that is left. */
  async deal(): Promise<void> {
    if (this.alone) await this.do({ act: "close_bets" });
  }

  /** Play money for somebody who cannot make the least bet any more; true once it is there. */
  async topUp(): Promise<boolean> {
    const least = this.#card()?.least_round ?? 0;
    const held = session.balance;
    if (!session.me?.demo || held === null || !this.empty || !this.#view?.bets_open || held >= least) return false;
    try {
      const { count } = await api.post("/api/stake");
      await session.refreshBalance();
      if (count) toast(t("You had {held} left, too little for a round. You received {count} in play money.", { held: dollars(held), count: dollars(count) }), "good");
      return count > 0;
    } catch {
      return false; // the button for it is there
    }
  }

  async decide(seat: number, action: string, amount: number): Promise<void> {
    if (this.resting) return;
    this.resting = true;
    const began = Date.now();
    const silent = setTimeout(
      () => toast(t("The table has not answered yet. Your decision is resent automatically and counts once it arrives.")),
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
