"""The output of `croupier odds`: JSON, or tables for people."""

from fractions import Fraction
from typing import Any, NamedTuple

import msgspec
import typer
from rich.table import Table

from croupier.cli.odds.printing_extras import Extras, bet_extras, house_extras, print_extras
from croupier.cli.terminal import console, table
from croupier.games.vocabulary import wager_label
from croupier.money import dollars
from croupier.names import spoken
from croupier.odds.figures import figures, figures_at
from croupier.odds.filed.as_filed import LEFT_OUT, LEFT_OUT_OF_OTHERS, At
from croupier.odds.model import BetOdds, CoverAllOdds, MainOdds, ProgressiveOdds
from croupier.odds.price import Odds, Price
from croupier.odds.subject import Subject
from croupier.rulebook.model import RuleSet


class Priced(NamedTuple):
    """All that one command priced."""

    subject: Subject
    found: list[tuple[Price, Odds]]
    filed: list[At]
    """In the same order, at the posted wagers."""
    laws: list[dict[str, Any] | None]
    """In the same order, the figures of many rounds if asked for."""
    extras: Extras
    limits_left_out: bool
    seconds: float


def print_json(priced: Priced) -> None:
    """Everything, fractions as strings."""
    bets: dict[str, Any] = {}
    for place, ((price, odds), at, law) in enumerate(
        zip(priced.found, priced.filed, priced.laws, strict=True)
    ):
        entry = figures(odds) | bet_extras(priced.extras, place, price)
        if _staked(price) and price.stake is None:
            entry["stake"] = price.unit
        if at:
            entry["at"] = figures_at(at)
        if law is not None:
            entry["after"] = law
        if not price.table:
            bets[price.bet] = entry
            continue
        tables = bets.setdefault(price.bet, {})
        if price.stake is None:
            tables[price.table] = entry
        else:
            # The first stake represents the table; several stakes are listed.
            first = tables.setdefault(price.table, entry)
            each = figures(odds) | bet_extras(priced.extras, place, price)
            first.setdefault("stakes", {})[str(price.stake)] = each
    house = priced.subject.house
    answer = {
        "rules": house.rules.rules.name,
        "digest": house.rules.digest,
        "policies": house.policies,
        "limits_left_out": priced.limits_left_out,
        "bets": bets,
        **house_extras(priced.extras),
        "seconds": round(priced.seconds, 3),
    }
    typer.echo(msgspec.json.format(msgspec.json.encode(answer), indent=2).decode())


def print_tables(priced: Priced) -> None:
    """Tables for people."""
    screen = console()
    for _, odds in priced.found:
        if isinstance(odds, MainOdds):
            screen.print(_main_table(odds))
    bets = [(price, odds) for price, odds in priced.found if isinstance(odds, BetOdds | CoverAllOdds)]
    if bets:
        screen.print(_bets_table(priced.subject.house.rules, bets))
    meters = [(price, odds) for price, odds in priced.found if isinstance(odds, ProgressiveOdds)]
    if meters:
        screen.print(_progressives_table(meters))
    for price, odds in meters:
        if odds.envy.get(1):
            full = max(odds.envy) + 1
            typer.echo(
                f"Table {price.table} at {dollars(odds.stake)}: envy returns {_percent(odds.envy[1])} more"
                f" for each other player, {_percent(odds.return_at(full))} in all with {full} players."
            )
    if any(priced.filed):
        screen.print(_filed_table(priced))
        if priced.subject.submitted:
            typer.echo("Every other bet has the price of a unit at its posted wagers.")
    if any(priced.laws):
        screen.print(_laws_table(priced))
    print_extras(priced.extras, [price for price, _ in priced.found])
    if priced.limits_left_out:
        typer.echo(LEFT_OUT_OF_OTHERS if any(priced.filed) else LEFT_OUT)
    rules = priced.subject.house.rules
    typer.echo(f"{rules.rules.name}, {rules.digest[:19]}, {priced.seconds:.2f} s")


def _main_table(odds: MainOdds) -> Table:
    rows = [
        ("house edge", f"{_percent(odds.house_edge)} of the ante"),
        ("element of risk", f"{_percent(odds.element_of_risk)} of all that is wagered"),
        ("standard deviation", f"{odds.net.standard_deviation:.4f} antes"),
        ("average wager", f"{float(odds.average_wager):.4f} antes"),
        *((spoken(name), _percent(share)) for name, share in odds.decisions.items()),
        ("expectation", str(odds.net.mean)),
    ]
    return table("The game itself, optimal play", ("figure", "value"), rows)


def _bets_table(rules: RuleSet, bets: list[tuple[Price, BetOdds | CoverAllOdds]]) -> Table:
    rows = [
        (
            _label(rules, price),
            _table_at_stake(price),
            _percent(-odds.net.mean),
            f"{odds.net.standard_deviation:.3f}",
            _percent(odds.hit_rate),
            ", ".join(level.pays for level in odds.levels.values()),
            str(odds.net.mean),
        )
        for price, odds in bets
    ]
    columns = ("bet", "table", "house edge", "std dev", "hit rate", "pays", "expectation")
    return table("Bets against a pay table", columns, rows, columns[2:5])


def _progressives_table(meters: list[tuple[Price, ProgressiveOdds]]) -> Table:
    headings = (
        "table",
        "stake",
        "house edge",
        "hit rate",
        "return at the seed",
        "if live",
        "break-even",
        "if live ",
        "return in the long run",
    )
    rows = [
        (
            price.table,
            dollars(odds.stake),
            _percent(odds.house_edge),
            _percent(odds.as_played.hit_rate),
            _percent(odds.as_played.at_seed),
            _percent(odds.if_live.at_seed),
            _money(odds.as_played.break_even),
            _money(odds.if_live.break_even),
            "-" if odds.long_run is None else _percent(odds.long_run.returned),
        )
        for price, odds in meters
    ]
    return table("Progressives, as played, and if a fold lost nothing", headings, rows, headings[1:])


def _filed_table(priced: Priced) -> Table:
    """The game, and every bet whose price differs from that of a unit, at their posted wagers."""
    rows = []
    for (price, unit), at in zip(priced.found, priced.filed, strict=True):
        for stake, odds in at.items():
            assert not isinstance(odds, ProgressiveOdds)
            assert not isinstance(unit, ProgressiveOdds)
            if odds.net == unit.net and not isinstance(odds, MainOdds):
                continue
            name, number = _label(priced.subject.house.rules, price), f", {price.table} hands"
            rows.append(
                (
                    name + (number if isinstance(odds, CoverAllOdds) else ""),
                    dollars(stake),
                    _percent(-odds.net.mean),
                    f"{odds.net.standard_deviation:.3f}",
                    str(odds.net.mean),
                )
            )
    columns = ("bet", "wager", "house edge", "std dev", "expectation")
    return table("At the posted wagers, under the payout limits", columns, rows, columns[1:4])


def _laws_table(priced: Priced) -> Table:
    """Each bet after so many rounds of equal stakes, by its exact distribution."""
    rows, paths = [], False
    for (price, _), law in zip(priced.found, priced.laws, strict=True):
        assert law is not None
        low, high = law["hold"]["99%"]
        paths = "ruin" in law
        path = tuple(_chance(law[name]) for name in ("ruin", "downswing")) if paths else ()
        rows.append(
            (
                f"{spoken(price.bet)} {price.table}".strip(),
                f"{law['loss']:.4%}",
                *(f"{law['net'][share]:+,.1f}" for share in ("5%", "50%", "95%")),
                f"{low:.3%} to {high:.3%}",
                *path,
            )
        )
    law = next(each for each in priced.laws if each is not None)
    columns: tuple[str, ...] = ("bet", "player has lost", "net, 5%", "median", "95%", "hold, 99% of the time")
    title = f"After {law['rounds']:,} rounds, by the exact distribution"
    if paths:
        columns += (f"ruin of {law['bankroll']:,}", f"downswing of {law['bankroll']:,}")
    return table(title, columns, rows, columns[1:])


def print_comparison(rules: RuleSet, found: list[tuple[Price, Odds]], as_json: bool) -> None:
    """The pay tables by edge."""
    ranked = sorted(
        (
            (odds.house_edge if isinstance(odds, ProgressiveOdds) else -odds.net.mean, price)
            for price, odds in found
        ),
        key=lambda pair: pair[0],
    )
    if as_json:
        answer = [
            {
                "bet": price.bet,
                "table": price.table,
                "stake": _staked(price),
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
            _label(rules, price),
            _table_at_stake(price),
            "favors the player" if edge < 0 else "",
        )
        for edge, price in ranked
    ]
    title = "Pay tables by edge, the player's best first (progressives as played, the meters at their seeds)"
    console().print(table(title, ("house edge", "bet", "table", ""), rows, ("house edge",)))


def _label(rules: RuleSet, price: Price) -> str:
    """The bet in the words of the game."""
    return price.bet if price.bet == "main" else wager_label(rules, price.bet)


def _staked(price: Price) -> int | None:
    """The stake that a price is for, in cents, where it depends on one."""
    return price.unit if price.pays is not None and price.pays.pays_amounts else price.stake


def _table_at_stake(price: Price) -> str:
    stake = _staked(price)
    return price.table + (f" at {dollars(stake)}" if stake else "")


def _chance(value: float | None) -> str:
    return "not solved" if value is None else f"{value:.4%}"


def _percent(value: Fraction) -> str:
    return f"{float(value) * 100:.4f}%"


def _money(cents: Fraction | None) -> str:
    if cents is None:
        return "-"
    return f"${float(cents) / 100:,.2f}" if cents else "any meter"
