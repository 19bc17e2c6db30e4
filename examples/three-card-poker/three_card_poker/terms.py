"""From house rules to plain numbers."""

from typing import NamedTuple

from croupier.games.common import Schedule, dealer_least, deals_only, outcomes, schedule
from croupier.submission.house import HouseRules
from three_card_poker.hands import three_card_strength
from three_card_poker.settle import SITUATIONS, MainTerms

PAIR_PLUS_LADDER = ("straight_flush", "three_of_a_kind", "straight", "flush", "pair")


class Terms(NamedTuple):
    """The numbers that settle a hand."""

    main: MainTerms
    play_multiple: int
    ante_bonus: Schedule
    pair_plus: Schedule


def terms(house: HouseRules) -> Terms:
    """The terms of these house rules."""
    deals_only(house.rules, player=3, dealer=3)
    ante, played = (house.tables[wager].awards[0] for wager in ("ante", "play"))
    return Terms(
        main=MainTerms(
            dealer_least=dealer_least(house.rules, three_card_strength),
            ante_odds=(ante.number, ante.per),
            play_odds=(played.number, played.per),
            ante_outcomes=outcomes(house.rules, "ante", SITUATIONS),
            play_outcomes=outcomes(house.rules, "play", SITUATIONS[1:]),
        ),
        play_multiple=house.rules.number("decision.play_most"),
        ante_bonus=schedule(house.tables["ante_bonus"], PAIR_PLUS_LADDER),
        pair_plus=schedule(house.tables.get("pair_plus"), PAIR_PLUS_LADDER),
    )
