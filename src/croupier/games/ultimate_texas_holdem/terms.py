"""Ultimate Texas Hold'em, from house rules to plain numbers."""

from typing import NamedTuple

from croupier.games.common import (
    NO_ROW,
    WIN,
    Schedule,
    dealer_least,
    deals_only,
    outcomes,
    row_reached,
    schedule,
)
from croupier.games.ultimate_texas_holdem.settle import (
    BELOW_TABLE,
    DEALER_HIGHER,
    FOLDED,
    NOT_QUALIFIED,
    SITUATIONS,
    TIE,
    MainTerms,
    poker_rung,
)
from croupier.hands.poker import poker_strength
from croupier.rulebook.model import RuleSet
from croupier.rulebook.problems import report
from croupier.submission.house import HouseRules

POKER_LADDER = (
    "royal_flush",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
    "three_of_a_kind",
    "two_pair",
)


class Terms(NamedTuple):
    """The numbers that settle a hand. Cover All's odds vary with the hands dealt, its rows do not."""

    main: MainTerms
    play_multiples: tuple[int, ...]
    """Two before the flop, one after it, one at the end."""
    trips: Schedule
    progressive: Schedule
    cover_all: Schedule


def terms(house: HouseRules) -> Terms:
    """The terms of these house rules."""
    deals_only(house.rules, player=2, dealer=2, community=5, flop=3)
    return Terms(
        main=_main(house),
        play_multiples=_multiples(house.rules),
        trips=schedule(house.tables.get("trips"), POKER_LADDER),
        progressive=schedule(house.progressive.table if house.progressive else None, POKER_LADDER),
        cover_all=schedule(house.cover_all.get(2), POKER_LADDER),
    )


def _main(house: HouseRules) -> MainTerms:
    ante, played = (house.tables[wager].awards[0] for wager in ("ante", "play"))
    least = dealer_least(house.rules, poker_strength)
    paid = schedule(house.tables["blind"], POKER_LADDER)
    blind = outcomes(house.rules, "blind", (*SITUATIONS, BELOW_TABLE))
    unpaid = {SITUATIONS[FOLDED], BELOW_TABLE}
    if row_reached(poker_rung(least - 1), paid.kinds) == NO_ROW:
        # A hand that does not beat a dealer below the qualifier is on no row: a win would be `BELOW_TABLE`.
        unpaid |= {SITUATIONS[each + NOT_QUALIFIED] for each in (DEALER_HIGHER, TIE)}
    for situation, outcome in zip((*SITUATIONS, BELOW_TABLE), blind, strict=True):
        if situation in unpaid and outcome == WIN:
            report(house.rules.error(f"settlement.blind.{situation}", "win; allowed: lose or push"))
    return MainTerms(
        dealer_least=least,
        ante_odds=(ante.number, ante.per),
        play_odds=(played.number, played.per),
        blind=paid,
        ante_outcomes=outcomes(house.rules, "ante", SITUATIONS),
        blind_outcomes=blind,
        play_outcomes=outcomes(house.rules, "play", SITUATIONS[1:]),
    )


def _multiples(rules: RuleSet) -> tuple[int, ...]:
    multiples = rules.numbers("decision.play_multiples")
    if len(multiples) != 4 or len(set(multiples)) < 4 or min(multiples) < 1 or multiples[0] < multiples[1]:
        # A recorded round has no street: `settle`, `review` and `watch` tell it by the multiple.
        allowed = "two before the flop, the greater first, one after it, one at the end, all different"
        report(rules.error("facts.decision.play_multiples", f"{list(multiples)}; allowed: {allowed}"))
    return multiples
