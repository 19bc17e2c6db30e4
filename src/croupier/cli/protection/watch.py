"""`croupier watch`: evidence that a player knows hidden cards."""

from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.errors import fail, print_json
from croupier.cli.house.data import DbOption
from croupier.cli.protection.rounds import (
    ExportArgument,
    JsonOption,
    PlayerOption,
    RoundsOption,
    option_named,
    rounds_given,
    signed_dollars,
)

if TYPE_CHECKING:
    from croupier.odds.watch.players import PlayerWatch


def watch(
    export: ExportArgument = None,
    db: DbOption = None,
    rounds: RoundsOption = None,
    player: PlayerOption = None,
    against: Annotated[
        str | None,
        typer.Option(
            metavar="LEAKS", help="The leaks to look for, with commas between: dealer:1,dealer:2,others:5."
        ),
    ] = None,
    threshold: Annotated[
        float | None,
        typer.Option(
            min=1,
            max=100,
            help="The evidence that raises an alarm, as a power of ten; by default that of the house "
            "settings, or 6.",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Print the evidence that players know hidden cards, from rounds that were recorded.

    Evidence of 6 means that the hidden cards are a million times likelier if the player knew them.
    A player who knows nothing reaches it with a probability of at most one in a million, whatever their play.

    Example: croupier watch --rounds rounds.jsonl --against dealer:1
    """
    from croupier.cli.progress_bar import Bar
    from croupier.errors import Refusal
    from croupier.floor.reports.given_rounds import only_of
    from croupier.floor.reports.recorded_play import watch_rounds
    from croupier.odds.protection.leak import parse_leak
    from croupier.odds.watch.players import THRESHOLD

    leaks = None if against is None else [word.strip() for word in against.split(",")]
    try:
        for leak in leaks or ():
            parse_leak(leak)
    except Refusal as refusal:
        fail(f"--against {refusal.message}")
    recorded, of_house = rounds_given(export, db, rounds)
    alarm = threshold or of_house or THRESHOLD
    try:
        with Bar("watching", lines=True) as progress:
            found = watch_rounds(only_of(recorded, player), player, leaks, alarm, progress)
    except Refusal as refusal:
        fail(option_named(refusal), 1)
    if not found:
        typer.echo("croupier: nobody to watch: no seat of these rounds has a `player`", err=True)
    if as_json:
        print_json({"players": found})
    else:
        _print(found, alarm)


def _print(found: "tuple[PlayerWatch, ...]", threshold: float) -> None:
    from croupier.cli.terminal import console, table

    columns = ("player", "hands", "knows", "evidence (log10)", "alarm at hand", "edge of play", "result")
    rows = []
    for each in found:
        edge = "-" if each.edge_of_play is None else f"{each.edge_of_play.percent:+.2f}%"
        for leak in each.leaks:
            alarm = "-" if leak.alarm_at is None else f"{leak.alarm_at}"
            shown = f"{leak.evidence_log10:+.2f}"
            rows.append(
                (each.player, f"{each.hands}", leak.knows, shown, alarm, edge, signed_dollars(each.result))
            )
    console().print(table(f"Evidence; an alarm at {threshold:g}", columns, rows, columns[3:]))
