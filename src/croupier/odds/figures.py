"""Odds as JSON: fractions as strings in lowest terms, which are the truth, and floats for reading."""

from fractions import Fraction
from typing import Any

from croupier.odds.filed.as_filed import At
from croupier.odds.model import (
    BetOdds,
    CoverAllOdds,
    Level,
    LongRun,
    MainOdds,
    Moments,
    ProgressiveOdds,
    ProgressiveReturn,
)
from croupier.odds.price import Odds

Figures = dict[str, Any]


def figures(odds: Odds) -> Figures:
    """The figures of one bet."""
    if isinstance(odds, MainOdds):
        return {
            **_moments(odds.net),
            "element_of_risk": float(odds.element_of_risk),
            "average_wager": float(odds.average_wager),
            "decisions": {name: float(share) for name, share in odds.decisions.items()},
            "exact": {
                "average_wager": str(odds.average_wager),
                "decisions": {name: str(share) for name, share in odds.decisions.items()},
            },
        }
    if isinstance(odds, BetOdds):
        return {**_moments(odds.net), "hit_rate": float(odds.hit_rate), "levels": _levels(odds.levels)}
    if isinstance(odds, CoverAllOdds):
        found = {
            **_moments(odds.net),
            "hit_rate": float(odds.hit_rate),
            "levels": _levels(odds.levels),
            "exact": odds.exact,
        }
        if not odds.exact:
            found |= {"std_error": odds.standard_error, "rounds": odds.rounds}
        return found
    return _progressive(odds)


def figures_at(at: At) -> Figures:
    """The figures of a bet by wager in cents, under the payout limits."""
    return {str(stake): _at(odds) for stake, odds in at.items()}


def _at(odds: Odds) -> Figures:
    if isinstance(odds, MainOdds):
        return figures(odds)
    assert not isinstance(odds, ProgressiveOdds)
    return {**_moments(odds.net), "hit_rate": float(odds.hit_rate)}


def _progressive(odds: ProgressiveOdds) -> Figures:
    live = odds.if_live
    return {
        "levels": _levels(odds.levels),
        "stake": odds.stake,
        **_return(odds.as_played),
        "fixed_return": str(live.fixed),
        "fixed_return_value": float(live.fixed),
        "break_even_meter": {
            "if_live": _optional(live.break_even),
            "as_played": _optional(odds.as_played.break_even),
        },
        "as_played": {**_return(odds.as_played), "fixed_return": str(odds.as_played.fixed)},
        "if_live": {**_return(live), "fixed_return": str(live.fixed)},
        "contribution": _optional(odds.contribution),
        "envy": {str(others): str(value) for others, value in odds.envy.items()},
        "return_by_players": {
            str(players): str(odds.return_at(players))
            for players in (1, *(1 + others for others in odds.envy))
        },
        "long_run": _long_run(odds.long_run),
    }


def _return(returns: ProgressiveReturn) -> Figures:
    return {
        "return_at_seed": str(returns.at_seed),
        "return_at_seed_value": float(returns.at_seed),
        "house_edge": float(1 - returns.at_seed),
        "hit_rate": float(returns.hit_rate),
        "meter_returns": {meter: str(share) for meter, share in returns.meters.items()},
        "probabilities": {row: str(chance) for row, chance in returns.probabilities.items()},
    }


def _long_run(long_run: LongRun | None) -> Figures | None:
    if long_run is None:
        return None
    return {
        "return": str(long_run.returned),
        "return_value": float(long_run.returned),
        "meters": {
            name: {
                "added_per_wager": str(growth.added),
                "wagers_between_whole_awards": float(growth.wagers_between),
                "average_whole_award": float(growth.average_award),
            }
            for name, growth in long_run.meters.items()
        },
    }


def _moments(net: Moments) -> Figures:
    return {
        "ev": str(net.mean),
        "house_edge": float(-net.mean),
        "std_dev": net.standard_deviation,
        "second_moment": str(net.square),
    }


def _levels(levels: dict[str, Level]) -> Figures:
    return {
        row: {"pays": level.pays, "count": level.count, "probability": float(level.probability)}
        for row, level in levels.items()
    }


def _optional(value: Fraction | None) -> str | None:
    return None if value is None else str(value)
