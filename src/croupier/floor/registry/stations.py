"""Stations: the dealer of record of a table, who taps in and out, and the rotation plan.

While somebody is tapped in, no other dealer and no other station deals the table; floorpersons and above may
still act there. A table at which nobody is tapped in takes any dealer who is signed in.
"""

from collections.abc import Callable, Sequence

from croupier.errors import Refusal
from croupier.floor.host.batch import Unit
from croupier.floor.people.model import Actor
from croupier.floor.registry import events as e
from croupier.floor.registry.entries import record, stamp
from croupier.floor.registry.registry import Registry
from croupier.table.roles import at_least, check_at_least
from croupier.table.state import LIVE

MOST_TURNS = 500


def tap_in(
    unit: Unit, registry: Registry, table: str, actor: Actor, session: str, lives: Callable[[str], bool]
) -> None:
    """Make somebody the dealer of record at their station; refused while another station deals the table."""
    check_at_least(actor.role, "dealer")
    here = registry.within(unit)
    if here.listing(table).mode != LIVE:
        raise Refusal("not_live", f"table {table} is electronic and has no dealer; allowed: a live table")
    found = here.dealers.get(table)
    if found is not None and found.session == session:
        return
    if found is not None and found.by != actor.id and lives(found.session):
        message = f"{found.by} is tapped in at table {table} and must tap out first"
        raise Refusal("other_dealer", message)
    record(unit, e.DealerTappedIn(**stamp(unit, actor), table=table, session=session))


def tap_out(unit: Unit, registry: Registry, table: str, actor: Actor) -> None:
    """End the turn of the dealer of record: by themselves, or by a floorperson or above."""
    found = registry.within(unit).dealers.get(table)
    if found is None:
        raise Refusal("not_now", f"nobody is tapped in at table {table}")
    if found.by != actor.id:
        check_at_least(actor.role, "floorperson")
    record(unit, e.DealerTappedOut(**stamp(unit, actor), table=table, person=found.by))


def check_dealer(registry: Registry, table: str, person: str, role: str, session: str) -> None:
    """Refuse a dealer who is not the dealer of record at their station."""
    found = registry.dealers.get(table)
    if found is None or found.session == session or at_least(role, "floorperson") or role == "player":
        return
    whose = (
        "you are tapped in at another station" if found.by == person else f"{found.by} deals table {table}"
    )
    raise Refusal("other_dealer", f"{whose}; allowed: tap in at this station first")


def plan_rotation(unit: Unit, registry: Registry, turns: Sequence[e.Turn], actor: Actor) -> None:
    """Set the plan of the dealers' turns, in place of the one before."""
    check_at_least(actor.role, "floorperson")
    if len(turns) > MOST_TURNS:
        raise Refusal("value_not_allowed", f"{len(turns)} turns; allowed: {MOST_TURNS}")
    here = registry.within(unit)
    for turn in turns:
        here.listing(turn.table)
    planned = tuple(sorted(turns, key=lambda each: (each.at, each.table)))
    record(unit, e.RotationPlanned(**stamp(unit, actor), turns=planned))
