/* What lies on the felt, as the server sends it. Nothing is computed here but where things lie. */
import { t } from "../lib/language";
import type { DealerView, LastView, Result, SeatView, View } from "../lib/api";
import { codes } from "../lib/table/cards";
import { wagerWords } from "../lib/games.svelte";

export interface CardShown {
  /** "" for a face-down card. */
  code: string;
  lifted: boolean;
  dim: boolean;
  /** A card of the board that is part of the dealer's hand. */
  dealers?: boolean;
}

export interface Stack {
  wager: string;
  /** The player's chips there. */
  stake: number;
  /** The house's payment beside it. */
  paid: number;
  /** Put down on this page, and not wagered yet. */
  draft: boolean;
  /** The wager was made; its amount was not entered. */
  blank: boolean;
  coupon: number;
  result: Result | null;
}

export interface SeatScene {
  seat: number;
  player: string;
  mine: boolean;
  turn: boolean;
  cards: CardShown[];
  hand: string;
  action: string;
  folded: boolean;
  void: boolean;
  stacks: Stack[];
  /** The seat's result; null while it is not settled, and where amounts are not entered. */
  net: number | null;
  /** From the previous round, whose cards are still there. */
  over: boolean;
}

export interface Scene {
  /** The round whose cards are seen. */
  round: number;
  seats: SeatScene[];
  dealer: { cards: CardShown[]; hand: string };
  board: CardShown[];
  discards: number;
}

export interface Drafts {
  /** By seat, chips placed on this page and not wagered yet. */
  [seat: number]: Record<string, number>;
}

export interface SceneOptions {
  me?: string;
  drafts?: Drafts;
  /** The hands have been turned and nothing is paid yet: the results are held back. */
  holding?: boolean;
}

const has = (record: Record<string, unknown>): boolean => Object.keys(record).length > 0;

/** The cards of a place; `first` if the face-down cards were dealt before the others. */
function cardsOf(cards: string, hidden: number, best: readonly string[], first = false): CardShown[] {
  const shown = codes(cards).map((code) => ({
    code,
    lifted: best.includes(code),
    dim: best.length > 0 && !best.includes(code),
  }));
  const down = Array.from({ length: hidden }, () => ({ code: "", lifted: false, dim: false }));
  return first ? [...down, ...shown] : [...shown, ...down];
}

/** The wagers of a seat as they were made, the decided one among them. */
export function wagersOf(seat: SeatView): Record<string, number> {
  if (seat.times) return { ...seat.wagers, [seat.action]: 0 };
  return seat.amount > 0 && seat.action ? { ...seat.wagers, [seat.action]: seat.amount } : seat.wagers;
}

function stacksOf(seat: SeatView, results: Record<string, Result>): Stack[] {
  const made = wagersOf(seat);
  return [...new Set([...Object.keys(made), ...Object.keys(results)])].map((wager) => {
    const result = results[wager] ?? null;
    return {
      wager,
      stake: result ? result.returned : (made[wager] ?? 0),
      paid: result?.paid ?? 0,
      draft: false,
      blank: made[wager] === 0 && result?.outcome !== "lose",
      coupon: seat.match_play?.[wager] ?? 0,
      result,
    };
  });
}

function draftStacks(placed: Record<string, number>, draft: Record<string, number>): Stack[] {
  return Object.entries(draft)
    .filter(([, cents]) => cents > 0)
    .map(([wager, stake]) => ({
      wager,
      stake,
      paid: 0,
      draft: placed[wager] !== stake,
      blank: false,
      coupon: 0,
      result: null,
    }));
}

function seatScene(seat: SeatView, view: View, options: SceneOptions, over: boolean): SeatScene {
  const settled = has(seat.results) && !(over && options.holding);
  const mine = Boolean(options.me) && seat.player === options.me;
  const results = settled ? seat.results : {};
  const shown = over || seat.shown || mine;
  return {
    seat: seat.seat,
    player: seat.player,
    mine,
    turn: !over && view.step?.kind === "offer" && view.step.seat === seat.seat,
    cards: seat.racked ? [] : cardsOf(seat.cards, seat.hidden, shown ? codes(seat.best) : []),
    hand: seat.hand,
    action: seat.action,
    folded: seat.action === "fold",
    void: Boolean(seat.void || seat.forfeited),
    stacks: stacksOf(seat, results),
    net: settled && view.amounts ? seat.net : null,
    over,
  };
}

/** Whether the previous round is still shown: no bet on the next one has begun on this page. */
function lookingBack(view: View, options: SceneOptions): LastView | null {
  if (!view.bets_open || !view.last) return null;
  const mine = view.seats.filter((each) => options.me && each.player === options.me);
  const begun = (mine.length ? mine : view.seats).some(
    (each) => has(each.wagers) || has(options.drafts?.[each.seat] ?? {}),
  );
  return begun ? null : view.last;
}

/** The scene on the felt now. */
export function sceneOf(view: View, options: SceneOptions = {}): Scene {
  const last = lookingBack(view, options);
  const seats = view.seats.map((seat) => {
    const draft = view.bets_open ? options.drafts?.[seat.seat] : undefined;
    const then = last?.seats.find((each) => each.seat === seat.seat && each.player === seat.player);
    if (then && !has(seat.wagers) && !has(draft ?? {})) return seatScene(then, view, options, true);
    const scene = seatScene(seat, view, options, false);
    return draft ? { ...scene, stacks: draftStacks(seat.wagers, draft) } : scene;
  });
  const dealer: DealerView = last ? last.dealer : view.dealer;
  const whole = dealer.revealed && !dealer.hidden;
  const mine = seats.find((each) => each.mine && !each.folded && each.cards.length > 0);
  const of = (last?.seats ?? view.seats).find((each) => each.seat === mine?.seat);
  const board = last ? last.board : view.board;
  return {
    round: last ? last.round : view.round,
    seats,
    dealer: {
      cards: cardsOf(dealer.cards, dealer.hidden, whole ? codes(dealer.best) : [], true),
      hand: whole ? dealer.hand : "",
    },
    board: cardsOf(board, 0, mine && of ? codes(of.best) : []).map((each) =>
      whole && codes(dealer.best).includes(each.code) ? { ...each, dealers: true } : each,
    ),
    discards: view.discards,
  };
}

/** "straight_flush_bonus" as it is read: "Straight flush bonus". */
export const wagerLabel = (name: string): string => wagerWords(name);

const ACTIONS: Record<string, string> = {
  get fold() { return t("Folded"); },
  get check() { return t("Checked"); },
  get raise() { return t("Raised"); },
  get play() { return t("Played"); },
};

/** A decision in words: "Folded". */
export const actionLabel = (action: string): string => ACTIONS[action] ?? wagerLabel(action);
