/* The acts open to the floor at a table now: the server's offers in order, and the act of a filled-in form. */
import type { Act, Offer } from "../../../lib/api";
import { cardsTyped, wholeTyped } from "../../../lib/text/typed";
import { words } from "../../../lib/words";

export type Group = "now" | "report" | "correct";

export interface Entry {
  id: string;
  group: Group;
  act: string;
  label: string;
  /** The same for several seats; else one. */
  offers: Offer[];
}

/** Acts of the dealer's station, the registry or the jackpot desk, which are not offered here. */
const ELSEWHERE = new Set(["open_table", "adopt_rules", "validate", "reject", "sit", "leave", "bet", "decide"]);
/** Acts of dealers that the floor orders as well. */
const ORDERED = new Set(["change_deck", "go_idle"]);
const ABOVE_DEALER = new Set(["floorperson", "supervisor", "administrator"]);

const LABELS: Record<string, string> = {
  close_table: "Close the table",
  go_idle: "Spread the cards",
  replace_device: "Replace a device",
  order_shuffle: "Order a shuffle",
  change_deck: "Change the deck",
  resettle: "Resettle a round",
};

/** The offers that are the floor's, the same ones for several seats together. */
export function entries(offers: readonly Offer[]): Entry[] {
  const found = new Map<string, Entry>();
  for (const offer of offers) {
    if (ELSEWHERE.has(offer.act) || offer.act === "resettle") continue;
    const group: Group = offer.act === "report" ? "report" : offer.act === "correct" ? "correct" : "now";
    if (group === "now" && !ABOVE_DEALER.has(offer.role) && !ORDERED.has(offer.act)) continue;
    const id = [offer.act, group === "correct" ? offer.seat : offer.name].join(":");
    const known = found.get(id);
    if (known) known.offers.push(offer);
    else found.set(id, { id, group, act: offer.act, label: label(offer), offers: [offer] });
  }
  return [...found.values()];
}

function label(offer: Offer): string {
  const own = LABELS[offer.act];
  if (own) return own;
  return offer.prompt || words(offer.name || offer.act);
}

const DEALT: Record<string, string> = {
  hand: "by hand",
  "manual-shoe": "from a manual shoe",
  "automated-shoe": "from an automated shoe",
};
const SHUFFLED: Record<string, string> = { manual: "by hand", automated: "by a shuffler" };

/** How cards are dealt, as people say it. */
export const dealtWords = (deal: string): string => DEALT[deal] ?? words(deal).toLowerCase();
/** How they are shuffled. */
export const shuffledWords = (shuffle: string): string => SHUFFLED[shuffle] ?? words(shuffle).toLowerCase();

/** The form as typed; fields that do not belong to the act are left out. */
export interface Filled {
  reason: string;
  cards: string;
  count: string;
  device: string;
  deal: string;
  shuffle: string;
  back: string;
  decision: string;
  /** Of a decision: dollars, or how many times the ante. */
  amount: string;
}

export const NOTHING: Filled = {
  reason: "",
  cards: "",
  count: "",
  device: "",
  deal: "",
  shuffle: "",
  back: "",
  decision: "",
  amount: "",
};

/** The act from an offer and a form; unreadable input is thrown as a problem. */
export function actOf(offer: Offer, filled: Filled): Act {
  const reason = filled.reason.trim();
  switch (offer.act) {
    case "close_table":
    case "go_idle":
    case "order_shuffle":
    case "answer_call":
      return { act: offer.act };
    case "lapse":
      return { act: "lapse", seat: offer.seat };
    case "change_deck":
      return { act: "change_deck", reason };
    case "confirm_report":
      return { act: "confirm_report" };
    case "dismiss_report":
      return { act: "dismiss_report", reason };
    case "replace_device":
      return { act: "replace_device", device: filled.device, deal: filled.deal, shuffle: filled.shuffle };
    case "perform":
      return { act: "perform", step: offer.name, back: filled.back.trim() };
    case "count":
      return { act: "count", step: offer.name, count: wholeTyped(filled.count) };
    case "report":
      return {
        act: "report",
        irregularity: offer.name,
        seat: offer.seat,
        cards: cardsTyped(filled.cards),
        count: filled.count.trim() ? wholeTyped(filled.count) : 0,
        note: reason,
      };
    default:
      throw new Error(`This page does not know how to ${words(offer.act).toLowerCase()}.`);
  }
}

/** Whether an act stays in the log with a reason that must be given. */
export const needsReason = (act: string): boolean => act === "correct" || act === "dismiss_report";
/** Whether words may be added. */
export const takesReason = (act: string): boolean =>
  needsReason(act) || act === "report" || act === "change_deck";
