/* The state of the table in one line, and the announcements of events. */
import { either, t } from "../../lib/language";
import type { Offer, TableEvent, View } from "../../lib/api";
import { said } from "../../lib/table/cards";
import { dollars } from "../../lib/money";
import { wagerLabel } from "../../felt/scene";
import { decisionWords } from "../../lib/games.svelte";

export interface Status {
  text: string;
  /** Whether it is one's own turn to do something. */
  mine: boolean;
}

/** The decision that is one's own now. */
export const decisionOf = (view: View, me: string): Offer | undefined =>
  me ? view.offers.find((each) => each.act === "decide" && each.player === me) : undefined;

export function statusOf(view: View, me: string, seconds: number | null, names: Record<string, string>): Status {
  const mine = me ? view.seats.filter((each) => each.player === me) : [];
  const left = seconds === null ? "" : ` ${t("No more bets in {seconds} s.", { seconds })}`;
  if (view.program === "closed") return { text: t("The table is closed."), mine: false };
  if (view.bets_open) {
    if (!me) return { text: seconds === null ? t("Waiting for bets.") : t("Bets are open.{left}", { left }), mine: false };
    if (!mine.length) {
      const free = view.offers.some((each) => each.act === "sit");
      return { text: free ? t("Choose a seat to play.") : t("All seats are taken. You can watch."), mine: false };
    }
    const open = mine.filter((each) => !Object.keys(each.wagers).length);
    if (open.length && view.amounts === false) return { text: t("Place your chips; the dealer enters your bets."), mine: false };
    if (open.length) return { text: t("Place your bet.{left}", { left }), mine: true };
    return { text: seconds === null ? t("Your bet is placed.") : t("Your bet is placed.{left}", { left }), mine: false };
  }
  const decision = decisionOf(view, me);
  if (decision) {
    const seat = mine.length > 1 ? ` ${t("at seat {seat}", { seat: decision.seat })}` : "";
    return { text: t("Your turn{seat}: {choices}.", { seat, choices: either(decision.amounts.map((each) => decisionWords(each.name).toLowerCase())) }), mine: true };
  }
  const step = view.step;
  if (step?.kind === "offer" && step.seat) {
    const who = names[view.seats.find((each) => each.seat === step.seat)?.player ?? ""];
    return { text: t("Waiting for seat {seat}{who}.", { seat: step.seat, who: who ? `, ${who}` : "" }), mine: false };
  }
  if (view.pending.length) return { text: t("An award is pending."), mine: false };
  if (step?.says) return { text: `${step.says.replace(/[.?!]$/, "")}.`, mine: false };
  // At a live table the prompts are the dealer's.
  if (me && view.mode === "live") return { text: t("Wait for the dealer."), mine: false };
  return { text: step?.prompt ? `${step.prompt}.` : t("The table is being prepared."), mine: false };
}

/** An event in words for screen readers; "" for unimportant ones. */
export function announced(event: TableEvent, me: string, view: View, names: Record<string, string>): string {
  const playerAt = (seat: number): string | null | undefined =>
    [...view.seats, ...(view.last?.seats ?? [])].find((each) => each.seat === seat)?.player;
  const mine = (seat: number): boolean => Boolean(me) && playerAt(seat) === me;
  const whose = (seat: number): string => {
    const player = playerAt(seat);
    return mine(seat) ? t("You") : (names[player ?? ""] ?? t("Seat {seat}", { seat }));
  };
  switch (event.kind) {
    case "bet_placed.v1": {
      if (!mine(event.seat)) return "";
      const wagers = Object.entries(event.wagers).map(([wager, cents]) => `${wagerLabel(wager).toLowerCase()} ${dollars(cents)}`);
      return wagers.length ? t("You bet {wagers}.", { wagers: wagers.join(", ") }) : t("You took your bet back.");
    }
    case "bets_closed.v1":
      return t("No more bets.");
    case "dealt.v1":
      return event.packets
        .filter((each) => each.cards)
        .map((each) => {
          const to = each.to === 0 ? t("Dealer") : each.to < 0 ? t("Board") : whose(each.to);
          return `${to}: ${said(each.cards ?? "")}.`;
        })
        .join(" ");
    case "decided.v1":
      return `${whose(event.seat)}: ${wagerLabel(event.action).toLowerCase()}${event.amount ? ` ${dollars(event.amount)}` : ""}.`;
    case "dealer_revealed.v1":
      return t("Dealer: {cards}. {hand}.", { cards: said(event.cards), hand: event.hand });
    case "hand_shown.v1":
      return `${whose(event.seat)}: ${event.hand}.`;
    case "round_settled.v1":
      if (view.amounts === false) return t("The round is settled."); // the amounts are unknown
      return Object.entries(event.nets)
        .filter(([seat]) => mine(Number(seat)))
        .map(([seat, net]) => {
          const words = view.last?.seats.find((each) => each.seat === Number(seat))?.ending ?? "";
          const came =
            net > 0
              ? t("Seat {seat} wins {amount}.", { seat, amount: dollars(net) })
              : net < 0
                ? t("Seat {seat} loses {amount}.", { seat, amount: dollars(-net) })
                : t("Seat {seat} breaks even.", { seat });
          return words ? `${words} ${came}` : came;
        })
        .join(" ");
    default:
      return "";
  }
}
