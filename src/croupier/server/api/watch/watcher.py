"""The watch over all players: reads the log on, has each round weighed in the worker pool, and alerts.

Play does not wait for it, and it changes nothing but the log: one event for a player whose evidence reaches
the threshold of the house settings, and one for a table whose luck on a gaming day was outside its band.
After a start it reads the log from the beginning, some rounds at a time.
"""

import logging
import threading
from collections import deque
from functools import partial

from croupier.errors import Refusal
from croupier.floor.host.batch import Unit
from croupier.floor.host.floor import Floor
from croupier.floor.host.stream_starts import beginning
from croupier.floor.registry.house_events import (
    STREAM,
    KnowledgeSuspected,
    LuckOutsideBand,
    decode_house_event,
    encode_house_event,
    kind_of,
)
from croupier.floor.registry.settings import HouseSettings, day_at, settings_of
from croupier.floor.reports.play_reviewed import PlayReviewed
from croupier.floor.reports.recorded_rounds import LoggedRound, RoundReader
from croupier.floor.reports.round_store import RoundStore, StoredRounds
from croupier.ledger.records import Record
from croupier.odds.watch.players import LEAKS, HandEvidence, PlayerWatch, Watch
from croupier.server.api.watch.luck_by_day import DayOutside, LuckByDay, TableDay
from croupier.server.api.watch.messages import DecisionShown, WatchedHandShown
from croupier.server.workers.pool import WorkerPool
from croupier.server.workers.review_jobs import WatchedRound
from croupier.table.roles import SYSTEM

log: logging.Logger = logging.getLogger("croupier.server")

HANDS = 1000
"""The latest hands of a player that are kept to be shown."""
ROUNDS_AT_ONCE = 50
PATIENCE = 120.0
"""Seconds to wait for a round to be weighed, and for the floor to record an alert."""
_SUSPECTED, _OUTSIDE, _RESETTLED = "knowledge_suspected.v1", "luck_outside_band.v1", "resettled.v1"
_ALERTS = (_SUSPECTED, _OUTSIDE)


class Watcher:
    """The evidence against every player of the log."""

    def __init__(self, floor: Floor, pool: WorkerPool) -> None:
        self._floor = floor
        self._pool = pool
        self._reader = RoundReader(partial(StoredRounds, RoundStore()), partial(beginning, floor.ledger))
        self._watch = Watch()
        self._lock = threading.Lock()
        self._hands: dict[str, deque[WatchedHandShown]] = {}
        self._alerted: set[str | TableDay] = set()
        """Players, and tables with a gaming day."""
        self._luck = LuckByDay(pool)
        self._settings = HouseSettings()
        self._read_to = 0
        """The time of the last record."""
        self.play: PlayReviewed = PlayReviewed()
        """The decisions of every round, priced."""
        self._house_version = 0
        self.position: int = 0
        """How far the log was read."""

    def look(self) -> None:
        """Look at the rounds that were settled since the last time."""
        self._settings = settings_of(self._floor.ledger)
        weighed = 0
        while weighed < ROUNDS_AT_ONCE:
            records = self._floor.ledger.follow(self.position, 200)
            if not records:
                self._read_to = self._floor.clock()
                break
            for record in records:
                if record.stream == STREAM:
                    self._house_version = record.version
                    if record.kind in _ALERTS:
                        self._alerted.add(_subject(record))
                settled = self._reader.take(record)
                if settled is not None:
                    weighed += 1
                    self._weigh(settled)
                elif record.kind == _RESETTLED and (again := self._reader.resettled(record)) is not None:
                    weighed += 1
                    self._review(again)
                self.position, self._read_to = record.position, record.at
        self._alert(self._settings.watch)
        self._judge_days()

    def players(self) -> tuple[PlayerWatch, ...]:
        """Every player, the strongest evidence first."""
        with self._lock:
            return tuple(sorted(self._watch.report(), key=lambda each: -each.evidence_log10))

    def player(self, name: str) -> tuple[PlayerWatch, tuple[WatchedHandShown, ...]]:
        """One player and their latest hands."""
        with self._lock:
            found = self._watch.report([name])
            if not found:
                raise Refusal("unknown_person", f"no hand of {name[:64]!r} was watched")
            return found[0], tuple(self._hands.get(name, ()))

    def _review(self, settled: LoggedRound, leaks: tuple[str, ...] = ()) -> WatchedRound:
        """Have a round weighed and its decisions priced; of a resettled round only the prices are new."""
        key = "watch", settled.position, leaks, hash(str(settled.played.record))
        asked = self._pool.ask("watch_round", settled.played, leaks, settled.results, key=key)
        answer = asked.future.result(PATIENCE)
        if not isinstance(answer, WatchedRound):
            log.warning("a round could not be weighed: %s", answer, extra={"table": settled.table})
            return WatchedRound({}, {})
        if answer.faced is not None:
            self.play.enter(settled.table, settled.number, answer.faced)
        if self._settings.watch:
            self._luck.enter(settled, day_at(settled.at, self._settings), answer.luck)
        return answer

    def _weigh(self, settled: LoggedRound) -> None:
        answer = self._review(settled, LEAKS)
        with self._lock:
            for change in self._watch.enter(settled.played, answer.values):
                hands = self._hands.setdefault(change.player, deque(maxlen=HANDS))
                hands.append(_shown(settled, change, answer))
            self._watch.book(settled.played, settled.results, answer.decisions, answer.optimal)

    def _alert(self, threshold: int) -> None:
        if not threshold:
            return
        for each in self.players():
            if each.evidence_log10 >= threshold and each.player not in self._alerted:
                self._floor.run(partial(self._record, player=each)).result(PATIENCE)
                self._alerted.add(each.player)

    def _judge_days(self) -> None:
        for outside in self._luck.judged(day_at(self._read_to, self._settings), PATIENCE):
            if self._settings.watch and outside[:2] not in self._alerted:
                self._floor.run(partial(self._record_day, outside=outside)).result(PATIENCE)
                self._alerted.add(outside[:2])

    def _record_day(self, unit: Unit, outside: DayOutside) -> None:
        if outside[:2] not in self._alerted_elsewhere(unit):
            event = LuckOutsideBand(at=unit.batch.now, by=SYSTEM, role=SYSTEM, **outside._asdict())
            unit.append(STREAM, kind_of(event), encode_house_event(event), by=SYSTEM, role=SYSTEM)

    def _record(self, unit: Unit, player: PlayerWatch) -> None:
        if player.player in self._alerted_elsewhere(unit):
            return
        last = self._hands[player.player][-1]
        strongest = max(player.leaks, key=lambda leak: leak.evidence_log10)
        event = KnowledgeSuspected(
            at=unit.batch.now,
            by=SYSTEM,
            role=SYSTEM,
            player=player.player,
            knows=strongest.knows,
            evidence=int(player.evidence_log10),
            hands=player.hands,
            table=last.table,
            round=last.round,
        )
        unit.append(STREAM, kind_of(event), encode_house_event(event), by=SYSTEM, role=SYSTEM)

    def _alerted_elsewhere(self, unit: Unit) -> set[str | TableDay]:
        """Players and days for which another server has recorded the alert since the log was last read.

        The lock lets one server after the other look and record, so an alert stands in the log once.
        """
        unit.batch.tx.lock(STREAM)
        since = unit.batch.tx.read(STREAM, after=self._house_version)
        return {_subject(record) for record in since if record.kind in _ALERTS}


def _subject(record: Record) -> str | TableDay:
    """The subject of an alert."""
    event = decode_house_event(record.body)
    if isinstance(event, LuckOutsideBand):
        return event.table, event.day
    assert isinstance(event, KnowledgeSuspected)
    return event.player


def _shown(settled: LoggedRound, change: HandEvidence, answer: WatchedRound) -> WatchedHandShown:
    record, players = settled.played.record, settled.played.players
    own = [seat for seat in record.seats if players.get(seat.seat) == change.player]
    return WatchedHandShown(
        table=settled.table,
        round=settled.number,
        at=settled.at,
        hand=change.hand,
        cards=tuple(seat.cards or "" for seat in own),
        board=record.board or "",
        hidden=record.dealer or "",
        decisions=tuple(
            DecisionShown(stage=each.stage, action=each.action, best=each.best, cost=float(each.cost))
            for seat in own
            for each in answer.decisions.get(seat.seat, ())
        ),
        evidence=change.evidence,
        total=change.total,
    )
