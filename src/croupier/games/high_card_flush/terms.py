"""High Card Flush, from house rules to plain numbers."""

from typing import NamedTuple

from croupier.games.common import Schedule, dealer_least, deals_only, outcomes, schedule
from croupier.games.high_card_flush.decisions import RaiseBounds
from croupier.games.high_card_flush.settle import SITUATIONS, MainTerms
from croupier.hands.flush import flush_cards, flush_strength
from croupier.rulebook.model import RuleSet
from croupier.rulebook.problems import report
from croupier.submission.house import HouseRules

FLUSH_LADDER = ("flush_7", "flush_6", "flush_5", "flush_4")

STRAIGHT_FLUSH_LADDER = (
    "straight_flush_7",
    "suited_ace_to_nine",
    "straight_flush_6",
    "straight_flush_5",
    "straight_flush_4",
    "four_of_a_kind",
    "straight_flush_3",
)
"""In order of payment: four of a kind (Maryland table G) stands between four and three cards."""


_FLUSHES = 6
"""The lengths of a flush in seven cards: two to seven."""


class Terms(NamedTuple):
    """The numbers that settle a hand."""

    main: MainTerms
    bounds: RaiseBounds
    ace_low: int
    flush_bonus: Schedule
    straight_flush_bonus: Schedule
    progressive: Schedule


def terms(house: HouseRules) -> Terms:
    """The terms of these house rules."""
    deals_only(house.rules, player=7, dealer=7)
    ante, raised = (house.tables[wager].awards[0] for wager in ("ante", "raise"))
    ace_low = house.policies.get("ace_low_straight_flush")
    if ace_low is None:
        low = int(bool(house.rules.fact("ranking.ace_low_straight_flush").value))
    else:
        low = int(ace_low == "on")
    return Terms(
        main=MainTerms(
            dealer_least=dealer_least(house.rules, flush_strength, flush_cards),
            ante_odds=(ante.number, ante.per),
            raise_odds=(raised.number, raised.per),
            ante_outcomes=outcomes(house.rules, "ante", SITUATIONS),
            raise_outcomes=outcomes(house.rules, "raise", SITUATIONS[1:]),
        ),
        bounds=_bounds(house.rules),
        ace_low=low,
        flush_bonus=schedule(house.tables.get("flush_bonus"), FLUSH_LADDER),
        straight_flush_bonus=schedule(house.tables.get("straight_flush_bonus"), STRAIGHT_FLUSH_LADDER),
        progressive=schedule(house.progressive.table if house.progressive else None, STRAIGHT_FLUSH_LADDER),
    )


def _bounds(rules: RuleSet) -> RaiseBounds:
    least, most = rules.number("decision.raise_least"), rules.numbers("decision.raise_most")
    if len(most) != _FLUSHES:
        report(rules.error("facts.decision.raise_most", "allowed: six numbers, for two to seven cards"))
    if not 1 <= least <= min(most):
        allowed = f"allowed: from 1 to the least of raise_most, {min(most)}"
        report(rules.error("facts.decision.raise_least", f"{least}; {allowed}"))
    return RaiseBounds(least, most)
