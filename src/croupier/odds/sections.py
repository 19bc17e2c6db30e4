"""Optimal play described in one form for every game: paragraphs, tables and grids of hands.

Every printout of a strategy prints its sections, for any game. Their figures are exact: whole numbers, and
fractions as text; `Column.kind` says how to show them (`shown`).
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Literal

import msgspec

Kind = Literal["text", "count", "share", "antes"]
"""How the cells of a column are read: words, a whole number, a part of a whole, a gain or loss in antes."""


class Text(msgspec.Struct, frozen=True, kw_only=True, tag="text"):
    """A paragraph."""

    text: str


class Column(msgspec.Struct, frozen=True, kw_only=True):
    """A column of a table, by its heading."""

    title: str
    kind: Kind = "text"


class Table(msgspec.Struct, frozen=True, kw_only=True, tag="table"):
    """A table with its heading."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    detail: bool = False
    """Too long for a page: it is in the JSON alone."""


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """A starting hand: the best action, by how much it beats the second best, and the value of each."""

    hand: str
    best: str
    margin_text: str = msgspec.field(name="margin")
    """As JSON has it: a fraction as text."""
    margin_value: float
    values_text: dict[str, str] = msgspec.field(name="values")

    @property
    def margin(self) -> Fraction:
        """By how much the best action beats the second best, in antes."""
        return Fraction(self.margin_text)

    @property
    def values(self) -> dict[str, Fraction]:
        """The value of each action, in antes."""
        return {action: Fraction(value) for action, value in self.values_text.items()}


class Grid(msgspec.Struct, frozen=True, kw_only=True, tag="grid"):
    """Starting hands in rows and columns."""

    title: str
    rows: tuple[tuple[Cell, ...], ...]
    note: str
    waive: str
    """The action that wagers nothing."""


Section = Text | Table | Grid


def columns(titles: Iterable[str], kinds: Iterable[Kind]) -> tuple[Column, ...]:
    """Columns by their headings and kinds."""
    return tuple(Column(title=title, kind=kind) for title, kind in zip(titles, kinds, strict=True))


def cell(hand: str, values: Mapping[str, Fraction]) -> Cell:
    """A starting hand by the values of its actions, the smaller wager first."""
    best = max(values, key=lambda action: values[action])
    margin = values[best] - max(value for action, value in values.items() if action != best)
    return Cell(
        hand=hand,
        best=best,
        margin_text=str(margin),
        margin_value=float(margin),
        values_text={action: str(value) for action, value in values.items()},
    )


def shown(value: str, kind: Kind) -> str:
    """A cell of a table as a person reads it.

    >>> shown("1/8", "share"), shown("-1/8", "antes"), shown("133784560", "count"), shown("T-3-2", "text")
    ('12.50%', '-0.1250', '133,784,560', 'T-3-2')
    """
    match kind:
        case "text":
            return value
        case "count":
            return f"{int(value):,}"
        case "share":
            return f"{float(Fraction(value)):.2%}"
        case "antes":
            return f"{float(Fraction(value)):+.4f}"
