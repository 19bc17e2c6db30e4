"""Prices at an amount: what the payout limits of a house leave of a win, for one hand alone at the table."""

from collections.abc import Iterator
from fractions import Fraction

from croupier.errors import Refusal
from croupier.games.limits import within_limits
from croupier.money import Award, award_paid, award_returned, dollars
from croupier.odds.filed.wagers import Wagers
from croupier.odds.model import BetOdds, CoverAllOdds, Moments
from croupier.odds.side_bets import play_of
from croupier.submission.house import HouseLimit, HouseRules, HouseTable


def check_uncut(house: HouseRules, wagers: Wagers | None) -> None:
    """Refuse wagers whose main game the payout limits cut, or that odds do not divide into whole cents.

    For solvers that work per unit of ante: any other amount has the price of a unit.
    """
    if wagers is None:
        return
    play = play_of(house)
    wins = []
    for wager, stake in _main_stakes(house, wagers.ante):
        awards = house.tables[wager].awards
        if any(stake * award.number % award.per for award in awards):
            raise _not_priced(house, wagers, "its odds do not come out in whole cents")
        wins.append((wager, max(award_paid(award.kind, award.number, award.per, stake) for award in awards)))
    if within_limits(house.limits, wins) < sum(paid for _, paid in wins):
        raise _not_priced(house, wagers, f"payout limits cut {', '.join(play.main)} there")


def _main_stakes(house: HouseRules, ante: int) -> Iterator[tuple[str, int]]:
    """The main wagers and the bonuses that come with them, in the order of payment, at their most."""
    play = play_of(house)
    for wager in play.main:
        yield wager, ante * (house.rules.most_antes(wager) if wager == play.decided else 1)
    for bonus in play.automatic:
        yield bonus, ante


def _not_priced(house: HouseRules, wagers: Wagers, reason: str) -> Refusal:
    game = house.rules.rules.name
    return Refusal("not_solved", f"{game}: not priced at an ante of {dollars(wagers.ante)}: {reason}")


def bet_at(
    house: HouseRules, wager: str, table: HouseTable, odds: BetOdds | CoverAllOdds, stake: int
) -> Moments:
    """A bet against a pay table at a stake in cents: paid as the table settles it, under the limits."""
    chances = {row: level.probability for row, level in odds.levels.items()}
    mean, square = Fraction(-1), Fraction(1)
    for row, award in zip(table.rows, table.awards, strict=True):
        net = gross_at(house.limits, wager, award, stake) - 1
        mean += chances[row] * (net + 1)
        square += chances[row] * (net**2 - 1)
    return Moments(mean, square)


def gross_at(limits: tuple[HouseLimit, ...], wager: str, award: Award, stake: int) -> Fraction:
    """The return per unit of a stake in cents when an award is paid: rounded and limited as at the table."""
    paid = within_limits(limits, [(wager, award_paid(award.kind, award.number, award.per, stake))])
    return Fraction(paid + award_returned(award.kind, stake), stake)
