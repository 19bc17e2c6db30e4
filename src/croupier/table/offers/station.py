"""Offers of the dealer station beside the round: calling the floor, and taking the last entry back."""

from collections.abc import Iterator

from croupier.games.steps import DEALER
from croupier.table.offers.offer import Offer
from croupier.table.programs import rule_clauses, steps_of
from croupier.table.state import State
from croupier.table.words.wagers import decision_words


def station(state: State) -> Iterator[Offer]:
    """Of a live table that is open."""
    if state.electronic:
        return
    if state.called is None:
        yield Offer(act="call_floor", role="dealer", prompt="Call the floor")
    else:
        reason = f": {state.called.reason}" if state.called.reason else ""
        yield Offer(act="answer_call", role="floorperson", prompt=f"Answer the call{reason}")


def last_entry(state: State) -> Iterator[Offer]:
    """The last decision, or the hand turned last, may be taken back until anything else happens."""
    turned = state.last_turned
    if turned is not None:
        whose = "the dealer's hand" if turned.to == DEALER else f"the cards of seat {turned.to}"
        yield Offer(
            act="take_back",
            role="dealer",
            seat=turned.to,
            prompt=f"Take back {whose}",
            clauses=rule_clauses(state, "settle"),
            consequence="The cards are entered again, and their settlement is undone",
        )
    entry = state.last_entry
    if entry is None:
        return
    hand = state.hands[entry.seat]
    decided = decision_words(hand.action or "check", hand.amount, hand.times)
    step = next((step for step in steps_of(state) if step.name == hand.answered), None)
    yield Offer(
        act="take_back",
        role="dealer",
        seat=entry.seat,
        prompt=f"Take back seat {entry.seat}: {decided}",
        clauses=rule_clauses(state, "decide") if step is None else step.rule.clauses,
        consequence=f"Seat {entry.seat} decides again",
    )
