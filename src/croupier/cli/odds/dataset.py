"""`croupier dataset`: labeled decisions for agents, with the exact value of every action."""

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.counts import count_between
from croupier.cli.errors import fail
from croupier.cli.odds.options import Json, Policies, SubjectName
from croupier.extras import need


def dataset(
    subject: SubjectName,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE.parquet", help="Where the decisions go.")
    ],
    decisions: Annotated[
        int, typer.Option(parser=count_between(1), metavar="COUNT", help="How many decisions, such as 1e6.")
    ] = 1_000_000,
    seed: Annotated[int, typer.Option(help="The same seed deals the same cards.", min=0)] = 0,
    policy: Policies = None,
    as_json: Json = False,
) -> None:
    """Write random decisions with the exact value of every action, as Parquet, and a data card beside it.

    Every round gives one decision a street. Values are net, in antes, of the game itself.

    Example: croupier dataset ma/ultimate-texas-holdem --decisions 1e7 --seed 1 -o decisions.parquet
    """
    import msgspec

    from croupier.cli.odds.subject import subject_of
    from croupier.cli.progress_bar import Bar
    from croupier.odds.dataset.parquet import write_dataset

    need("columns")
    house = subject_of(subject, policy or []).house
    try:
        with Bar(f"dealing {subject}", lines=True) as progress:
            facts = write_dataset(house, decisions, seed, output, progress)
    except OSError as error:
        fail(f"{output}: {error.strerror}")
    if as_json:
        typer.echo(msgspec.json.format(msgspec.json.encode(facts), indent=2).decode())
        return
    typer.echo(f"{output}: {decisions:,} decisions; {output}.md says what they are")
