"""`croupier review`: every decision priced, and luck taken out of the result."""

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
    from croupier.floor.reports.recorded_play import Reviewed


def review(
    export: ExportArgument = None,
    db: DbOption = None,
    rounds: RoundsOption = None,
    player: PlayerOption = None,
    bands: Annotated[
        bool,
        typer.Option("--bands", help="Add the band of luck, 99%, by the exact laws: solves the games."),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Print what play was worth: the price of the game, mistakes, luck and mispays, each exact.

    By player, table, dealer, shift and day. The win without luck is the theoretical win by the decisions that
    were really made; its standard deviation is shown beside that of the win. A progressive is left out.

    Example: croupier review --rounds rounds.jsonl
    """
    from croupier.cli.progress_bar import Bar
    from croupier.errors import Refusal
    from croupier.floor.reports.given_rounds import only_of
    from croupier.floor.reports.recorded_play import review_rounds

    recorded = only_of(rounds_given(export, db, rounds).rounds, player)
    try:
        with Bar("pricing decisions", lines=True) as progress:
            found = review_rounds(recorded, player, bands, progress)
    except Refusal as refusal:
        fail(option_named(refusal), 1)
    if as_json:
        print_json(found)
    else:
        _print(found)


def _print(found: "Reviewed") -> None:
    from croupier.cli.terminal import console, table
    from croupier.names import spoken

    columns = (
        "", "rounds", "staked", "win", "optimal play", "mistakes", "theoretical", "luck", "forfeited",
        "mispaid", "std dev", "without luck",
    )  # fmt: skip
    groups = found.groups()
    for group, reviews in groups.items():
        if not reviews:
            continue
        rows = [
            (
                each.name,
                f"{each.rounds}",
                *(
                    signed_dollars(amount)
                    for amount in (
                        each.staked, each.win, each.optimal, each.mistakes, each.theoretical, each.luck,
                        each.forfeited, each.mispaid, each.standard_deviation.win,
                        each.standard_deviation.without_luck,
                    )
                ),
            )
            for each in reviews
        ]  # fmt: skip
        console().print(table(f"{group}: the house's win", columns, rows, columns[1:]))
        for each in reviews:
            if each.luck_band and not each.within:
                low, high = map(signed_dollars, each.luck_band)
                typer.echo(f"alert: luck of {each.name} is outside of its band, {low} to {high}")
    alone = not any(reviews for group, reviews in groups.items() if group != "players")
    for each in found.players if alone else ():
        for mistake in each.worst:
            typer.echo(
                f"{each.name}, round {mistake.round}, {mistake.stage}: {spoken(mistake.action)} "
                f"instead of {spoken(mistake.best)} cost {signed_dollars(mistake.cost)}"
            )
    if found.without_amounts:
        typer.echo(f"{found.without_amounts} rounds without amounts are left out")
    if found.not_solved:
        typer.echo(f"{found.not_solved} rounds that no solver prices are left out")
