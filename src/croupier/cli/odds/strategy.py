"""`croupier strategy`: optimal play, its margins, and the cost of simple rules."""

from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.counts import count_between
from croupier.cli.errors import fail
from croupier.cli.odds.options import Fresh, Json, Meters, OnLayout, Policies, SubjectName
from croupier.money import dollars
from croupier.names import spoken

if TYPE_CHECKING:
    from rich.table import Table

    from croupier.odds.sections import Grid, Section
    from croupier.odds.sections import Table as SectionTable
    from croupier.odds.strategy import Strategy
    from croupier.submission.house import HouseRules

CLOSE = 0.02
"""A margin in antes below which a decision is shown as close."""


def strategy(
    subject: SubjectName,
    knows: Annotated[
        str | None,
        typer.Option(
            metavar="WHAT",
            help="Play with a leak, as in protect: what changes, and what a rule for people gets of it.",
        ),
    ] = None,
    own: Annotated[
        str | None,
        typer.Option(
            metavar="MODULE:FUNCTION",
            help="Price a strategy of your own instead; file.py:function names one in a file.",
        ),
    ] = None,
    rounds: Annotated[
        int | None,
        typer.Option(parser=count_between(1), metavar="COUNT", help="With --own: sample so many rounds."),
    ] = None,
    wagers: OnLayout = None,
    meters: Meters = None,
    policy: Policies = None,
    fresh: Fresh = False,
    as_json: Json = False,
) -> None:
    """Print the optimal strategy, the margin of each decision, and the cost of simple rules.

    With the wagers on the layout, play is the best for all of them: under the payout limits, and beside a
    progressive that a fold would lose. Every figure is exact. JSON holds all of it: every starting hand with
    the value of each action, every borderline hand.

    Example: croupier strategy ma/four-card-poker --own my_strategy.py:play
    """
    import msgspec

    from croupier.cli.odds.subject import subject_of, wagers_of
    from croupier.cli.progress_bar import Bar
    from croupier.odds.strategy import strategy as describe

    asked = subject_of(subject, policy or [])
    alone = {"--knows": knows, "--own": own, "--wagers": wagers or meters}
    if len(given := [name for name, value in alone.items() if value]) > 1:
        fail(f"{' and '.join(given)}: allowed: one of them")
    if rounds is not None and own is None:
        fail("--rounds samples a strategy of your own: name it with --own")
    if knows is not None:
        _with_leak(asked.house, knows, fresh, as_json)
        return
    if own is not None:
        _own(asked.house, own, rounds or 0, as_json)
        return
    placed = wagers_of(asked.house, wagers, meters)
    with Bar(f"solving {subject}", lines=True) as progress:
        found = describe(asked.house, progress, fresh, placed)
    if as_json:
        typer.echo(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
    else:
        _print(found)


def _own(house: "HouseRules", name: str, rounds: int, as_json: bool) -> None:
    import msgspec

    from croupier.cli.progress_bar import Bar
    from croupier.cli.terminal import console, table
    from croupier.odds.own.policy import policy_for
    from croupier.odds.own.price import price_policy

    with Bar(f"pricing {name}", lines=True) as progress:
        found = price_policy(house, policy_for(house.rules, name), rounds, progress=progress)
    low, high = found.interval
    if as_json:
        answer = {
            "rules": house.rules.rules.name, "strategy": found.name, "exact": found.exact is not None,
            "ev": None if found.exact is None else str(found.exact), "mean": found.mean,
            "std_error": found.standard_error, "interval_99": [low, high], "house_edge": found.house_edge,
            "optimal": found.optimal, "cost": found.cost, "rounds": found.rounds,
            "decisions": found.decisions,
        }  # fmt: skip
        typer.echo(msgspec.json.format(msgspec.json.encode(answer), indent=2).decode())
        return
    how = "exactly" if found.exact is not None else f"99% interval {-high:.4%} to {-low:.4%}"
    typer.echo(f"{found.name}: the house keeps {found.house_edge:.4%} of the ante ({how})")
    if found.cost == found.cost:  # a price of optimal play is known
        typer.echo(f"Optimal play: {-found.optimal:.4%}. The strategy costs {found.cost:.6f} antes a round.")
    columns = ("decision", "share")
    rows = [(spoken(action), f"{share:.4%}") for action, share in found.decisions.items()]
    console().print(table("How often each decision is made", columns, rows, columns[1:]))


def _with_leak(house: "HouseRules", knows: str, fresh: bool, as_json: bool) -> None:
    import msgspec

    from croupier.cli.odds.subject import fail_leak
    from croupier.cli.progress_bar import Bar
    from croupier.cli.terminal import console, table
    from croupier.errors import Refusal
    from croupier.odds.protection.leak import parse_leak
    from croupier.odds.protection.play import informed_play

    try:
        with Bar(f"knowing {knows}", lines=True) as progress:
            found = informed_play(house, parse_leak(knows), progress, fresh)
    except Refusal as error:
        fail_leak(error, knows)
    if as_json:
        typer.echo(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
        return
    typer.echo(
        f"{found.rules}, knowing {found.knows}: the player's edge is {found.player_edge.percent:+.4f}% "
        f"({found.method}), honest {found.honest_edge.percent:+.4f}%; "
        f"{found.hands_changed:.2%} of decisions change"
    )
    columns = ("decision", "honest", "with the leak")
    rows = [
        (spoken(name), f"{found.honest_actions.get(name, 0):.4%}", f"{share:.4%}")
        for name, share in found.actions.items()
    ]
    console().print(table("How often each decision is made", columns, rows, columns[1:]))
    for section in found.sections:
        _print_section(section)
    for rule in found.simple_rules:
        typer.echo(
            f"Rule {rule.name}: {rule.player_edge.percent:+.4f}%, {rule.share_of_gain:.0%} of the gain."
        )
        typer.echo(rule.words)


def _print(found: "Strategy") -> None:
    from croupier.cli.terminal import console, table

    typer.echo(f"{found.rules}: the house keeps {found.house_edge:.4%} of the ante under optimal play")
    if found.wagers:
        placed = ", ".join(f"{spoken(name)} {dollars(amount)}" for name, amount in found.wagers.items())
        typer.echo(f"Best for the wagers on the layout together: {placed}")
    if found.progressive_return is not None and found.together is not None:
        returned, together = float(found.progressive_return), float(found.together)
        typer.echo(f"The progressive returns {returned:.4%}; game and progressive net {together:+.6f} antes")
    typer.echo()
    for section in found.sections:
        _print_section(section)
    if not found.simple_rules:
        return
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
    console().print(table("Simple rules, priced exactly", columns, simple, columns[1:4]))


def _print_section(section: "Section") -> None:
    from croupier.cli.terminal import console
    from croupier.odds.sections import Grid, Table, Text

    match section:
        case Text():
            typer.echo(section.text + "\n")
        case Grid():
            console().print(_grid(section))
            typer.echo(_legend(section))
        case Table(detail=True):
            typer.echo(f"{section.title}: all {len(section.rows):,} with --json.\n")
        case Table():
            console().print(_table(section))


def _table(section: "SectionTable") -> "Table":
    from croupier.cli.terminal import table
    from croupier.odds.sections import shown

    rows = [
        tuple(shown(cell, column.kind) for cell, column in zip(row, section.columns, strict=True))
        for row in section.rows
    ]
    titles = [column.title for column in section.columns]
    return table(section.title, titles, rows, [each.title for each in section.columns if each.kind != "text"])


def _legend(grid: "Grid") -> str:
    actions = dict.fromkeys(cell.best for row in grid.rows for cell in row)
    letters = [f"{_letter(action, grid)}: {spoken(action)}" for action in actions]
    return (
        f"{'; '.join(letters)}. Beside it the margin over the second best action, in antes.\n"
        f"{grid.note} Bold: closer than {CLOSE} antes.\n"
    )


def _letter(action: str, grid: "Grid") -> str:
    """An action in one character: its multiple of the ante."""
    return "-" if action == grid.waive else action.rpartition("_")[2].removesuffix("x")


def _grid(grid: "Grid") -> "Table":
    from rich import box
    from rich.table import Table
    from rich.text import Text

    found = Table(
        title=grid.title,
        title_justify="left",
        box=box.SIMPLE,
        show_header=False,
        padding=(0, 0),
        pad_edge=False,
    )
    for row in grid.rows:
        line = []
        for cell in row:
            margin = f"{cell.margin_value:.2f}".removeprefix("0")
            color = "red" if cell.best == grid.waive else "green"
            style = f"bold {color}" if cell.margin_value < CLOSE else f"black on {color}"
            line.append(Text(f" {cell.hand:<4}\n{_letter(cell.best, grid)} {margin:<3}", style=style))
        found.add_row(*line)
    return found
