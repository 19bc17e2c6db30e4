"""Options that the odds commands share."""

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.completion import complete_policy, complete_subject, complete_submission

SubjectName = Annotated[
    str,
    typer.Argument(
        metavar="RULES_OR_SUBMISSION",
        help="A rule set or a submission file; - for stdin.",
        autocompletion=complete_subject,
    ),
]

Policies = Annotated[
    list[str] | None,
    typer.Option(
        "--policy",
        metavar="NAME=VALUE",
        help="Change a policy from its default.",
        autocompletion=complete_policy,
    ),
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
    Path,
    typer.Argument(
        metavar="SUBMISSION.toml",
        help="The submission, a TOML file; - for stdin.",
        autocompletion=complete_submission,
    ),
]
PrintedDate = Annotated[str | None, typer.Option(help="The date to print, in your words; none by default.")]
