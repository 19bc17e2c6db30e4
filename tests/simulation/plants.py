"""Planted bugs: each a small patch of the product that the simulation must find."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import Any
from unittest import mock

import msgspec
import sqlalchemy as sa

from croupier.floor.cluster import replicas
from croupier.floor.cluster.leases import Leases
from croupier.floor.cluster.ownership import Ownership
from croupier.floor.cluster.replicas import Replicas
from croupier.floor.host import automation, commits, hosted_table
from croupier.floor.host.batch import Batch, Unit
from croupier.floor.host.commits import Commits
from croupier.floor.host.floor import Floor
from croupier.floor.host.hosted_table import Hosted
from croupier.floor.host.jobs import Job
from croupier.floor.host.link_reader import Links
from croupier.ledger import database
from croupier.ledger.statements import rows
from croupier.ledger.transaction import Transaction
from croupier.server.cluster.messages import ActRequest, EntropyRequest
from croupier.server.cluster.requests import Requests
from croupier.server.live import fan_out
from croupier.server.live.fan_out import Committed, Watcher
from croupier.server.live.tables import Tables

Patch = tuple[object, str, object]
PLANTS: dict[str, Callable[[], list[Patch]]] = {}
"""By name, the function to replace."""


def plant(make: Callable[[], list[Patch]]) -> Callable[[], list[Patch]]:
    PLANTS[make.__name__] = make
    return make


@contextmanager
def planted(name: str) -> Iterator[None]:
    """The product with one bug."""
    with ExitStack() as patches:
        for target, attribute, value in PLANTS[name]():
            patches.enter_context(mock.patch.object(target, attribute, value))
        yield


def _nothing(*_: Any, **__: Any) -> None: ...


# ------------------------------------------------------------------------------------ leases and tables


@plant
def lease_not_checked() -> list[Patch]:
    """A batch does not look whether its tables are still its own, nor how long their streams are."""

    def lost(self: Ownership, tx: Transaction, tables: Any, found: Any = ()) -> set[str]:
        return set()

    def reloaded(self: Batch, stream: str, version: int) -> None: ...

    return [(Ownership, "lost", lost), (Batch, "_check_ours", reloaded)]


@plant
def lease_taken_from_the_living() -> list[Patch]:
    """A takeover does not wait until the lease has expired."""

    def free(self: Leases, names: Any) -> set[str]:
        return set(names)

    def take(self: Leases, tx: Transaction, name: str) -> int:
        self._standing = ()
        tx.lock(f"table:{name}")
        take = (
            f"UPDATE table_leases SET owner = ?, token = token + 1, expires = {self._now()} + 2000 "
            "WHERE name = ? RETURNING token"
        )
        return int(rows(tx.connection, take, self._owner, name)[0][0])

    return [(Leases, "free", free), (Leases, "take", take)]


@plant
def lease_never_expires() -> list[Patch]:
    """A dead server's tables stay its own: every lease is taken for a year."""
    from croupier.floor.cluster import leases as module

    return [(module, "LEASE_MS", 365 * 86_400_000)]


@plant
def takeover_retried_never() -> list[Patch]:
    """A failed takeover is not tried again soon."""
    return [(Ownership, "retry_later", lambda self, table, code: self._retry_at.update({table: 1 << 60}))]


@plant
def deck_lost_in_a_takeover() -> list[Patch]:
    """A table that is loaded in the middle of a round has no undealt cards."""
    load = hosted_table.load

    def without(*arguments: Any) -> Hosted:
        hosted = load(*arguments)
        hosted.state = msgspec.structs.replace(hosted.state, order=())
        return hosted

    from croupier.floor.host import floor

    return [(floor, "load", without), (commits, "load", without)]


@plant
def entropy_forgotten_in_a_takeover() -> list[Patch]:
    """The players' texts for the shuffle are lost when a table is loaded."""
    last_secret = hosted_table.last_secret

    def without(*arguments: Any) -> Any:
        secret = last_secret(*arguments)
        return secret and replace(secret, entropies=(), players=())

    return [(hosted_table, "last_secret", without)]


# -------------------------------------------------------------------------------- commits and answers


@plant
def published_before_the_commit() -> list[Patch]:
    """Listeners are notified before the transaction is committed."""
    flush = Batch.flush
    commit = Commits.commit

    def early(self: Commits, asked: list[Job], **more: Any) -> None:
        def flush_and_publish(batch: Batch) -> None:
            flush(batch)
            self._publish(batch)

        with mock.patch.object(Batch, "flush", flush_and_publish):
            commit(self, asked, **more)

    return [(Commits, "commit", early)]


@plant
def answered_before_the_commit() -> list[Patch]:
    """A job is answered when it is decided, not when it is recorded."""
    decide = Commits._decide

    def early(self: Commits, job: Job, batch: Batch) -> Any:
        done = decide(self, job, batch)
        job.answer(done.result, done.error)
        return done

    return [(Commits, "_decide", early)]


@plant
def lost_batch_kept_in_memory() -> list[Patch]:
    """After a commit that may have been made, the table is not read from the log again."""

    def fail(self: Commits, jobs: list[Job], error: Exception) -> None:
        for job in jobs:
            job.answer(error=error)

    return [(Commits, "_fail", fail)]


@plant
def key_not_looked_up() -> list[Patch]:
    """A retry is not recognized by its key."""
    return [(Transaction, "answered", lambda self, stream, key, sure=False: None)]


@plant
def key_not_kept() -> list[Patch]:
    """The first answer to a key is not stored."""
    return [(Transaction, "answer", _nothing)]


@plant
def key_dropped_between_servers() -> list[Patch]:
    """A command for another server's table is sent on without its key."""
    send = Tables._send_here

    def perform(self: Tables, request: Any) -> Any:
        if isinstance(request, ActRequest):
            return send(
                self,
                request.table,
                request.act,
                by=request.by,
                role=request.role,
                version=request.version,
                key="",
            )
        return self._floor.entropy(request.table, request.entropy, by=request.by)

    return [(Tables, "perform", perform)]


@plant
def request_served_twice() -> list[Patch]:
    """A repeated request of another server is performed again, and its number is no key."""
    serve, perform = Requests.serve, Tables.perform

    def again(self: Requests, request: Any, perform: Any, answer: Any) -> None:
        self._served.pop(request.id, None)
        serve(self, request, perform, answer)

    def keyless(self: Tables, request: Any) -> Any:
        if isinstance(request, EntropyRequest):
            return self._floor.entropy(request.table, request.entropy, by=request.by)
        return perform(self, request)

    return [(Requests, "serve", again), (Tables, "perform", keyless)]


@plant
def reply_to_the_wrong_request() -> list[Patch]:
    """A reply goes to whichever request of its server waits first."""

    def take_reply(self: Requests, reply: Any) -> None:
        for _, waiting in self._sent.values():
            if not waiting.done():
                waiting.set_result(reply)
                return

    return [(Requests, "take_reply", take_reply)]


@plant
def cent_left_behind() -> list[Patch]:
    """A bet moves one cent less than it should from the player."""
    append = Unit.append

    def short(self: Unit, stream: str, kind: str, body: bytes, **more: Any) -> None:
        if kind == "bet_placed.v1" and more.get("postings"):
            first, *rest = more["postings"]
            more["postings"] = [(first[0], first[1] + 10_000), *rest]
        append(self, stream, kind, body, **more)

    return [(Unit, "append", short)]


@plant
def older_bet_replaces_a_later_one() -> list[Patch]:
    """A delayed bet is judged by the version of now."""
    return [
        (automation, "_still_seen", lambda unit, table, seat, version: unit.state(table).version),
    ]


@plant
def link_not_read_again() -> list[Patch]:
    """Meters are taken as this server last saw them."""
    fresh = Links.fresh

    def stale(self: Links, ledger: Any, tx: Transaction, name: str) -> Any:
        if name in self.known:
            self._versions[name] = tx.lock(f"link:{name}").version
        return fresh(self, ledger, tx, name)

    return [(Links, "fresh", stale)]


# ------------------------------------------------------------------------------------- time and secrets


@plant
def deadline_by_the_clock() -> list[Patch]:
    """Deadlines go by the wall clock, which somebody sets."""
    create = Floor.__init__

    def wall(self: Floor, *arguments: Any, clock: Any, timer: Any = None, **more: Any) -> None:
        create(self, *arguments, clock=clock, timer=clock, **more)

    return [(Floor, "__init__", wall)]


@plant
def no_new_time_after_a_takeover() -> list[Patch]:
    """A player loses the decision at once when another server takes the table over."""
    take_over = Floor.take_over_table

    def at_once(self: Floor, name: str, *arguments: Any) -> bool:
        taken = take_over(self, name, *arguments)
        if taken and self.tables[name].due is not None:
            self.tables[name].due = self.timer()
        return taken

    return [(Floor, "take_over_table", at_once)]


@plant
def nothing_redacted() -> list[Patch]:
    """Events go to players as the log has them."""
    return [(fan_out, "redact_event", lambda event, viewer, state: event)]


@plant
def seed_revealed_early() -> list[Patch]:
    """The seed is revealed while the round is played."""
    return [(automation, "_over", lambda state, round_: state.bets_closed)]


# ------------------------------------------------------------------------------------ replicas and disk


@plant
def events_sent_twice() -> list[Patch]:
    """A watcher does not look which events it has sent."""

    def take(self: Watcher) -> Any:
        self.wake.clear()
        hosted = self._hub.tables.find(self.table)
        deliveries = tuple(self._pending)
        self._pending.clear()
        new = [each for delivery in deliveries for each in delivery.events]
        if not new:
            return None
        self.sent = new[-1].transition.version
        return self._events(
            [Committed.message(each, self.viewer) for each in new], deliveries[-1].shown, hosted
        )

    return [(Watcher, "take", take)]


@plant
def replica_skips_a_record() -> list[Patch]:
    """A replica folds any next record."""
    take = Replicas._take

    def skip(self: Replicas, record: Any, found: Any) -> None:
        kind, _, name = record.stream.partition(":")
        if kind != "table" or name not in self.tables:
            take(self, record, found)
        elif record.position % 7:
            found.setdefault(name, []).append(replicas._fold(self.tables[name], record))

    return [(Replicas, "_take", skip)]


@plant
def commits_not_synced() -> list[Patch]:
    """A commit does not wait for the disk."""
    begun = database._begun

    def unsynced(engine: sa.Engine, *pragmas: str) -> sa.Engine:
        return begun(engine, *(each.replace("=FULL", "=OFF") for each in pragmas))

    return [(database, "_begun", unsynced)]
