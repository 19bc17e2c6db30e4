"""Units of work, and the batch that commits them together.

A unit reads tables and links as they will be if everything before it in the batch is committed, and gathers
the entries to append. If it is refused, nothing of it remains; the others of the batch are not touched.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from croupier.errors import Refusal
from croupier.floor.host.accounts import house_postings, table_postings
from croupier.floor.host.hosted_table import Hosted, Secret, stored
from croupier.floor.host.link_events import at_the_first, encode_link_event, follow, kind_of
from croupier.jackpot.events import AnyLinkEvent
from croupier.jackpot.link import Link
from croupier.jackpot.link import evolve as evolve_link
from croupier.ledger.assumptions import Query
from croupier.ledger.overdrafts import overdraft
from croupier.ledger.store import Entry, Transaction
from croupier.table.commands import AnyAct, Command
from croupier.table.events import AnyEvent, SeatSettled
from croupier.table.machine import act
from croupier.table.postings import postings
from croupier.table.roles import SYSTEM
from croupier.table.state import State
from croupier.table.transition import Transition

_MOST_MOVED = 10**18
"""The most that one posting moves, so that sums still fit the database's integers."""


class Pending(NamedTuple):
    """An entry to append to a stream, with its postings."""

    stream: str
    entry: Entry
    postings: tuple[tuple[str, int], ...]


class Batch:
    """Units committed in one transaction."""

    def __init__(
        self,
        tx: Transaction,
        tables: dict[str, Hosted],
        fresh_link: Callable[[str], Link | None],
        now: int,
        timer: int,
    ) -> None:
        self.tx = tx
        self.tables = tables
        self.now = now
        self.timer = timer
        """By the floor's timer: deadlines go by it."""
        self._fresh_link = fresh_link
        self.states: dict[str, State] = {}
        self.secrets: dict[str, Secret | None] = {}
        self.links: dict[str, Link] = {}
        self.pending: list[Pending] = []
        self.transitions: dict[str, list[Transition]] = {}
        self.opened: dict[str, Hosted] = {}
        self.saved: set[str] = set()
        """Tables with a snapshot in this batch."""
        self._balances: dict[str, int] = {}
        self._moved: dict[str, int] = {}

    def state(self, table: str) -> State:
        """A table's state after the units so far."""
        return self.states[table] if table in self.states else self.hosted(table).state

    def secret(self, table: str) -> Secret | None:
        """The seed of a table's next round."""
        return self.secrets[table] if table in self.secrets else self.hosted(table).secret

    def hosted(self, table: str) -> Hosted:
        """A table of this floor."""
        found = self.opened.get(table) or self.tables.get(table)
        if found is None:
            raise Refusal("unknown_table_name", f"no table {table!r} here")
        return found

    def link(self, name: str) -> Link | None:
        """A link after the units so far: locked and up to date, since other processes may feed it too."""
        if name not in self.links:
            link = self._fresh_link(name)
            if link is None:
                return None
            self.links[name] = link
        return self.links[name]

    def balance(self, account: str) -> int:
        """An account's balance after the units so far."""
        if account not in self._balances:
            self._balances[account] = self.tx.balance(account)
        return self._balances[account] + self._moved.get(account, 0)

    def added(self, stream: str) -> int:
        """How many records the batch adds to a stream."""
        return sum(each.stream == stream for each in self.pending)

    def expect(
        self,
        tables: Iterable[str],
        keys: Iterable[tuple[str, str]],
        players: Iterable[str],
        *,
        also: Collection[Query] = (),
        head: bool = False,
    ) -> None:
        """Lock the tables with their seeds and links, look up idempotency keys and players' balances, and run
        the queries of `also`, all at once; with `head` lock the head too, if nobody else seems to write.

        One message to the database instead of three, or none if everything is known here: during each wait
        other threads take the interpreter.
        """
        hosted = [self.tables[table] for table in tables]
        links = sorted({each.settings.link for each in hosted} - {""})
        streams = [f"link:{name}" for name in links] + [each.stream for each in hosted]
        streams += [each.fair_stream for each in hosted if each.state.electronic]
        asked = ((f"table:{table}", key) for table, key in keys)
        accounts = (f"player:{player}" for player in players)
        early = head and self.tx.alone
        self._balances |= self.tx.expect(streams, asked, accounts, also=also, head=early, trust=early)
        for name in links:
            self.link(name)

    def merge(self, unit: "Unit") -> None:
        """Add a unit to the batch."""
        self.states |= unit.states
        self.secrets |= unit.secrets
        self.links |= unit.links
        self.pending += unit.by_stream()
        self.opened |= unit.opened
        for table, done in unit.transitions.items():
            self.transitions.setdefault(table, []).extend(done)
        for account, amount in unit.moved.items():
            self._moved[account] = self._moved.get(account, 0) + amount

    def flush(self) -> None:
        """Append everything in the order in which the units were decided, each record with its postings.

        So a later unit can use the money that an earlier one added to an account, and the log keeps the order
        of events: a player's entropy stands before no more bets, even in one batch.
        """
        streams = {each.stream for each in self.pending}
        # Every stream is locked before the first append, in one order: two processes never wait in a circle.
        tables = {f"table:{stream.removeprefix('fair:')}" for stream in streams if stream.startswith("fair:")}
        wanted = sorted(streams | tables)
        debited = (
            account
            for each in self.pending
            for account, amount in each.postings
            if amount < 0 and account.startswith("player:")
        )
        self.tx.expect(wanted, accounts=debited, head=True)
        versions = {stream: self.tx.lock(stream).version for stream in wanted}
        for stream, version in versions.items():
            self._check_ours(stream, version)
        for stream, run in groupby(self.pending, key=lambda each: each.stream):
            entries = list(run)
            records = self.tx.append(stream, versions[stream], [each.entry for each in entries])
            versions[stream] += len(entries)
            for record, each in zip(records, entries, strict=True):
                if each.postings:
                    self.tx.post(record, each.postings)

    def _check_ours(self, stream: str, version: int) -> None:
        """Refuse if a table's stream has grown: another process may own the table by now."""
        kind, _, name = stream.partition(":")
        if kind == "table" and name in self.tables and self.tables[name].state.version != version:
            raise Refusal("stale_version", f"table {name} is at version {version} now; reload and try again")


class Unit:
    """One job's part of a batch."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self.states: dict[str, State] = {}
        self.secrets: dict[str, Secret | None] = {}
        self.links: dict[str, Link] = {}
        self.pending: list[Pending] = []
        self.transitions: dict[str, list[Transition]] = {}
        self.opened: dict[str, Hosted] = {}
        self.moved: dict[str, int] = {}

    def state(self, table: str) -> State:
        """A table's state after this unit."""
        if table in self.states:
            return self.states[table]
        return self.opened[table].state if table in self.opened else self.batch.state(table)

    def hosted(self, table: str) -> Hosted:
        """A table of this floor."""
        return self.opened.get(table) or self.batch.hosted(table)

    def hosts(self, table: str) -> bool:
        """Whether this floor runs a table."""
        return table in self.opened or table in self.batch.opened or table in self.batch.tables

    def secret(self, table: str) -> Secret | None:
        """The seed of a table's next round."""
        if table in self.secrets:
            return self.secrets[table]
        return self.opened[table].secret if table in self.opened else self.batch.secret(table)

    def link(self, name: str) -> Link:
        """A link after this unit."""
        found = self.links.get(name) or self.batch.link(name)
        if found is None:
            raise Refusal("unknown_link", f"no link {name!r}; an administrator opens one")
        return found

    def append(
        self,
        stream: str,
        kind: str,
        body: bytes,
        *,
        by: str,
        role: str,
        postings: Iterable[tuple[str, int]] = (),
    ) -> None:
        """Append to a stream; a player's account is never overdrawn."""
        moved = tuple(postings)
        for account, amount in moved:
            if abs(amount) > _MOST_MOVED:
                raise Refusal("bad_amount", "this is more than one account may hold")
            self.moved[account] = self.moved.get(account, 0) + amount
            if amount < 0 and account.startswith("player:"):
                holds = self.batch.balance(account)
                if holds + self.moved[account] < 0:
                    raise overdraft(holds, -self.moved[account])
        entry = Entry(kind=kind, body=body, at=self.batch.now, by=by, role=role)
        self.pending.append(Pending(stream, entry, moved))

    def by_stream(self) -> list[Pending]:
        """The pending entries by stream: a table's events, then those of its link."""
        streams: dict[str, list[Pending]] = {}
        for each in self.pending:
            streams.setdefault(each.stream, []).append(each)
        return [each for pending in streams.values() for each in pending]

    # ------------------------------------------------------------------------------------------ tables

    def command(self, table: str, asked: AnyAct, *, by: str, role: str, version: int | None = None) -> State:
        """Let the machine decide a command, and record its events, postings and link events."""
        hosted = self.hosted(table)
        state = self.state(table)
        link = self.link(hosted.settings.link) if hosted.settings.link else None
        command = Command(
            act=asked,
            by=by,
            role=role,
            version=state.version if version is None else version,
            at=self.batch.now,
            meters={} if link is None else link.amounts,
        )
        self.record(hosted, state, act(state, command))
        return self.states[table]

    def record(self, hosted: Hosted, state: State, done: Sequence[Transition]) -> None:
        """Append the transitions of a table from a state on, with their postings and the link's part."""
        together = _settled_together(state, done)
        for each in done:
            self._append(hosted, state, each.event, together)
            state = each.state
        self.states[hosted.name] = state
        self.transitions.setdefault(hosted.name, []).extend(done)

    def _append(self, hosted: Hosted, before: State, event: AnyEvent, together: list[SeatSettled]) -> None:
        """Append an event with its postings, and the link events that it causes."""
        table, link = hosted.name, hosted.settings.link
        posted = table_postings(postings(before, event), table, link, live=not before.electronic)
        self.append(
            hosted.stream,
            str(event.__struct_config__.tag),
            stored(event),
            by=event.by,
            role=event.role,
            postings=posted,
        )
        if not link or event in together[1:]:
            return  # the awards of these seats were locked at the first of them
        was = self.link(link)
        cause, money = event, posted
        if together and event is together[0]:
            cause = at_the_first(together, before.winners_order)
            moves = [posting for each in together for posting in postings(before, each)]
            money = table_postings(moves, table, link, live=not before.electronic)
        caused, now = follow(was, table, before.round, cause)
        moved = [each for each in money if each[0].startswith("meter:")]
        if caused:
            self.links[link] = now
            self.record_link(link, was, now, caused, moved)

    def record_link(
        self,
        name: str,
        before: Link | None,
        after: Link,
        caused: list[AnyLinkEvent],
        posted: Iterable[tuple[str, int]] = (),
    ) -> None:
        """Record the events of a link; the house posts the rest of each meter's movement."""
        extra = house_postings(name, before, after, posted)
        for number, event in enumerate(caused):
            last = number == len(caused) - 1
            self.append(
                f"link:{name}",
                kind_of(event),
                encode_link_event(event),
                by=event.by,
                role=SYSTEM,
                postings=extra if last else (),
            )
        self.links[name] = after


def _settled_together(state: State, done: Sequence[Transition]) -> list[SeatSettled]:
    """Seats whose awards internal procedures have put in another order than that of the seats."""
    settled = [event for event, _ in done if isinstance(event, SeatSettled) and event.awards]
    return settled if state.winners_order and len(settled) > 1 else []


def fold_link(bodies: Iterable[AnyLinkEvent], link: Link | None = None) -> Link | None:
    """A link from its events."""
    for event in bodies:
        link = evolve_link(link, event)
    return link
