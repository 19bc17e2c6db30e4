/* The chips that are put down before a bet is made. The server's offers set the bounds. */
import { all, either, t } from "../../../lib/language";
import type { Amount } from "../../../lib/api";
import { DENOMINATIONS } from "../../../lib/table/chips";
import { dollars } from "../../../lib/money";
import { wagerLabel } from "../../../felt/scene";

export type Wagers = Readonly<Record<string, number>>;
export interface Put {
  wagers: Wagers;
  /** Why it was not put there. */
  problem: string;
}

/** Wagers that follow another in amount have what that one has. */
function followed(bounds: readonly Amount[], wagers: Record<string, number>): Wagers {
  for (const bound of bounds) {
    if (!bound.equals) continue;
    const amount = wagers[bound.equals];
    if (amount) wagers[bound.name] = amount;
    else delete wagers[bound.name];
  }
  return wagers;
}

/** The wager that chips for this one go on: itself, or the one that it follows. */
function leader(bounds: readonly Amount[], wager: string): Amount | undefined {
  const bound = bounds.find((each) => each.name === wager);
  return bound?.equals ? bounds.find((each) => each.name === bound.equals) : bound;
}

/** A chip is put on a wager; where only certain stakes are allowed, the next of them. */
export function put(bounds: readonly Amount[], wagers: Wagers, wager: string, chip: number): Put {
  const bound = leader(bounds, wager);
  if (!bound) return { wagers, problem: t("{wager} is not offered here.", { wager: wagerLabel(wager) }) };
  const now = wagers[bound.name] ?? 0;
  const next = bound.only.length ? bound.only.find((each) => each > now) : now + chip;
  if (next === undefined || (!bound.only.length && next > bound.most)) {
    const most = bound.only.length ? Math.max(...bound.only) : bound.most;
    return { wagers, problem: t("{name}: at most {most}.", { name: wagerLabel(bound.name), most: dollars(most) }) };
  }
  return { wagers: followed(bounds, { ...wagers, [bound.name]: next }), problem: "" };
}

/** The chips that a click puts down, in words, or why it puts none: "Put $5 on ante and $5 on blind". */
export function putWords(bounds: readonly Amount[], wagers: Wagers, wager: string, chip: number): string {
  const found = put(bounds, wagers, wager, chip);
  if (found.problem) return found.problem;
  const more = Object.entries(found.wagers).flatMap(([name, cents]) => {
    const added = cents - (wagers[name] ?? 0);
    return added ? [{ name, words: t("{amount} on {wager}", { amount: dollars(added), wager: wagerLabel(name).toLowerCase() }), added }] : [];
  });
  const own = more.length === 1 && more[0]?.name === wager ? more[0] : null;
  return t("Put {added}", { added: own ? dollars(own.added) : all(more.map((each) => each.words)) });
}

/** A wager is taken off. */
export function off(bounds: readonly Amount[], wagers: Wagers, wager: string): Wagers {
  const bound = leader(bounds, wager);
  const left = { ...wagers };
  delete left[bound?.name ?? wager];
  return followed(bounds, left);
}

/** The problem with these wagers by the bounds; none if they may be made. */
export function problems(bounds: readonly Amount[], wagers: Wagers): string[] {
  const found: string[] = [];
  for (const [name, cents] of Object.entries(wagers)) {
    const bound = bounds.find((each) => each.name === name);
    if (!bound) found.push(t("{name} is not offered here.", { name: wagerLabel(name) }));
    else if (bound.only.length) {
      if (!bound.only.includes(cents))
        found.push(`${wagerLabel(name)}: ${either(bound.only.map((each) => dollars(each)))}.`);
    } else if (cents < bound.least) found.push(t("{name}: at least {least}.", { name: wagerLabel(name), least: dollars(bound.least) }));
    else if (cents > bound.most) found.push(t("{name}: at most {most}.", { name: wagerLabel(name), most: dollars(bound.most) }));
  }
  return found;
}

/** Twice as much of everything whose bounds allow it; null where something would not fit. */
export function doubled(bounds: readonly Amount[], wagers: Wagers): Wagers | null {
  const twice: Record<string, number> = {};
  for (const [name, cents] of Object.entries(wagers)) {
    const fixed = (bounds.find((each) => each.name === name)?.only.length ?? 0) > 0;
    twice[name] = fixed ? cents : 2 * cents;
  }
  const changed = Object.keys(twice).some((name) => twice[name] !== wagers[name]);
  return changed && problems(bounds, twice).length === 0 ? twice : null;
}

/** Wagers of an earlier round that are still offered, as they were. */
export function again(bounds: readonly Amount[], wagers: Wagers): Wagers | null {
  const kept = Object.fromEntries(
    Object.entries(wagers).filter(([name]) => bounds.some((each) => each.name === name)),
  );
  return Object.keys(kept).length > 0 && problems(bounds, kept).length === 0 ? kept : null;
}

export const total = (wagers: Wagers): number => Object.values(wagers).reduce((sum, each) => sum + each, 0);

export const same = (one: Wagers, other: Wagers): boolean => {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => (one[name] ?? 0) === (other[name] ?? 0));
};

const SHOWN_CHIPS = 5;

/** The chips to choose from: those that fit between the least stake of the table and its largest. */
export function chipsFor(bounds: readonly Amount[]): number[] {
  const least = Math.min(...bounds.map((each) => each.least));
  const most = Math.max(...bounds.map((each) => each.most));
  const fitting = DENOMINATIONS.map((each) => each.cents)
    .filter((cents) => cents >= Math.min(least, 100) && cents <= most)
    .reverse();
  return fitting.slice(0, SHOWN_CHIPS);
}

/** The chip to begin with: the smallest with which the first wager can be made at once. */
export function firstChip(bounds: readonly Amount[], chips: readonly number[]): number {
  const least = bounds[0]?.least ?? 0;
  return chips.find((each) => each >= least) ?? chips.at(-1) ?? 0;
}
