"""All commands. A command that is named is imported alone, and imports its modules when it runs."""

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from croupier.cli.examples import epilog_of
from croupier.extras import need

RULEBOOK, CONFIG, QUIET, VERSION = "--rulebook", "--config", "--quiet", "--version"
HELP = frozenset(("-h", "--help"))


COMMANDS = {
    "serve": "house.serve:serve",
    "settle": "law.settle:settle",
    "init": "law.init:init",
    "check": "law.check:check",
    "rules": "law.rules:app",
    "odds": "odds.odds:odds",
    "advise": "odds.advise:advise",
    "strategy": "odds.strategy:strategy",
    "play": "play.command:play",
    "simulate": "odds.simulate:simulate",
    "dataset": "odds.dataset:dataset",
    "protect": "odds.protect:protect",
    "promotion": "odds.promotion:promotion",
    "watch": "protection.watch:watch",
    "review": "protection.review:review",
    "report": "odds.report:report",
    "invent": "odds.invent:invent",
    "layout": "law.layout:layout",
    "petition": "law.petition:petition",
    "audit": "audit.commands:app",
    "backup": "house.backup:backup",
    "restore": "house.backup:restore",
    "move": "house.move:move",
    "database": "house.database:database",
    "people": "house.people:app",
    "keys": "house.keys:app",
    "witness": "house.witness:witness",
    "rng": "house.rng:app",
    "bench": "bench:bench",
    "docs": "docs:docs",
}
"""By name, in the order of the help: the module of `croupier.cli`, and the command or group in it."""

NEEDS = dict.fromkeys(
    ("serve", "audit", "backup", "restore", "move", "database", "people", "keys", "witness"), "serve"
)
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
        everywhere, others = _sorted_options(before)
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


def _sorted_options(args: list[str]) -> tuple[list[str], list[str]]:
    """The options that every command takes, with their values, and all other arguments."""
    everywhere: list[str] = []
    others: list[str] = []
    words = iter(args)
    for word in words:
        if word in (RULEBOOK, CONFIG):
            everywhere += [word, *([value] if (value := next(words, None)) is not None else [])]
        elif word == QUIET or word.startswith((RULEBOOK + "=", CONFIG + "=")):
            everywhere.append(word)
        else:
            others.append(word)
    return everywhere, others


def _version(asked: bool) -> None:
    if asked:
        from croupier import __version__

        typer.echo(f"croupier {__version__}")
        raise typer.Exit


def croupier(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option(VERSION, callback=_version, is_eager=True, help="Print the version and exit.")
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
            help="Defaults of options, in TOML; - for stdin; else CROUPIER_CONFIG, or croupier/config.toml "
            "in the user's config directory.",
        ),
    ] = None,
    quiet: Annotated[
        bool, typer.Option(QUIET, help="No progress on stderr, however long a command takes.")
    ] = False,
) -> None:
    """Run, settle, audit and price regulated casino table games by the letter of the rules."""
    from croupier.cli import progress_bar
    from croupier.cli.config import use_config
    from croupier.rulebook.catalog import directories_of_environment, install

    progress_bar.quiet = quiet
    use_config(context, config)
    install([*directories_of_environment(), *(rulebook or ())])


@cache
def application(only: str | None = None) -> typer.Typer:
    """All commands, or one: to import and describe the others takes longer than most of them run."""
    found = typer.Typer(
        name="croupier",
        cls=Commands,
        help="Run, settle, audit and price regulated casino table games by the letter of the rules.",
        no_args_is_help=True,
        add_completion=True,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        rich_markup_mode=None,
    )
    found.callback()(croupier)
    for name, place in COMMANDS.items():
        if only in (None, name):
            module, _, attribute = place.partition(":")
            command = getattr(import_module(f"croupier.cli.{module}"), attribute)
            if isinstance(command, typer.Typer):
                found.add_typer(command, name=name)
            else:
                found.command(name)(command)
    return found


def named_alone(words: list[str]) -> str | None:
    """The command that these words name, or `--version`, which needs none; None for any other word."""
    _, others = _sorted_options(words)
    return others[0] if others and others[0] in (*COMMANDS, VERSION) else None


def __getattr__(name: str) -> Any:
    """`app`: all commands."""
    if name == "app":
        return application()
    raise AttributeError(name)
