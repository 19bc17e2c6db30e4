"""`croupier init`: a submission to start from."""

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.errors import Json, fail, print_json

NAME = "submission.toml"


def init(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="Where to write; created if missing.")],
    rules: Annotated[
        str | None, typer.Option("--rules", metavar="RULES", help="The rule set; the first one by default.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Write an example submission that passes `croupier check`, to change as you like.

    Nothing is overwritten. Example: croupier init my-casino --rules ma/four-card-poker
    """
    from croupier.rulebook.catalog import rule_set_names
    from croupier.submission.practice import practice_text

    name = rules or rule_set_names()[0]
    text = practice_text(name)
    target = directory / NAME
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with target.open("x", encoding="utf-8") as out:
            out.write(text)
    except FileExistsError:
        fail(f"{target}: it exists; nothing was written")
    except OSError as error:
        fail(f"{directory}: {error.strerror}")
    if as_json:
        print_json({"file": str(target), "rules": name})
        return
    typer.echo(f"{target}: a submission for {name}")
    typer.echo(
        f"Next: croupier check {target}; croupier odds {target}; croupier layout {target} -o layout.svg"
    )
