"""Private tables: a copy of a demo table for one player, who plays there alone and without a clock.

A private table that its player has left is given to the next who asks for one with the same rules, so that a
house has no more of them than people who play alone at once.
"""

import msgspec

from croupier.errors import Refusal
from croupier.floor.host.batch import Unit
from croupier.floor.people.model import Actor
from croupier.floor.registry import changes
from croupier.floor.registry.events import Listing
from croupier.floor.registry.registry import Registry
from croupier.ledger.keys import Keys
from croupier.table import commands as c
from croupier.table.roles import SYSTEM

MOST = 200
"""Private tables of a house."""
EACH = 3
"""Private tables of a player: nobody takes them all."""


def sit_privately(unit: Unit, registry: Registry, keys: Keys, table: str, player: str) -> tuple[str, int]:
    """Seat a player at a private table like this one; the table's name and the seat."""
    here = registry.within(unit)
    listing = here.listing(table)
    private = {name: each for name, each in here.listings.items() if each.settings.private}
    hosted = [name for name in private if unit.hosts(name)]
    held = {name: seat for name in hosted for seat, who in unit.state(name).players.items() if who == player}
    alike = [name for name in hosted if _alike(private[name], listing)]
    for name in alike:
        if name in held:
            return name, held[name]
    if len(held) >= EACH:
        raise Refusal("table_private", f"you already have {EACH} private tables; leave one of them first")
    for name in alike:
        if not unit.state(name).players and unit.state(name).program != "closed":
            return name, _sit(unit, name, player)
    if len(private) >= MOST:
        raise Refusal("table_private", f"all {MOST} private tables are taken; take a seat at {table}")
    name = _new_name(set(here.listings))
    actor = Actor(SYSTEM, SYSTEM)
    settings = msgspec.structs.replace(
        listing.settings, private=True, betting_ms=changes.MOST_MS, decision_ms=changes.MOST_MS
    )
    changes.list_table(
        unit,
        registry,
        name,
        actor,
        mode=listing.mode,
        submission=listing.submission,
        version=listing.version,
        settings=settings,
    )
    changes.open_table(unit, registry, name, actor, keys)
    return name, _sit(unit, name, player)


def _alike(one: Listing, other: Listing) -> bool:
    """Whether two listings play by the same version of a submission, for the same meters."""
    return (one.submission, one.version, one.settings.link) == (
        other.submission,
        other.version,
        other.settings.link,
    )


def _sit(unit: Unit, table: str, player: str) -> int:
    """Take the seat in the middle."""
    seat = (unit.state(table).at.positions + 1) // 2
    unit.command(table, c.Sit(seat=seat, player=player), by=player, role="player")
    return seat


def _new_name(taken: set[str]) -> str:
    number = 1
    while f"private-{number}" in taken:
        number += 1
    return f"private-{number}"
