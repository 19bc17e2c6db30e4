"""`croupier protect`: the worth of a leak, exact where it can be."""

from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.completion import complete_bet
from croupier.cli.errors import fail
from croupier.cli.odds.options import Fresh, Json, Meters, Policies, RoundsPerHour, SubjectName

if TYPE_CHECKING:
    from croupier.odds.protection.worth import Edge, LeakWorth
    from croupier.odds.subject import Subject

_BLAMED = {"unknown_meter": "--meters", "bad_amount": "--meters", "value_not_allowed": "--bet"}
"""By code of a refusal: the option that it is about."""


def protect(
    subject: SubjectName,
    knows: Annotated[
        list[str],
        typer.Option(
            metavar="WHAT",
            help="What the player knows, parts joined by +: dealer:1, dealer:1+flop:1, turn-river:1, burn:1, "
            "bottom:1, dealer:1:rank (suit, color), others:5 (all cards of five seats), others:5:suits.",
        ),
    ],
    rounds_per_hour: RoundsPerHour = 40,
    remedies: Annotated[
        bool, typer.Option("--remedies", help="Price what changes of procedure would leave of the leak.")
    ] = False,
    bet: Annotated[
        str | None,
        typer.Option(
            help="Price the leak for a bet against a pay table or the progressive; --knows own:1, a card of "
            "the hand, or dealer:1, flop:1, burn:1.",
            autocompletion=complete_bet,
        ),
    ] = None,
    meters: Meters = None,
    policy: Policies = None,
    fresh: Fresh = False,
    as_json: Json = False,
) -> None:
    """Print the worth of a leak: the edge of a player who knows cards that they should not know.

    Edges are per ante, from the player's side, under best play with the leak and without side bets. A figure
    is exact, or sampled with its standard error; a leak that the game's solver does not price is refused.

    Example: croupier protect ma/ultimate-texas-holdem --knows dealer:1
    """
    from croupier.cli.odds.subject import fail_leak, subject_of
    from croupier.cli.progress_bar import Bar
    from croupier.errors import Refusal
    from croupier.odds.filed.wagers import amounts_of
    from croupier.odds.protection.leak import parse_leak
    from croupier.odds.protection.worth import WantedFigures, limits_left_out, worth_of

    asked = subject_of(subject, policy or [])
    wanted = WantedFigures(rounds_per_hour=rounds_per_hour, remedies=remedies)
    if meters is not None and bet is None:
        fail("--meters: only with --bet progressive")
    if bet is not None:
        _side_bet(asked, bet, knows, amounts_of(meters or "", "--meters"), as_json)
        return
    leaks, found = [], []
    for text in knows:  # all of them first: the worth of one may take minutes
        try:
            leaks.append(parse_leak(text))
        except Refusal as error:
            fail_leak(error, text)
    for leak in leaks:
        try:
            with Bar(f"{subject}, knowing {leak}", lines=True) as progress:
                found.append(worth_of(asked.house, leak, wanted, progress, fresh))
        except Refusal as error:
            fail_leak(error, str(leak))
    left_out = limits_left_out(asked.house)
    if as_json:
        import msgspec

        answer = {"rules": asked.house.rules.rules.name, "results": found, "limits_left_out": left_out}
        typer.echo(msgspec.json.format(msgspec.json.encode(answer), indent=2).decode())
    else:
        _print(asked.house.rules.rules.name, found, rounds_per_hour)
        if left_out:
            typer.echo("Payout limits are left out: they cut winnings at high antes.")


def _side_bet(asked: "Subject", bet: str, knows: list[str], meters: dict[str, int], as_json: bool) -> None:
    from croupier.cli.progress_bar import Bar
    from croupier.cli.terminal import console, table
    from croupier.errors import Refusal
    from croupier.odds.protection.leak import parse_leak
    from croupier.odds.protection.side_bets import SideBetWorth, side_bet_worth

    found: list[SideBetWorth] = []
    for text in knows:
        try:
            with Bar(f"{bet}, knowing {text}", lines=True) as progress:
                found += side_bet_worth(asked, bet, parse_leak(text), progress, meters)
        except Refusal as error:
            fail(f"{_BLAMED.get(error.code, '--knows')} {error.message}")
    if as_json:
        import msgspec

        answer = {"rules": asked.house.rules.rules.name, "results": found}
        typer.echo(msgspec.json.format(msgspec.json.encode(answer), indent=2).decode())
        return
    columns = ("table", "knows", "player's edge", "bet every round", "rounds bet")
    rows = [
        (each.table, each.knows, _edge(each.player_edge), _edge(each.honest_edge), f"{each.bets:.1%}")
        for each in found
    ]
    console().print(table(f"{bet}: the worth of a leak, per unit staked", columns, rows, columns[2:]))


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
        for change in each.remedy.changes:
            left = f" ({change.leaves})" if change.leaves else ""
            edge = _edge(change.player_edge) if change.player_edge else "a price with --remedies"
            typer.echo(f"  {change.words}: leaves {edge}{left}")


def _edge(edge: "Edge") -> str:
    error = f" ± {edge.standard_error:.4f}" if edge.standard_error is not None else ""
    return f"{edge.percent:+.4f}%{error}"
