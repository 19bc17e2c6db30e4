/* Wagers and results in words, also where a live table enters no amounts: a wager of 0 is one that was made. */
import { either, t } from "../language";
import type { Amount, Result, SeatView } from "../api";
import { dollars } from "../money";
import { wagerWords } from "../games.svelte";
import { words } from "../words";

/** An amount from here on is no limit: the server accepts none above it anywhere. */
const LARGEST = 10 ** 12;

/** The bounds of a wager: "$5 to $500", "$1 or $5", "equal to the ante". */
export function bounds(amount: Amount): string {
  if (amount.equals) return t("equal to the {equals}", { equals: wagerWords(amount.equals).toLowerCase() });
  if (amount.beside) return t("up to the {beside}", { beside: wagerWords(amount.beside).toLowerCase() });
  if (amount.only.length) return either(amount.only.map((each) => dollars(each)));
  if (amount.most >= LARGEST) return amount.least > 1 ? t("from {least}", { least: dollars(amount.least) }) : t("none posted");
  return t("{least} to {most}", { least: dollars(amount.least), most: dollars(amount.most) });
}

/** The amount of a decision: "$20", "4 × ante" where amounts are not entered; nothing for a check or a fold. */
export const decidedWords = (seat: Pick<SeatView, "times" | "amount">): string =>
  seat.times ? t("{times} × ante", { times: seat.times }) : seat.amount ? dollars(seat.amount) : "";

/** A wager in words: "$10", or "made" if its amount was not entered. */
export const stakeWords = (cents: number): string => (cents ? dollars(cents) : t("made"));

/** The choices of a wager where amounts are not entered, in dollars: not made, made, or one of its fixed amounts. */
export const markOptions = (each: Amount): { value: string; label: string }[] => [
  { value: "", label: t("Not made") },
  ...(each.only.length
    ? each.only.map((cents) => ({ value: String(cents / 100), label: dollars(cents) }))
    : [{ value: "0", label: t("Made") }]),
];

/** Whether the amounts of a seat's wagers were not entered. */
export const unentered = (seat: Pick<SeatView, "wagers">): boolean => Object.values(seat.wagers).includes(0);

const OUTCOMES: Record<string, string> = {
  get win() { return t("Won"); },
  get lose() { return t("Lost"); },
  get push() { return t("Push"); },
  get void() { return t("Void"); },
};

/** The outcome of a wager without its amount: "Won". */
export const outcomeWords = (outcome: string): string => OUTCOMES[outcome] ?? words(outcome);

/** Whether a result says no amount at all. */
export const withoutAmount = (result: Result): boolean => !result.stake && !result.paid && !result.net;

/** The outcome of a wager: "+$70", "Push"; without amounts "Pays 7 to 1", "Lost". */
export function resultWords(result: Result): string {
  if (result.pays) return t("Pays {pays}", { pays: result.pays });
  if (withoutAmount(result)) return outcomeWords(result.outcome);
  return result.net === 0 ? t("Push") : dollars(result.net, { sign: true });
}

/** Whether it is good or bad for the player. */
export function resultTone(result: Result): "good" | "bad" | "plain" {
  const sign = withoutAmount(result) ? { win: 1, lose: -1 }[result.outcome] ?? 0 : result.net;
  return sign > 0 ? "good" : sign < 0 ? "bad" : "plain";
}

/** How a payment is computed: "$5 × 7 = $35, and your $5 comes back." */
export function computation(result: Result, odds: string): string {
  const back = result.returned > 0 ? t("your {returned} comes back.", { returned: dollars(result.returned) }) : "";
  if (result.outcome === "push") return back && `${back[0]?.toUpperCase()}${back.slice(1)}`;
  if (result.outcome === "lose") return t("You lose {stake}.", { stake: dollars(result.stake) });
  const [times, unit] = /^(\d+) (?:to|for) (\d+)$/.exec(odds)?.slice(1).map(Number) ?? [];
  if (!times || !unit) return "";
  const paid = `${dollars(result.stake)} × ${times}${unit > 1 ? ` ÷ ${unit}` : ""} = ${dollars(result.paid)}`;
  return back ? t("{paid}, and {back}", { paid, back }) : `${paid}.`;
}
