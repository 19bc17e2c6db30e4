/* The offer of the step that is due, and the act that confirms it. */
import type { Act, Offer, View } from "../../lib/api";
import { offersOf } from "./station";

/** The offer of the step that is due. */
export function dueOffer(view: View | null): Offer | null {
  if (!view?.step) return null;
  const again = view.mismatch ? [...offersOf(view, "count"), ...offersOf(view, "perform")] : [];
  const recount = again.find((offer) => offer.name === view.mismatch);
  if (recount) return recount;
  // A step about one seat's award comes before the step of the round.
  const award = view.offers.find((offer) => offer.act === "perform" && offer.seat > 0);
  if (award) return award;
  const name = view.step.name;
  const acts = ["perform", "shuffle", "count", "close_bets", "deal", "enter", "decide", "show"];
  const found = view.offers.find((offer) => acts.includes(offer.act) && offer.name === name);
  if (found) return found;
  return view.step.kind === "stub" ? (offersOf(view, "count").find((offer) => offer.name === "stub_count") ?? null) : null;
}

/** The act of a step that needs no entry of its own. */
export function actOf(due: Offer, back: string): Act {
  if (due.act === "shuffle") return { act: "shuffle" };
  if (due.act === "deal") return { act: "deal", step: due.name };
  if (due.act === "show") return { act: "show", to: due.seat };
  if (due.act === "close_bets") return { act: "close_bets" };
  return due.name === "receive" ? { act: "perform", step: due.name, back } : { act: "perform", step: due.name };
}
