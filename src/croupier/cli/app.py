"""The commands, put together. Each imports what it needs when it runs, so that every start is quick."""

from typing import Annotated

import typer

from croupier.cli import bench
from croupier.cli.audit import commands as audit
from croupier.cli.house import backup, database, rng, serve
from croupier.cli.law import check, layout, rules, settle
from croupier.cli.odds import odds, report, simulate, strategy
from croupier.cli.play import command as play

app = typer.Typer(
    name="croupier",
    help="Regulated casino table games, settled and checked by the letter of the rules.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command("serve")(serve.serve)
app.command("settle")(settle.settle)
app.command("check")(check.check)
app.add_typer(rules.app, name="rules")
app.command("odds")(odds.odds)
app.command("advise")(odds.advise)
app.command("strategy")(strategy.strategy)
app.command("play")(play.play)
app.command("simulate")(simulate.simulate)
app.command("report")(report.report)
app.command("layout")(layout.layout)
app.add_typer(audit.app, name="audit")
app.command("backup")(backup.backup)
app.command("restore")(backup.restore)
app.command("database")(database.database)
app.add_typer(rng.app, name="rng")
app.command("bench")(bench.bench)


def _version(asked: bool) -> None:
    if asked:
        from croupier import __version__

        typer.echo(f"croupier {__version__}")
        raise typer.Exit


@app.callback()
def croupier(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """Regulated casino table games, settled and checked by the letter of the rules."""
