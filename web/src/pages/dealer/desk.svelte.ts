/* The station's own state: the dealer's current task, from the server's offers. It decides nothing. */
import { untrack } from "svelte";
import { api, asProblem, type Act, type Amount, type Offer, type Problem, type SeatView, type View } from "../../lib/api";
import { TableFeed } from "../../lib/table/table.svelte";
import { cardsOf, codes } from "../../lib/table/cards";
import { BetDraft } from "./entry/bets.svelte";
import { CardDraft } from "./entry/draft.svelte";
import { actOf, dueOffer } from "./due";
import { actLabel, betsLabel, cardsLabel, doneWords, namesThen, withThen } from "./keys/labels";
import { Payouts } from "./payments.svelte";
import { choicesOf, DEALER, lastWagers, offersOf, placeOf, placeWords, returned, seenCards, type Choice, type Payout } from "./station";

export type Mode = "payout" | "count" | "bets" | "cards" | "decide" | "act" | "wait";

export interface Primary {
  label: string;
  run: () => void;
  /** Something is to be entered first. */
  waiting?: boolean;
}

export class Desk {
  feed = $state.raw() as TableFeed;
  #refused = $state.raw<{ problem: Problem; at: string } | null>(null);
  busy = $state(false);
  bets = new BetDraft();
  count = $state("");
  back = $state("");
  other = $state("");
  payouts: Payouts;

  view: View | null = $derived.by(() => this.feed.view);
  step = $derived(this.view?.step ?? null);
  seats = $derived(this.view?.seats ?? []);
  /** The offer of the step that is due. */
  due: Offer | null = $derived.by(() => dueOffer(this.view));
  mode: Mode = $derived.by(() => this.#modeNow());
  /** Which step is due: another one is another key. */
  #at = $derived.by(() => {
    const due = this.due;
    return due ? [this.view?.round, due.act, due.name, due.seat].join() : "";
  });
  #draftKey = $derived.by(() => {
    const asks = this.due?.asks ?? [];
    return asks.length ? [this.#at, ...asks.map((ask) => `${ask.name}${ask.least}-${ask.most}`)].join() : "";
  });
  #named = { key: "", drafts: [] as CardDraft[] };
  /** The cards to be named for the step, place by place; other table events do not change them. */
  drafts: CardDraft[] = $derived.by(() => {
    const key = this.#draftKey;
    if (key !== this.#named.key) this.#named = { key, drafts: untrack(() => this.#draftsFor(key)) };
    return this.#named.drafts;
  });
  draft: CardDraft | null = $derived(
    this.mode === "cards" ? (this.drafts.find((each) => !each.full) ?? this.drafts.at(-1) ?? null) : null,
  );
  choices: Choice[] = $derived.by(() => {
    const due = this.due;
    if (this.mode !== "decide" || !due) return [];
    return choicesOf(due.amounts, this.seat(due.seat)?.wagers.ante ?? 0);
  });
  /** The decision that one key enters for this seat and all that are still to decide. */
  rest: Choice | null = $derived.by(() => this.choices.find((each) => !each.amount && !each.times) ?? null);
  /** The least wager, which one key enters for this seat and all that are still to decide. */
  restWager: Choice | null = $derived.by(() => this.choices.find((each) => each.amount > 0 || each.times > 0) ?? null);
  /** The seats without a bet that may bet as in the last round. */
  again: SeatView[] = $derived.by(() => this.#unbet().filter((each) => this.view && lastWagers(this.view, each.seat)));
  /** The shuffle is due, and the bets of the last round may follow it by the same entry. */
  againAfterShuffle: boolean = $derived.by(() => {
    const view = this.view;
    if (!view || this.mode !== "act" || this.due?.act !== "shuffle") return false;
    return view.seats.some((each) => lastWagers(view, each.seat));
  });
  /** The other seats without a bet, where this seat's bets are entered. */
  others: SeatView[] = $derived.by(() =>
    Object.keys(this.bets.made).length ? this.#unbet().filter((each) => each.seat !== this.bets.seat) : [],
  );
  /** The count that the progressive system accepted; the stub is counted blind. */
  expected: string = $derived.by(() => {
    if (this.due?.act !== "count" || this.due.name !== "progressive_count") return "";
    return String(this.seats.filter((each) => "progressive" in each.wagers).length);
  });
  /** A folded hand that wins no bonus may be declared, instead of naming its cards. */
  declare: Offer | null = $derived.by(() => (this.view && this.mode === "cards" ? (offersOf(this.view, "declare")[0] ?? null) : null));
  /** The last decision, or the hand turned last, while it may be taken back. */
  takeBack: Offer | null = $derived.by(() => (this.view ? (offersOf(this.view, "take_back")[0] ?? null) : null));
  current: Payout | null = $derived.by(() => this.payouts.list[0] ?? null);
  primary: Primary | null = $derived.by(() => this.#primaryNow());

  /** Why the last act was refused, until the next step. */
  problem: Problem | null = $derived(this.#refused?.at === this.#at ? this.#refused.problem : null);

  constructor(readonly table: string) {
    this.feed = new TableFeed(table);
    this.payouts = new Payouts(table);
    this.#stop = this.payouts.follow(this.feed);
  }

  #stop: () => void;

  /** Reconnect after a new sign-in; the current entry stays. */
  reopen(): void {
    this.close();
    this.feed = new TableFeed(this.table);
    this.#stop = this.payouts.follow(this.feed);
  }

  close(): void {
    this.#stop();
    this.feed.close();
  }

  seat(number: number): SeatView | undefined {
    return this.seats.find((each) => each.seat === number);
  }

  seen(): ReadonlyMap<string, string> {
    return this.view ? seenCards(this.view) : new Map<string, string>();
  }

  /** Dismiss the refusal. */
  forget(): void {
    this.#refused = null;
  }

  async send(act: Act): Promise<boolean> {
    this.forget();
    this.busy = true;
    try {
      // A sensitive act may need a fresh proof of identity, which only HTTP requests can ask for.
      if (act.act === "validate") await api.post("/api/jackpots/{table}/{award}/validate", { path: { table: this.table, award: act.award } });
      else await this.feed.send(act);
      return true;
    } catch (error) {
      this.#refused = { problem: asProblem(error), at: this.#at };
      return false;
    } finally {
      this.busy = this.#held;
    }
  }

  /** Several acts are sent for one entry: the station stays busy between them. */
  #held = false;

  async #together(work: () => Promise<unknown>): Promise<void> {
    if (this.#held) return;
    this.#held = true;
    try {
      await work();
    } finally {
      this.#held = this.busy = false;
    }
  }

  /** Confirm the joined steps that the button named, one after the other as they come due. */
  async #confirmJoined(named: readonly string[]): Promise<boolean> {
    for (const name of named) {
      if (this.mode !== "act" || !this.due?.joined || this.due.name !== name) break;
      if (!(await this.#perform())) return false;
    }
    return true;
  }

  /** The cards of a coming step confirm the steps before it: keys and scans wait until it is due. */
  #early: { text: string; scanned: boolean }[] = [];

  /** Whether cards may be entered now although a step before theirs is not confirmed yet. */
  get takesEarly(): boolean {
    return this.#early.length > 0 || (this.mode === "act" && !this.busy && (this.due?.then?.at(-1)?.enters ?? false));
  }

  cardsEarly(text: string, scanned: boolean): void {
    this.#early.push({ text, scanned });
    if (this.#early.length > 1) return;
    void this.#together(async () => {
      while (this.mode === "act" && this.due?.then?.at(-1)?.enters) if (!(await this.#perform())) break;
      const entered = this.#early;
      this.#early = [];
      for (const each of entered) {
        if (each.scanned) this.draft?.scan(each.text);
        else this.draft?.type(each.text);
      }
      if (this.#complete()) await this.sendCards();
    });
  }

  /** Every payout that is listed is made, and the table goes on as after the last of them. */
  paidAll(): void {
    while (this.payouts.list.length > 1) this.payouts.paid();
    this.primary?.run();
  }

  /** The payout is made; a next hand whose cards are known is turned. */
  #paidAndTurned(): void {
    this.payouts.paid();
    if (this.mode === "cards" && this.drafts.every((each) => each.ready && !each.least)) void this.sendCards();
  }

  /** Send an act, and wait until the page shows its result. */
  async #sendAndSee(act: Act): Promise<boolean> {
    const before = this.view?.version ?? 0;
    if (!(await this.send(act))) return false;
    for (let tries = 0; tries < 200 && (this.view?.version ?? 0) === before; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 10));
    return true;
  }

  /** The seats without a bet, in their order. */
  #unbet(): SeatView[] {
    return this.view?.bets_open ? this.seats.filter((each) => !Object.keys(each.wagers).length) : [];
  }

  /** All seats without a bet as in the last round; the first that is refused ends it. */
  async repeatBets(): Promise<void> {
    await this.#together(() => this.#repeatBets());
  }

  async #repeatBets(): Promise<void> {
    for (const { seat } of this.again) {
      const wagers = this.view ? lastWagers(this.view, seat) : null;
      if (wagers && !(await this.#sendAndSee({ act: "bet", seat, wagers, match_play: {} }))) return;
    }
  }

  /** The cards are shuffled, and the bets are those of the last round. */
  async shuffleAndRepeat(): Promise<void> {
    await this.#together(async () => {
      if ((await this.#perform()) && this.view?.bets_open) await this.#repeatBets();
    });
  }

  /** This seat's bets for it and every other seat without one. */
  async copyBets(): Promise<void> {
    const { seat, made } = this.bets;
    const seats = this.others.map((each) => each.seat);
    if (this.bets.dirty && !(await this.#sendAndSee({ act: "bet", seat, wagers: made, match_play: this.bets.coupons }))) return;
    const placed = this.seat(seat);
    if (placed) this.takeBets(placed);
    await this.#together(async () => {
      for (const each of seats)
        if (!(await this.#sendAndSee({ act: "bet", seat: each, wagers: made, match_play: {} }))) return;
    });
  }

  /** This seat and all that are still to decide at this step wager nothing, or each the least. */
  async decideRest(wager = false): Promise<void> {
    const step = this.due?.name;
    const left = this.seats.length;
    await this.#together(async () => {
      for (let asked = 0; asked < left && this.due?.act === "decide" && this.due.name === step; asked += 1) {
        const [rest, seat] = [wager ? this.restWager : this.rest, this.due.seat];
        if (!rest) return;
        const { action, amount, times } = rest;
        if (!(await this.#sendAndSee({ act: "decide", seat, action, amount, times }))) return;
      }
    });
  }

  /** Cards that are complete are entered at once; what was entered can be taken back. */
  cardsAdded(): void {
    if (!this.busy && this.#complete()) void this.sendCards();
  }

  #complete(): boolean {
    if (this.mode !== "cards" || !this.drafts.length || this.draft?.problem) return false;
    return this.drafts.every((each) => each.full && !each.text);
  }

  /** Cards of a place from a shoe or camera: for the step that asks for them, or ahead of their turn. Returns why if refused. */
  async feedCards(place: number, text: string): Promise<string> {
    const { cards, wrong } = cardsOf(text);
    if (wrong || !cards) return `“${wrong || text}” is not a card: the device sent it for ${placeWords(place).toLowerCase()}.`;
    const draft = this.mode === "cards" ? this.drafts.find((each) => each.where === placeWords(place)) : undefined;
    if (draft) {
      draft.scan(cards);
      this.cardsAdded();
      return "";
    }
    const offer = this.view ? offersOf(this.view, "enter").find((each) => each.seat === place) : undefined;
    if (!offer) return `The device sent cards for ${placeWords(place).toLowerCase()}, but none are needed there now.`;
    await this.#sendAndSee({ act: "enter", to: place, cards, discards: false });
    return "";
  }

  /** The last decision, or the hand turned last, was entered wrongly. */
  async takeBackLast(): Promise<void> {
    const last = this.takeBack;
    for (const each of this.#named.drafts) each.clear();
    if (last) await this.#sendAndSee({ act: "take_back", seat: last.seat });
  }

  /** The folded hand that is looked at wins no bonus. */
  async declareNoBonus(): Promise<void> {
    const offer = this.declare;
    if (offer) await this.#sendAndSee({ act: "declare", seat: offer.seat });
  }

  async decide(choice: { action: string; amount: number; times?: number }): Promise<void> {
    const due = this.due;
    if (!due) return;
    const { action, amount, times = 0 } = choice;
    if (await this.send({ act: "decide", seat: due.seat, action, amount, times })) this.other = "";
  }

  async placeBets(): Promise<void> {
    const { seat, made, coupons } = this.bets;
    if (!(await this.send({ act: "bet", seat, wagers: made, match_play: coupons }))) return;
    const next = this.seats.find((each) => each.seat > seat && !Object.keys(each.wagers).length);
    const now = next ?? this.seat(seat);
    if (now) this.takeBets(now.seat === seat ? { ...now, wagers: made, match_play: coupons } : now);
  }

  /** Take up the bets of a seat as they stand. */
  takeBets(seat: SeatView): void {
    this.bets.take(seat, [...(this.view?.wagers ?? []), ...this.couponsOf(seat.seat)], this.view?.amounts === false);
  }

  /** The coupons that a seat's bet may have, as the server offers them. */
  couponsOf(seat: number): readonly Amount[] {
    const offers = this.view ? offersOf(this.view, "bet") : [];
    return offers.find((each) => each.seat === seat)?.coupons ?? [];
  }

  async enterCount(): Promise<void> {
    const due = this.due;
    const count = this.count || this.expected;
    if (!due || !count) return;
    const name = due.act === "count" ? due.name : "stub_count";
    const named = namesThen(due);
    await this.#together(async () => {
      if (!(await this.#sendAndSee({ act: "count", step: name, count: Number(count) }))) return;
      this.count = "";
      if (!this.view?.mismatch) await this.#confirmJoined(named);
    });
  }

  async sendCards(): Promise<void> {
    const due = this.due;
    if (!due) return;
    const open = this.drafts.find((each) => !each.ready);
    if (open) {
      open.ask();
      return;
    }
    if (due.act === "deal") {
      const cards = Object.fromEntries(
        (due.asks ?? []).map((ask, at) => [String(placeOf(ask.name)), this.drafts[at]?.value ?? ""]),
      );
      await this.send({ act: "deal", step: due.name, cards });
    } else {
      const cards = this.drafts[0]?.value ?? "";
      await this.send(due.act === "enter" ? { act: "enter", to: due.seat, cards, discards: due.name === "discards" } : { act: "show", to: due.seat, cards });
    }
  }

  /** The step that is due is done, and with it the joined steps that follow. */
  async perform(): Promise<void> {
    const named = namesThen(this.due);
    await this.#together(async () => (await this.#perform()) && (await this.#confirmJoined(named)));
  }

  async #perform(): Promise<boolean> {
    const due = this.due;
    if (!due) return false;
    const done = await this.#sendAndSee(actOf(due, this.back));
    if (done && due.name === "receive") this.back = "";
    return done;
  }

  /** The last payout is made, and the joined steps after the settlement with it. */
  #paidAndCollected(): void {
    const named = this.due ? [this.due.name, ...namesThen(this.due)] : [];
    this.payouts.paid();
    if (!this.payouts.list.length) void this.#together(() => this.#confirmJoined(named));
  }

  #modeNow(): Mode {
    const { view, due } = this;
    if (this.payouts.list.length) return "payout";
    if (!view) return "wait";
    if (view.bets_open) return "bets";
    if (!due) return "wait";
    if (due.act === "count") return "count";
    if (due.act === "decide") return "decide";
    if (due.asks?.length) return "cards";
    return "act";
  }

  #primaryNow(): Primary | null {
    const { due, bets } = this;
    switch (this.mode) {
      case "payout": {
        const next = this.payouts.list[1];
        const [paid, taken] = this.current && returned(this.current) ? ["Returned", "Returned"] : ["Paid", "Paid and taken"];
        if (next) return { label: `${paid}. Next: seat ${next.seat}`, run: () => this.payouts.paid() };
        if (due?.joined && !due.asks?.length)
          return { label: withThen(`${taken} + ${doneWords(due.name)}`, due), run: () => this.#paidAndCollected() };
        if (due?.act !== "show" || !due.seat) return { label: taken, run: () => this.payouts.paid() };
        return { label: `${paid}. Turn seat ${due.seat}`, run: () => this.#paidAndTurned() };
      }
      case "bets":
        if (bets.dirty)
          return { label: betsLabel(bets, this.view), run: () => void this.placeBets() };
        return due ? { label: withThen(due.says ? `“${due.says}”` : "Close the bets", due), run: () => void this.perform() } : null;
      case "count":
        return {
          label: withThen(this.count || this.expected ? `Enter the count: ${this.count || this.expected}` : "Enter the count", due),
          waiting: !this.count && !this.expected,
          run: () => void this.enterCount(),
        };
      case "cards":
        return {
          label: cardsLabel(due, this.drafts),
          waiting: this.drafts.some((each) => !each.ready),
          run: () => void this.sendCards(),
        };
      case "act":
        return due ? { label: actLabel(due), run: () => void this.perform() } : null;
      default:
        return null;
    }
  }

  #draftsFor(key: string): CardDraft[] {
    const due = this.due;
    if (!key || !due) return [];
    return (due.asks ?? []).map((ask) =>
      ask.name === "cards" ? this.handDraft(due.seat, ask.least, ask.most, due.name === "discards" || ask.least < ask.most) : this.#upDraft(ask),
    );
  }

  /** The face-up cards of a deal. */
  #upDraft(ask: Amount): CardDraft {
    return new CardDraft(placeWords(placeOf(ask.name)), ask.least, ask.most, () => this.seen());
  }

  /** All cards of a hand; its face-up cards are already known. */
  handDraft(place: number, least: number, most: number, part = false): CardDraft {
    const up = codes((place === DEALER ? this.view?.dealer.cards : this.seat(place)?.cards) ?? "");
    const draft = new CardDraft(placeWords(place), least, most, () => this.#seenBut(place), part);
    if (least > 0) draft.cards = up;
    return draft;
  }

  /** The face-up cards elsewhere; those of the place itself may be entered again with its hand. */
  #seenBut(place: number): ReadonlyMap<string, string> {
    const seen = new Map(this.seen());
    const own = place === DEALER ? this.view?.dealer.cards : this.seat(place)?.cards;
    for (const code of codes(own ?? "")) seen.delete(code);
    return seen;
  }
}
