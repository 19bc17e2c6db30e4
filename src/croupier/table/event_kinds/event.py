"""The fields of every event of a table."""

from typing import ClassVar

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

    audience: ClassVar[str] = "all"
    """`all`: everybody sees the whole event. `part`: `redaction.events.redact_event` hides some of it."""

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
