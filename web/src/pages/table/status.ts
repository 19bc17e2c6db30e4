/* Where the table stands, in one line, and what is said aloud of what happens. */
import type { Offer, TableEvent, View } from "../../lib/api";
import { said } from "../../lib/cards";
import { dollars } from "../../lib/money";
import { wagerLabel } from "../../felt/scene";

export interface Status {
  text: string;
  /** Whether it is one's own turn to do something. */
  mine: boolean;
}

const list = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1) ?? ""}`;

/** The decision that is one's own now. */
export const decisionOf = (view: View, me: string): Offer | undefined =>
  me ? view.offers.find((each) => each.act === "decide" && each.player === me) : undefined;

export function statusOf(view: View, me: string, seconds: number | null, names: Record<string, string>): Status {
  const mine = me ? view.seats.filter((each) => each.player === me) : [];
  const left = seconds === null ? "" : ` No more bets in ${seconds} s.`;
  if (view.program === "closed") return { text: "The table is closed.", mine: false };
  if (view.bets_open) {
    if (!me) return { text: seconds === null ? "Waiting for bets." : `Bets are open.${left}`, mine: false };
    if (!mine.length) {
      const free = view.offers.some((each) => each.act === "sit");
      return { text: free ? "Choose a seat to play." : "All seats are taken. You may watch.", mine: false };
    }
    const open = mine.filter((each) => !Object.keys(each.wagers).length);
    if (open.length && view.amounts === false) return { text: "Put your chips down: the dealer marks your bets.", mine: false };
    if (open.length) return { text: `Place your bet.${left}`, mine: true };
    return { text: seconds === null ? "Your bet is placed." : `Your bet is placed.${left}`, mine: false };
  }
  const decision = decisionOf(view, me);
  if (decision) {
    const seat = mine.length > 1 ? ` at seat ${decision.seat}` : "";
    return { text: `Your turn${seat}: ${list(decision.amounts.map((each) => each.name))}.`, mine: true };
  }
  const step = view.step;
  if (step?.kind === "offer" && step.seat) {
    const who = names[view.seats.find((each) => each.seat === step.seat)?.player ?? ""];
    return { text: `Waiting for seat ${step.seat}${who ? `, ${who}` : ""}.`, mine: false };
  }
  if (view.pending.length) return { text: "An award is pending.", mine: false };
  if (step?.says) return { text: `${step.says.replace(/[.?!]$/, "")}.`, mine: false };
  // At a live table the prompts are the dealer's.
  if (me && view.mode === "live") return { text: "Wait for the dealer.", mine: false };
  return { text: step?.prompt ? `${step.prompt}.` : "The table is being made ready.", mine: false };
}

/** An event in words for screen readers; "" for unimportant ones. */
export function announced(event: TableEvent, me: string, view: View, names: Record<string, string>): string {
  const whose = (seat: number): string => {
    const player = [...view.seats, ...(view.last?.seats ?? [])].find((each) => each.seat === seat)?.player;
    return player && player === me ? "You" : (names[player ?? ""] ?? `Seat ${seat}`);
  };
  switch (event.kind) {
    case "bet_placed.v1": {
      if (whose(event.seat) !== "You") return "";
      const wagers = Object.entries(event.wagers).map(([wager, cents]) => `${wagerLabel(wager).toLowerCase()} ${dollars(cents)}`);
      return wagers.length ? `You bet ${wagers.join(", ")}.` : "You took your bet back.";
    }
    case "bets_closed.v1":
      return "No more bets.";
    case "dealt.v1":
      return event.packets
        .filter((each) => each.cards)
        .map((each) => {
          const to = each.to === 0 ? "Dealer" : each.to < 0 ? "Board" : whose(each.to);
          return `${to}: ${said(each.cards ?? "")}.`;
        })
        .join(" ");
    case "decided.v1":
      return `${whose(event.seat)}: ${wagerLabel(event.action).toLowerCase()}${event.amount ? ` ${dollars(event.amount)}` : ""}.`;
    case "dealer_revealed.v1":
      return `Dealer: ${said(event.cards)}. ${event.hand}.`;
    case "hand_shown.v1":
      return `${whose(event.seat)}: ${event.hand}.`;
    case "round_settled.v1":
      if (view.amounts === false) return "The round is settled."; // the amounts are unknown
      return Object.entries(event.nets)
        .filter(([seat]) => whose(Number(seat)) === "You")
        .map(([seat, net]) => {
          const words = view.last?.seats.find((each) => each.seat === Number(seat))?.ending ?? "";
          const came =
            net > 0
              ? `Seat ${seat} wins ${dollars(net)}.`
              : net < 0
                ? `Seat ${seat} loses ${dollars(-net)}.`
                : `Seat ${seat} breaks even.`;
          return words ? `${words} ${came}` : came;
        })
        .join(" ");
    default:
      return "";
  }
}
