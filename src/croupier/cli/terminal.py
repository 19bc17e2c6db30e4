"""Tables for people, in the terminal or in a pipe."""

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table


def console(*, stderr: bool = False) -> Console:
    """Stdout or stderr, as wide as the terminal; 160 columns in a pipe."""
    width = None if Console(stderr=stderr).is_terminal else 160
    return Console(width=width, highlight=False, stderr=stderr)


def table(
    title: str, columns: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[str] = ()
) -> Table:
    """A plain table; the columns named in `numbers` are right-aligned."""
    found = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False, min_width=40)
    for column in columns:
        found.add_column(column, overflow="fold", justify="right" if column in numbers else "left")
    for row in rows:
        found.add_row(*(escape(cell) for cell in row))
    return found
