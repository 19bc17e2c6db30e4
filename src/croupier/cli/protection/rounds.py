"""The recorded rounds that a command looks at: of a database, an export, or a file of `settle` lines."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.audit.source import open_source
from croupier.cli.errors import fail
from croupier.cli.house.data import DB
from croupier.cli.stdin import spooled
from croupier.extras import need

if TYPE_CHECKING:
    from croupier.errors import Refusal
    from croupier.floor.reports.given_rounds import GivenRounds
    from croupier.ledger.store import Ledger
    from croupier.ledger.verification.export import ExportFile

ExportArgument = Annotated[
    Path | None,
    typer.Argument(metavar="[EXPORT]", help="An export of a log, or a SQLite ledger; - for stdin."),
]
RoundsOption = Annotated[
    Path | None,
    typer.Option(
        "--rounds",
        metavar="FILE.jsonl",
        help="Rounds as `settle` takes them, with `player` on the seats; - for stdin.",
    ),
]
PlayerOption = Annotated[
    list[str] | None, typer.Option("--player", metavar="P", help="Only this player; give it several times.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def signed_dollars(cents: float) -> str:
    """An amount that may be a loss, to the cent."""
    return f"{'-' if round(cents) < 0 else ''}${abs(round(cents)) / 100:,.2f}"


def option_named(refusal: "Refusal") -> str:
    """The message of a refusal, in the words of the command if it is about the player asked for."""
    return f"--{refusal.message}" if refusal.code == "value_not_allowed" else refusal.message


def rounds_given(export: Path | None, db: str | None, rounds: Path | None) -> "GivenRounds":
    """The rounds of one source: without any, of the database of `croupier serve`."""
    from functools import partial

    from croupier.errors import Refusal
    from croupier.floor.reports.given_rounds import rounds_of_file, rounds_of_log

    if (export is not None or rounds is not None) and db == os.environ.get(DB):
        db = None  # the variable names the house in general
    if sum(each is not None for each in (export, db, rounds)) > 1:
        fail("give one of EXPORT, --db and --rounds")
    if rounds is not None:
        try:
            return rounds_of_file(spooled(rounds))
        except OSError as error:
            fail(f"{rounds}: {error.strerror}")
        except Refusal as refusal:
            fail(f"{rounds}, {refusal.message}")
    need("serve")
    from croupier.floor.archives.archive import tables_before
    from croupier.floor.host.stream_starts import beginning
    from croupier.floor.reports.recorded_rounds import records_of
    from croupier.ledger.store import Ledger

    opened = open_source(export, db, None)
    try:
        source = opened.source
        if isinstance(source, Ledger):
            return rounds_of_log(records_of(source), partial(beginning, source))
        found = rounds_of_log(source.records(), tables_before(source, opened.trusted))
        if source.damage:
            message = f"{export}: {source.damage}; rounds that cannot be read are left out (audit verify)"
            typer.echo(f"croupier: {message}", err=True)
        return found
    except Refusal as refusal:
        fail(_about(export, opened.source, refusal.message))
    finally:
        opened.close()


def _about(export: Path | None, source: "Ledger | ExportFile", message: str) -> str:
    """A message about a source by the name that the user gave it: the copy of stdin has another."""
    copy = getattr(source, "path", None)
    if copy is None:
        return message
    hint = "; allowed: an export, a SQLite ledger, or lines of `settle` with --rounds"
    return message.replace(str(copy), str(export), 1) + (hint if message.endswith("export") else "")
