"""A transition: one event and the state after it. Every layer above the machine passes these on."""

from typing import NamedTuple

from croupier.table.events import AnyEvent
from croupier.table.state import State


class Transition(NamedTuple):
    """An event and the state after it, which redaction needs."""

    event: AnyEvent
    state: State

    @property
    def version(self) -> int:
        """The version of the table that the event leads to."""
        return self.state.version
