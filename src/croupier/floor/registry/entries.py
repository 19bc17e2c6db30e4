"""Recording in the registry: an event with its time and actor, appended to the stream `house`."""

from typing import TypedDict

from croupier.floor.host.batch import Unit
from croupier.floor.people.model import Actor
from croupier.floor.registry import events as e
from croupier.table.roles import SYSTEM


class Stamp(TypedDict):
    """When, by whom, in which role, from where."""

    at: int
    by: str
    role: str
    address: str


def stamp(unit: Unit, actor: Actor) -> Stamp:
    """The stamp of a change: the time of the batch, and the actor."""
    return Stamp(at=unit.batch.now, by=actor.id, role=actor.role, address=actor.address)


def record(unit: Unit, event: e.AnyRegistryEvent) -> None:
    """Append an event to the registry's stream."""
    kind = str(event.__struct_config__.tag)
    unit.append(e.STREAM, kind, e.encode_registry_event(event), by=event.by, role=event.role)


def record_start(unit: Unit, owner: str, software: str) -> None:
    """Record that a server has started."""
    event = e.Started(at=unit.batch.now, by=SYSTEM, role=SYSTEM, owner=owner, software=software)
    record(unit, event)


def record_stop(unit: Unit, owner: str) -> None:
    """Record that a server stops in order."""
    record(unit, e.Stopped(at=unit.batch.now, by=SYSTEM, role=SYSTEM, owner=owner))
