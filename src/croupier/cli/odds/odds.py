"""`croupier odds` and `croupier advise`: exact prices of bets and of decisions."""

import time
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.errors import fail

if TYPE_CHECKING:
    from croupier.odds.price import Odds, Price
    from croupier.odds.subject import Subject

SubjectName = Annotated[
    str, typer.Argument(metavar="RULES_OR_SUBMISSION", help="A rule set or a submission file.")
]
Policies = Annotated[
    list[str] | None, typer.Option("--policy", metavar="NAME=VALUE", help="Change a policy from its default.")
]
Fresh = Annotated[bool, typer.Option("--fresh", help="Recompute instead of reading the cache.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def odds(
    subject: SubjectName,
    bet: Annotated[
        str | None, typer.Option(help="Only this bet: main, progressive, or a side bet by its name.")
    ] = None,
    table: Annotated[
        str | None, typer.Option(help="Only this pay table (Cover All: number of hands).")
    ] = None,
    policy: Policies = None,
    compare: Annotated[bool, typer.Option("--compare", help="Rank all pay tables by edge.")] = False,
    fresh: Fresh = False,
    as_json: Json = False,
) -> None:
    """Exact odds of every bet: edge, element of risk, standard deviation, hit rates.

    For a rule set every pay table that it prints, under the default policies; for a submission what it chose.
    Results are kept on disk, by the digest of rules and code.
    """
    from croupier.cli.odds.subject import subject_of
    from croupier.cli.progress_bar import Bar
    from croupier.odds.price import prices

    start = time.monotonic()
    asked = subject_of(subject, policy or [])
    with Bar(f"solving {subject}") as progress:
        offered = list(prices(asked, progress, fresh))
        wanted = _wanted(offered, bet, table, compare)
        found = [(price, price.compute()) for price in wanted]
    seconds = time.monotonic() - start
    if compare:
        _compare(found, as_json)
    elif as_json:
        _print_json(asked, found, seconds)
    else:
        _print(asked, found, seconds)


def _wanted(offered: "list[Price]", bet: str | None, table: str | None, compare: bool) -> "list[Price]":
    bets = list(dict.fromkeys(price.bet for price in offered))
    if bet is not None and bet not in bets:
        fail(f"no bet {bet!r} here; allowed: {', '.join(bets)}")
    wanted = [price for price in offered if bet in (None, price.bet)]
    if table is not None:
        tables = list(dict.fromkeys(price.table for price in wanted if price.table))
        if table not in tables:
            fail(f"no table {table!r} here; allowed: {', '.join(tables) or 'none'}")
        wanted = [price for price in wanted if price.table == table]
    if compare:
        wanted = [price for price in wanted if price.bet != "main"]
    return wanted


def _print_json(subject: "Subject", found: "list[tuple[Price, Odds]]", seconds: float) -> None:
    import msgspec

    from croupier.odds.figures import figures

    bets: dict[str, Any] = {}
    for price, odds in found:
        if not price.table:
            bets[price.bet] = figures(odds)
            continue
        tables = bets.setdefault(price.bet, {})
        if price.stake is None:
            tables[price.table] = figures(odds)
        else:
            # The first stake represents the table; several stakes are listed.
            entry = tables.setdefault(price.table, figures(odds))
            entry.setdefault("stakes", {})[str(price.stake)] = figures(odds)
    answer = {
        "rules": subject.house.rules.rules.name,
        "digest": subject.house.rules.digest,
        "policies": subject.house.policies,
        "bets": bets,
        "seconds": round(seconds, 3),
    }
    typer.echo(msgspec.json.format(msgspec.json.encode(answer), indent=2).decode())


def _print(subject: "Subject", found: "list[tuple[Price, Odds]]", seconds: float) -> None:
    from croupier.cli.terminal import console, table
    from croupier.odds.model import BetOdds, CoverAllOdds, MainOdds, ProgressiveOdds

    screen = console()
    for _, odds in found:
        if isinstance(odds, MainOdds):
            rows = [
                ("house edge", f"{_percent(odds.house_edge)} of the ante"),
                ("element of risk", f"{_percent(odds.element_of_risk)} of all that is wagered"),
                ("standard deviation", f"{odds.net.standard_deviation:.4f} antes"),
                ("average wager", f"{float(odds.average_wager):.4f} antes"),
                *((name.replace("_", " "), _percent(share)) for name, share in odds.decisions.items()),
                ("expectation", str(odds.net.mean)),
            ]
            screen.print(table("The game itself, optimal play", ("figure", "value"), rows))
    bets = [(price, odds) for price, odds in found if isinstance(odds, BetOdds | CoverAllOdds)]
    if bets:
        bet_rows = [
            (
                price.bet.replace("_", " "),
                price.table,
                _percent(-odds.net.mean),
                f"{odds.net.standard_deviation:.3f}",
                _percent(odds.hit_rate),
                ", ".join(level.pays for level in odds.levels.values()),
                str(odds.net.mean),
            )
            for price, odds in bets
        ]
        columns = ("bet", "table", "house edge", "std dev", "hit rate", "pays", "expectation")
        screen.print(table("Bets against a pay table", columns, bet_rows, columns[2:5]))
    meters = [(price, odds) for price, odds in found if isinstance(odds, ProgressiveOdds)]
    if meters:
        headings = (
            "table",
            "stake",
            "fixed return",
            "return at the seed",
            "break-even, if live",
            "as played",
            "return in the long run",
        )
        meter_rows = [
            (
                price.table,
                f"${odds.stake // 100}",
                _percent(odds.fixed_return),
                _percent(odds.return_at_seed),
                _money(odds.break_even_if_live),
                _money(odds.break_even_as_played),
                "-" if odds.long_run is None else _percent(odds.long_run.returned),
            )
            for price, odds in meters
        ]
        screen.print(table("Progressives", headings, meter_rows, headings[1:]))
    typer.echo(f"{subject.house.rules.rules.name}, {subject.house.rules.digest[:19]}, {seconds:.2f} s")


def _compare(found: "list[tuple[Price, Odds]]", as_json: bool) -> None:
    import msgspec

    from croupier.cli.terminal import console, table
    from croupier.odds.model import ProgressiveOdds

    ranked = sorted(
        (
            (1 - odds.return_at_seed if isinstance(odds, ProgressiveOdds) else -odds.net.mean, price)
            for price, odds in found
        ),
        key=lambda pair: pair[0],
    )
    if as_json:
        answer = [
            {
                "bet": price.bet,
                "table": price.table,
                "stake": price.stake,
                "house_edge": float(edge),
                "exact": str(edge),
            }
            for edge, price in ranked
        ]
        typer.echo(msgspec.json.format(msgspec.json.encode(answer), indent=2).decode())
        return
    rows = [
        (
            _percent(edge),
            price.bet.replace("_", " "),
            price.table + (f" at ${price.stake // 100}" if price.stake else ""),
            "favors the player" if edge < 0 else "",
        )
        for edge, price in ranked
    ]
    title = "Pay tables by edge, the player's best first (progressives with the meters at their seeds)"
    console().print(table(title, ("house edge", "bet", "table", ""), rows, ("house edge",)))


def _percent(value: Fraction) -> str:
    return f"{float(value) * 100:.4f}%"


def _money(cents: Fraction | None) -> str:
    return "-" if cents is None else f"${float(cents) / 100:,.2f}"


def advise(
    subject: SubjectName,
    cards: Annotated[str, typer.Option(help='The player\'s cards, such as "As Ks".')],
    board: Annotated[str, typer.Option(help="The community cards so far, if the game has any.")] = "",
    up: Annotated[str, typer.Option(help="The dealer's face-up card, if the game has one.")] = "",
    policy: Policies = None,
    as_json: Json = False,
) -> None:
    """Print the exact value of each action for these cards, and the cost of a mistake."""
    import msgspec

    from croupier.cli.odds.subject import subject_of
    from croupier.cli.progress_bar import Bar
    from croupier.cli.terminal import console, table
    from croupier.odds.advice import AdviceError, advice

    asked = subject_of(subject, policy or [])
    try:
        with Bar("solving") as progress:
            found = advice(asked.house, cards, board, up, progress)
    except AdviceError as error:
        fail(str(error))
    if as_json:
        answer = {
            "rules": asked.house.rules.rules.name,
            "stage": found.stage,
            "best": found.best,
            "actions": {
                action: {"ev": str(value), "value": float(value)} for action, value in found.values.items()
            },
        }
        typer.echo(msgspec.json.format(msgspec.json.encode(answer), indent=2).decode())
        return
    best = found.values[found.best]
    rows = [
        (
            action.replace("_", " "),
            f"{float(value):+.6f}",
            "best" if action == found.best else f"costs {float(best - value):.6f} antes",
            str(value),
        )
        for action, value in found.values.items()
    ]
    console().print(table(f"{found.stage}: {found.hand}", ("action", "value in antes", "", "exactly"), rows))
