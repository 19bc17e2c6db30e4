"""Dealing activity: every settled round of some gaming days, by table, game, dealer and shift.

A round belongs to the gaming day in which it was settled, to the dealer who closed its bets, and to the shift
of its table's chips. A shift's chips (drop, win by chips) belong to the gaming day in which it was closed.

Pace is rounds an hour of dealing: the time from the end of the round before to the end of this one, but after
a pause of more than `BREAK` only from this round's "no more bets".
"""

from bisect import bisect
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from croupier.floor.desks.inventory_events import stream_of
from croupier.floor.reports.hold import Prices, Tally
from croupier.floor.reports.hold_band import Odds, exact_odds
from croupier.floor.reports.hold_by_chips import ShiftHold, shift_holds
from croupier.floor.reports.hold_by_rounds import Played, rounds_of
from croupier.floor.reports.play_reviewed import PlayReviewed
from croupier.floor.reports.sheets.games import Game, Games
from croupier.floor.reports.sheets.sheet import Cell, Column, Days, Sheet, total
from croupier.ledger.store import Ledger

BREAK = 10 * 60_000
"""Milliseconds without a settled round after which the table counts as having paused."""
_HOUR = 3_600_000
_OPENED, _CLOSED = "inventory_opened.v1", "inventory_closed.v1"


class Dealt(NamedTuple):
    """A settled round of the days of a report."""

    table: str
    shift: int
    """Of the table's chips; 0 without an opening inventory."""
    game: Game
    played: Played
    worked: int
    """Milliseconds of dealing."""


@dataclass
class Dealing:
    """Everything that a report of some gaming days reads from the log."""

    ledger: Ledger
    tables: tuple[str, ...]
    days: Days
    prices: Prices = field(default_factory=lambda: Prices(exact_odds))
    play: PlayReviewed = field(default_factory=PlayReviewed)

    @classmethod
    def of(
        cls,
        ledger: Ledger,
        tables: Iterable[str],
        days: Days,
        odds: Odds | None = None,
        play: PlayReviewed | None = None,
    ) -> "Dealing":
        """Reading with these odds, the exact ones by default."""
        return cls(ledger, tuple(tables), days, Prices(odds or exact_odds), play or PlayReviewed())

    def rounds(self, table: str) -> Iterator[Dealt]:
        """The rounds of a table that were settled in these days."""
        return (dealt for dealt in self._all(table) if self.days.has(dealt.played.at))

    def shifts(self, table: str) -> Iterator[tuple[int, ShiftHold, tuple[Game, ...]]]:
        """The shifts of a table that were closed in these days, by number, with the games dealt in them."""
        dealt = list(self._all(table))
        ended = [(each.played.position, each.played.amounts) for each in dealt]
        for number, shift in enumerate(shift_holds(self.ledger, table, ended), start=1):
            if self.days.has(shift.closed_at):
                games = dict.fromkeys(each.game for each in dealt if each.shift == number)
                yield number, shift, tuple(games)

    def _all(self, table: str) -> Iterator[Dealt]:
        games, before = Games(), None
        records = self.ledger.read(stream_of(table))
        opened, closed = (
            [record.position for record in records if record.kind == kind] for kind in (_OPENED, _CLOSED)
        )
        for played in rounds_of(self.ledger, table):
            since = played.began if before is None or played.at - before > BREAK else before
            before = played.at
            shift = bisect(opened, played.position)
            if bisect(closed, played.position) == shift:
                shift = 0  # between two shifts
            yield Dealt(table, shift, games.of(played.house), played, played.at - since)


# ------------------------------------------------------------------------------------------- the tallies


Key = tuple[Cell, ...]


class Work:
    """The running totals of one row."""

    def __init__(self) -> None:
        self.tally: Tally = Tally()
        self.handle: int = 0
        self.worked: int = 0
        self.corrections: int = 0
        self.voids: int = 0
        self.awards: int = 0
        self.awarded: int = 0
        self.drop: int = 0
        self.by_chips: int | None = None

    def add(self, dealt: Dealt, dealing: Dealing) -> None:
        """A settled round."""
        played = dealt.played
        priced = dealing.prices.of(played.house) if played.amounts else None
        self.tally.add(played, priced, dealing.play.round(dealt.table, played.number))
        self.handle += handle_of(played)
        self.worked += dealt.worked
        self.corrections += played.corrections
        self.voids += played.voids
        self.awards += len(played.awards)
        self.awarded += sum(paid for paid, _ in played.awards.values())

    def chips(self, shift: ShiftHold) -> None:
        """A closed shift."""
        self.drop += shift.drop
        self.by_chips = (self.by_chips or 0) + shift.by_chips

    def cells(self) -> tuple[Cell, ...]:
        """The cells of `MEASURES`."""
        seen = self.tally.hold("")
        counted = seen.rounds > seen.without_amounts
        return (
            self.tally.rounds,
            self.tally.rounds * _HOUR / self.worked if self.worked else None,
            self.handle if counted else None,
            seen.win if counted else None,
            seen.theoretical if counted else None,
            self.drop or None,
            self.by_chips,
            self.by_chips / self.drop if self.drop and self.by_chips is not None else None,
            self.corrections,
            self.voids,
            self.awards,
            self.awarded,
        )


MEASURES = (
    Column("Rounds", "count"),
    Column("Rounds an hour", "rate"),
    Column("Handle", "cents"),
    Column("Win by rounds", "cents"),
    Column("Theoretical win", "cents"),
    Column("Drop", "cents"),
    Column("Win by chips", "cents"),
    Column("Hold", "share"),
    Column("Corrections", "count"),
    Column("Voids", "count"),
    Column("Awards", "count"),
    Column("Awards paid", "cents"),
)

NOTES = (
    "Handle: every stake that was settled, the progressive included; void wagers are left out.",
    "Win by rounds: stakes less payouts, without the progressive.",
    "Theoretical win: the exact edge of every stake under optimal play.",
    "Drop, win by chips and hold (one divided by the other) are of the shifts closed in the period.",
    "A shift in which several games were dealt has a line of its own.",
    "Rounds an hour: of dealing; pauses of more than ten minutes are left out.",
    "Each pay table counts as its own game, with its own line.",
)


def handle_of(played: Played) -> int:
    """Every stake of a round that was settled."""
    return sum(
        result.stake
        for results in played.results.values()
        for name, result in results.items()
        if result.outcome != "void" and (played.amounts or name == "progressive")
    )


SEVERAL = Game("", "several games", "", "")
NO_ROUNDS = Game("", "no rounds", "", "")


class Grouping(NamedTuple):
    """A way to group rounds into rows."""

    title: str
    columns: tuple[Column, ...]
    round: Callable[[Dealt], Key]
    shift: Callable[[str, int, Game], Key | None]
    """The row of a shift's chips; none where chips have no row."""


GROUPINGS: dict[str, Grouping] = {
    "tables": Grouping(
        "Tables",
        (Column("Table"), Column("Game"), Column("Game id")),
        lambda dealt: (dealt.table, dealt.game.title, dealt.game.id),
        lambda table, shift, game: (table, game.title, game.id),
    ),
    "games": Grouping(
        "Games",
        (Column("Game"), Column("Pay tables"), Column("Game id")),
        lambda dealt: (dealt.game.title, dealt.game.pay_tables, dealt.game.id),
        lambda table, shift, game: (game.title, game.pay_tables, game.id),
    ),
    "dealers": Grouping(
        "Dealers",
        (Column("Dealer", "person"), Column("Game"), Column("Game id")),
        lambda dealt: (dealt.played.dealer, dealt.game.title, dealt.game.id),
        lambda table, shift, game: None,
    ),
    "shifts": Grouping(
        "Shifts",
        (Column("Table"), Column("Shift"), Column("Game"), Column("Game id")),
        lambda dealt: (dealt.table, _shift_words(dealt.shift), dealt.game.title, dealt.game.id),
        lambda table, shift, game: (table, _shift_words(shift), game.title, game.id),
    ),
}


def _shift_words(shift: int) -> str:
    return str(shift) if shift else "none opened"


def activity(name: str, dealing: Dealing) -> Sheet:
    """Drop, win, hold, handle, rounds, pace, corrections, voids and awards by one of `GROUPINGS`."""
    grouping = GROUPINGS[name]
    rows: dict[Key, Work] = {}
    for table in dealing.tables:
        for dealt in dealing.rounds(table):
            rows.setdefault(grouping.round(dealt), Work()).add(dealt, dealing)
        for number, shift, games in dealing.shifts(table):
            key = grouping.shift(table, number, _one(games))
            if key is not None:
                rows.setdefault(key, Work()).chips(shift)
    columns = (*grouping.columns, *MEASURES)
    lines = tuple(
        (*key, *work.cells()) for key, work in sorted(rows.items(), key=lambda each: _order(each[0]))
    )
    return Sheet(
        name=name,
        title=f"{grouping.title}: drop, win and hold",
        period=dealing.days.words,
        zone=dealing.days.settings.zone,
        columns=columns,
        rows=lines,
        totals=_totals(columns, lines) if lines else (),
        notes=NOTES,
    )


def _totals(columns: tuple[Column, ...], lines: tuple[tuple[Cell, ...], ...]) -> tuple[Cell, ...]:
    """The sums; no theoretical win while that of a row is unknown, and the hold of all drops together."""
    place = {column.label: at for at, column in enumerate(columns)}
    sums = list(total(columns, lines, "Total"))
    handle, theoretical = place["Handle"], place["Theoretical win"]
    if any(row[handle] is not None and row[theoretical] is None for row in lines):
        sums[theoretical] = None
    drop, win = sums[place["Drop"]], sums[place["Win by chips"]]
    if isinstance(drop, int) and isinstance(win, int) and drop:
        sums[place["Hold"]] = win / drop
    return tuple(sums)


def _one(games: tuple[Game, ...]) -> Game:
    return games[0] if len(games) == 1 else SEVERAL if games else NO_ROUNDS


def _order(key: Key) -> tuple[str, ...]:
    return tuple(str(cell).rjust(12) if str(cell).isdigit() else str(cell) for cell in key)
