"""`croupier init`: a submission to start from."""

import os
import shutil
from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.completion import complete_rules
from croupier.cli.errors import Json, fail, print_json

NAME, CONFIG = "submission.toml", "config.toml"

_CONFIG = """\
# Defaults of options, by command: croupier --config config.toml COMMAND …
# An option on the command line beats its environment variable, which beats this file.

[serve]
port = 8000

[simulate]
rounds = 1e6
seed = 1
"""


def init(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="Where to write; created if missing.")],
    rules: Annotated[
        str | None,
        typer.Option(
            "--rules",
            metavar="RULES",
            help="The rule set; the first one by default.",
            autocompletion=complete_rules,
        ),
    ] = None,
    examples: Annotated[
        bool, typer.Option("--examples", help="Also write examples/, the files that the documentation uses.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Write an example submission that passes `croupier check`, and a config file, to change as you like.

    Nothing is overwritten. Example: croupier init my-casino --rules ma/four-card-poker
    """
    from croupier.rulebook.catalog import rule_set_names
    from croupier.site import EXAMPLES
    from croupier.submission.practice import practice_text

    if rules is None and str(directory) in rule_set_names():
        fail(f"{directory} is a rule set, not a directory; allowed: croupier init DIR --rules {directory}")
    name = rules or rule_set_names()[0]
    text = practice_text(name)
    target, config = directory / NAME, directory / CONFIG
    shown = directory / "examples"
    if found := [each for each in (target, config, *([shown] if examples else [])) if os.path.lexists(each)]:
        fail(f"{found[0]}: it exists; nothing was written")
    try:
        directory.mkdir(parents=True, exist_ok=True)
        for file, content in ((target, text), (config, _CONFIG)):
            with file.open("x", encoding="utf-8") as out:
                out.write(content)
        if examples:
            shutil.copytree(
                EXAMPLES, shown, ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info")
            )
    except OSError as error:
        fail(f"{directory}: {error.strerror}")
    if as_json:
        written = {"examples": str(shown)} if examples else {}
        print_json({"file": str(target), "rules": name, "config": str(config), **written})
        return
    typer.echo(f"{target}: a submission for {name}")
    typer.echo(f"{config}: defaults of options, for croupier --config {config}")
    if examples:
        typer.echo(f"{shown}: submissions, rounds and programs of the documentation")
    typer.echo(
        f"Next: croupier check {target}; croupier odds {target}; croupier layout {target} -o layout.svg"
    )
