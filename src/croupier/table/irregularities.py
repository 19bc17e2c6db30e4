"""Irregularities at the table: which can be reported now, by which role, and how each changes the round.

The rulebook sets the consequences. When each can happen is the same in every document, except for the exposed
dealer card: there the document sets the moment.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from croupier.rulebook.model import Irregularity
from croupier.settlement.irregularities import Consequence, consequence
from croupier.table.cursor import live_after_void
from croupier.table.programs import current, steps_of
from croupier.table.state import Hand, State

WITH_SEAT = frozenset(("wrong_cards_player", "talk", "left_seat", "late_wager", "cash_wager"))
"""Irregularities of one player or one hand."""

WITH_CARD = {
    "card_face_up": 1,
    "cards_face_up": 52,
    "cards_face_up_after_deal": 52,
    "dealer_card_exposed": 52,
}
"""Irregularities reported with the cards that were seen, and the maximum number of cards."""

WITH_COUNT = frozenset(("wrong_cards_player", "wrong_cards_dealer"))
"""Irregularities reported with a number of cards, if somebody has counted them."""

WITHOUT_CARDS = frozenset(("talk", "left_seat", "shuffler_fault", "shoe_fault", "late_wager"))
"""Irregularities of electronic tables."""


class Possible(NamedTuple):
    """An irregularity that may be reported now."""

    kind: str
    clause: str
    rule: Irregularity
    consequence: Consequence
    in_time: bool
    """Before the moment after which the document attaches no consequence."""


def possible(state: State) -> tuple[Possible, ...]:
    """The irregularities that can be reported now."""
    if state.rules is None or state.program in ("closed", "idle"):
        return ()
    house = state.at.house
    method = state.at.equipment.deal or ""
    found = []
    for clause, rule in house.rules.irregularities.items():
        if rule.deal and method not in rule.deal:
            continue
        for kind in rule.kinds:
            if state.electronic and kind not in WITHOUT_CARDS:
                continue
            window = _WINDOWS.get(kind)
            if window is not None and window(state):
                in_time = rule.until != "decided" or any(map(undecided, state.hands.values()))
                found.append(Possible(kind, clause, rule, consequence(house, clause), in_time))
    return tuple(found)


class Applied(NamedTuple):
    """The consequence of a report for the current round."""

    found: Possible
    void: str
    settled: tuple[str, ...]
    forfeits: bool
    deck: str


def to_apply(state: State, kind: str, known: Mapping[str, Possible]) -> Applied:
    """The irregularity that applies: a second card found face up makes it several cards."""
    found = known[kind]
    if kind == "card_face_up" and any(each.irregularity == kind for each in state.found):
        several = ("cards_face_up_after_deal", "cards_face_up")
        found = next((known[each] for each in several if each in known), found)
    if not found.in_time:
        return Applied(found, "none", (), forfeits=False, deck="stays")
    told = found.consequence
    # A round that turns out void while it is settled has shown too much: then every wager goes back.
    settled = () if state.results else tuple(sorted(told.settled))
    return Applied(found, told.void, settled, told.forfeits and not _kept(state, found.rule), found.rule.deck)


def _kept(state: State, rule: Irregularity) -> bool:
    """Whether the operator has filed that such wagers stay in play."""
    for condition in rule.kept_under:
        option, _, value = condition.partition("=")
        section, _, key = state.at.house.rules.options[option].key.partition(".")
        if getattr(getattr(state.at, section), key) == value:
            return True
    return False


def undecided(hand: Hand) -> bool:
    """Whether the hand still has a decision to take."""
    return "ante" in hand.wagers and not (hand.action or hand.lost or hand.void)


def _steps_left(state: State, *kinds: str) -> bool:
    return any(step.kind in kinds for step in steps_of(state)[state.step :])


def _in_play(state: State) -> bool:
    """Bets are closed and no seat has been settled."""
    return (
        state.program == "round" and state.bets_closed and not state.results and _steps_left(state, "settle")
    )


def _dealing(state: State) -> bool:
    """Cards are still to come: also those of a void round in which a wager is settled all the same."""
    if state.void_all is not None:
        step = current(state)
        return _in_play(state) and step is not None and step.kind == "deal"
    return _in_play(state) and _steps_left(state, "deal", "stub")


def _hands_dealt(state: State) -> bool:
    return state.program == "round" and state.bets_closed and state.dealer_dealt > 0


def _tells_after_the_deal(state: State) -> bool:
    """The document treats cards found face up after the first deal in a way of its own."""
    known = state.at.house.rules.irregularities.values()
    return any("cards_face_up_after_deal" in rule.kinds for rule in known)


def _with_cards(state: State) -> bool:
    return _in_play(state) and state.drawn > 0 and state.void_all is None


def _holds_the_dealers_hand(state: State) -> bool:
    """Whether the device may still hold the dealer's cards; elsewhere a shoe can fail until it is empty."""
    fact = state.at.house.rules.facts.get("decision", {}).get("dealer_hand_from_shuffler")
    return fact is not None and fact.value is True and not state.dealer_revealed


def _to_be_turned(state: State) -> bool:
    """A wrong number of cards may be found when the hand is turned, after other seats were settled."""
    open_still = state.void_all is None or live_after_void(state)
    return state.program == "round" and state.drawn > 0 and open_still and _steps_left(state, "settle")


_WINDOWS: dict[str, Callable[[State], bool]] = {
    "card_face_up": _dealing,
    "cards_face_up": lambda state: (
        _dealing(state)
        and state.void_all is None
        and not (_hands_dealt(state) and _tells_after_the_deal(state))
    ),
    "cards_face_up_after_deal": lambda state: (
        _dealing(state) and state.void_all is None and _hands_dealt(state)
    ),
    "card_drawn_in_error": _dealing,
    "wrong_cards_player": _to_be_turned,
    "wrong_cards_dealer": _to_be_turned,
    "dealer_cards_cured": lambda state: _with_cards(state) and not state.dealer_revealed,
    "dealer_card_exposed": lambda state: (
        _with_cards(state) and state.dealer_dealt > 0 and not state.dealer_revealed
    ),
    "stub_misdealt": lambda state: state.mismatch == "stub_count",
    "stub_wrong": lambda state: state.mismatch == "stub_count",
    "device_count_wrong": lambda state: state.mismatch == "device_count",
    "chips_mismatch": lambda state: state.mismatch == "progressive_count",
    "shuffler_fault": lambda state: (
        state.program in ("shuffle", "alternate") and state.at.equipment.shuffle == "automated"
    ),
    "shoe_fault": lambda state: (
        (_in_play(state) if state.electronic or _holds_the_dealers_hand(state) else _dealing(state))
        and state.void_all is None
    ),
    "improper_cut": lambda state: (
        state.program == "round" and state.drawn == 0 and state.mismatch != "cut" and state.cut
    ),
    "talk": lambda state: _with_cards(state) and not state.dealer_revealed,
    "left_seat": _with_cards,
    "late_wager": _in_play,
    "cash_wager": lambda state: state.program == "round" and not state.bets_closed,
}
