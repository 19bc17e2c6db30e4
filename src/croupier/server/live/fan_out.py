"""Fan-out: committed transitions to every socket that watches the table, redacted for each viewer.

The floor publishes on its own thread and hands the transitions to the event loop, which only appends to a
list for each watcher. A message is made when the watcher's socket can send it: a slow client holds up nobody,
and one that falls too far behind gets a full view.

Watchers are woken one per turn of the event loop, so that it takes commands in between and the floor's thread
gets the interpreter. Woken all at once, a batch would be followed by hundreds of messages and nothing else.
"""

import asyncio
from collections import deque
from functools import cached_property
from operator import is_
from typing import NamedTuple

import msgspec

from croupier.floor.host.floor import Floor
from croupier.floor.host.hosted_table import Hosted
from croupier.server.api.messages import EventMessage, EventsSent, ViewSent
from croupier.server.http.metrics import Metrics
from croupier.server.live.tables import Tables
from croupier.table.events import encode_event
from croupier.table.redaction.events import redact_event
from croupier.table.redaction.view import Views, as_json, view
from croupier.table.state import State, Viewer
from croupier.table.transition import Transition


class Committed(NamedTuple):
    """A transition, with the JSON of its event made once for all viewers who may see all of it."""

    transition: Transition
    whole: list[bytes]

    def message(self, viewer: Viewer) -> EventMessage:
        """The event as a viewer may see it."""
        event = redact_event(self.transition.event, viewer, self.transition.state)
        if event is not self.transition.event:
            return EventMessage(self.transition.version, msgspec.Raw(encode_event(event)))
        if not self.whole:
            self.whole.append(encode_event(event))
        return EventMessage(self.transition.version, msgspec.Raw(self.whole[0]))


class Delivery:
    """Transitions committed together, and the views after them, made once for all watchers."""

    def __init__(self, hub: "Hub", table: str, events: list[Transition]) -> None:
        self.events: list[Committed] = [Committed(each, []) for each in events]
        self._hub = hub
        self._table = table

    @property
    def version(self) -> int:
        """The version after its last transition."""
        return self.events[-1].transition.version

    @cached_property
    def shown(self) -> Views:
        """The views of the table after the last transition."""
        last, state = self._hub.shown, self.events[-1].transition.state
        now = Views(state, self._hub.floor.clock(), last.get(self._table), as_json)
        last[self._table] = now
        return now


class Watcher:
    """One socket that watches a table: the version it has, and the deliveries that wait for it."""

    def __init__(self, hub: "Hub", table: str, viewer: Viewer, most: int) -> None:
        self._hub = hub
        self.table = table
        self.viewer = viewer
        self.sent: int = -1
        self.wake: asyncio.Event = asyncio.Event()
        self._pending: deque[Delivery] = deque()
        self._most = most
        self._behind = False
        self._last_sent: tuple[object, ...] = (None,)
        """The last round sent, with the rules and pending awards that it was shown by."""

    def give(self, delivery: Delivery) -> bool:
        """Add a delivery; whether it is the first that waits."""
        if self._behind:
            return False
        if len(self._pending) >= self._most:
            self._pending.clear()
            self._behind = True
            self._hub.metrics.slow_clients.inc()
            return False
        self._pending.append(delivery)
        return len(self._pending) == 1

    def start(self, version: int | None) -> EventsSent | ViewSent:
        """The first message: the events after a version, or a full view."""
        hosted = self._hub.tables.find(self.table)
        state = hosted.state
        self.sent = state.version
        if version is not None:
            missed = missed_since(hosted, state, version)
            if missed is not None:
                events = [Committed(each, []).message(self.viewer) for each in missed]
                return self._events(events, Views(state, self._hub.floor.clock()), hosted)
        return self._whole(hosted)

    def take(self) -> EventsSent | ViewSent | None:
        """The next message; none if there is nothing new."""
        self.wake.clear()
        hosted = self._hub.tables.find(self.table)
        if self._behind:
            self._behind = False
            self._pending.clear()
            return self._whole(hosted)
        deliveries = tuple(self._pending)
        self._pending.clear()
        # In their order, and each once: after a takeover the former replica's events may come again.
        by_version = {each.transition.version: each for delivery in deliveries for each in delivery.events}
        new = [by_version[version] for version in sorted(by_version) if version > self.sent]
        if not new:
            return None
        gap = new[-1].transition.version != self.sent + len(new)
        self.sent = new[-1].transition.version
        if gap:
            return self._whole(hosted)
        last = max((each for each in deliveries if each.events), key=lambda each: each.version)
        return self._events([each.message(self.viewer) for each in new], last.shown, hosted)

    def _events(self, events: list[EventMessage], shown: Views, hosted: Hosted) -> EventsSent:
        # The last round is most of a view, and stays the same until the next one ends.
        same = self._known(shown.state)
        own = shown.to(self.viewer, last=not same)
        return EventsSent(
            version=own.version, deadline=hosted.deadline, events=events, view=own, same_last=same
        )

    def _whole(self, hosted: Hosted) -> ViewSent:
        self._known(hosted.state)
        own = view(hosted.state, self.viewer, self._hub.floor.clock())
        self.sent = own.version
        return ViewSent(version=own.version, deadline=hosted.deadline, view=own)

    def _known(self, state: State) -> bool:
        """Whether the last round of a state was sent before; remember that it is sent now."""
        now = (state.last, state.rules, state.pending)
        before, self._last_sent = self._last_sent, now
        return state.last is not None and all(map(is_, before, now))


def missed_since(hosted: Hosted, state: State, version: int) -> list[Transition] | None:
    """The transitions after a version up to a state; none if they are no longer all in memory.

    The floor may add events meanwhile: only what leads to this state is used.
    """
    if version == state.version:
        return []
    missed = [each for each in list(hosted.recent) if version < each.version <= state.version]
    return missed if version >= 0 and missed and len(missed) == state.version - version else None


class Hub:
    """All watchers of all tables."""

    def __init__(self, floor: Floor, tables: Tables, metrics: Metrics, pending: int) -> None:
        self.floor = floor
        self.tables = tables
        self.metrics = metrics
        self._pending = pending
        self._loop: asyncio.AbstractEventLoop | None = None
        self._watchers: dict[str, set[Watcher]] = {}
        self.shown: dict[str, Views] = {}
        """By watched table, the last views made."""
        self._turns: deque[Watcher] = deque()
        """Watchers with a delivery who have not been woken."""
        floor.listen(self.publish)

    def run_on(self, loop: asyncio.AbstractEventLoop | None) -> None:
        """Deliver on this event loop; none when it ends."""
        self._loop = loop

    def watch(self, table: str, viewer: Viewer) -> Watcher:
        """Start to watch a table."""
        self.tables.find(table)
        watcher = Watcher(self, table, viewer, self._pending)
        self._watchers.setdefault(table, set()).add(watcher)
        return watcher

    def leave(self, watcher: Watcher) -> None:
        """Stop watching."""
        watchers = self._watchers.get(watcher.table, set())
        watchers.discard(watcher)
        if not watchers:
            self._watchers.pop(watcher.table, None)
            self.shown.pop(watcher.table, None)

    def publish(self, table: str, events: list[Transition]) -> None:
        """Publish transitions; on the floor's thread or the follower's."""
        loop = self._loop
        if loop is None or table not in self._watchers:
            return
        try:
            loop.call_soon_threadsafe(self._deliver, table, events)
        except RuntimeError:  # the loop has just ended, and with it everybody who watched
            self._loop = None

    def _deliver(self, table: str, events: list[Transition]) -> None:
        delivery = Delivery(self, table, events)
        resting = not self._turns
        self._turns += [each for each in self._watchers.get(table, ()) if each.give(delivery)]
        if resting and self._turns:
            self._wake_next()

    def _wake_next(self) -> None:
        self._turns.popleft().wake.set()
        if self._turns:
            asyncio.get_running_loop().call_soon(self._wake_next)
