/* The station's reading of the view: the stage of the round, the face-up cards, the words of a payout. */
import type { Amount, Offer, Result, SeatView, View } from "../../lib/api";
import { codes } from "../../lib/table/cards";
import { dollars } from "../../lib/money";
import { wagerWords as labelOf } from "../../lib/games.svelte";
import { words } from "../../lib/words";

export const DEALER = 0;
export const BOARD = -2;

const PLACES: Record<string, number> = { dealer: DEALER, board: BOARD };

/** The number of a place that an offer names. */
export const placeOf = (name: string): number => PLACES[name] ?? Number(name);

export const PHASES = ["Bets", "Deal", "Decisions", "Dealer", "Payouts", "Collect"] as const;

/** Where the round is; -1 outside of one. */
export function phaseOf(view: View): number {
  if (view.program !== "round") return -1;
  if (view.bets_open) return 0;
  const hands = view.seats.filter((seat) => Object.keys(seat.wagers).length > 0);
  if (hands.length > 0 && hands.every((seat) => seat.settled === "all")) return 5;
  if (view.step?.kind === "settle" || hands.some((seat) => seat.settled)) return 4;
  if (view.step?.kind === "reveal" || view.dealer.revealed) return 3;
  if (!hands.some((seat) => seat.hidden || seat.cards || seat.racked)) return 1;
  return 2;
}

const PROGRAMS: Record<string, string> = {
  opening: "Opening the cards",
  shuffle: "Shuffle",
  alternate: "Change of decks",
  idle: "Nobody plays",
  closed: "Closed",
};

/** The program in words, outside of a round. */
export const programWords = (program: string): string => PROGRAMS[program] ?? words(program);

/** The places of the face-up cards. */
export function seenCards(view: View): Map<string, string> {
  const seen = new Map<string, string>();
  const note = (cards: string, where: string): void => {
    for (const code of codes(cards)) seen.set(code, where);
  };
  note(view.board, "on the board");
  note(view.dealer.cards, "in front of the dealer");
  for (const seat of view.seats) note(seat.cards, `at seat ${seat.seat}`);
  return seen;
}

/** The offers of one act. */
export const offersOf = (view: View, act: string): Offer[] => view.offers.filter((offer) => offer.act === act);

/** The key that chooses a coupon: its first letter. */
export const couponKey = (coupon: Amount): string => coupon.name.slice(0, 1).toUpperCase();

/** The keys that choose wagers: of each, the first letter that no wager before it and no coupon has. */
export function wagerKeys(wagers: readonly Amount[], coupons: readonly Amount[]): Record<string, string> {
  const taken = new Set(coupons.map(couponKey));
  const keys: Record<string, string> = {};
  for (const { name } of wagers) {
    const letters = [...labelOf(name).toUpperCase()].filter((letter) => /[A-Z]/.test(letter));
    const key = letters.find((letter) => !taken.has(letter)) ?? "";
    taken.add(key);
    keys[name] = key;
  }
  return keys;
}

/** Keys for all seats at once. */
export const LAST_BETS = "=";
export const SAME_BETS = "*";
export const REST = "*";
/** The key that enters the least wager for all that are still to decide. */
export const REST_WAGER = "+";
/** The key that declares that a folded hand wins no bonus. */
export const NO_BONUS = "N";

/** A line of a shoe or camera, which types like a keyboard: "@3 as kd", "@d qh", "@b 2c 3c 4c"; null for any other text. */
export function readFeed(text: string): { place: number; cards: string } | null {
  const found = /^@(\d{1,2}|d|b)[ :]?(.*)$/i.exec(text);
  if (!found) return null;
  const [, place = "", cards = ""] = found;
  return { place: { d: DEALER, b: BOARD }[place.toLowerCase()] ?? Number(place), cards };
}

/** Whose cards: "Seat 3", "The dealer". */
export const placeWords = (place: number): string =>
  place === DEALER ? "The dealer" : place === BOARD ? "The board" : `Seat ${place}`;

export interface PayLine {
  wager: string;
  /** pay, take, push, return, wait, none */
  kind: "pay" | "take" | "push" | "return" | "wait" | "none";
  /** "Pay 7 to 1". */
  words: string;
  /** "$70". */
  amount: string;
  stake: number;
  hand: string;
  clauses: readonly string[];
}

/** The dealer's action on one wager whose amount was not entered: in the server's odds, and money only where it is fixed. */
export function oddsLine(wager: string, result: Result, waits = false): PayLine {
  // Awards and fixed amounts do not depend on the stake.
  if (wager === "progressive" || wager === "envy") return { ...payLine(wager, result, "", waits), stake: 0 };
  const line = { wager: labelOf(wager), stake: 0, hand: result.hand ?? "", clauses: result.clauses };
  const amount = result.paid ? dollars(result.paid) : "";
  if (result.outcome === "win") return { ...line, kind: "pay", words: result.pays ? `Pay ${result.pays}` : "Pay", amount };
  if (result.outcome === "push") return { ...line, kind: "push", words: "Push", amount };
  if (result.outcome === "void") return { ...line, kind: "return", words: "Return", amount };
  return { ...line, kind: "take", words: "Collect", amount };
}

/** The dealer's action on one wager; `odds` are the server's, empty where it is not paid at odds. */
export function payLine(wager: string, result: Result, odds = "", waits = false): PayLine {
  const line = { wager: labelOf(wager), stake: result.stake, hand: result.hand ?? "", clauses: result.clauses };
  if (result.outcome === "win" && waits)
    return { ...line, kind: "wait", words: "Call the floor", amount: result.paid ? dollars(result.paid) : "" };
  if (result.outcome === "win") {
    return { ...line, kind: "pay", words: odds ? `Pay ${odds}` : "Pay", amount: dollars(result.paid) };
  }
  // A coupon is not money: nothing of it is returned or lost in dollars.
  const back = wager === "match_play" ? "" : dollars(result.returned);
  if (result.outcome === "push") return { ...line, kind: "push", words: "Push", amount: back };
  if (result.outcome === "void") return { ...line, kind: "return", words: "Return", amount: back };
  if (wager === "match_play") return { ...line, kind: "take", words: "Collect", amount: "" };
  // Chips of a progressive wager were collected before the deal.
  if (wager === "progressive" || !result.stake) return { ...line, kind: "none", words: "No award", amount: "" };
  return { ...line, kind: "take", words: "Collect", amount: dollars(result.stake) };
}

/** A pending award: only the floor knows the amount, and the dealer calls the floor. */
const WAITING: Result = { outcome: "win", stake: 0, paid: 0, returned: 0, net: 0, clauses: [], hand: "", pays: "" };

/** The subject of a payout, with a pending award. */
export const resultsOf = ({ part, results }: Payout, waits: boolean): Record<string, Result> =>
  waits && (part === "all" || part === "wins") ? { ...results, progressive: results.progressive ?? WAITING } : results;

/** One seat to be paid, or one part of it where all losing wagers are collected first. */
export interface Payout {
  round: number;
  seat: number;
  part: string;
  results: Record<string, Result>;
}

export const payout = (round: number, seat: number, part: string, results: Record<string, Result>): Payout => ({
  round,
  seat,
  part,
  results,
});

/** The key of a payout: a wager and its result; another result of the same wager is a new payout. */
export const tick = (round: number, seat: number, wager: string, { outcome, paid, returned }: Result): string =>
  [round, seat, wager, outcome, paid, returned].join(".");

/** Whether a payout gives back void wagers and nothing else. */
export const returned = ({ results }: Payout): boolean => Object.values(results).every((each) => each.outcome === "void");

/** The actions of a payout, wager by wager. */
export const ticksOf = ({ round, seat, results }: Payout): string[] =>
  Object.entries(results).map(([wager, result]) => tick(round, seat, wager, result));

/** Payouts that are settled and not made yet, from the dealer's right, for a newly opened station. */
export function payoutsOf(view: View, done: ReadonlySet<string>): Payout[] {
  if (view.program !== "round") return [];
  return [...view.seats]
    .sort((one, other) => other.seat - one.seat)
    .filter((seat) => seat.settled || Object.keys(seat.results).length)
    .flatMap((seat) => {
      const left = Object.entries(seat.results).filter(
        ([wager, result]) => !done.has(tick(view.round, seat.seat, wager, result)),
      );
      return left.length ? [payout(view.round, seat.seat, partOf(seat, left.map(([wager]) => wager)), Object.fromEntries(left))] : [];
    });
}

/** Which part of a seat's settlement these wagers are. */
function partOf(seat: SeatView, left: readonly string[]): string {
  const [only] = left;
  if (!seat.settled) return "fold";
  if (left.length === 1 && (only === "cover_all" || only === "envy")) return only;
  return seat.settled === "all" && left.length < Object.keys(seat.results).length ? "wins" : (seat.settled ?? "");
}

export interface Choice {
  action: string;
  amount: number;
  /** Where amounts are not entered: how many times the ante. */
  times: number;
  label: string;
  note: string;
  key: string;
}

/** The buttons of a decision: each amount if there are few, else the least, evenly spaced ones, the most. */
export function choicesOf(amounts: readonly Amount[], ante: number): Choice[] {
  const found: Choice[] = [];
  for (const each of amounts) {
    for (const times of each.times) {
      const several = each.times.length > 1;
      const label = several ? `${labelOf(each.name)} ${times}×` : labelOf(each.name);
      found.push({ action: each.name, amount: 0, times, label, note: several ? "the ante" : `${times} × ante`, key: String(found.length + 1) });
    }
    if (each.times.length) continue;
    if (!each.most) {
      const key = each.name.slice(0, 1).toUpperCase();
      found.push({ action: each.name, amount: 0, times: 0, label: labelOf(each.name), note: "", key });
      continue;
    }
    for (const amount of each.only.length ? each.only : evenly(each.least, each.most)) {
      const times = ante > 0 && amount % ante === 0 ? `${amount / ante} × ante` : "";
      const [label, key] = [`${labelOf(each.name)} ${dollars(amount)}`, String(found.length + 1)];
      found.push({ action: each.name, amount, times: 0, label, note: times, key });
    }
  }
  return found;
}

/** The least, its multiples, and the most: places to press, the bounds are the server's. */
function evenly(least: number, most: number): number[] {
  const found = new Set([least]);
  for (let times = 2; times <= 3 && times * least < most; times += 1) found.add(times * least);
  found.add(most);
  return [...found];
}

/** Longer prompts appear beneath a headline. */
const SHORT = 90;

/** The step in a few words, to be read from afar. */
export function headlineOf(view: View, due: Offer | null, paying: Payout | null): string {
  if (paying) return `Seat ${paying.seat}: ${returned(paying) ? "return the wagers" : "pay and take"}`;
  if (view.reported) return "Waiting for a floorperson";
  if (due?.act === "decide") return `Seat ${due.seat} decides`;
  if (due?.act === "enter" && due.name === "discards") return `Seat ${due.seat}: the discards`;
  if (due?.act === "enter") return `Seat ${due.seat} folded: confirm the cards`;
  if (due?.act === "show" && due.seat > 0) return `Seat ${due.seat}: turn the cards`;
  const prompt = due?.prompt || view.step?.prompt || programWords(view.program);
  if (prompt.length <= SHORT) return prompt;
  if (due?.act === "deal") return "Deal";
  if (due?.act === "shuffle") return "Shuffle";
  return words(due?.name || view.step?.name || "");
}

export interface DeckWords {
  text: string;
  late: boolean;
  soon: boolean;
}

/** How far a deck is from its change, in words. */
export function deckWords(due: number | null, now: number): DeckWords | null {
  if (due === null) return null;
  const minutes = Math.ceil((due - now) / 60_000);
  if (minutes <= 0) return { text: "Deck due for a change", late: true, soon: true };
  const hours = Math.floor(minutes / 60);
  const left = hours ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
  return { text: `Deck change in ${left}`, late: false, soon: minutes <= 30 };
}

/** The state of a seat in one word; `all` where an irregularity has voided the round. */
export function seatState(seat: SeatView, all = false): string {
  const outcomes = Object.values(seat.results).map((result) => result.outcome);
  if (seat.void || (outcomes.length && outcomes.every((each) => each === "void"))) return "Void";
  if (all && Object.keys(seat.wagers).length && !seat.settled) return "Void";
  if (seat.forfeited) return "Forfeited";
  if (seat.settled === "all") return "";
  if (seat.times) return `${labelOf(seat.action)} ${seat.times}×`;
  if (seat.action) return seat.amount ? `${labelOf(seat.action)} ${dollars(seat.amount)}` : labelOf(seat.action);
  return "";
}

/** A wager that was made: with its amount where that is known. */
export const wagerWords = (name: string, cents: number): string => (cents ? `${labelOf(name)} ${dollars(cents)}` : labelOf(name));

/** The player's wagers on this seat in the last round that are allowed now; null for none. */
export function lastWagers(view: View, number: number): Record<string, number> | null {
  const player = view.seats.find((each) => each.seat === number)?.player;
  const then = view.last?.seats.find((each) => each.seat === number && each.player === player);
  const made = Object.entries(then?.wagers ?? {}).filter(([name]) => view.wagers.some((each) => each.name === name));
  return made.length ? Object.fromEntries(made) : null;
}
