/* Where cards lie in a question: in the hand, on the board, before the dealer. */
import { t } from "../../../lib/language";
import type { Rules } from "../rules";

export type Where = "cards" | "board" | "up";

export interface Place {
  where: Where;
  label: string;
  /** How many cards make a question, the most last. */
  sizes: readonly number[];
  placeholder: string;
}

export type Given = Record<Where, string[]>;

/** The places of a game. */
export function placesOf(rules: Pick<Rules, "player_cards" | "boards" | "up_card">): Place[] {
  const hand = ["as", "ks", "qd", "9h", "7c", "4d", "2s"].slice(0, rules.player_cards).join(" ");
  const places: Place[] = [
    { where: "cards", label: t("Your cards"), sizes: [rules.player_cards], placeholder: hand },
  ];
  if (rules.boards.length)
    places.push({
      where: "board",
      label: t("Community cards"),
      sizes: rules.boards,
      placeholder: t("none, 3 or 5"),
    });
  if (rules.up_card) places.push({ where: "up", label: t("Dealer's card"), sizes: [1], placeholder: "2c" });
  return places;
}

export const most = (place: Place): number => Math.max(...place.sizes);

/** Whether the cards that are given make a question. */
export const complete = (places: readonly Place[], given: Given): boolean =>
  places.every((place) => place.sizes.includes(given[place.where].length));

/** The missing cards, in words. */
export function missing(places: readonly Place[], given: Given): string {
  for (const place of places) {
    const here = given[place.where].length;
    const next = place.sizes.find((size) => size > here);
    if (place.sizes.includes(here) || next === undefined) continue;
    const left = next - here;
    return t("{label}: {left, plural, one {# more card} other {# more cards}}", { label: place.label, left });
  }
  return "";
}

/** The place that the next card goes to: the one that is wanted while it has room, then the first with room. */
export function nextPlace(places: readonly Place[], given: Given, wanted: Where): Where {
  const room = (place: Place): boolean => given[place.where].length < most(place);
  const found = places.find((place) => place.where === wanted && room(place)) ?? places.find(room);
  return found?.where ?? wanted;
}

/** A card in two places, if there is one. */
export function twice(given: Given): string {
  const seen = new Set<string>();
  for (const code of [...given.cards, ...given.board, ...given.up]) {
    if (seen.has(code)) return code;
    seen.add(code);
  }
  return "";
}
