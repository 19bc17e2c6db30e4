"""A game as the reports know it: a rule set with its pay tables. Another pay table is another game."""

import hashlib
from typing import NamedTuple

import msgspec

from croupier.games.vocabulary import wager_label
from croupier.money import Award
from croupier.submission.house import HouseRules, HouseTable

_DIGITS = 8
ONLY = "printed"
"""The name of a pay table that its document prints as the only one."""


class Game(NamedTuple):
    """A rule set and the pay tables that decide its payouts."""

    id: str
    """The start of a digest of everything that decides a payout."""
    title: str
    rules: str
    pay_tables: str
    """`flush bonus A, straight flush bonus B`."""


def game_of(house: HouseRules) -> Game:
    """The game of a house. Posted limits, meters and contribution rates make no other game."""
    rules, progressive = house.rules.rules, house.progressive
    pays = {wager: _pays(table) for wager, table in house.tables.items()}
    deciding = (
        rules.name,
        rules.edition,
        pays,
        {str(hands): _pays(table) for hands, table in house.cover_all.items()},
        None
        if progressive is None
        else (_pays(progressive.table), progressive.hand, progressive.stakes, progressive.envy),
        house.policies,
    )
    digest = hashlib.sha256(msgspec.json.encode(deciding, order="sorted")).hexdigest()
    named = [
        f"{wager_label(house.rules, wager).lower()} {table.name}"
        for wager, table in house.tables.items()
        if table.name != ONLY
    ]
    if progressive is not None:
        named.append(f"{wager_label(house.rules, 'progressive').lower()} {progressive.table.name}")
    return Game(digest[:_DIGITS], rules.title, rules.name, ", ".join(named))


def _pays(table: HouseTable) -> tuple[str, tuple[str, ...], tuple[Award, ...]]:
    """A pay table without its clauses and readings."""
    return table.name, table.rows, table.awards


class Games:
    """Games by the object of their house rules, each worked out once."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[HouseRules, Game]] = {}

    def of(self, house: HouseRules) -> Game:
        """The game of a house."""
        known = self._known.get(id(house))
        if known is None:
            known = self._known[id(house)] = (house, game_of(house))
        return known[1]
