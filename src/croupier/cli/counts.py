"""Counts on the command line, as people write them: 1000000, 1e6, 1_000_000 or 1,000,000."""

from collections.abc import Callable
from decimal import Decimal, InvalidOperation

import typer

MOST = 1 << 56


def count_between(least: int, most: int = MOST) -> Callable[[str], int]:
    """The parser of an option that takes a count within these bounds.

    >>> [count_between(1)(text) for text in ("1e6", "2.5e3", "1,000", "1_000")]
    [1000000, 2500, 1000, 1000]
    """
    bounds = f"{least:,} or more" if most == MOST else f"{least:,} to {most:,}"

    def count(text: str) -> int:
        try:
            number = Decimal(str(text).replace(",", "").replace("_", ""))
        except InvalidOperation:
            number = Decimal("NaN")
        # The size first: a whole number of a billion digits would take forever to write out.
        if not number.is_finite() or not least <= number <= most or number % 1:
            raise typer.BadParameter(f"{text!r}; allowed: a whole number, {bounds}, such as 1e6")
        return int(number)

    return count
