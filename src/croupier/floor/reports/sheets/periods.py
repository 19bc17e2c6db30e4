"""The hold by gaming day, month and year to date as a sheet, with its 95% interval."""

from croupier.floor.registry.settings import day_at
from croupier.floor.reports.hold_by_period import hold_by_period
from croupier.floor.reports.sheets.activity import Dealing
from croupier.floor.reports.sheets.sheet import Column, Sheet

_COLUMNS = (
    Column("Table"),
    Column("Game"),
    Column("Period"),
    Column("Rounds", "count"),
    Column("Drop", "cents"),
    Column("Win by chips", "cents"),
    Column("Hold", "share"),
    Column("Staked", "cents"),
    Column("Win by rounds", "cents"),
    Column("Theoretical win", "cents"),
    Column("95% from", "cents"),
    Column("95% to", "cents"),
    Column("Within"),
)
_KINDS = {"day": "Day", "month": "Month", "year_to_date": "Year to date"}


def hold_sheet(dealing: Dealing) -> Sheet:
    """Every day, month and year up to the last gaming day of the report, of each table and of all."""
    settings = dealing.days.settings
    found = hold_by_period(
        dealing.ledger,
        dealing.tables,
        lambda at: day_at(at, settings),
        odds=dealing.prices.odds,
        play=dealing.play,
        until=dealing.days.span.until,
    )
    first, last = dealing.days.first, dealing.days.last
    rows = tuple(
        (
            each.table or "all tables",
            each.game or "all games",
            f"{_KINDS[each.kind]} {each.period}",
            each.rounds,
            each.drop,
            each.win_by_chips,
            each.hold,
            each.staked,
            each.win,
            each.theoretical,
            each.interval[0] if each.interval else None,
            each.interval[1] if each.interval else None,
            each.unpriced if each.within is None else "yes" if each.within else "NO",
        )
        for each in found.periods
        # A period is the beginning of its days: 2026-03 of 2026-03-09.
        if not first or first[: len(each.period)] <= each.period <= last[: len(each.period)]
    )
    return Sheet(
        name="hold",
        title="Hold by day, month and year to date",
        period=dealing.days.words,
        zone=settings.zone,
        columns=_COLUMNS,
        rows=rows,
        notes=(
            "Month and year to date run up to the end of the last gaming day of this report.",
            "The win by rounds is in the interval 95% of the time: one day in twenty is outside by chance.",
            "Where a table dealt several games, each game is also listed by itself.",
        ),
    )
