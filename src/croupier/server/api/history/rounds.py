"""Finished rounds from the log: the list of them, and the states of one.

A state is made by folding events. The last events of a table are in memory with their states; for older
rounds the table's stream is folded from its beginning once, in small pieces, and a state is kept every so
many events, so that the next look at any round begins near it.
"""

import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

import msgspec
from sqlalchemy import select

from croupier.floor.desks.award_records import won_at
from croupier.floor.host.hosted_table import Hosted
from croupier.floor.host.stream_starts import beginning, refuse_pruned
from croupier.floor.registry.events import Listing
from croupier.floor.registry.registry import Registry
from croupier.ledger.schema import events, postings
from croupier.ledger.store import Ledger
from croupier.table.events import AnyEvent, BetPlaced, RoundSettled, decode_event
from croupier.table.evolve import evolve
from croupier.table.redaction.replay import Step
from croupier.table.state import State

SETTLED = str(RoundSettled.__struct_config__.tag)
BET = str(BetPlaced.__struct_config__.tag)
LATER = ("award_validated.v1", "award_rejected.v1", "award_taken_back.v1", "resettled.v1")
"""Kinds that may be about a round that is over."""

_AT_A_TIME = 200
_APART = 500
"""Events between two states that are kept, at first."""
_MOST = 128
"""States that are kept of a table; then every other one goes."""


class Placed(NamedTuple):
    """A step, and where it stands in the log."""

    step: Step
    position: int
    at: int

    @property
    def version(self) -> int:
        return self.step.version


class Settled(NamedTuple):
    """A settled round as the log has it."""

    version: int
    position: int
    at: int
    event: RoundSettled


class PlayerRound(NamedTuple):
    """A settled round of a table, and a version of its stream before which no ruling on it can be."""

    table: str
    settled: Settled
    after: int


def listing_in(registry: Registry, table: str, placed: Sequence[Placed]) -> Listing:
    """The listing that a table ran on in a round: while a bet stands nothing else can be adopted."""
    bet = (each for each in reversed(placed) if each.step.after.hands and not each.step.before.hands)
    return registry.listing_at(table, next(bet, placed[-1]).position)


def in_round(state: State, round_: int) -> bool:
    """Whether a table is in that round."""
    return state.program == "round" and state.round == round_


@dataclass
class _Marks:
    """States of a table's past."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    states: list[State] = field(default_factory=list)
    """The first one is where the database begins to have the table."""
    apart: int = _APART

    def add(self, state: State) -> None:
        if state.version - self.states[-1].version < self.apart:
            return
        self.states.append(state)
        if len(self.states) > _MOST:
            self.states = self.states[::2]
            self.apart *= 2


class History:
    """The rounds of every table."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._lock = threading.Lock()
        self._marks: dict[str, _Marks] = {}
        self._won: dict[tuple[str, str], int] = {}

    # ---------------------------------------------------------------------------------------- one round

    def steps(self, hosted: Hosted, round_: int) -> list[Step]:
        """The events of a round with their states; none if there was no such round."""
        recent = _recent(hosted)
        if recent and recent[0].before.round < round_:
            return [each for each in recent if _belongs(each, round_)]
        with self._lock:
            marks = self._marks.setdefault(hosted.name, _Marks())
        with marks.lock:
            return [each for each in self._folded(hosted, marks, round_) if _belongs(each, round_)]

    def placed(self, table: str, steps: Sequence[Step]) -> list[Placed]:
        """Where the events of a round stand in the log."""
        if not steps:
            return []
        query = select(events.c.version, events.c.position, events.c.at).where(
            events.c.stream == f"table:{table}",
            events.c.version >= steps[0].version,
            events.c.version <= steps[-1].version,
        )
        with self._ledger.database.reading() as connection:
            rows = connection.execute(query).all()
        found = {int(version): (int(position), int(at)) for version, position, at in rows}
        return [Placed(step, *found[step.version]) for step in steps]

    def later(self, table: str, round_: int, after: int) -> list[tuple[int, AnyEvent]]:
        """Rulings made after a round ended."""
        query = (
            select(events.c.version, events.c.body)
            .where(events.c.stream == f"table:{table}", events.c.version > after, events.c.kind.in_(LATER))
            .order_by(events.c.version)
            .limit(2000)
        )
        with self._ledger.database.reading() as connection:
            found = connection.execute(query).all()
        decoded = ((int(version), decode_event(bytes(body))) for version, body in found)
        return [each for each in decoded if _about(each[1], round_)]

    def won_at(self, table: str, award: str) -> int:
        """When an award was won; it is looked up once, however often somebody asks whether it still waits."""
        if (table, award) not in self._won:
            self._won[table, award] = won_at(self._ledger, table, award)
        return self._won[table, award]

    def _folded(self, hosted: Hosted, marks: _Marks, round_: int) -> Iterator[Step]:
        """From the last kept state before the round to the first event after it."""
        first = beginning(self._ledger, hosted.name)
        if not marks.states or marks.states[0].version != first.version:  # pruned since
            marks.states = [first, *(each for each in marks.states if each.version > first.version)]
        refuse_pruned(self._ledger, hosted.name, round_)
        state = next((each for each in reversed(marks.states) if each.round < round_), marks.states[0])
        newest = marks.states[-1].version
        while True:
            records = self._ledger.read(hosted.stream, after=state.version, limit=_AT_A_TIME)
            for record in records:
                event = decode_event(record.body)
                after = evolve(state, event)
                yield Step(record.version, event, state, after)
                if after.version > newest and after.program == "round" and not after.hands:
                    marks.add(after)
                state = after
                if state.round > round_:
                    return
            if len(records) < _AT_A_TIME:
                return
            time.sleep(0)  # the floor's thread may have the interpreter now

    # ------------------------------------------------------------------------------------- the list of them

    def settled(self, table: str, before: int | None) -> Iterator[Settled]:
        """The settled rounds of a table, the newest first, before a position of the log."""
        last = before
        while True:
            query = (
                select(events.c.version, events.c.position, events.c.at, events.c.body)
                .where(events.c.stream == f"table:{table}", events.c.kind == SETTLED)
                .order_by(events.c.version.desc())
                .limit(_AT_A_TIME)
            )
            if last is not None:
                query = query.where(events.c.position < last)
            with self._ledger.database.reading() as connection:
                found = connection.execute(query).all()
            for version, position, at, body in found:
                event = msgspec.json.decode(bytes(body), type=RoundSettled)
                yield Settled(int(version), int(position), int(at), event)
            if len(found) < _AT_A_TIME:
                return
            last = int(found[-1].position)


def settled_of_player(ledger: Ledger, player: str, table: str, before: int | None) -> Iterator[PlayerRound]:
    """The settled rounds in which a player wagered, the newest first, at one table or at all.

    They are found through the player's own postings: the rounds of others are never read.
    """
    last, seen = before, set[tuple[str, int]]()
    account = f"player:{player}"
    while True:
        query = (
            select(events.c.stream, events.c.version, events.c.position)
            .join_from(postings, events, postings.c.position == events.c.position)
            .where(postings.c.account == account, events.c.kind == BET)
            .order_by(postings.c.position.desc())
            .limit(_AT_A_TIME)
        )
        if last is not None:
            query = query.where(postings.c.position < last)
        with ledger.database.reading() as connection:
            bets = connection.execute(query).all()
        for stream, version, _ in bets:
            name = stream.partition(":")[2]
            if table and name != table:
                continue
            found = _settled_after(ledger, stream, int(version))
            if found is None or (stream, found.version) in seen:
                continue
            seen.add((stream, found.version))
            if before is None or found.position < before:
                yield PlayerRound(name, found, int(version))
        if len(bets) < _AT_A_TIME:
            return
        last = int(bets[-1].position)


def _settled_after(ledger: Ledger, stream: str, version: int) -> Settled | None:
    """The settlement of the round in which a version of a stream was reached."""
    query = (
        select(events.c.version, events.c.position, events.c.at, events.c.body)
        .where(events.c.stream == stream, events.c.version > version, events.c.kind == SETTLED)
        .order_by(events.c.version)
        .limit(1)
    )
    with ledger.database.reading() as connection:
        found = connection.execute(query).one_or_none()
    if found is None:
        return None
    event = msgspec.json.decode(bytes(found.body), type=RoundSettled)
    return Settled(int(found.version), int(found.position), int(found.at), event)


def _recent(hosted: Hosted) -> list[Step]:
    """The events that are in memory, but for the first: the state before that one is not."""
    seen = list(hosted.recent)
    return [
        Step(each.version, each.event, before.state, each.state)
        for before, each in pairwise(seen)
        if each.version == before.version + 1
    ]


def _belongs(step: Step, round_: int) -> bool:
    """Whether a step belongs to a round, its end included; the shuffle before it belongs to the last one."""
    return in_round(step.before, round_)


def _about(event: AnyEvent, round_: int) -> bool:
    award = str(getattr(event, "award", ""))
    return getattr(event, "round", 0) == round_ or award.partition(".")[0] == str(round_)
