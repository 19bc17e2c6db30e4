/* Keys and scans at the station: they go to the cards being named, or to the step's own keys. */
import { cardsOf } from "../../../lib/table/cards";
import type { Desk } from "../desk.svelte";
import type { CardDraft } from "../entry/draft.svelte";
import { KeyReader } from "./keys";
import { couponKey, LAST_BETS, NO_BONUS, readFeed, REST, REST_WAGER, SAME_BETS, wagerKeys } from "../station";

export interface Around {
  locked: () => boolean;
  /** Whether a dialog is open. */
  dialog: () => boolean;
  /** The cards that are named in it. */
  inDialog: () => CardDraft | null;
  touched: () => void;
}

export class Keyboard {
  /** Input from a device that no step needs. */
  scanned = $state("");
  #keys = new KeyReader({ key: (key) => this.#key(key), scan: (text) => this.#scan(text) });

  constructor(
    private readonly desk: Desk,
    private readonly around: Around,
  ) {}

  stop(): void {
    this.#keys.stop();
  }

  pressed(event: KeyboardEvent): void {
    this.around.touched();
    if (this.around.locked() || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("input, textarea, select")) return;
    const control = target?.closest("button, a, summary, [role=tab]");
    // A focused control handles its own keys.
    if (control && (event.key === "Enter" || event.key === " ")) {
      const draft = this.#naming();
      if (!draft?.cards.length && !draft?.text) return;
      if (event.key === "Enter") return;
    }
    if (event.key.length > 1 && event.key !== "Enter" && event.key !== "Backspace") return;
    if (event.key === " ") event.preventDefault();
    this.#keys.press(event.key, event.timeStamp);
  }

  /** The cards that are being named: in a dialog, or for the step. */
  #naming(): CardDraft | null {
    return this.around.dialog() ? this.around.inDialog() : this.desk.draft;
  }

  #scan(text: string): void {
    const { desk } = this;
    const dialog = this.around.dialog();
    this.scanned = "";
    this.#goOn(text);
    const fed = dialog ? null : readFeed(text);
    if (fed) {
      void desk.feedCards(fed.place, fed.cards).then((problem) => (this.scanned = problem));
      return;
    }
    if (!dialog && desk.takesEarly && cardsOf(text).cards) return desk.cardsEarly(text, true);
    const draft = this.#naming();
    if (draft) {
      draft.scan(text);
      if (!dialog) desk.cardsAdded();
    } else this.scanned = `“${text}” was scanned, but no cards are needed now.`;
  }

  /** The first card of the next hand says that the payouts before it are made. */
  #goOn(text: string): void {
    const { desk } = this;
    const asked = desk.mode === "payout" && desk.due?.asks?.length;
    if (!this.around.dialog() && asked && /^[@shdcakqjt\d]/i.test(text)) desk.payouts.paidAll();
  }

  #key(key: string): void {
    const { desk } = this;
    const dialog = this.around.dialog();
    this.scanned = "";
    if (key.length === 1) this.#goOn(key);
    if (!dialog && /^[shdcakqjt\d]$/i.test(key) && desk.takesEarly) return desk.cardsEarly(key, false);
    const draft = this.#naming();
    const named = draft !== null && (draft.text !== "" || draft.cards.length > 0);
    if (!dialog && desk.declare && !named && key.toUpperCase() === NO_BONUS) return this.#declare();
    if (draft && key === "Backspace" && (named || dialog || !desk.takeBack)) draft.back();
    else if (draft && key.length === 1 && (key !== " " || named)) {
      draft.type(key);
      if (!dialog) desk.cardsAdded();
    } else if (dialog) return;
    else if (key === "Enter" || key === " ") {
      if (desk.primary && !desk.busy) desk.primary.run();
    } else if (key === "Backspace" && desk.takeBack && desk.mode !== "count") {
      if (!desk.busy) void desk.takeBackLast();
    } else if (desk.mode === "decide") this.#decide(key);
    else if (desk.mode === "payout" && key === REST) {
      if (!desk.busy) desk.paidAll();
    } else if (desk.againAfterShuffle && key === LAST_BETS) {
      if (!desk.busy) void desk.shuffleAndRepeat();
    } else if (desk.mode === "count") {
      if (/^\d$/.test(key)) desk.count = (desk.count + key).slice(0, 3);
      else if (key === "Backspace") desk.count = desk.count.slice(0, -1);
    } else if (desk.mode === "bets" && desk.bets.seat) this.#bet(key);
  }

  #declare(): void {
    if (!this.desk.busy) void this.desk.declareNoBonus();
  }

  #decide(key: string): void {
    const { desk } = this;
    const choice = desk.choices.find((each) => each.key === key.toUpperCase());
    if (desk.busy) return;
    if (choice) void desk.decide(choice);
    else if (key === REST) void desk.decideRest();
    else if (key === REST_WAGER) void desk.decideRest(true);
  }

  #bet(key: string): void {
    const { desk } = this;
    const { view } = desk;
    if (desk.busy || !view) return;
    if (key === LAST_BETS) return void desk.repeatBets();
    if (key === SAME_BETS) return void desk.copyBets();
    const marked = desk.bets.marking ? view.wagers[Number(key) - 1] : undefined;
    if (marked) desk.bets.mark(marked, view.wagers);
    else if (desk.bets.marking) return;
    else if (/^\d$/.test(key)) desk.bets.digit(key, view.wagers);
    else if (key === "Backspace") desk.bets.back(view.wagers);
    else {
      const coupons = desk.couponsOf(desk.bets.seat);
      const coupon = coupons.find((each) => couponKey(each) === key.toUpperCase());
      const keys = wagerKeys(view.wagers, coupons);
      const wager = view.wagers.find((each) => keys[each.name] === key.toUpperCase());
      if (coupon) desk.bets.turn(coupon);
      else if (wager) desk.bets.choose(wager, view.wagers);
    }
  }
}
