"""A progressive at a reading of its meters: its return, best play beside it, and its next awards.

The return is a straight line in each meter as long as play is that of the game alone. Where a fold loses the
wager, best play for the game and the progressive together folds fewer hands the higher the meters stand, and
its return bends upward: it is solved for each reading and ante.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from croupier.money import SHARE, WHOLE
from croupier.odds.filed.wagers import Wagers, reading_of
from croupier.odds.meters.law import (
    QUANTILES,
    MeterLaw,
    Movement,
    law_between_awards,
    law_from,
    wagers_until,
)
from croupier.odds.model import ProgressiveOdds
from croupier.odds.price import main_odds, stays
from croupier.odds.progress import Progress, silent
from croupier.odds.progressive import live_after_fold, price_progressive
from croupier.odds.strategy import progressive_beside
from croupier.submission.house import HouseMeter, HouseProgressive, HouseRules


class Growth(NamedTuple):
    """How a meter grows, from where it stands and from where it starts again."""

    movement: Movement
    standing: int
    restart: int
    carried: Fraction | None


@dataclass(frozen=True)
class Awards:
    """The whole awards of one meter, as played. A law takes a while and is computed when asked for."""

    whole: Fraction
    """The probability that a wager wins it."""
    break_even: Fraction | None
    """The amount in cents from which a wager returns its stake, the other meters as they stand."""
    growth: Growth | None
    """None where the rate of the meter is not known."""

    @cached_property
    def next_award(self) -> MeterLaw | None:
        """The meter as its next whole award is paid; None where its rate is not known."""
        return self.growth and law_from(self.growth.movement, self.growth.standing)

    @cached_property
    def in_the_long_run(self) -> MeterLaw | None:
        """The same over many awards: the law of the meter as any wager is placed, too."""
        grows = self.growth
        return grows and law_between_awards(grows.movement, grows.restart, grows.carried)


@dataclass(frozen=True, slots=True)
class BestPlay:
    """The game and the progressive together at an ante, both in antes."""

    together: Fraction
    """The value under best play for both."""
    apart: Fraction
    """The value under optimal play of the game alone."""
    returned: Fraction
    """The return of a unit staked on the progressive, under best play for both."""


@dataclass(frozen=True, slots=True)
class AtMeters:
    """A progressive at one reading of its meters."""

    meters: dict[str, int]
    stake: int
    returned: Fraction
    """The return of a unit staked, as played."""
    if_live: Fraction
    """The same if every hand counted."""
    awards: dict[str, Awards]
    """By meter that pays all of itself."""
    best_play: dict[int, BestPlay]
    """By ante in cents."""


def at_meters(
    house: HouseRules,
    stake: int,
    meters: Mapping[str, int],
    antes: Iterable[int] = (),
    progress: Progress = silent,
) -> AtMeters:
    """The progressive of a house at a reading of its meters; with antes, best play for both at each."""
    progressive, reading = house.progressive, reading_of(house, meters)
    assert progressive is not None
    standing = tuple(replace(meter, seed=reading[meter.name]) for meter in progressive.meters)
    there = replace(house, progressive=replace(progressive, meters=standing))
    odds = price_progressive(there, stake, stays(house, progress))
    awards = {}
    for meter in progressive.meters:
        found = _awards(progressive, meter, odds, reading)
        if found is not None:
            awards[meter.name] = found
    return AtMeters(
        meters=reading,
        stake=stake,
        returned=odds.as_played.at_seed,
        if_live=odds.if_live.at_seed,
        awards=awards,
        best_play={
            ante: _best_play(house, Wagers(ante, stake, tuple(reading.items())), odds, progress)
            for ante in antes
        },
    )


def _best_play(house: HouseRules, wagers: Wagers, odds: ProgressiveOdds, progress: Progress) -> BestPlay:
    """Where a fold loses the wager, the game is solved with it; else play does not depend on it."""
    part = Fraction(wagers.progressive, wagers.ante)
    alone = main_odds(house, progress, wagers=Wagers(wagers.ante)).net.mean
    apart = alone + (odds.as_played.at_seed - 1) * part
    if live_after_fold(house):
        return BestPlay(apart, apart, odds.as_played.at_seed)
    returned = progressive_beside(house, wagers, progress)
    main = main_odds(house, progress, wagers=wagers).net.mean
    return BestPlay(main + (returned - 1) * part, apart, returned)


def _awards(
    progressive: HouseProgressive, meter: HouseMeter, odds: ProgressiveOdds, reading: Mapping[str, int]
) -> Awards | None:
    """The whole awards of a meter; None if the table pays none."""
    whole, shares = Fraction(0), dict[Fraction, Fraction]()
    for row, award in zip(progressive.table.rows, progressive.table.awards, strict=True):
        chance = odds.as_played.probabilities.get(row, Fraction(0))
        if award.kind == SHARE and award.meter == meter.name and chance:
            share = Fraction(award.number, WHOLE)
            if share == 1:
                whole += chance
            else:
                shares[share] = shares.get(share, Fraction(0)) + chance
    if not whole:
        return None
    part = odds.as_played.meters[meter.name]
    without = odds.as_played.at_seed - part * reading[meter.name] / odds.stake
    even = max(Fraction(0), (1 - without) * odds.stake / part)
    rates = {each.name: each.rate for each in progressive.meters}
    if None in rates.values() or not rates[meter.name]:
        return Awards(whole, even, None)
    added = {name: Fraction(rate or 0, WHOLE) * odds.stake for name, rate in rates.items()}
    moves = Movement(added[meter.name], whole, shares)
    carried = added["secondary"] if meter.after_whole_award == "takes_secondary" else None
    return Awards(whole, even, Growth(moves, reading[meter.name], meter.reset, carried))


# ------------------------------------------------------------------------------------------------ figures


def figures_at_meters(found: AtMeters) -> dict[str, Any]:
    """The figures of a reading, as JSON."""
    return {
        "meters": found.meters,
        "return": str(found.returned),
        "return_value": float(found.returned),
        "house_edge": float(1 - found.returned),
        "return_if_live": str(found.if_live),
        "awards": {name: _awards_figures(each) for name, each in found.awards.items()},
        "best_play": {
            str(ante): {
                "together": str(each.together),
                "together_value": float(each.together),
                "apart": str(each.apart),
                "return": str(each.returned),
                "return_value": float(each.returned),
            }
            for ante, each in found.best_play.items()
        },
    }


def _awards_figures(awards: Awards) -> dict[str, Any]:
    even = None if awards.break_even is None else float(awards.break_even)
    return {
        "probability": str(awards.whole),
        "wagers_between": float(1 / awards.whole),
        "wagers_until": {f"{share:.0%}": wagers_until(awards.whole, share) for share in QUANTILES},
        "break_even": None if awards.break_even is None else str(awards.break_even),
        "next_award": _law_figures(awards.next_award, even),
        "in_the_long_run": _law_figures(awards.in_the_long_run, even),
    }


def _law_figures(law: MeterLaw | None, even: float | None) -> dict[str, Any] | None:
    if law is None:
        return None
    return {
        "mean": law.mean,
        "quantiles": {f"{share:.0%}": law.quantile(share) for share in QUANTILES},
        "above_break_even": None if even is None else law.above(even),
    }
