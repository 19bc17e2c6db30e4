"""Options that the odds commands share."""

from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.completion import complete_subject

SubjectName = Annotated[
    str,
    typer.Argument(
        metavar="RULES_OR_SUBMISSION",
        help="A rule set or a submission file; - for stdin.",
        autocompletion=complete_subject,
    ),
]


def round_count(text: str) -> int:
    """A whole number of 1 or more, as people write it: 1000000, 1e6, 1_000_000 or 1,000,000.

    >>> round_count("1e6"), round_count("2.5e3"), round_count("1,000")
    (1000000, 2500, 1000)
    """
    try:
        number = Decimal(str(text).replace(",", "").replace("_", ""))
    except InvalidOperation:
        number = Decimal(0)
    # The size first: a whole number of a billion digits would take forever to write out.
    if not number.is_finite() or not 1 <= number <= 1 << 56 or number % 1:
        raise typer.BadParameter(f"{text!r}; allowed: a whole number of 1 or more, such as 1e6")
    return int(number)


Policies = Annotated[
    list[str] | None, typer.Option("--policy", metavar="NAME=VALUE", help="Change a policy from its default.")
]
Fresh = Annotated[bool, typer.Option("--fresh", help="Recompute instead of reading the cache.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
OnLayout = Annotated[
    str | None,
    typer.Option("--wagers", metavar="NAME=CENTS,…", help="On the layout: ante=500,progressive=100."),
]
Meters = Annotated[
    str | None,
    typer.Option("--meters", metavar="NAME=CENTS,…", help="The meters of the progressive; else their seeds."),
]

RoundsPerHour = Annotated[int, typer.Option(min=1, max=1000, help="The pace of the table.")]

Drop = Annotated[
    int | None,
    typer.Option(min=1, metavar="CENTS", help="What a player drops in an hour; adds the hold of the drop."),
]

SubmissionFile = Annotated[
    Path, typer.Argument(metavar="SUBMISSION.toml", help="The submission, a TOML file; - for stdin.")
]
PrintedDate = Annotated[str | None, typer.Option(help="The date to print, in your words; none by default.")]
