"""Irregularities at the table: which can be reported now, by which role, and how each changes the round.

The rulebook sets the consequences, and the moments of the round between which each clause can apply.
"""

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from croupier.rulebook.checks.irregularities import NOT_REPORTED, OF_A_ROUND
from croupier.rulebook.model import Irregularity, Moment
from croupier.settlement.irregularities import Consequence, consequence
from croupier.settlement.round import Result
from croupier.table.cursor import live_after_void
from croupier.table.programs import current, steps_of
from croupier.table.roles import at_least
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
            if kind not in NOT_REPORTED and _within(state, kind, rule) and _CONDITIONS[kind](state):
                found.append(Possible(kind, clause, rule, consequence(house, clause)))
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
    told = found.consequence
    forfeits = told.forfeits and not _kept(state, found.rule)
    return Applied(found, told.void, tuple(sorted(told.settled)), forfeits, found.rule.deck)


def standing(
    results: Mapping[int, Mapping[str, Result]], settled: Collection[str], short: int
) -> dict[int, dict[str, Result]]:
    """By seat, the results that stand when a round turns out void while it is being settled.

    They are those of wagers that a void round settles too; a hand with a wrong number of cards has none.
    """
    return {
        seat: {name: each for name, each in mine.items() if name in settled and each.outcome != "void"}
        for seat, mine in results.items()
        if seat != short
    }


def _kept(state: State, rule: Irregularity) -> bool:
    """Whether the operator has filed that such wagers stay in play."""
    for condition in rule.kept_under:
        option, _, value = condition.partition("=")
        section, _, key = state.at.house.rules.options[option].key.partition(".")
        if getattr(getattr(state.at, section), key) == value:
            return True
    return False


def miscounted(state: State, kind: str, seat: int) -> bool:
    """Whether this hand was already found to have a wrong number of cards."""
    return kind in WITH_COUNT and any((each.irregularity, each.seat) == (kind, seat) for each in state.found)


def must_be_confirmed(state: State, void: str, role: str) -> bool:
    """Whether a report that voids a dealt hand or round waits for a floorperson; their own does not."""
    dealt = state.program == "round" and state.drawn > 0
    return state.confirm_voids and dealt and void in ("hand", "all") and not at_least(role, "floorperson")


def undecided(hand: Hand) -> bool:
    """Whether the hand still has a decision to take."""
    return "ante" in hand.wagers and not (hand.action or hand.lost or hand.void)


def _within(state: State, kind: str, rule: Irregularity) -> bool:
    """Whether the round is between the moments of the clause."""
    if kind not in OF_A_ROUND:
        return True
    assert rule.since is not None
    assert rule.before is not None
    # An electronic table is its own shoe: it is in use until the round is settled.
    before = "settling" if state.electronic and kind == "shoe_fault" else rule.before
    return state.program == "round" and _REACHED[rule.since](state) and not _REACHED[before](state)


def _steps_left(state: State, *kinds: str) -> bool:
    return any(step.kind in kinds for step in steps_of(state)[state.step :])


def _dealing(state: State) -> bool:
    step = current(state)
    return step is not None and step.kind == "deal"


_REACHED: dict[Moment, Callable[[State], bool]] = {
    "bets": lambda state: True,
    "closed": lambda state: state.bets_closed,
    "deal": lambda state: state.bets_closed and (state.drawn > 0 or _dealing(state)),
    "first_card": lambda state: state.drawn > 0,
    "hands": lambda state: state.dealer_dealt > 0,
    "turned_up": lambda state: bool(state.board) or state.dealer_revealed,
    "dealt": lambda state: state.drawn > 0 and not _steps_left(state, "deal"),
    "stub": lambda state: state.drawn > 0 and not _steps_left(state, "deal", "stub"),
    "decided": lambda state: state.drawn > 0 and not any(map(undecided, state.hands.values())),
    "revealed": lambda state: state.dealer_revealed,
    "settling": lambda state: bool(state.results),
    "settled": lambda state: not _steps_left(state, "settle"),
}
"""Of a round: whether each moment has come."""


def _not_void(state: State) -> bool:
    return state.void_all is None


def _not_void_or_dealt_on(state: State) -> bool:
    """In a void round cards may still be dealt, for a wager that is still settled."""
    return state.void_all is None or _dealing(state)


def _not_void_or_settled(state: State) -> bool:
    """A wrong number of cards may be found when the hand is turned, after other seats were settled."""
    return state.void_all is None or live_after_void(state)


_OF_THE_SHUFFLER = ("shuffle", "alternate", "device_count")
"""Steps with which a shuffle is done, or found not to be complete."""


def _shuffling(state: State) -> bool:
    step = current(state)
    return state.at.equipment.shuffle == "automated" and step is not None and step.name in _OF_THE_SHUFFLER


_CONDITIONS: dict[str, Callable[[State], bool]] = {
    "card_face_up": _not_void_or_dealt_on,
    "cards_face_up": _not_void,
    "cards_face_up_after_deal": _not_void,
    "card_drawn_in_error": _not_void_or_dealt_on,
    "wrong_cards_player": _not_void_or_settled,
    "wrong_cards_dealer": _not_void_or_settled,
    "dealer_cards_cured": _not_void,
    "dealer_card_exposed": _not_void,
    "stub_misdealt": lambda state: state.mismatch == "stub_count",
    "stub_wrong": lambda state: state.mismatch == "stub_count",
    "device_count_wrong": lambda state: state.mismatch == "device_count",
    "chips_mismatch": lambda state: state.mismatch == "progressive_count",
    "shuffler_fault": _shuffling,
    "shoe_fault": _not_void,
    "improper_cut": lambda state: state.cut and state.mismatch != "cut",
    "talk": _not_void,
    "left_seat": _not_void,
    "late_wager": lambda state: True,
    "cash_wager": lambda state: True,
}
"""By kind, its further conditions."""
