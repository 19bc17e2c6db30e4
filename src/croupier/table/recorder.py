"""A command being decided: its transitions so far, and the state that they lead to."""

from collections.abc import Mapping
from typing import Any

from croupier.table.commands import Command
from croupier.table.events import AnyEvent
from croupier.table.evolve import evolve
from croupier.table.roles import SYSTEM
from croupier.table.state import State
from croupier.table.transition import Transition


class Recorder:
    """Gathers the events of one command, each folded once as it comes."""

    __slots__ = ("at", "command", "meters", "state", "transitions")

    def __init__(self, state: State, command: Command) -> None:
        self.state: State = state
        self.command: Command = command
        self.at: int = max(command.at, state.now)
        """The time of the command: never before that of the last event, whatever a clock says."""
        self.transitions: list[Transition] = []
        self.meters: dict[str, int] = dict(command.meters)
        """In ten-thousandths of a cent, including the contributions of the command itself."""

    def contribute(self, contributions: Mapping[str, int]) -> None:
        """A round that this very command settles is settled on meters with its own contributions."""
        self.meters = {name: units + contributions.get(name, 0) for name, units in self.meters.items()}

    def emit(self, kind: type[AnyEvent], **data: Any) -> None:
        """Record an event of the command's actor."""
        self._add(kind(at=self.at, by=self.command.by, role=self.command.role, **data))

    def emit_by_system(self, kind: type[AnyEvent], **data: Any) -> None:
        """Record an event that the table causes by itself."""
        self._add(kind(at=self.at, by=SYSTEM, role=SYSTEM, **data))

    def _add(self, event: AnyEvent) -> None:
        self.state = evolve(self.state, event)
        self.transitions.append(Transition(event, self.state))
