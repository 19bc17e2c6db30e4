"""`croupier invent`: a new side bet as data, priced exactly, and pay tables searched for by their edge."""

import time
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.errors import fail
from croupier.cli.odds.options import Json
from croupier.cli.stdin import file_text

if TYPE_CHECKING:
    from croupier.odds.invention.bet import Bet
    from croupier.odds.invention.search import Window
    from croupier.odds.model import BetOdds

EDGE = "2%..10%"
HIT_RATE = "0%..100%"


def invent(
    file: Annotated[str, typer.Argument(metavar="BET.toml", help="The bet, a TOML file; - reads stdin.")],
    edge: Annotated[
        str, typer.Option(metavar="LEAST..MOST", help="Search: the house edges that are allowed.")
    ] = EDGE,
    hit_rate: Annotated[
        str, typer.Option(metavar="LEAST..MOST", help="Search: the hit rates that are allowed.")
    ] = HIT_RATE,
    top: Annotated[int, typer.Option(min=1, max=1000, help="Search: how many pay tables to list.")] = 20,
    as_json: Json = False,
) -> None:
    """Price a side bet of your own, or search for its pay table.

    The file says whose cards the bet looks at and what each hand pays (docs/invent.md). Where hands have
    payouts to choose from, every pay table within the edge and the hit rate is found, the one nearest to the
    middle of the edge first.

    Example: croupier invent bet.toml --edge 3%..6% --hit-rate 15%..25%
    """
    from croupier.cli.progress_bar import Bar
    from croupier.errors import Refusal
    from croupier.odds.invention.bet import parse_bet
    from croupier.odds.invention.price import counted, priced
    from croupier.odds.invention.search import is_shape, search

    start = time.monotonic()
    windows = _window("--edge", edge), _window("--hit-rate", hit_rate)
    try:
        bet = parse_bet(file_text(Path(file)))
        with Bar(f"counting {bet.name}", lines=True) as progress:
            found = counted(bet, progress)
        result = search(found, *windows, top) if is_shape(found) else None
    except Refusal as error:
        fail(f"{file}: {error.message}")
    if result is None:
        odds = priced(found, tuple(hand.payouts[0] for hand in bet.hands))
        _print_json(bet, [odds], None, start) if as_json else _print(bet, odds, start)
        return
    if as_json:
        _print_json(bet, list(result.tables), result.total, start)
    else:
        _print_tables(bet, list(result.tables), result.total, start)
    raise typer.Exit(0 if result.total else 1)


def _window(option: str, text: str) -> "Window":
    from croupier.odds.invention.search import Window

    bounds = [part.strip().removesuffix("%") for part in text.split("..")]
    try:
        least, most = (Fraction(bound) / 100 for bound in bounds)
    except (ValueError, ZeroDivisionError):
        fail(f"{option} {text!r}: write two percentages, such as 3%..6%")
    if least > most:
        fail(f"{option} {text!r}: the first percentage must be the smaller one")
    return Window(least, most)


def _figures(odds: "BetOdds") -> dict[str, Any]:
    from croupier.odds.figures import figures

    return figures(odds)


def _print_json(bet: "Bet", tables: "list[BetOdds]", total: int | None, start: float) -> None:
    import msgspec

    answer: dict[str, Any] = {"name": bet.name, "cards": bet.cards}
    if total is None:
        answer |= _figures(tables[0])
    else:
        answer |= {"found": total, "tables": [_figures(odds) for odds in tables]}
    answer["seconds"] = round(time.monotonic() - start, 3)
    typer.echo(msgspec.json.format(msgspec.json.encode(answer), indent=2).decode())


def _print(bet: "Bet", odds: "BetOdds", start: float) -> None:
    from croupier.cli.terminal import console, table

    rows = [
        (name, level.pays, f"{level.count:,}", f"{float(level.probability):.4%}", _one_in(level.probability))
        for name, level in odds.levels.items()
    ]
    columns = ("hand", "pays", "hands", "probability", "one in")
    console().print(table(f"{bet.name}, {bet.cards} cards", columns, rows, columns[1:]))
    figures = [
        ("house edge", f"{float(odds.house_edge):.4%}"),
        ("hit rate", f"{float(odds.hit_rate):.4%}"),
        ("standard deviation", f"{odds.net.standard_deviation:.4f}"),
        ("expectation", str(odds.net.mean)),
    ]
    console().print(table("Per unit staked", ("figure", "value"), figures))
    typer.echo(f"{time.monotonic() - start:.2f} s")


def _print_tables(bet: "Bet", tables: "list[BetOdds]", total: int, start: float) -> None:
    from croupier.cli.terminal import console, table

    names = [hand.name for hand in bet.hands]
    rows = [
        (
            f"{float(odds.house_edge):.4%}",
            f"{float(odds.hit_rate):.4%}",
            f"{odds.net.standard_deviation:.3f}",
            *(odds.levels[name].pays for name in names),
        )
        for odds in tables
    ]
    columns = ("house edge", "hit rate", "std dev", *names)
    shown = f", the {len(rows)} nearest to the middle" if len(rows) < total else ""
    title = f"{bet.name}: {total:,} pay table{'s' if total != 1 else ''} in the window{shown}"
    console().print(table(title, columns, rows, columns))
    typer.echo(f"{time.monotonic() - start:.2f} s")


def _one_in(chance: Fraction) -> str:
    return f"{float(1 / chance):,.1f}"
