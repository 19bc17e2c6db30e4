"""The blocks of a page: headings, paragraphs, plots and tables of text."""

from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Block:
    """A heading, a paragraph, a plot by its name, a gap that the reader fills, or a line to write on."""

    kind: Literal["heading", "text", "plot", "gap", "blank"]
    text: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table. Kinds of column: `t` text, `n` numbers, `x` exact fractions, `c` clauses."""

    columns: tuple[str, ...]
    kinds: str
    rows: tuple[tuple[str, ...], ...]
    strong: frozenset[int] = frozenset()
    """Rows that are sums."""
    widths: tuple[float, ...] = ()
    """Shares of the width; none: all alike."""

    def without_empty(self) -> "Table":
        """The table without its empty columns."""
        kept = [
            place for place in range(len(self.kinds)) if not self.rows or any(row[place] for row in self.rows)
        ]

        def pick(values: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(values[place] for place in kept) if values else ()

        return Table(
            columns=pick(self.columns),
            kinds="".join(self.kinds[place] for place in kept),
            rows=tuple(pick(row) for row in self.rows),
            strong=self.strong,
            widths=tuple(self.widths[place] for place in kept) if self.widths else (),
        )


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a paper."""

    title: str
    blocks: tuple[Block | Table, ...]
    page: Literal["", "new", "wide"] = ""
    """Whether it begins a page, or stands on one of its own that is wider than high."""


def heading(words: str) -> Block:
    """A heading within a section."""
    return Block("heading", words)


def text(words: str) -> Block:
    """A paragraph."""
    return Block("text", words)


def gap(words: str) -> Block:
    """Something that the paper lacks and its reader must supply."""
    return Block("gap", words)


def blank(words: str) -> Block:
    """A line to fill in by hand."""
    return Block("blank", words)


def plot(name: str) -> Block:
    """A plot, if the sheet has it."""
    return Block("plot", name)


def plot_rows(section: Section, drawn: Container[str]) -> Iterator[Table | Block | tuple[str, ...]]:
    """The blocks of a section; plots that are drawn and follow each other come together, two at most."""
    waiting: list[str] = []
    for block in section.blocks:
        if isinstance(block, Block) and block.kind == "plot":
            if block.text in drawn:
                waiting.append(block.text)
            if len(waiting) < 2:
                continue
        if waiting:
            yield tuple(waiting)
            waiting = []
        if isinstance(block, Table):
            yield block.without_empty()
        elif block.kind != "plot":
            yield block
    if waiting:
        yield tuple(waiting)


def cited(ids: tuple[str, ...]) -> str:
    """Clauses in a cell."""
    return ", ".join(ids)
