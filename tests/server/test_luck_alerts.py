"""Luck outside its band: one alert for a table and gaming day, none for honest play."""

import lzma
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.floor.registry.house_events import LuckOutsideBand, decode_house_event
from croupier.floor.registry.settings import HouseSettings, change_settings
from croupier.floor.reports.recorded_rounds import LoggedRound
from croupier.floor.reports.significant_events import ALERT, significant
from croupier.ledger.records import Entry
from croupier.ledger.store import Ledger
from croupier.ledger.verification.export import ExportFile
from croupier.odds.protocol import solver_for
from croupier.odds.watch.record import round_of_line
from croupier.server.api.watch.luck_by_day import LuckByDay
from croupier.server.api.watch.watcher import Watcher
from croupier.server.workers.pool import WorkerPool
from croupier.server.workers.review_jobs import RoundLuck, watch_round
from croupier.settlement.prepared_rules import prepared
from croupier.settlement.round import Result, Round
from croupier.settlement.settle import settle_at
from croupier.submission.practice import practice_rules
from croupier.table.events import AnyEvent, RoundSettled, SeatSettled, TableOpened, decode_event, encode_event
from croupier.table.state import Viewer
from tests.floor.desk_rig import ADMIN, MD, Desk
from tests.floor.floor_rig import Clock
from tests.odds import sessions
from tests.odds.sessions import FLUSH

GOLDEN = Path(__file__).parents[1] / "floor" / "golden" / "0.1.0"
DAY = 24 * 3_600_000
ROUNDS = 30

Results = dict[str, Result]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def desk(tmp_path: Path, clock: Clock) -> Iterator[Desk]:
    opened = Desk(f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path / "keys", clock=clock)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def pool() -> Iterator[WorkerPool]:
    opened = WorkerPool("slow")
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> TableOpened:
    """A table of the golden log, with the rules of this test."""
    file = tmp_path_factory.mktemp("golden") / "log.jsonl"
    file.write_bytes(lzma.decompress((GOLDEN / "log.jsonl.xz").read_bytes()))
    event = next(
        decode_event(record.body) for record in ExportFile(file).records() if record.kind == "table_opened.v1"
    )
    assert isinstance(event, TableOpened)
    return msgspec.structs.replace(event, rules=practice_rules(MD))


def as_settled(results: Results) -> Results:
    return results


def paid_as_won(results: Results) -> Results:
    """Every bet that was lost is paid even money."""
    return {
        name: msgspec.structs.replace(each, outcome="win", net=each.stake, paid=each.stake)
        if each.net < 0
        else each
        for name, each in results.items()
    }


def results_of(record: Round) -> dict[int, Results]:
    settled = settle_at(prepared(practice_rules(MD).house), record, meters={})
    return {seat.seat: seat.results for seat in settled.settlement.seats}


def rounds(seed: int) -> list[Round]:
    """A player who does anything, and so gives much away by mistakes."""
    lines = sessions.session(FLUSH, sessions.random_player(FLUSH), ROUNDS, seed)
    return [msgspec.convert(line | {"rules": MD}, Round) for line in lines]


def played(
    ledger: Ledger, opened: TableOpened, table: str, at: int, seed: int, pay: Callable[[Results], Results]
) -> None:
    """A day of a table in the log."""
    stamp: dict[str, Any] = {"at": at, "by": "host", "role": "system"}
    events: list[AnyEvent] = [opened]
    for number, record in enumerate(rounds(seed), 1):
        for seat, results in results_of(record).items():
            events.append(SeatSettled(**stamp, seat=seat, player="p", results=pay(results)))
        events.append(RoundSettled(**stamp, round=number, record=record, nets={}, envy={}, players={1: "p"}))
    entries = [
        Entry(str(each.__struct_config__.tag), encode_event(each), at, "host", "system") for each in events
    ]
    with ledger.transaction() as tx:
        tx.append(f"table:{table}", 0, entries)


def alerts(desk: Desk) -> list[LuckOutsideBand]:
    found = [
        decode_house_event(record.body)
        for record in desk.ledger.read("house")
        if record.kind == "luck_outside_band.v1"
    ]
    return [event for event in found if isinstance(event, LuckOutsideBand)]


def looked(desk: Desk, pool: WorkerPool) -> Watcher:
    watcher = Watcher(desk.floor, pool)
    for _ in range(4):
        watcher.look()
    return watcher


def test_a_mispaid_table_is_alerted_once_when_its_day_is_over(
    desk: Desk, clock: Clock, pool: WorkerPool, opened: TableOpened
) -> None:
    played(desk.ledger, opened, "mispaid", clock.now, 1, paid_as_won)
    played(desk.ledger, opened, "honest", clock.now, 2, as_settled)
    first, racing = looked(desk, pool), looked(desk, pool)
    assert alerts(desk) == []  # the day is not over
    clock.forward(DAY)
    first.look()
    (alert,) = alerts(desk)
    assert (alert.table, alert.day, alert.rounds) == ("mispaid", "2027-01-15", ROUNDS)
    assert alert.luck < alert.low < 0 < alert.high
    # Neither the same server nor one that read the log before it, nor one after a start, repeats it.
    first.look()
    racing._read_to = clock.now
    racing._judge_days()
    assert len(alerts(desk)) == 1
    racing.look()
    looked(desk, pool)
    assert len(alerts(desk)) == 1
    page = significant(desk.ledger, what=frozenset([ALERT]), viewer=Viewer("auditor"))
    assert page.found[0].text.startswith(f"mispaid on 2027-01-15, {ROUNDS} rounds: $")
    assert "for the players beyond optimal play and mistakes" in page.found[0].text


def test_a_house_without_the_watch_has_no_alert(
    desk: Desk, clock: Clock, pool: WorkerPool, opened: TableOpened
) -> None:
    played(desk.ledger, opened, "mispaid", clock.now - DAY, 1, paid_as_won)
    desk.run(lambda unit: change_settings(unit, HouseSettings(watch=0), ADMIN))
    looked(desk, pool)
    assert alerts(desk) == []


def entered(pool: WorkerPool, luck: float, priced: bool = True) -> LuckByDay:
    """Twenty-five rounds with $10 on the game, each with some luck of the house."""
    house = practice_rules(MD).house
    days = LuckByDay(pool)
    for number, record in enumerate(rounds(3)[:25], 1):
        logged = LoggedRound("t", number, "", 0, 0, round_of_line(record, house, True), {})
        days.enter(logged, "2027-01-15", RoundLuck(luck, {1: {"main": 1000}}, priced))
    return days


def test_a_hand_folded_unseen_is_no_luck_of_the_house(pool: WorkerPool) -> None:
    (above,) = entered(pool, 1600.0).judged("2027-01-16", 120)
    assert above.luck == 40_000 > above.high
    assert list(entered(pool, 1600.0, priced=False).judged("2027-01-16", 120)) == []
    (below,) = entered(pool, -1600.0, priced=False).judged("2027-01-16", 120)
    assert below.luck == -40_000 < below.low
    assert list(entered(pool, -1600.0).judged("2027-01-15", 120)) == []


def test_a_resettled_round_counts_once_and_a_judged_day_stays_judged(pool: WorkerPool) -> None:
    days = entered(pool, -1600.0)
    house = practice_rules(MD).house
    logged = [
        LoggedRound("t", number, "", 0, 0, round_of_line(record, house, True), {})
        for number, record in enumerate(rounds(3)[:25], 1)
    ]
    for each in logged:
        days.enter(each, "2027-01-15", RoundLuck(0.0, {1: {"main": 1000}}, True))
    assert list(days.judged("2027-01-16", 120)) == []
    for each in logged:
        days.enter(each, "2027-01-15", RoundLuck(-1600.0, {1: {"main": 1000}}, True))
    assert list(days.judged("2027-01-16", 120)) == []


def test_the_luck_of_a_round_is_its_win_less_optimal_play_and_mistakes() -> None:
    house = practice_rules(MD).house
    record = rounds(4)[0]
    results = results_of(record)
    found = watch_round(lambda *_: None, round_of_line(record, house, True), (), results)
    assert found.luck is not None
    assert found.luck.stakes == {1: {"main": 1000}}
    assert found.luck.priced
    (decision,) = watch_round(
        lambda *_: None, round_of_line(record, house, True), ("dealer:1",), results
    ).decisions[1]
    win = -sum(each.net for each in results[1].values())
    expected = -1000 * (solver_for(house.rules).optimal(house) - decision.cost)
    assert found.luck.luck == pytest.approx(float(win - expected))
    exposed = round_of_line(record, house, True)._replace(irregular=True)
    assert watch_round(lambda *_: None, exposed, (), results).luck is None
