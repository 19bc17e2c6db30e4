"""Jobs about recorded rounds: hands weighed for the watch, decisions priced for the review, bands of luck."""

from contextlib import suppress
from fractions import Fraction
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from croupier.errors import Refusal
from croupier.odds.progress import Progress
from croupier.odds.protocol import solver_for

if TYPE_CHECKING:
    from croupier.odds.model import Distribution
    from croupier.odds.outcomes import Awards
    from croupier.odds.review.account import Reviewer, SeatReview
    from croupier.odds.review.decisions import PricedDecision
    from croupier.odds.review.habits import Faced
    from croupier.odds.watch.record import RecordedRound
    from croupier.settlement.round import Result
    from croupier.submission.house import HouseRules


class RoundLuck(NamedTuple):
    """The luck of the cards in the win of a round, in cents, from the house's side."""

    luck: float
    stakes: dict[int, dict[str, int]]
    """By seat and bet."""
    priced: bool
    """Whether every decision is priced; a hand folded unseen counts as decided well."""


class LuckBand(NamedTuple):
    """Where luck lies so often, below and above 0, in cents; and its variance in square cents."""

    low: float
    high: float
    variance: float


class PricedHouse(NamedTuple):
    """The odds of a house's bets: `HouseOdds` as data."""

    edges: dict[str, Fraction]
    laws: "dict[str, Distribution]"
    covariances: dict[tuple[str, str, bool], float]
    """Of two bets at one seat (true), or at two; none for bets that no round has together."""
    amounts: "dict[str, Awards]"


class WatchedRound(NamedTuple):
    """The e-values of a round by player, leak and thief; its decisions by seat; the worth of optimal play."""

    values: "dict[str, dict[str, list[float]]]"
    decisions: "dict[int, tuple[PricedDecision, ...]]"
    faced: "Faced | None" = None
    """By habit; none of a round without amounts."""
    optimal: Fraction = Fraction(0)
    luck: "RoundLuck | None" = None
    """None of a round without amounts or with an irregularity."""


def watch_round(
    progress: Progress,
    played: "RecordedRound",
    leaks: tuple[str, ...],
    results: "dict[int, dict[str, Result]]",
) -> WatchedRound:
    """The e-values of a round, its decisions priced, and its luck."""
    from croupier.odds.protection.leak import parse_leak
    from croupier.odds.review.decisions import priced_decisions
    from croupier.odds.review.habits import faced, together
    from croupier.odds.watch.players import round_evidence

    found = round_evidence(played, {leak: parse_leak(leak) for leak in leaks})
    record = played.record
    try:
        decisions = {seat.seat: priced_decisions(played, seat) for seat in record.seats}
    except Refusal:  # a game that no solver prices
        return WatchedRound(found.values, {})
    hands = together(
        faced(played.players.get(seat.seat, ""), record.rules, seat.wagers["ante"], decisions[seat.seat])
        for seat in record.seats
        if decisions[seat.seat] and record.amounts and not record.irregularity
        if not (seat.irregularity or seat.forfeited or seat.abandoned)
    )
    watched = {seat for seat, player in played.players.items() if player in found.values}
    return WatchedRound(
        values=found.values,
        decisions={seat: each for seat, each in decisions.items() if seat in watched},
        faced=hands if record.amounts else None,
        optimal=solver_for(played.house.rules).optimal(played.house) if watched else Fraction(0),
        luck=_luck(played, results, decisions),
    )


def _luck(
    played: "RecordedRound",
    results: "dict[int, dict[str, Result]]",
    decisions: "dict[int, tuple[PricedDecision, ...]]",
) -> "RoundLuck | None":
    """Cards that an irregularity exposed may have been used, so its round has no luck."""
    record = played.record
    exceptional = any(
        seat.irregularity or seat.forfeited or seat.abandoned or seat.declared for seat in record.seats
    )
    if not record.amounts or record.irregularity or played.irregular or exceptional:
        return None
    seats = {
        number: each
        for number, each in _reviewer().seats(played, results, priced=decisions).items()
        if each.stakes
    }
    return RoundLuck(
        luck=float(sum((each.expected - each.result for each in seats.values()), Fraction(0))),
        stakes={number: each.stakes for number, each in seats.items()},
        priced=all(each.decisions for each in seats.values() if each.ante),
    )


def luck_band(
    progress: Progress,
    houses: "tuple[tuple[HouseRules, tuple[dict[int, dict[str, int]], ...]], ...]",
    confidence: float,
) -> LuckBand:
    """The band of the luck of some rounds: of each house, the stakes by seat and bet."""
    from croupier.floor.reports.hold_band import Spread, exact_odds

    spread = Spread()
    for house, rounds in houses:
        odds = exact_odds(house)
        for stakes in rounds:
            spread.add(odds, stakes)
    return LuckBand(*spread.band(confidence), spread.variance)


def house_odds(progress: Progress, house: "HouseRules") -> PricedHouse:
    """The odds of a house's bets, without the progressive."""
    from croupier.floor.reports.hold_band import exact_odds

    odds = exact_odds(house)
    covariances = {}
    for pair in product(odds.edges, odds.edges, (True, False)):
        with suppress(KeyError):
            covariances[pair] = odds.covariance(*pair)
    return PricedHouse(dict(odds.edges), dict(odds.laws), covariances, dict(odds.amounts))


class RoundToReview(NamedTuple):
    """A finished round, its results by seat and wager, and the seats to review."""

    played: "RecordedRound"
    results: "dict[int, dict[str, Result]]"
    seats: tuple[int, ...]


def review_rounds(
    progress: Progress, rounds: tuple[RoundToReview, ...]
) -> "tuple[dict[int, SeatReview], ...]":
    """By seat, for each round: its decisions priced, and its result divided into price, mistakes and luck."""
    found = []
    for number, each in enumerate(rounds):
        progress(number, len(rounds))
        found.append(_reviewer().seats(each.played, each.results, each.seats))
    return tuple(found)


@cache
def _reviewer() -> "Reviewer":
    from croupier.odds.review.account import Reviewer

    return Reviewer()
