"""The fields of every event of a table."""

import msgspec

from croupier.table.commands import snake


class Event(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag=lambda name: f"{snake(name)}.v1",
    tag_field="kind",
):
    """The fields of every event: time, actor, role, and the clauses it is based on."""

    at: int
    by: str
    role: str
    clauses: tuple[str, ...] = ()


class Alert(msgspec.Struct, frozen=True, kw_only=True):
    """An alert to the floor, carried by the event that raised it so that redaction can hide it."""

    alert: str
    text: str
    seat: int = 0
    clauses: tuple[str, ...] = ()
