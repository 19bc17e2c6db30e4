"""`croupier strategy`: optimal play, its margins, and the price of simple rules."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import typer

from croupier.cli.odds.odds import Fresh, Json, Policies, SubjectName

if TYPE_CHECKING:
    from rich.table import Table

    from croupier.odds.strategy import Cell, Share, Strategy

CLOSE = 0.02
"""A margin in antes below which a decision is shown as close."""


def strategy(
    subject: SubjectName, policy: Policies = None, fresh: Fresh = False, as_json: Json = False
) -> None:
    """The optimal strategy, the margin of each decision, and what playing by a simple rule costs.

    Every figure is exact. JSON holds all of it: every starting hand with the value of each action, every
    borderline hand.
    """
    import msgspec

    from croupier.cli.odds.subject import subject_of
    from croupier.cli.progress_bar import Bar
    from croupier.odds.strategy import strategy as describe

    asked = subject_of(subject, policy or [])
    with Bar(f"solving {subject}") as progress:
        found = describe(asked.house, progress, fresh)
    if as_json:
        typer.echo(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
    else:
        _print(found)


def _print(found: "Strategy") -> None:
    from croupier.cli.terminal import console, table

    screen = console()
    typer.echo(f"{found.rules}: the house keeps {found.house_edge:.4%} of the ante under optimal play\n")
    if found.grid:
        screen.print(_grid(found.grid))
        typer.echo(
            "4: play 4x; -: check. Below it the margin over the second best action, in antes.\n"
            f"Suited hands above the diagonal, offsuit below. Bold: closer than {CLOSE} antes.\n"
        )
        screen.print(_shares("On the flop, after a check: how often 2x is best", found.flop, "plays 2x"))
        screen.print(_shares("On the river, after two checks: how often 1x is best", found.river, "plays 1x"))
    if found.flush_borders:
        typer.echo(
            f"Fold every flush below {found.fold_below}; raise the most allowed from {found.raise_from} up."
        )
        typer.echo("Between them the other four cards decide:\n")
        columns = ("flush", "hands", "raise", "of them", "gain of raising all, in antes")
        rows = [
            (
                border.flush,
                f"{border.hands:,}",
                f"{border.raised:,}",
                f"{border.raised / border.hands:.1%}",
                f"{border.gain_value:+.4f}",
            )
            for border in found.flush_borders
        ]
        screen.print(table("Borderline flushes", columns, rows, columns[1:]))
    if found.up_cards:
        headings = ("up", "play: never below", "always from", "3x: never below", "always from ", "borderline")
        rows_ = [
            (
                line.up,
                line.play_never_below,
                line.play_always_from,
                line.most_never_below,
                line.most_always_from,
                str(line.borderline),
            )
            for line in found.up_cards
        ]
        screen.print(table("Against each up-card", headings, rows_, headings[5:]))
        weight = sum(Fraction(share) for each in found.four_card_borders for share in each.decisions.values())
        pairs = f"{len(found.four_card_borders):,} pairs of best four cards and up-card"
        typer.echo(
            f"{pairs}, {float(weight):.2%} of all situations, are borderline:\n"
            "the fifth card and the suits decide (all of them with --json).\n"
        )
    columns = ("rule", "house edge", "cost in antes", "cost, % of ante", "in words")
    simple = [
        (
            rule.name,
            f"{rule.house_edge:.4%}",
            f"{rule.cost_value:.6f}",
            f"{rule.cost_value:.4%}",
            rule.words,
        )
        for rule in found.simple_rules
    ]
    screen.print(table("Simple rules, priced exactly", columns, simple, columns[1:4]))


def _grid(cells: "Sequence[Sequence[Cell]]") -> "Table":
    from rich import box
    from rich.table import Table
    from rich.text import Text

    found = Table(
        title="Before the flop",
        title_justify="left",
        box=box.SIMPLE,
        show_header=False,
        padding=(0, 0),
        pad_edge=False,
    )
    for row in cells:
        line = []
        for cell in row:
            raises = cell.best != "check"
            margin = f"{cell.margin_value:.2f}".removeprefix("0")
            colour = "green" if raises else "red"
            style = f"bold {colour}" if cell.margin_value < CLOSE else f"black on {colour}"
            action = cell.best.removeprefix("play_").removesuffix("x") if raises else "-"
            line.append(Text(f" {cell.hand:<4}\n{action} {margin:<3}", style=style))
        found.add_row(*line)
    return found


def _shares(title: str, shares: "Sequence[Share]", plays: str) -> "Table":
    from croupier.cli.terminal import table

    total = sum(share.situations for share in shares)
    columns = ("hand", "of all", plays)
    rows = [(share.hand, f"{share.situations / total:.2%}", f"{share.share:.2%}") for share in shares]
    return table(title, columns, rows, columns[1:])
