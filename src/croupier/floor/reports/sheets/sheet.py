"""A sheet: columns of known kinds, rows, totals, and how its cells read on paper and in CSV.

Amounts are cents, times milliseconds since 1970 UTC, shares fractions of one. A sheet names people by their
ids alone: a page that may show names looks them up.
"""

import csv
import io
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Literal
from zoneinfo import ZoneInfo

import msgspec

from croupier.floor.registry.settings import HouseSettings, Span, gaming_day

Kind = Literal["text", "person", "cents", "count", "share", "rate", "time"]
Cell = str | int | float | None

_STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")


class Column(msgspec.Struct, frozen=True):
    """A column: its label and the kind of its cells."""

    label: str
    kind: Kind = "text"
    group: bool = False
    """Shown once, above the rows that share it; a file repeats it in every row."""


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """A report."""

    name: str
    """Of its address and its file: `stiff-sheet`."""
    title: str
    period: str
    """The gaming days that it covers, with their times and zone; or the moment that it shows."""
    zone: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    totals: tuple[Cell, ...] = ()
    """Empty, or a cell for each column."""
    notes: tuple[str, ...] = ()


class Days(msgspec.Struct, frozen=True, kw_only=True):
    """The gaming days of a report, both included; the first empty for all up to now."""

    first: str
    last: str
    span: Span
    settings: HouseSettings

    def has(self, at: int) -> bool:
        """Whether a time is in them."""
        return self.span.since <= at < self.span.until

    @property
    def words(self) -> str:
        """`Gaming day 2026-03-09 (2026-03-09 06:00 EDT to 2026-03-10 06:00 EDT)`."""
        zone = self.settings.zone
        if not self.first:
            return f"All gaming days up to {moment(self.span.until, zone)}"
        named = f"day {self.first}" if self.first == self.last else f"days {self.first} to {self.last}"
        return f"Gaming {named} ({moment(self.span.since, zone)} to {moment(self.span.until, zone)})"


def days_between(first: str, last: str, settings: HouseSettings, now: int) -> Days:
    """The gaming days from the first to the last, the last by default the first; refused if it is no day."""
    if not first:
        return Days(first="", last="", span=Span(0, now + 1), settings=settings)
    begins, ends = gaming_day(first, settings), gaming_day(last or first, settings)
    return Days(first=first, last=last or first, span=Span(begins.since, ends.until), settings=settings)


def moment(at: int, zone: str) -> str:
    """A time to the minute with its zone: 2026-03-09 18:30 EDT."""
    return datetime.fromtimestamp(at / 1000, ZoneInfo(zone)).strftime("%Y-%m-%d %H:%M %Z")


def exact_dollars(cents: int) -> str:
    """Dollars and cents, a loss with its sign.

    >>> exact_dollars(-123456)
    '-$1,234.56'
    """
    sign = "-" if cents < 0 else ""
    return f"{sign}${abs(cents) // 100:,}.{abs(cents) % 100:02}"


def total(columns: Iterable[Column], rows: Iterable[tuple[Cell, ...]], label: str) -> tuple[Cell, ...]:
    """The sums of cents and counts, none where no cell is known; the first cell is the label."""
    listed = list(rows)
    cells: list[Cell] = []
    for place, column in enumerate(columns):
        known = [each for row in listed if isinstance(each := row[place], int | float)]
        if column.kind in ("cents", "count") and known:
            cells.append(sum(known))
        else:
            cells.append(label if not place else None)
    return tuple(cells)


# ------------------------------------------------------------------------------------------------ on paper


def shown(cell: Cell, kind: Kind, zone: str, name_of: Callable[[str], str] = str) -> str:
    """A cell as a person reads it."""
    if cell is None:
        return "\N{EN DASH}"
    if isinstance(cell, str):
        return name_of(cell) if kind == "person" else cell
    match kind:
        case "cents":
            return exact_dollars(round(cell))
        case "share":
            return f"{cell * 100:.2f}%"
        case "rate":
            return f"{cell:.1f}"
        case "time":
            return moment(int(cell), zone)
        case _:
            return f"{cell:,}"


def group_words(sheet: Sheet, row: tuple[Cell, ...], name_of: Callable[[str], str] = str) -> str:
    """The heading of rows that share these values: the first value, then the others with their labels."""
    cells = [(column, row[place]) for place, column in enumerate(sheet.columns) if column.group]
    words = [shown(cell, column.kind, sheet.zone, name_of) for column, cell in cells]
    labels = ["", *(f"{column.label}: " for column, _ in cells[1:])]
    return " \N{MIDDLE DOT} ".join(f"{label}{word}" for label, word in zip(labels, words, strict=False))


# -------------------------------------------------------------------------------------------------- as CSV


def csv_of(sheet: Sheet) -> str:
    """The sheet as comma-separated values: dollars, percentages and times with their offset, no names."""
    text = io.StringIO()
    write = csv.writer(text, lineterminator="\r\n").writerow
    write([_heading(column, sheet.zone) for column in sheet.columns])
    for row in (*sheet.rows, *([sheet.totals] if sheet.totals else [])):
        write(
            [
                _csv_cell(cell, column.kind, sheet.zone)
                for cell, column in zip(row, sheet.columns, strict=True)
            ]
        )
    return text.getvalue()


def _heading(column: Column, zone: str) -> str:
    unit = {"cents": "dollars", "share": "percent", "time": zone}.get(column.kind)
    return f"{column.label} ({unit})" if unit else column.label


def _csv_cell(cell: Cell, kind: Kind, zone: str) -> str:
    if cell is None:
        return ""
    if isinstance(cell, str):
        # A spreadsheet runs such text as a formula.
        return f"'{cell}" if cell.startswith(_STARTS_A_FORMULA) else cell
    match kind:
        case "cents":
            return f"{round(cell) / 100:.2f}"
        case "share":
            return f"{cell * 100:.4f}"
        case "time":
            return datetime.fromtimestamp(cell / 1000, ZoneInfo(zone)).isoformat(timespec="seconds")
        case "rate":
            return f"{cell:.2f}"
        case _:
            return str(cell)
