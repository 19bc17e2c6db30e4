"""Prices as filed: at the posted minimum and maximum, or at any amount, under the payout limits.

A price per unit leaves the limits out. Here every win is what the table pays for a wager of so many cents:
limited, rounded up to a cent, and amounts of dollars as they are. Each bet is priced alone on the layout, for
one hand alone at the table; wins of other bets and seats that share a limit leave less of it.
"""

from collections.abc import Iterable
from dataclasses import replace

from croupier.odds.filed.limits import bet_at
from croupier.odds.filed.wagers import Wagers
from croupier.odds.model import BetOdds, CoverAllOdds, MainOdds
from croupier.odds.price import Odds, Price, main_odds
from croupier.odds.progress import Progress, silent
from croupier.odds.side_bets import play_of
from croupier.odds.subject import Subject

At = dict[int, Odds]
"""By wager in cents (of the ante, for the game itself): the odds of the bet there."""

LEFT_OUT = (
    "Payout limits are left out: they cut winnings at high wagers. Price a submission, or give --ante CENTS."
)
LEFT_OUT_OF_OTHERS = "Payout limits are left out of every other bet: price a submission."


def limits_left_out(subject: Subject, bets: Iterable[str], antes: Iterable[int] = ()) -> bool:
    """Whether payout limits cut one of these bets at some wager, and no figure shows it.

    A submission posts the wagers of every bet; a rule set is priced at the antes asked for, the game alone.
    """
    if subject.submitted:
        return False
    capped = {wager for limit in subject.house.rules.limits.values() for wager in limit.capped}
    game = play_of(subject.house).main
    left = {wager for bet in bets for wager in (game if bet == "main" else (bet,))}
    return bool(capped & (left.difference(game) if tuple(antes) else left))


def levels(subject: Subject, bet: str, antes: Iterable[int] = ()) -> tuple[int, ...]:
    """The wagers at which a bet is priced: the posted minimum and maximum, and the antes asked for."""
    posted = subject.posted.get("ante" if bet == "main" else bet, ())
    return tuple(sorted({*posted, *(antes if bet == "main" else ())}))


def at_levels(
    subject: Subject, price: Price, odds: Odds, stakes: Iterable[int], progress: Progress = silent
) -> At:
    """The odds of a bet at each stake; nothing for a progressive, which no limit cuts (`Price.stake`)."""
    house = subject.house
    if isinstance(odds, MainOdds):
        return {ante: main_odds(house, progress, wagers=Wagers(ante)) for ante in stakes}
    if isinstance(odds, CoverAllOdds):
        table = house.cover_all.get(int(price.table))
    elif isinstance(odds, BetOdds):
        table = house.tables.get(price.bet)
    else:
        return {}
    if table is None:
        return {}
    return {stake: replace(odds, net=bet_at(house, price.bet, table, odds, stake)) for stake in stakes}
