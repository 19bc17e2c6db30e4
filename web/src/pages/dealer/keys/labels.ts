/* The label of the large button. */
import type { Offer, View } from "../../../lib/api";
import { dollars } from "../../../lib/money";
import { words } from "../../../lib/words";
import type { BetDraft } from "../entry/bets.svelte";
import type { CardDraft } from "../entry/draft.svelte";
import { DEALER, wagerWords } from "../station";

/** The steps that one entry confirms after an offer. */
export function namesThen(offer: Offer | null): string[] {
  return (offer?.then ?? []).filter((each) => !each.enters).map((each) => each.name);
}

/** Steps that one entry confirms beside others, as the dealer says that they are done. */
const DONE: Record<string, string> = {
  burn_final: "card burned",
  burn_flop: "card burned",
  collect: "cards racked",
  collect_forfeits: "folds collected",
  collect_hands: "hands racked",
  cover_all_device: "green button pressed",
  examine: "players look",
  progressive_collect: "chips collected",
  progressive_inventory: "chips in the inventory",
  progressive_lock: "system locked",
  progressive_reset: "system reset",
  progressive_sensor: "sensors lit",
  stub: "stub racked",
};

export const doneWords = (step: string): string => DONE[step] ?? words(step).toLowerCase();

export function withThen(label: string, offer: Offer | null): string {
  return [label, ...namesThen(offer).map(doneWords)].join(" + ");
}

export function actLabel(offer: Offer): string {
  const several = offer.then?.some((each) => !each.enters);
  if (several && offer.act === "perform" && !offer.amounts.length) return withThen(capital(doneWords(offer.name)), offer);
  return withThen(plainLabel(offer), offer);
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function plainLabel(offer: Offer): string {
  if (offer.act === "shuffle") return "Shuffled";
  if (offer.act === "deal") return "Dealt";
  if (offer.act === "show") return "Turned";
  const [least] = offer.amounts ?? [];
  if (offer.act === "perform" && least) return `Done, at least ${least.least}`;
  return offer.says ? "Announced and done" : "Done";
}

/** The wagers that are being entered. */
export function betsLabel(bets: BetDraft, view: View | null): string {
  const made = Object.entries(bets.made);
  if (!made.length) return `Take back the bets of seat ${bets.seat}`;
  const coupons = Object.values(bets.coupons).map((face) => ` and ${dollars(face)} match play`);
  if (!bets.marking) return `Place ${dollars(bets.total)}${coupons.join("")} for seat ${bets.seat}`;
  const names = (view?.wagers ?? []).filter((each) => each.name in bets.made);
  return `Seat ${bets.seat}: ${names.map((each) => wagerWords(each.name, bets.made[each.name] ?? 0).toLowerCase()).join(", ")}`;
}

/** The cards that are being named. */
export function cardsLabel(due: Offer | null, drafts: readonly CardDraft[]): string {
  if (!due) return "";
  const first = drafts[0];
  const none = drafts.every((each) => !each.cards.length && !each.least);
  if (due.act === "deal") return "Dealt";
  const whose = due.seat === DEALER ? "the dealer's hand" : `seat ${due.seat}`;
  if (due.name === "discards" && first) {
    const named = first.cards.length;
    return `Seat ${due.seat}: ${first.full ? `all ${named} cards` : `${named} ${named === 1 ? "discard" : "discards"}`}`;
  }
  if (due.act === "enter") return first && !first.full ? `${first.cards.length} of ${first.most} cards` : `Confirm seat ${due.seat}`;
  if (none) return `Turn ${whose}: cards known`;
  return first && !first.ready ? `${first.cards.length} of ${first.most} cards` : `Turn ${whose}`;
}
