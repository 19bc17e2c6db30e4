"""Jobs for the pages that teach: the price of every wager of a practice table."""

from fractions import Fraction
from typing import NamedTuple

from croupier.odds.progress import Progress
from croupier.odds.protocol import solver_for
from croupier.submission.practice import practice_text


class WagerPrice(NamedTuple):
    """The house edge of a wager, and its assumption."""

    wager: str
    edge: Fraction
    note: str = ""


def bet_prices(progress: Progress, rules: str) -> tuple[WagerPrice, ...]:
    """The price of every wager of a practice table; the game itself is `main`, per unit of ante."""
    from croupier.odds.model import BetOdds, CoverAllOdds, ProgressiveOdds
    from croupier.odds.price import prices
    from croupier.odds.subject import subject_of_text

    subject = subject_of_text(practice_text(rules))
    house = subject.house
    found = [WagerPrice("main", -solver_for(house.rules).optimal(house), "with the best decisions")]
    for price in prices(subject, progress):
        if price.bet == "main" or any(each.wager == price.bet for each in found):
            continue
        odds = price.compute()
        if isinstance(odds, ProgressiveOdds):
            found.append(WagerPrice(price.bet, 1 - odds.as_played.at_seed, "with the meters at their seeds"))
        elif isinstance(odds, CoverAllOdds):
            found.append(WagerPrice(price.bet, -odds.net.mean, f"with {price.table} hands dealt"))
        elif isinstance(odds, BetOdds):
            found.append(WagerPrice(price.bet, -odds.net.mean))
    return tuple(found)
