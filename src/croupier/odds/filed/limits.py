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
    for wager, stake in _main_stakes(house, wagers.ante):
        if any(stake * award.number % award.per for award in house.tables[wager].awards):
            raise _not_priced(house, wagers, "its odds do not come out in whole cents")
    wins = most_main_wins(house, wagers.ante)
    if within_limits(house.limits, wins.items()) < sum(wins.values()):
        raise _not_priced(house, wagers, f"payout limits cut {', '.join(play_of(house).main)} there")


def most_main_wins(house: HouseRules, ante: int) -> dict[str, int]:
    """The most that each main wager can win, and the bonuses that come with them, in the order of payment."""
    return {wager: most_won(house.tables[wager], stake) for wager, stake in _main_stakes(house, ante)}


def most_won(table: HouseTable, stake: int) -> int:
    """The most that a stake in cents wins by a pay table."""
    return max(award_paid(award.kind, award.number, award.per, stake) for award in table.awards)


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
