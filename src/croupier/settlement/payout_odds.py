"""The odds at which wagers were paid, in words, for the dealer who pays them."""

from collections.abc import Mapping

from croupier.money import FOR, TO, Award, award_paid
from croupier.settlement.round import Result
from croupier.submission.award_words import stated
from croupier.submission.house import HouseRules


def payout_odds(house: HouseRules, results: Mapping[str, Result], hands: int) -> dict[str, str]:
    """By wager that won at odds of its pay table: "7 to 1"; `hands` were dealt, the dealer's among them.

    A win that a limit cut, an award and a coupon are paid at no odds, and are left out.
    """
    found: dict[str, str] = {}
    for wager, result in results.items():
        if result.outcome != "win" or not result.stake:
            continue
        for award in _awards(house, wager, hands):
            if award_paid(award.kind, award.number, award.per, result.stake) == result.paid:
                found[wager] = stated(house.rules, award)
                break
    return found


def _awards(house: HouseRules, wager: str, hands: int) -> tuple[Award, ...]:
    """The rows of a wager's pay table that pay at odds."""
    table = house.cover_all.get(hands) if wager == "cover_all" else house.tables.get(wager)
    return () if table is None else tuple(award for award in table.awards if award.kind in (TO, FOR))
