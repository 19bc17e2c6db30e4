"""All commands. Each imports its modules when it runs, so that every start is fast."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from croupier.cli import bench, docs
from croupier.cli.audit import commands as audit
from croupier.cli.examples import epilog_of
from croupier.cli.house import backup, database, move, people, rng, serve
from croupier.cli.law import check, init, layout, petition, rules, settle
from croupier.cli.odds import advise, dataset, invent, odds, promotion, protect, report, simulate, strategy
from croupier.cli.play import command as play
from croupier.cli.protection import review, watch
from croupier.extras import need

RULEBOOK, CONFIG, QUIET = "--rulebook", "--config", "--quiet"
HELP = frozenset(("-h", "--help"))


NEEDS = dict.fromkeys(("serve", "audit", "backup", "restore", "move", "database", "people"), "serve")
"""By command, the extra without which it can do nothing; the help needs none."""


class Commands(TyperGroup):
    """The commands. `--rulebook`, `--config` and `--quiet` may stand before or after the name of one."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for name, command in each_command(self):
            command.epilog = command.epilog or epilog_of(name)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """Find a command; a missing extra is named before anything else is done."""
        name, command, rest = super().resolve_command(ctx, args)
        if name in NEEDS and not HELP.intersection(rest):
            need(NEEDS[name])
        return name, command, rest

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the options that every command takes, then the command's own."""
        before, dashes, literal = _parted(args)
        everywhere: list[str] = []
        others: list[str] = []
        words = iter(before)
        for word in words:
            if word == QUIET:
                everywhere.append(word)
            elif word in (RULEBOOK, CONFIG):
                everywhere += [word, *([value] if (value := next(words, None)) is not None else [])]
            elif word.startswith((RULEBOOK + "=", CONFIG + "=")):
                everywhere.append(word)
            else:
                others.append(word)
        return super().parse_args(ctx, [*everywhere, *others, *dashes, *literal])


def each_command(group: Any, before: str = "") -> Iterator[tuple[str, Any]]:
    """Every command below a group, by its words."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from each_command(command, f"{before}{name} ")
        else:
            yield f"{before}{name}", command


def _parted(args: list[str]) -> tuple[list[str], list[str], list[str]]:
    """The arguments before `--`, `--` itself if present, and those after it."""
    if "--" not in args:
        return args, [], []
    place = args.index("--")
    return args[:place], ["--"], args[place + 1 :]


app = typer.Typer(
    name="croupier",
    cls=Commands,
    help="Run, settle, audit and price regulated casino table games by the letter of the rules.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode=None,
)
app.command("serve")(serve.serve)
app.command("settle")(settle.settle)
app.command("init")(init.init)
app.command("check")(check.check)
app.add_typer(rules.app, name="rules")
app.command("odds")(odds.odds)
app.command("advise")(advise.advise)
app.command("strategy")(strategy.strategy)
app.command("play")(play.play)
app.command("simulate")(simulate.simulate)
app.command("dataset")(dataset.dataset)
app.command("protect")(protect.protect)
app.command("promotion")(promotion.promotion)
app.command("watch")(watch.watch)
app.command("review")(review.review)
app.command("report")(report.report)
app.command("invent")(invent.invent)
app.command("layout")(layout.layout)
app.command("petition")(petition.petition)
app.add_typer(audit.app, name="audit")
app.command("backup")(backup.backup)
app.command("restore")(backup.restore)
app.command("move")(move.move)
app.command("database")(database.database)
app.add_typer(people.app, name="people")
app.add_typer(rng.app, name="rng")
app.command("bench")(bench.bench)
app.command("docs")(docs.docs)


def _version(asked: bool) -> None:
    if asked:
        from croupier import __version__

        typer.echo(f"croupier {__version__}")
        raise typer.Exit


@app.callback()
def croupier(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
    rulebook: Annotated[
        list[Path] | None,
        typer.Option(
            RULEBOOK,
            metavar="DIR",
            help="A directory of your own rule sets; before or after the command, as often as "
            "you like. CROUPIER_RULEBOOK names directories too.",
        ),
    ] = None,
    config: Annotated[
        Path | None,
        typer.Option(
            CONFIG,
            metavar="FILE",
            help="Defaults of options, in TOML; else CROUPIER_CONFIG, or croupier/config.toml in the "
            "user's config directory.",
        ),
    ] = None,
    quiet: Annotated[
        bool, typer.Option(QUIET, help="No progress on stderr, whatever a command takes.")
    ] = False,
) -> None:
    """Run, settle, audit and price regulated casino table games by the letter of the rules."""
    from croupier.cli import progress_bar
    from croupier.cli.config import use_config
    from croupier.rulebook.catalog import directories_of_environment, install

    progress_bar.quiet = quiet
    use_config(context, config)
    install([*directories_of_environment(), *(rulebook or ())])
