"""The watch of a running house: weighed in the worker pool, one alert, and nothing for players."""

import lzma
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import msgspec
import pytest

from croupier.errors import Refusal
from croupier.floor.registry.house_events import KnowledgeSuspected, decode_house_event
from croupier.floor.registry.settings import HouseSettings, change_settings
from croupier.floor.reports.significant_events import ALERT, significant
from croupier.ledger.records import Entry
from croupier.ledger.store import Ledger
from croupier.ledger.verification.export import ExportFile
from croupier.server.api.watch.watcher import Watcher
from croupier.server.http.access import ACCESS, check_access
from croupier.server.workers.pool import WorkerPool
from croupier.settlement.round import Round
from croupier.table.events import AnyEvent, RoundSettled, TableOpened, decode_event, encode_event
from croupier.table.state import Viewer
from tests.floor.desk_rig import ADMIN, Desk
from tests.odds import sessions
from tests.odds.sessions import ULTIMATE
from tests.server.rig import Running

GOLDEN = Path(__file__).parents[1] / "floor" / "golden" / "0.1.0"
HANDS = 45


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    opened = Desk(f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path / "keys")
    yield opened
    opened.close()


@pytest.fixture
def pool() -> Iterator[WorkerPool]:
    opened = WorkerPool("slow")
    yield opened
    opened.close()


def table_of_ultimate(tmp_path: Path) -> TableOpened:
    file = tmp_path / "log.jsonl"
    file.write_bytes(lzma.decompress((GOLDEN / "log.jsonl.xz").read_bytes()))
    for record in ExportFile(file).records():
        if record.kind == "table_opened.v1":
            event = decode_event(record.body)
            assert isinstance(event, TableOpened)
            if event.mode == "electronic" and event.rules.house.rules.rules.name == ULTIMATE:
                return event
    raise AssertionError("no such table")


def played(ledger: Ledger, opened: TableOpened, player: str, lines: list[dict[str, object]]) -> None:
    """Rounds of a table as its log has them."""

    events: list[AnyEvent] = [opened]
    for number, line in enumerate(lines, 1):
        events.append(
            RoundSettled(
                at=number,
                by="host",
                role="system",
                round=number,
                record=msgspec.convert(line, Round),
                nets={},
                envy={},
                players={1: player},
            )
        )
    entries = [
        Entry(str(event.__struct_config__.tag), encode_event(event), 1, "host", "system") for event in events
    ]
    with ledger.transaction() as tx:
        tx.append(f"table:{player}", 0, entries)


def suspected(desk: Desk) -> list[KnowledgeSuspected]:
    events = [
        decode_house_event(record.body)
        for record in desk.ledger.read("house")
        if record.kind == "knowledge_suspected.v1"
    ]
    return [event for event in events if isinstance(event, KnowledgeSuspected)]


def test_a_thief_is_alerted_once_and_an_honest_player_never(
    desk: Desk, pool: WorkerPool, tmp_path: Path
) -> None:
    opened = table_of_ultimate(tmp_path)
    played(desk.ledger, opened, "thief", sessions.session(ULTIMATE, sessions.hole_carder(ULTIMATE), HANDS, 1))
    played(desk.ledger, opened, "honest", sessions.session(ULTIMATE, sessions.optimal(ULTIMATE), HANDS, 2))
    desk.run(lambda unit: change_settings(unit, HouseSettings(watch=0), ADMIN))
    racing = Watcher(desk.floor, pool)
    for _ in range(3):
        racing.look()
    desk.run(lambda unit: change_settings(unit, HouseSettings(watch=3), ADMIN))
    watcher = Watcher(desk.floor, pool)
    for _ in range(3):
        watcher.look()
    (alert,) = suspected(desk)
    assert (alert.player, alert.knows, alert.hands) == ("thief", "dealer:1", HANDS)
    assert alert.evidence >= 3
    first, second = watcher.players()
    assert (first.player, second.player) == ("thief", "honest")
    assert second.evidence_log10 < 2
    assert first.edge_of_play is not None
    assert second.edge_of_play is not None
    assert first.edge_of_play.percent < second.edge_of_play.percent == pytest.approx(-2.185, abs=0.001)
    # A server that had weighed the same rounds before the alert was recorded does not record it again.
    racing._alert(3)
    assert len(suspected(desk)) == 1
    # Another server, or this one after a start, finds the alert in the log and does not repeat it.
    again = Watcher(desk.floor, pool)
    for _ in range(3):
        again.look()
    assert len(suspected(desk)) == 1

    page = significant(desk.ledger, what=frozenset([ALERT]), viewer=Viewer("auditor"))
    assert "thief plays as if they knew hidden cards (dealer:1)" in page.found[0].text

    found, hands = watcher.player("thief")
    assert found.hands == len(hands) == HANDS
    last = hands[-1]
    assert len(last.hidden.split()) == 2
    assert last.total == pytest.approx(found.evidence_log10)
    assert last.decisions[0].stage == "preflop"
    assert sum(each.evidence["dealer:1"] for each in hands) == pytest.approx(
        next(leak.evidence_log10 for leak in found.leaks if leak.knows == "dealer:1")
    )
    with pytest.raises(Refusal):
        watcher.player("nobody")


@pytest.mark.parametrize("handler", ["watched_players", "watched_player"])
def test_players_and_dealers_never_see_the_watch(handler: str) -> None:
    assert {"surveillance", "auditor"} <= ACCESS[handler]
    for role in ("public", "player", "dealer", "floorperson"):
        with pytest.raises(Refusal):
            check_access(handler, role)


def test_a_threshold_that_means_nothing_is_refused(desk: Desk) -> None:
    for watch in (1, 13, -1):
        with pytest.raises(Refusal) as refused:
            desk.run(partial(change_settings, after=HouseSettings(watch=watch), actor=ADMIN))
        assert refused.value.code == "value_not_allowed"


def test_surveillance_reads_the_watch_and_a_player_does_not(server: Running) -> None:
    watcher = server.signed_in("surveillance")
    answer = watcher.get("/api/watch").raise_for_status().json()
    assert (answer["threshold"], answer["players"]) == (6, [])
    assert watcher.get("/api/watch/nobody").json()["error"]["code"] == "unknown_person"
    assert server.player("ann").get("/api/watch").json()["error"]["code"] == "role_too_low"
