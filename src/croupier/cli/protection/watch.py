"""`croupier watch`: evidence that a player knows hidden cards."""

from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.errors import fail
from croupier.cli.house.data import DbOption
from croupier.cli.protection.rounds import (
    ExportArgument,
    JsonOption,
    PlayerOption,
    RoundsOption,
    only_of,
    rounds_given,
    signed_dollars,
)

if TYPE_CHECKING:
    from croupier.odds.watch.players import PlayerWatch, Watch


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
    from croupier.odds.watch.players import LEAKS, THRESHOLD, Watch

    try:
        watching = Watch([word.strip() for word in against.split(",")] if against else LEAKS)
    except Refusal as refusal:
        fail(f"--against {refusal.message}")
    recorded, of_house = rounds_given(export, db, rounds)
    recorded = only_of(recorded, player)
    watching.threshold = threshold or of_house or THRESHOLD
    with Bar("watching") as progress:
        for number, each in enumerate(recorded):
            progress(number, len(recorded))
            watching.add(each.played)
            watching.price(each.played, each.results)
    _refuse_unwatched(watching, explicit=against is not None)
    found = watching.report(player)
    if player and (missing := [name for name in player if name not in watching.players]):
        fail(f"--player {missing[0]!r}: not in these rounds", 1)
    if as_json:
        import msgspec

        typer.echo(msgspec.json.format(msgspec.json.encode({"players": found}), indent=2).decode())
    else:
        _print(found, watching.threshold)


def _refuse_unwatched(watching: "Watch", explicit: bool) -> None:
    """End the command if a leak that was named is watched in none of the games, or no leak in any."""
    for leak in watching.leaks:
        refusals = [refusal for (_, each), refusal in watching.refused.items() if each == leak]
        if refusals and leak not in watching.watched and (explicit or not watching.watched):
            fail(refusals[0].message, 1)


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
