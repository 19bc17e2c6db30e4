"""`croupier protect`: the worth of a leak, exact where it can be."""

from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.errors import fail
from croupier.cli.odds.options import Fresh, Json, Policies, RoundsPerHour, SubjectName

if TYPE_CHECKING:
    from croupier.odds.protection.worth import Edge, LeakWorth


def protect(
    subject: SubjectName,
    knows: Annotated[
        list[str],
        typer.Option(
            metavar="WHAT",
            help="What the player knows, parts joined by +: dealer:1, dealer:1+flop:1, burn:1, "
            "bottom:1, dealer:1:rank (suit, color).",
        ),
    ],
    rounds_per_hour: RoundsPerHour = 40,
    policy: Policies = None,
    fresh: Fresh = False,
    as_json: Json = False,
) -> None:
    """Print the worth of a leak: the edge of a player who knows cards that they should not know.

    Edges are per ante, from the player's side, under best play with the leak and without side bets. Every
    figure is exact; a leak that the game's solver does not price is refused.

    Example: croupier protect ma/ultimate-texas-holdem --knows dealer:1
    """
    from croupier.cli.odds.subject import subject_of
    from croupier.cli.progress_bar import Bar
    from croupier.errors import Refusal
    from croupier.odds.protection.leak import parse_leak
    from croupier.odds.protection.worth import worth_of

    asked = subject_of(subject, policy or [])
    found = []
    for text in knows:
        try:
            leak = parse_leak(text)
            with Bar(f"{subject}, knowing {leak}") as progress:
                found.append(worth_of(asked.house, leak, rounds_per_hour, progress, fresh))
        except Refusal as error:
            fail(f"--knows {error.message}")
    if as_json:
        import msgspec

        answer = {"rules": asked.house.rules.rules.name, "results": found}
        typer.echo(msgspec.json.format(msgspec.json.encode(answer), indent=2).decode())
    else:
        _print(asked.house.rules.rules.name, found, rounds_per_hour)


def _print(rules: str, found: "list[LeakWorth]", rounds_per_hour: int) -> None:
    from croupier.cli.terminal import console, table

    columns = (
        "knows", "player's edge", "honest", "gain", "decisions changed", "std dev",
        f"antes an hour ({rounds_per_hour} rounds)", "rounds to detect by money",
    )  # fmt: skip
    rows = [
        (
            each.knows,
            _edge(each.player_edge),
            f"{each.honest_edge.percent:+.4f}%",
            f"{each.gain.percent:+.4f}%",
            f"{each.hands_changed:.2%}",
            f"{each.standard_deviation:.3f}",
            f"{each.per_hour:+.2f}",
            "-" if each.rounds_to_detect_by_money is None else f"{each.rounds_to_detect_by_money:,}",
        )
        for each in found
    ]
    console().print(table(f"{rules}: the worth of a leak, per ante", columns, rows, columns[1:]))
    for each in found:
        exact = f"exactly {each.player_edge.fraction}" if each.player_edge.fraction else "sampled"
        typer.echo(f"{each.knows}: {exact}")
        typer.echo(f"  meant to prevent it: {', '.join(each.remedy.clauses) or 'no clause of the document'}")


def _edge(edge: "Edge") -> str:
    error = f" ± {edge.standard_error:.4f}" if edge.standard_error is not None else ""
    return f"{edge.percent:+.4f}%{error}"
