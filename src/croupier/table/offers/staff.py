"""Offers beside the step that is due: between rounds, reports of irregularities, corrections, awards."""

from collections.abc import Iterator
from functools import lru_cache

from msgspec import UNSET

from croupier.cards import DECK_SIZE
from croupier.games.steps import DEALER
from croupier.table.irregularities import (
    WITH_CARD,
    WITH_COUNT,
    WITH_SEAT,
    Applied,
    miscounted,
    possible,
    to_apply,
)
from croupier.table.obligations import deck_too_old, device_clauses, unlit
from croupier.table.offers.bounds import Amount, unlocked_wagers
from croupier.table.offers.offer import Offer, step_rule
from croupier.table.programs import rule_clauses
from croupier.table.state import State
from croupier.table.words.irregularities import IRREGULARITY_WORDS, capital, sentence


def between(state: State, at: int) -> Iterator[Offer]:
    """Acts that are only possible while there is no wager."""
    rules = state.at.house.rules
    if state.hands and not state.bets_closed and deck_too_old(state, at):
        yield _change_deck(state, "The wagers go back, and the deck leaves the table")
    if state.hands or state.bets_closed:
        return
    yield Offer(
        act="close_table",
        role="floorperson",
        prompt="Close the table",
        consequence="Everybody leaves the table, and its cards are put away",
        by_system=True,
    )
    if not state.electronic and state.program not in ("opening", "idle"):
        yield Offer(
            act="replace_device",
            role="floorperson",
            prompt="Continue with another method after a device failed",
            consequence="The cards are reshuffled before the next bets",
            clauses=device_clauses(state),
        )
    if state.program == "round":
        yield Offer(
            act="adopt_rules", role="administrator", prompt="Adopt another submission", by_system=True
        )
        spread = not state.electronic and not state.at.equipment.reshuffle_and_count_device
        if spread and not state.players:  # an electronic table has no cards to spread, or to look at
            yield Offer(
                act="go_idle",
                role="dealer",
                prompt="Nobody plays: spread the cards",
                clauses=step_rule(state.at, "idle_spread").clauses,
            )
        ordered = rules.step("order_shuffle")
        if ordered is not None and not state.electronic:
            yield Offer(
                act="order_shuffle",
                role=ordered.by,
                prompt=ordered.prompt,
                consequence="The cards are reshuffled before the next bets",
                clauses=ordered.clauses,
            )
    if state.program == "round" and not state.electronic:
        next_one = "the next one is received, inspected and shuffled"
        yield _change_deck(state, f"The deck leaves the table; {next_one}")


def _change_deck(state: State, consequence: str) -> Offer:
    changed = state.at.house.rules.step("change_deck")
    return Offer(
        act="change_deck",
        role="dealer",
        prompt="Change the deck" if changed is None else changed.prompt,
        consequence=consequence,
        clauses=step_rule(state.at, "receive").clauses if changed is None else changed.clauses,
    )


def confirmation(state: State) -> Iterator[Offer]:
    """A report that voids a hand or the round waits: a floorperson confirms or dismisses it."""
    reported = state.reported
    if reported is None:
        return
    known = {each.kind: each for each in possible(state)}
    applied = to_apply(state, reported.irregularity, known)
    what = IRREGULARITY_WORDS[reported.irregularity]
    where = f", seat {reported.seat}" if reported.seat else ""
    both = {
        "confirm_report": _consequence(state, applied, reported.seat),
        "dismiss_report": "The round goes on",
    }
    for act, consequence in both.items():
        prompt = f"{act.partition('_')[0].capitalize()} the report"
        yield Offer(
            act=act,
            role="floorperson",
            seat=reported.seat,
            prompt=f"{prompt}: {what}{where}",
            consequence=consequence,
            clauses=applied.found.consequence.clauses,
            not_by=(reported.by,),
        )


def _consequence(state: State, applied: Applied, seat: int) -> str:
    """The consequence in words; of a failed device, with the procedure that the operator filed."""
    filed = filed_procedure(state, applied.found.kind)
    words = sentence(
        applied.found.kind,
        seat,
        void=applied.void,
        forfeits=applied.forfeits,
        settled=applied.settled,
        deck=applied.deck,
    )
    return f"{words}. As filed: {filed}" if filed else words


def filed_procedure(state: State, kind: str) -> str:
    """The operator's filed procedure for a device that failed; empty if none was filed."""
    procedure = state.at.procedure
    return {"shuffler_fault": procedure.shuffler_fault, "shoe_fault": procedure.shoe_fault}.get(kind) or ""


def reports(state: State) -> Iterator[Offer]:
    """The irregularities of this moment, each in the role that the document entitles to it."""
    known = {each.kind: each for each in possible(state)}
    for found in known.values():
        applied = to_apply(state, found.kind, known)
        taken = tuple(state.hands if state.bets_closed else state.players)
        seats = taken if found.kind in WITH_SEAT else (0,)
        for seat in seats:
            hand = state.hands.get(seat)
            over = found.consequence.void == "hand" and hand is not None and (hand.settled or hand.void)
            if (hand is not None and (hand.lost or over)) or miscounted(state, found.kind, seat):
                continue
            yield Offer(
                act="report",
                role=found.rule.role,
                seat=seat,
                name=found.kind,
                prompt=capital(IRREGULARITY_WORDS[found.kind]),
                consequence=_consequence(state, applied, seat),
                asks=_amounts_with(found.kind) or UNSET,
                clauses=applied.found.consequence.clauses,
                by_system=state.electronic and found.kind in ("shuffler_fault", "shoe_fault"),
            )


@lru_cache
def _amounts_with(kind: str) -> tuple[Amount, ...]:
    """The cards that a report may name, or their number."""
    if kind in WITH_CARD:
        return (Amount("cards", 0, WITH_CARD[kind]),)
    return (Amount("count", 0, DECK_SIZE),) if kind in WITH_COUNT else ()


def corrections(state: State) -> Iterator[Offer]:
    """At a live table a wrong entry may be corrected until its seat is settled."""
    if state.program != "round" or not state.bets_closed:
        return
    yield from _winners(state)
    if state.electronic:
        return
    for hand in state.hands.values():
        if not (hand.settled or hand.handed_over):
            yield Offer(
                act="correct",
                role="supervisor",
                seat=hand.seat,
                prompt=f"Correct seat {hand.seat}",
                amounts=unlocked_wagers(state.at),
                clauses=rule_clauses(state, "bets"),
            )
    if state.dealer and not state.results:
        clauses = step_rule(state.at, "reveal").clauses
        yield Offer(
            act="correct", role="supervisor", seat=DEALER, prompt="Correct the dealer", clauses=clauses
        )


def _winners(state: State) -> Iterator[Offer]:
    order = state.at.procedure.progressive_order
    if order == "internal" and not state.results:
        yield Offer(
            act="order_winners",
            role="dealer",
            prompt="Order of the progressive winners",
            clauses=state.at.house.rules.options["progressive_order"].clauses,
            by_system=True,
        )


def awards(state: State) -> Iterator[Offer]:
    rule, dark = state.at.house.rules.step("validate"), unlit(state)
    if dark is not None:
        light = step_rule(state.at, "progressive_light")
        yield Offer(
            act="perform",
            role=light.by,
            seat=dark.seat,
            name="progressive_light",
            prompt=light.prompt,
            clauses=light.clauses,
        )
    for award in state.pending.values():
        clauses = () if rule is None else rule.clauses
        role = "floorperson" if rule is None else rule.by
        prompts = {"validate": "Validate" if rule is None else rule.prompt, "reject": "Reject"}
        if dark is not None and not award.lit:
            del prompts["validate"]
        for act, prompt in prompts.items():
            yield Offer(
                act=act,
                role=role,
                seat=award.seat,
                name=award.award,
                prompt=prompt,
                clauses=clauses,
                not_by=state.corrected_by.get(award.round) or UNSET,
            )
