"""Drop, win and hold by gaming day, by month and for the year to date, with a 95% interval.

The drop and the win by chips are those of the live tables' shifts that were closed in the period. The
theoretical win is by the real play: optimal play, and the mistakes that the players' habits let expect
(`croupier.odds.review.habits`). The interval holds the win 95% of the time by the exact laws of the bets.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Literal

import msgspec

from croupier.floor.reports.hold import Prices, Tally
from croupier.floor.reports.hold_band import Odds, exact_odds
from croupier.floor.reports.hold_by_chips import shift_holds
from croupier.floor.reports.hold_by_rounds import rounds_of
from croupier.floor.reports.play_reviewed import PlayReviewed
from croupier.floor.reports.sheets.games import Games
from croupier.ledger.store import Ledger

CONFIDENCE = 0.95
Kind = Literal["day", "month", "year_to_date"]
_Key = tuple[str, str, Kind, str]
"""Table, game, kind of period, and period."""


class PeriodHold(msgspec.Struct, frozen=True, kw_only=True):
    """One table, or all of them (`table` is empty), in one period. Amounts are cents."""

    table: str
    game: str
    """A game by itself, where a table dealt several (another pay table is another game); empty for all."""
    kind: Kind
    period: str
    """`2026-11-17`, `2026-11`, or for the year to date `2026`."""
    rounds: int
    staked: int
    """Antes and side bets, of the rounds whose amounts were entered."""
    drop: int
    win: int
    """By rounds, without the progressive."""
    win_by_chips: int | None
    """Of the shifts closed in the period, the progressive included; none without shifts."""
    hold: float | None
    """The win by chips divided by the drop; none without a drop."""
    hold_of_stakes: float | None
    theoretical: float | None
    """By the real play; by optimal play alone while a round is not reviewed."""
    interval: tuple[float, float] | None
    """Where the win lies 95% of the time."""
    hold_interval: tuple[float, float] | None
    """The same as a share of the stakes."""
    within: bool | None
    reviewed: bool
    """Whether the decisions of every round are priced."""
    unpriced: str
    """Why there is no theoretical win, if there is none."""


class Periods(msgspec.Struct, frozen=True):
    """Every day, month and year with a settled round or a closed shift, the latest first."""

    periods: tuple[PeriodHold, ...]
    pending: bool = False
    """Some odds are being computed: ask again."""


def hold_by_period(
    ledger: Ledger,
    tables: Iterable[str],
    day_of: Callable[[int], str],
    *,
    odds: Odds | None = None,
    play: PlayReviewed | None = None,
    until: int | None = None,
) -> Periods:
    """The report of everything before a time; `day_of` gives the gaming day of a time in milliseconds, as
    `2026-11-17`."""
    prices, known = Prices(odds or exact_odds), play or PlayReviewed()
    tallies: dict[_Key, Tally] = {}
    games, dealt = Games(), dict[str, set[str]]()

    def of(table: str, at: int, game: str = "") -> Iterator[Tally]:
        for kind, period in _periods(day_of(at)):
            for name in {(table, game), (table, ""), ("", "")}:
                yield tallies.setdefault((*name, kind, period), Tally())

    for table in tables:
        ended = []
        for played in rounds_of(ledger, table):
            ended.append((played.position, played.amounts))
            if until is not None and played.at >= until:
                continue
            priced = prices.of(played.house) if played.amounts else None
            game = games.of(played.house)
            named = f"{game.title} {game.id}"
            dealt.setdefault(table, set()).add(named)
            for tally in of(table, played.at, named):
                tally.add(played, priced, known.round(table, played.number))
        for shift in shift_holds(ledger, table, ended):
            for tally in of(table, shift.closed_at) if until is None or shift.closed_at < until else ():
                tally.shifts.append(shift)
    found = (
        _period(key, tally, known) for key, tally in tallies.items() if not key[1] or len(dealt[key[0]]) > 1
    )
    return Periods(tuple(sorted(found, key=_order)), prices.pending)


def _periods(day: str) -> tuple[tuple[Kind, str], ...]:
    return ("day", day), ("month", day[:7]), ("year_to_date", day[:4])


def _order(each: PeriodHold) -> tuple[str, str, int, int]:
    kinds = ("year_to_date", "month", "day")
    return each.table, each.game, kinds.index(each.kind), -int(each.period.replace("-", ""))


def _period(key: _Key, tally: Tally, play: PlayReviewed) -> PeriodHold:
    table, game, kind, period = key
    seen = tally.hold(table)
    staked = sum(bet.staked for bet in seen.bets)
    drop = sum(shift.drop for shift in seen.shifts)
    theoretical, interval = seen.theoretical, None
    if theoretical is not None:
        if seen.mistakes is not None:
            theoretical += play.habits.expected(tally.habits.faced.at_stake)
        below, above = tally.spread.band(CONFIDENCE)
        expected = theoretical + seen.forfeited
        interval = expected + below, expected + above
    return PeriodHold(
        table=table,
        game=game,
        kind=kind,
        period=period,
        rounds=seen.rounds,
        staked=staked,
        drop=drop,
        win=seen.win,
        win_by_chips=seen.by_chips,
        hold=seen.by_chips / drop if drop and seen.by_chips is not None else None,
        hold_of_stakes=seen.win / staked if staked else None,
        theoretical=theoretical,
        interval=interval,
        hold_interval=(interval[0] / staked, interval[1] / staked) if interval and staked else None,
        within=interval[0] <= seen.win <= interval[1] if interval else None,
        reviewed=seen.mistakes is not None,
        unpriced=seen.unpriced,
    )
