"""The stiff sheet: the day's table games by their chips, a line a shift, with win or loss and hold."""

from croupier.floor.desks.inventory import days_of
from croupier.floor.desks.inventory_events import Day
from croupier.floor.registry.registry import Registry
from croupier.floor.reports.sheets.activity import Dealing
from croupier.floor.reports.sheets.sheet import Cell, Column, Sheet, total
from croupier.table.state import LIVE

_COLUMNS = (
    Column("Table"),
    Column("Game"),
    Column("Shift"),
    Column("Opened", "time"),
    Column("Closed", "time"),
    Column("Opener", "cents"),
    Column("Fills", "cents"),
    Column("Credits", "cents"),
    Column("Drop", "cents"),
    Column("Closer", "cents"),
    Column("Win or loss", "cents"),
    Column("Hold", "share"),
)
_NOTES = (
    "Win or loss: closer, credits and drop, less opener and fills. Before the closing count there is none.",
    "A shift belongs to the gaming day in which it was closed; an open one to the day of its opening.",
    "Hold: win or loss divided by the drop, once the drop is counted.",
)


def stiff_sheet(dealing: Dealing, registry: Registry) -> Sheet:
    """Opener, fills, credits, drop, closer and win of every shift of the live tables."""
    rows: list[tuple[Cell, ...]] = []
    for table in dealing.tables:
        listing = registry.listing(table)
        if listing.mode == LIVE:
            game = registry.rules(table).house.rules.rules.title
            rows += [
                _row(table, game, day)
                for day in days_of(dealing.ledger, table)
                if dealing.days.has(day.opened_at if day.closed_at is None else day.closed_at)
            ]
    sums = list(total(_COLUMNS, rows, "Total")) if rows else []
    if rows:
        drop, win = sums[8], sums[10]
        sums[11] = win / drop if isinstance(win, int) and isinstance(drop, int) and drop else None
    return Sheet(
        name="stiff-sheet",
        title="Stiff sheet: table games by shift",
        period=dealing.days.words,
        zone=dealing.days.settings.zone,
        columns=_COLUMNS,
        rows=tuple(rows),
        totals=tuple(sums),
        notes=_NOTES,
    )


def _row(table: str, game: str, day: Day) -> tuple[Cell, ...]:
    win = day.win
    return (
        table,
        game,
        str(day.shift),
        day.opened_at,
        day.closed_at,
        day.opening,
        day.fills,
        day.credits,
        day.drop if day.drop_counted or day.drop else None,
        day.closing,
        win,
        win / day.drop if win is not None and day.drop else None,
    )
