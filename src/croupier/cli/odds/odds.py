"""`croupier odds`: exact prices of bets."""

import time
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.completion import complete_bet, complete_table
from croupier.cli.counts import count_between
from croupier.cli.errors import fail
from croupier.cli.odds.options import Fresh, Json, Policies, SubjectName
from croupier.money import LARGEST
from croupier.names import did_you_mean

if TYPE_CHECKING:
    from croupier.odds.meters.price import AtMeters
    from croupier.odds.price import Odds, Price
    from croupier.odds.progress import Progress


def odds(
    subject: SubjectName,
    bet: Annotated[
        str | None,
        typer.Option(
            help="Only this bet: main, progressive, or a side bet by its name.", autocompletion=complete_bet
        ),
    ] = None,
    table: Annotated[
        str | None,
        typer.Option(help="Only this pay table (Cover All: number of hands).", autocompletion=complete_table),
    ] = None,
    policy: Policies = None,
    ante: Annotated[
        list[int] | None,
        typer.Option(
            metavar="CENTS", min=1, max=LARGEST, help="Also price the game at this ante; repeatable."
        ),
    ] = None,
    rounds: Annotated[
        int | None,
        typer.Option(
            parser=count_between(1, 10**8),
            metavar="COUNT",
            help="The exact distribution of so many rounds of each bet, such as 1e6.",
        ),
    ] = None,
    bankroll: Annotated[
        int | None,
        typer.Option(
            parser=count_between(1, 10**6),
            metavar="COUNT",
            help="With --rounds: ruin and downswing, in units staked.",
        ),
    ] = None,
    players: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help="How the seats of a table correlate, and its deviation with N players."
        ),
    ] = None,
    boxes: Annotated[
        list[int] | None,
        typer.Option(min=2, metavar="N", help="Also the game for one player on N boxes; repeatable."),
    ] = None,
    meter: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=CENTS,…", help="Also the progressive with its meters there; repeatable."),
    ] = None,
    compare: Annotated[bool, typer.Option("--compare", help="Rank all pay tables by edge.")] = False,
    fresh: Fresh = False,
    as_json: Json = False,
) -> None:
    """Exact odds of every bet: edge, element of risk, standard deviation, hit rates.

    For a rule set every pay table that it prints, under the default policies; for a submission what it chose,
    also at the posted minimum and maximum under the payout limits. Results are kept on disk, by the digest of
    rules and code.
    """
    from croupier.cli.odds.printing import Priced, print_comparison, print_json, print_tables
    from croupier.cli.odds.printing_extras import AtTable, Extras
    from croupier.cli.odds.subject import subject_of
    from croupier.cli.progress_bar import Bar
    from croupier.odds.counting.store import fresh_once
    from croupier.odds.filed.as_filed import at_levels, levels, limits_left_out
    from croupier.odds.laws import figures_after
    from croupier.odds.outcomes import results_of
    from croupier.odds.price import prices
    from croupier.odds.together.boxes import on_boxes
    from croupier.odds.together.bundle import together
    from croupier.odds.together.seats import seats_of

    if bankroll is not None and rounds is None:
        fail("--bankroll without --rounds: say how many rounds are played")
    start = time.monotonic()
    asked = subject_of(subject, policy or [])
    if players is not None and players > asked.positions:
        fail(f"--players {players}; allowed: 1 to {asked.positions}")
    with fresh_once(), Bar(f"solving {subject}", lines=True) as progress:
        offered = list(prices(asked, progress, fresh))
        wanted = _wanted(offered, bet, table, compare)
        found = [(price, price.compute()) for price in wanted]
        antes = () if compare else tuple(ante or ())
        filed = [
            at_levels(asked, price, odds, () if compare else levels(asked, price.bet, antes), progress)
            for price, odds in found
        ]
        laws = [
            None
            if rounds is None or compare
            else figures_after(results_of(*each, progress), rounds, bankroll)
            for each in found
        ]
        seat = None
        if asked.submitted and bet is None and table is None and not compare:
            seat = together(asked.house, progress, asked.units)
        seats = None if players is None else seats_of(asked.house, progress, fresh, asked.units)
        several = {number: on_boxes(asked.house, number, progress, fresh) for number in boxes or ()}
        readings = _readings(found, meter or [], levels(asked, "main", antes), progress)
    left_out = limits_left_out(asked, {price.bet for price in wanted}, antes)
    at_table = None if seats is None or players is None else AtTable(seats, players)
    extras = Extras(seat, at_table, several, readings)
    priced = Priced(asked, found, filed, laws, extras, left_out, time.monotonic() - start)
    if compare:
        print_comparison(asked.house.rules, found, as_json)
    elif as_json:
        print_json(priced)
    else:
        print_tables(priced)


def _readings(
    found: "list[tuple[Price, Odds]]", meters: list[str], antes: tuple[int, ...], progress: "Progress"
) -> "dict[int, list[AtMeters]]":
    """By place among the prices, a progressive at each reading of its meters."""
    from croupier.odds.filed.wagers import amounts_of
    from croupier.odds.meters.price import at_meters

    asked = [amounts_of(text, "meter") for text in meters]
    offered = [place for place, (price, _) in enumerate(found) if price.bet == "progressive"]
    if asked and not offered:
        fail("--meter: no progressive here")
    readings = {}
    for place in offered if asked else ():
        price = found[place][0]
        assert price.stake is not None
        readings[place] = [at_meters(price.house, price.stake, each, antes, progress) for each in asked]
    return readings


def _wanted(offered: "list[Price]", bet: str | None, table: str | None, compare: bool) -> "list[Price]":
    bets = list(dict.fromkeys(price.bet for price in offered))
    if bet is not None and bet not in bets:
        fail(f"no bet {bet!r} here; allowed: {', '.join(bets)}{did_you_mean(bet, bets)}")
    wanted = [price for price in offered if bet in (None, price.bet)]
    if table is not None:
        tables = list(dict.fromkeys(price.table for price in wanted if price.table))
        if table not in tables:
            meant = did_you_mean(table, tables)
            fail(f"no table {table!r} here; allowed: {', '.join(tables) or 'none'}{meant}")
        wanted = [price for price in wanted if price.table == table]
    if compare:
        wanted = [price for price in wanted if price.bet != "main"]
    return wanted
