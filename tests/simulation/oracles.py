"""Invariants of every simulation."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec
import sqlalchemy as sa

from croupier.floor.audit.audit import audit
from croupier.floor.fairness.commit_reveal import EntropyAdded, decode_fair_event
from croupier.floor.host.batch import fold_link
from croupier.floor.host.jobs import Answer
from croupier.floor.host.link_events import decode_link_event
from croupier.ledger.database import Database
from croupier.ledger.schema import answers
from croupier.ledger.store import Ledger, Record
from croupier.ledger.verification.checkpoints import checkpoint
from croupier.server.api.messages import EventsSent, ViewSent
from croupier.table import events as e
from croupier.table.redaction.view import View
from tests.simulation.clients import Client
from tests.simulation.clock import START_MS

if TYPE_CHECKING:
    from tests.simulation.world import World

_BY_KEY = ("player_sat.v1", "player_left.v1", "bet_placed.v1", "decided.v1")


class _Seat(msgspec.Struct):
    seat: int
    player: str
    cards: str = ""
    shown: bool = False


class _View(msgspec.Struct):
    seats: tuple[_Seat, ...] = ()


class Seen:
    """Everything that the clients were shown: nothing hidden, nothing twice, nothing left out."""

    def __init__(self, wrong: list[str]) -> None:
        self._wrong = wrong
        self.shown: dict[tuple[str, int], str] = {}
        """By table and version, the kind of the event."""

    def take(self, client: Client, message: EventsSent | ViewSent) -> None:
        """A message to a client."""
        before = client.has(message)
        if isinstance(message, EventsSent):
            versions = [each.version for each in message.events]
            if before is None or versions != list(range(before + 1, message.version + 1)):
                self._wrong.append(f"{client.player}: has {before}, was sent events {versions}")
            for each in message.events:
                self._event(client, each.version, e.decode_event(bytes(each.event)))
        self._view(client, message.view)

    def _event(self, client: Client, version: int, event: e.AnyEvent) -> None:
        kind = str(event.__struct_config__.tag)
        known = self.shown.setdefault((client.table, version), kind)
        if known != kind:
            self._wrong.append(f"{client.table} {version}: shown as {known} and as {kind}")
        if isinstance(event, e.BetsClosed) and event.order:
            self._wrong.append(f"{client.player}: was shown the order of the deck at {version}")
        if isinstance(event, e.Dealt):
            for packet in event.packets:
                if packet.cards and not packet.up and packet.to not in (client.seat, -2):
                    self._wrong.append(f"{client.player}: was shown cards of place {packet.to} at {version}")

    def _view(self, client: Client, view: View) -> None:
        shown = msgspec.json.decode(msgspec.json.encode(view), type=_View)  # as it goes to the browser
        for seat in shown.seats:
            if seat.player != client.player and seat.cards and not seat.shown:
                self._wrong.append(f"{client.player}: the view shows the cards of seat {seat.seat}")


def judge(world: "World") -> list[str]:
    """Everything that is wrong at the end of a simulation, in plain words."""
    ledger = Ledger(Database(world.url), world.keys)
    try:
        checkpoint(ledger, START_MS)
        wrong = [*world.wrong, *(str(finding) for finding in audit(ledger).findings)]
        records: list[Record] = []
        while page := ledger.follow(len(records), 5000):
            records += page
        wrong += _books(ledger, world)
        wrong += _keys(ledger, world, records)
        wrong += _shown(world, records)
        wrong += _fair(records, world)
        wrong += _times(world, records)
        return wrong
    finally:
        ledger.close()


def _books(ledger: Ledger, world: "World") -> Iterable[str]:
    balances = ledger.balances()
    if sum(balances.values()):
        yield f"money: the books sum to {sum(balances.values())}"
    yield from (f"money: {name} has {held}" for name, held in balances.items() if _overdrawn(name, held))


def _overdrawn(account: str, held: int) -> bool:
    return account.startswith("player:") and held < 0


def _keys(ledger: Ledger, world: "World", records: list[Record]) -> Iterable[str]:
    """Each key has one answer and one effect, and no acknowledged action is lost."""
    with ledger.database.reading() as connection:
        rows = connection.execute(sa.select(answers.c.stream, answers.c.key, answers.c.answer)).all()
    stored = {key: (stream, msgspec.json.decode(bytes(body), type=Answer)) for stream, key, body in rows}
    for key, given in world.answers.items():
        if len(given) > 1:
            yield f"key {key}: answered with versions {sorted(given)}"
        if key not in stored:
            yield f"key {key}: acknowledged, and the log knows nothing of it"
        elif stored[key][1].version not in given:
            yield f"key {key}: answered {sorted(given)}, the log says {stored[key][1].version}"
    hashes = {(record.stream, record.version): record.hash for record in records}
    for key, asked_at in world.refused_at.items():
        if key in stored:
            stream, answer = stored[key]
            if world.committed_at.get(hashes[stream, answer.version], asked_at) < asked_at:
                yield f"key {key}: refused, although it was recorded before"
    acts: dict[tuple[str, str], list[int]] = {}
    for record in records:
        if record.role == "player" and record.kind in _BY_KEY and record.position > world.furnished_at:
            acts.setdefault((record.stream, record.by), []).append(record.version)
    caused: dict[tuple[str, str], list[tuple[int, int]]] = {}
    for key, (stream, answer) in stored.items():
        if key in world.sent:
            sent = world.sent[key]
            caused.setdefault((stream, sent.player), []).append((answer.version, sent.number))
    for place in sorted(acts.keys() | caused.keys()):
        versions, ends = acts.get(place, []), sorted(caused.get(place, []))
        if len(versions) != len(ends):
            yield f"{place[1]}: {len(versions)} acts in the log, {len(ends)} keys with an answer"
        elif any(version > end for version, (end, _) in zip(versions, ends, strict=True)):
            yield f"{place[1]}: an act after the answer to its key"
        numbers = [number for _, number in ends]
        if numbers != sorted(numbers):
            yield f"{place[1]}: an older command took effect after a later one"


def _shown(world: "World", records: list[Record]) -> Iterable[str]:
    """Everything that was shown or published is in the log."""
    log = {(record.stream.removeprefix("table:"), record.version): record for record in records}
    for place, kind in world.seen.shown.items():
        if place not in log or log[place].kind != kind:
            has = log[place].kind if place in log else "nothing"
            yield f"{place}: {kind} was shown, and the log has {has}"
    for place, body in world.publications.items():
        if place not in log or log[place].body != body:
            yield f"{place}: published, and not so in the log"


def _fair(records: list[Record], world: "World") -> Iterable[str]:
    """Every text for a shuffle is mixed in once at most."""
    mixed: set[str] = set()
    for record in records:
        event = decode_fair_event(record.body) if record.stream.startswith("fair:") else None
        if isinstance(event, EntropyAdded):
            if event.entropy in mixed:
                yield f"{record.stream}: {event.entropy!r} mixed in twice"
            mixed.add(event.entropy)


def meters(world: "World") -> Iterable[str]:
    """A server that has read a link up to some event knows the meters as they were after it."""
    for server in world.servers.values():
        if server.gone or not server.opened:
            continue
        links = server.floor._commits.links
        for name, link in links.known.items():
            stream, version = f"link:{name}", links._versions[name]
            events = [decode_link_event(record.body) for record in server.ledger.read(stream)][:version]
            true = fold_link(events, None)
            if true is None or link.amounts != true.amounts:
                yield f"{server.owner}: takes the meters of {name} at {version} for {link.amounts}"


def _times(world: "World", records: list[Record]) -> Iterable[str]:
    """Nobody's hand is decided for them before their time is up, by true time."""
    asked: dict[str, float] = {}
    for record in records:
        now = world.committed_at.get(record.hash)
        if now is None or not record.stream.startswith("table:"):
            continue
        event = e.decode_event(record.body)
        if isinstance(event, e.Decided) and event.default:
            waited = now - asked.get(record.stream, -world.decision_seconds)
            if waited < world.decision_seconds * 0.9 - 0.1:  # the timers differ by a tenth at most
                yield f"{record.stream}: seat {event.seat} lost its decision after {waited:.1f} s"
        if not isinstance(event, e.PlayerSat | e.PlayerLeft):
            asked[record.stream] = now
