"""The master list of tables: every table of the house, opened or not, with its game and limits."""

from collections.abc import Mapping
from datetime import datetime
from zoneinfo import ZoneInfo

from croupier.floor.registry.registry import Registry
from croupier.floor.registry.settings import HouseSettings
from croupier.floor.reports.sheets.games import game_of
from croupier.floor.reports.sheets.sheet import Cell, Column, Sheet
from croupier.games.vocabulary import wager_label
from croupier.money import dollars
from croupier.submission.house import TableRules
from croupier.table.offers.bounds import Amount, wager_bounds
from croupier.table.state import State

_COLUMNS = (
    Column("Table"),
    Column("State"),
    Column("Game"),
    Column("Rules"),
    Column("Pay tables"),
    Column("Game id"),
    Column("Submission"),
    Column("Kind"),
    Column("Positions", "count"),
    Column("Limits"),
    Column("Dealt from"),
    Column("Link"),
)


def master_list(registry: Registry, states: Mapping[str, State], settings: HouseSettings, now: int) -> Sheet:
    """Every table: its state, game, pay tables, submission, positions, limits, equipment and link."""
    rows = [_row(registry, table, states.get(table)) for table in sorted(registry.listings)]
    at = datetime.fromtimestamp(now / 1000, ZoneInfo(settings.zone))
    return Sheet(
        name="master-list",
        title="Master list of tables",
        period=f"As of {at:%Y-%m-%d %H:%M %Z}",
        zone=settings.zone,
        columns=_COLUMNS,
        rows=tuple(rows),
        notes=(
            "A table that was never opened is listed with the submission version that it will open with.",
        ),
    )


def _row(registry: Registry, table: str, state: State | None) -> tuple[Cell, ...]:
    listing = registry.listing(table)
    rules = registry.rules(table) if state is None or state.rules is None else state.rules
    game = game_of(rules.house)
    return (
        table,
        _state(state),
        game.title,
        f"{game.rules}, {rules.house.rules.rules.edition}",
        game.pay_tables,
        game.id,
        f"{listing.submission}, version {listing.version}",
        listing.mode,
        rules.positions,
        limit_words(rules),
        (rules.equipment.deal or "").replace("-", " "),
        listing.settings.link,
    )


def _state(state: State | None) -> str:
    if state is None or state.rules is None:
        return "never opened"
    return "closed" if state.program == "closed" else "open"


def limit_words(rules: TableRules) -> str:
    """The posted limits: `Ante $10 to $500, Trips $5 to $100`."""
    return ", ".join(
        f"{wager_label(rules.house.rules, bound.name)} {_between(bound)}"
        for bound in wager_bounds(rules)
        if bound.name in rules.posted
    )


def _between(bound: Amount) -> str:
    least, most = (bound.only[0], bound.only[-1]) if bound.only else (bound.least, bound.most)
    word = "or" if len(bound.only) == 2 else "to"
    return dollars(least) if least == most else f"{dollars(least)} {word} {dollars(most)}"
