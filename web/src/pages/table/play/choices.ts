/* The buttons of a decision: the choices that the server offers, each with its amount. */
import type { Amount, Schema } from "../../../lib/api";
import { t } from "../../../lib/language";
import { dollars } from "../../../lib/money";
import { decisionWords } from "../../../lib/games.svelte";

export interface Choice {
  action: string;
  amount: number;
  label: string;
  /** The label as it is read out. */
  said: string;
  key: string;
  main: boolean;
}

const MOST_BUTTONS = 3;
const LETTERS: Record<string, string> = { fold: "F", check: "C" };

/** An amount that may be chosen freely within bounds. */
export const free = (choices: readonly Amount[]): Amount | undefined =>
  choices.find((each) => !each.only.length && each.most > each.least);

/** The amounts of a choice that get a button: all where they are counted, else steps of the least. */
function amounts(choice: Amount): number[] {
  if (choice.only.length) return [...choice.only].sort((one, other) => other - one);
  if (!choice.most) return [0];
  const steps: number[] = [];
  for (let cents = choice.most; cents > choice.least && steps.length < MOST_BUTTONS - 1; cents -= choice.least)
    steps.push(cents);
  return [...steps, choice.least];
}

/**
 * The buttons, the largest wager first and the one that wagers nothing last. The key of a wager is its multiple
 * of the ante, here as in the drills.
 */
export function choicesOf(offered: readonly Amount[], ante: number): Choice[] {
  const timesOf = (amount: number): number => (ante > 0 && amount > 0 && amount % ante === 0 ? amount / ante : 0);
  const taken = new Set(offered.flatMap(amounts).map(timesOf));
  const unused = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((digit) => !taken.has(digit));
  return offered.flatMap((choice) =>
    amounts(choice).map((amount) => {
      const times = timesOf(amount);
      const words = amount ? `${times ? `${times}× · ` : ""}${dollars(amount)}` : "";
      return {
        action: choice.name,
        amount,
        label: [decisionWords(choice.name), words].filter(Boolean).join(" "),
        said: times
          ? t("{wager} {amount}, {times, plural, one {the ante once} other {# times the ante}}", { wager: decisionWords(choice.name), amount: dollars(amount), times })
          : [decisionWords(choice.name), words].filter(Boolean).join(" "),
        key: LETTERS[choice.name] ?? String(times || (amount ? unused.shift() : "") || ""),
        main: amount > 0,
      };
    }),
  );
}

export type ChoiceValue = Schema<"ChoiceValue">;

/** The value of a button, if values are on. */
export const valueOf = (choice: Choice, values: readonly ChoiceValue[]): ChoiceValue | undefined =>
  values.find((each) => each.act === choice.action && each.amount === choice.amount);

/** "+$8.11", of a value in cents that is not whole. */
export const worth = (cents: number): string => dollars(Math.round(cents), { cents: true, sign: true });
