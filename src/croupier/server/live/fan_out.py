"""Fan-out: what the floor has committed, to everybody who watches the table, each with what they may see.

The floor tells of events on its own thread; from there they are handed to the event loop, and nothing but a
list is touched for each watcher. What a watcher is sent is made when its socket takes it: a slow one holds up
nobody, and one that is too far behind is given the table as it stands.

Watchers are woken one by one, one in each turn of the event loop: in between it takes commands and answers
them, and the floor's thread gets the interpreter. All at once, a batch of the floor would be followed by
hundreds of messages in which nothing else is done.
"""

import asyncio
from collections import deque
from functools import cached_property
from operator import is_
from typing import NamedTuple

import msgspec

from croupier.floor.host.floor import Floor
from croupier.floor.host.hosted_table import Hosted
from croupier.server.api.messages import EventsSent, EventTold, ViewSent
from croupier.server.http.metrics import Metrics
from croupier.server.live.tables import Tables
from croupier.table.events import encode_event
from croupier.table.redaction.events import redact_event
from croupier.table.redaction.view import Views, as_json, view
from croupier.table.state import State, Viewer
from croupier.table.transition import Transition


class Committed(NamedTuple):
    """An event with its JSON, made once for all who may see the whole of it."""

    transition: Transition
    whole: list[bytes]

    def told(self, viewer: Viewer) -> EventTold:
        """The event as a viewer may see it."""
        event = redact_event(self.transition.event, viewer, self.transition.state)
        if event is not self.transition.event:
            return EventTold(self.transition.version, msgspec.Raw(encode_event(event)))
        if not self.whole:
            self.whole.append(encode_event(event))
        return EventTold(self.transition.version, msgspec.Raw(self.whole[0]))


class Delivery:
    """Events that were committed together, and the table after them, made once for all who watch it."""

    def __init__(self, hub: "Hub", table: str, events: list[Transition]) -> None:
        self.events = [Committed(each, []) for each in events]
        self._hub = hub
        self._table = table

    @cached_property
    def shown(self) -> Views:
        """The table after the last of them."""
        last, state = self._hub.shown, self.events[-1].transition.state
        now = Views(state, self._hub.floor.clock(), last.get(self._table), as_json)
        last[self._table] = now
        return now


class Watcher:
    """One socket's view of a table: what it has been sent, and what waits for it."""

    def __init__(self, hub: "Hub", table: str, viewer: Viewer, most: int) -> None:
        self._hub = hub
        self.table = table
        self.viewer = viewer
        self.sent = -1
        self.wake = asyncio.Event()
        self._pending: deque[Delivery] = deque()
        self._most = most
        self._behind = False
        self._last_sent: tuple[object, ...] = (None,)
        """The last round that was sent, and what it was shown by: the rules, and the awards that waited."""

    def give(self, delivery: Delivery) -> bool:
        """Something has happened; whether it is the first of what the watcher has not taken."""
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
        """The first message: what was missed since a version, or the table whole."""
        hosted = self._hub.tables.find(self.table)
        state = hosted.state
        self.sent = state.version
        if version is not None:
            missed = missed_since(hosted, state, version)
            if missed is not None:
                events = [Committed(each, []).told(self.viewer) for each in missed]
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
        new = [
            each for delivery in deliveries for each in delivery.events if each.transition.version > self.sent
        ]
        if not new:
            return None
        gap = new[0].transition.version != self.sent + 1
        self.sent = new[-1].transition.version
        if gap:
            return self._whole(hosted)
        return self._events([each.told(self.viewer) for each in new], deliveries[-1].shown, hosted)

    def _events(self, events: list[EventTold], shown: Views, hosted: Hosted) -> EventsSent:
        # What the last round showed is most of a view, and is the same until the next one ends.
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
        """Whether the last round of a state has been sent; from now on it has."""
        now = (state.last, state.rules, state.pending)
        before, self._last_sent = self._last_sent, now
        return state.last is not None and all(map(is_, before, now))


def missed_since(hosted: Hosted, state: State, version: int) -> list[Transition] | None:
    """The events after a version up to a state; none where they are not all at hand.

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
        """By table that is watched, the last state that was shown."""
        self._turns: deque[Watcher] = deque()
        """Watchers for whom there is something, and who have not been woken."""
        floor.listen(self.publish)

    def run_on(self, loop: asyncio.AbstractEventLoop | None) -> None:
        """Deliver on this event loop; none when it ends."""
        self._loop = loop

    def watch(self, table: str, viewer: Viewer) -> Watcher:
        """Begin to watch a table."""
        self.tables.find(table)
        watcher = Watcher(self, table, viewer, self._pending)
        self._watchers.setdefault(table, set()).add(watcher)
        return watcher

    def leave(self, watcher: Watcher) -> None:
        """Watch no longer."""
        watchers = self._watchers.get(watcher.table, set())
        watchers.discard(watcher)
        if not watchers:
            self._watchers.pop(watcher.table, None)
            self.shown.pop(watcher.table, None)

    def publish(self, table: str, events: list[Transition]) -> None:
        """On the floor's thread, or the follower's."""
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
