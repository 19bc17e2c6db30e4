"""A socket: exactly the missed events, idempotency keys, versions, slow clients, a restart in between."""

import asyncio
import json
import threading
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import msgspec
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection

from croupier.floor.host.automation import close_bets
from croupier.server.api.messages import EventsSent
from croupier.server.live.fan_out import Delivery, Watcher
from croupier.server.settings import Rate, Settings
from croupier.table.commands import AnyAct, Shuffle, Validate
from croupier.table.evolve import evolve
from croupier.table.redaction.view import LastView, SeatView, view
from croupier.table.state import Viewer
from croupier.table.transition import Transition
from tests.server.rig import ROOMY, Client, Running, receive, running, view_after
from tests.table.driver import electronic, stacked


def command(
    line: ClientConnection, id_: str, version: int, act: dict[str, Any], key: str = ""
) -> dict[str, Any]:
    line.send(json.dumps({"type": "command", "id": id_, "act": act, "version": version, "key": key}))
    answer = receive(line, "answer")
    assert answer["id"] == id_
    return answer


def sit(seat: int) -> dict[str, Any]:
    return {"act": "sit", "seat": seat}


def bet(seat: int, cents: int = 1000) -> dict[str, Any]:
    return {"act": "bet", "seat": seat, "wagers": {"ante": cents}}


def test_a_reconnecting_client_gets_exactly_the_missed_events(server: Running) -> None:
    ann, bob = server.player("ann"), server.player("bob")
    with server.socket(ann, "hcf") as line:
        left_at = receive(line, "view")["version"]
    bob.act("hcf", act="sit", seat=2).raise_for_status()
    bob.act("hcf", **bet(2)).raise_for_status()
    ann.act("hcf", act="sit", seat=1).raise_for_status()
    with server.socket(ann, "hcf", left_at) as line:
        missed = receive(line, "events")
    versions = [each["version"] for each in missed["events"]]
    assert versions == list(range(left_at + 1, missed["version"] + 1))
    assert [each["event"]["kind"] for each in missed["events"]] == [
        "player_sat.v1",
        "bet_placed.v1",
        "player_sat.v1",
    ]
    told = ann.get("/api/tables/hcf/events", params={"after": left_at}).json()
    assert told["events"] == missed["events"]
    with server.socket(ann, "hcf", missed["version"]) as line:
        assert receive(line, "events")["events"] == []
    for unknown in (missed["version"] + 1, 10**15):
        with server.socket(ann, "hcf", unknown) as line:
            assert receive(line, "view")["version"] == missed["version"]


def test_after_a_restart_a_client_gets_a_full_view(tmp_path: Path) -> None:
    url, keys = f"sqlite:///{tmp_path / 'l.db'}", tmp_path / "keys"
    with running(url, keys, ROOMY, staff=False) as server:
        server.table("hcf", "ma/high-card-flush")
        ann = server.player("ann")
        before = ann.view("hcf")["version"]
        ann.act("hcf", act="sit", seat=1).raise_for_status()
        ann.act("hcf", **bet(1)).raise_for_status()
        version = ann.view("hcf")["version"]
    with running(url, keys, ROOMY) as server:
        again = server.signed_in("ann")
        with server.socket(again, "hcf", before) as line:
            whole = receive(line, "view")
        assert whole["version"] == version
        assert whole["view"]["seats"][0]["wagers"] == {"ante": 1000}
        with server.socket(again, "hcf", version) as line:
            assert receive(line, "events")["events"] == []
        kinds = [record.kind for record in server.house.floor.ledger.read("house")]
        assert kinds.count("started.v1") == 2
        assert kinds.count("stopped.v1") == 1


def test_a_key_asks_once(server: Running) -> None:
    ann, bob = server.player("ann"), server.player("bob")
    with server.socket(ann, "hcf") as line:
        version = receive(line, "view")["version"]
        first = command(line, "1", version, sit(1), key="k1")
        again = command(line, "2", version, sit(1), key="k1")
        assert first["version"] == again["version"]
        over_http = ann.act("hcf", version=version, key="k1", **sit(1))
        assert over_http.json() == {"version": first["version"]}
        placed = command(line, "3", first["version"], bet(1, 2000), key="k2")
        command(line, "4", first["version"], bet(1, 2000), key="k2")
        bob.act("hcf", key="k1", act="sit", seat=2).raise_for_status()  # a key is its person's own
        assert set(server.house.floor.tables["hcf"].state.players) == {1, 2}
    assert placed["version"] == first["version"] + 1
    assert server.house.floor.tables["hcf"].state.hands[1].wagers == {"ante": 2000}


def test_one_key_from_many_sides_at_once(server: Running) -> None:
    ann = server.player("ann")
    ann.act("hcf", act="sit", seat=1).raise_for_status()
    version = ann.view("hcf")["version"]
    answers: list[httpx.Response] = []
    threads = [
        threading.Thread(target=lambda: answers.append(ann.act("hcf", version=version, key="once", **bet(1))))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [each.status_code for each in answers] == [200] * 8
    assert {each.json()["version"] for each in answers} == {version + 1}


def test_a_stale_version_is_refused_and_changes_nothing(server: Running) -> None:
    ann = server.player("ann")
    old = ann.view("hcf")["version"]
    ann.act("hcf", act="sit", seat=1).raise_for_status()
    # A bet is not stale for what other seats do; a decision is.
    fold: dict[str, Any] = {"act": "decide", "seat": 1, "action": "fold"}
    stale = ann.act("hcf", version=old, **fold)
    assert stale.status_code == 409
    assert stale.json()["error"]["code"] == "stale_version"
    with server.socket(ann, "hcf") as line:
        now = receive(line, "view")["version"]
        assert command(line, "x", old, fold)["error"]["code"] == "stale_version"
        refused = command(line, "y", now, bet(1, 1))["error"]
        assert refused["code"] == "below_minimum"
        assert refused["clauses"]
    assert ann.view("hcf")["version"] == now
    text = ann.get("/metrics").text
    assert 'croupier_refusals_total{code="stale_version"} 2.0' in text


def test_a_slow_client_is_put_to_a_full_view_and_holds_up_nobody(tmp_path: Path) -> None:
    settings = Settings(
        secure=False, pending=3, session=Rate(10_000, 10_000), address=Rate(10_000, 10_000), send_seconds=30
    )
    with running(f"sqlite:///{tmp_path / 'l.db'}", tmp_path / "keys", settings, staff=False) as server:
        server.table("hcf", "ma/high-card-flush")
        ann, bob = server.player("ann"), server.player("bob")
        ann.act("hcf", act="sit", seat=1).raise_for_status()
        house = server.house
        watcher = house.hub.watch("hcf", Viewer("player", bob.person))  # a socket that takes nothing
        watcher.start(None)
        for cents in range(1000, 1012):
            ann.act("hcf", **bet(1, cents)).raise_for_status()
        message = watcher.take()
        assert message is not None
        assert type(message).__name__ == "ViewSent"
        state = house.floor.tables["hcf"].state
        assert message.view.version == state.version
        assert message.view.seats == view(state, watcher.viewer).seats
        assert watcher.take() is None
        assert b"croupier_slow_clients_total 1.0" in house.metrics.text()
        ann.act("hcf", **bet(1, 1500)).raise_for_status()
        ann.view("hcf")
        later = watcher.take()
        assert type(later).__name__ == "EventsSent"


def test_watchers_are_woken_one_in_each_turn_of_the_loop(server: Running) -> None:
    """Between two of them others are answered."""
    hub = server.house.hub
    loop = hub._loop
    assert loop is not None
    server.player("ann").act("hcf", act="sit", seat=1).raise_for_status()
    news = list(server.house.floor.tables["hcf"].recent)[-1:]

    async def woken() -> list[int]:
        watchers = [hub.watch("hcf", Viewer("public")) for _ in range(4)]
        hub.publish("hcf", news)
        found = []
        for _ in range(12):
            await asyncio.sleep(0)
            found.append(sum(each.wake.is_set() for each in watchers))
        for each in watchers:
            hub.leave(each)
        return found

    found = asyncio.run_coroutine_threadsafe(woken(), loop).result(timeout=10)
    assert found[-1] == 4
    assert {1, 2, 3} <= set(found)


def test_every_watcher_sees_every_version_in_order(server: Running) -> None:
    ann = server.player("ann")
    ann.act("hcf", act="sit", seat=1).raise_for_status()
    watchers: list[Client] = [server.signed_in(role) for role in ("auditor", "dealer", "surveillance")]
    with ExitStack() as open_lines:
        lines = [open_lines.enter_context(server.socket(each, "hcf")) for each in watchers]
        starts = [receive(line, "view")["version"] for line in lines]
        for cents in range(1000, 1030):
            ann.act("hcf", **bet(1, cents)).raise_for_status()
        last = ann.view("hcf")["version"]
        for line, start in zip(lines, starts, strict=True):
            seen: list[int] = []
            while not seen or seen[-1] < last:
                news = receive(line, "events")
                seen += [each["version"] for each in news["events"]]
                assert news["view"]["version"] == seen[-1]
            assert seen == list(range(start + 1, last + 1))


def test_the_last_round_is_sent_when_it_changes_and_the_view_is_whole_with_it(server: Running) -> None:
    """The state that a client assembles equals, at every version, the one it would get by asking."""
    ann = server.player("ann")
    ann.act("hcf", act="sit", seat=1).raise_for_status()
    same = 0
    with server.socket(ann, "hcf") as line:
        known = receive(line, "view")["view"]
        for number in range(1, 4):
            for act in (bet(1), None, {"act": "decide", "seat": 1, "action": "fold"}):
                if act is None:
                    server.house.floor.run(lambda unit: close_bets(unit, "hcf"), table="hcf").result(10)
                else:
                    ann.act("hcf", **act).raise_for_status()
                now = ann.view("hcf")
                while known["version"] < now["version"]:
                    news = receive(line, "events")
                    same += news.get("same_last", False)
                    known = view_after(known, news)
                assert {**known, "now": 0} == {**now, "now": 0}
            assert known["last"]["round"] == number
    assert same >= 4


def test_the_last_round_is_sent_again_when_its_award_waits_no_more() -> None:
    """Until then others are shown it without the progressive. An electronic table plays on meanwhile."""
    table = electronic("ma/high-card-flush")
    table.deal_round({1: {"ante": 1000, "progressive": 100}}, stacked("2s 3s 4s 5s 6s 7s 8s"))
    hosted = SimpleNamespace(state=table.state, deadline=None)
    hub: Any = SimpleNamespace(
        tables=SimpleNamespace(find=lambda name: hosted),
        floor=SimpleNamespace(clock=lambda: table.now),
        shown={},
    )
    watcher = Watcher(hub, "T1", Viewer("player", "p2"), 9)
    watcher.start(None)

    def last(act: AnyAct, role: str) -> LastView | None:
        before, events = table.state, []
        for event in table.do(act, role):
            before = evolve(before, event)
            events.append(Transition(event, before))
        hosted.state = table.state
        watcher.give(Delivery(hub, "T1", events))
        told = watcher.take()
        assert isinstance(told, EventsSent)
        assert told.same_last is (told.view.last is None)
        return told.view.last

    assert last(Shuffle(commitment="c"), "system") is None, "it is known"
    shown = last(Validate(award="1.1"), "floorperson")
    assert shown is not None
    seats = msgspec.json.decode(msgspec.json.encode(shown.seats), type=tuple[SeatView, ...])
    assert "progressive" in seats[0].results


def test_an_event_that_is_delivered_twice_is_sent_once() -> None:
    """After a takeover the events of the former replica are delivered again."""
    table = electronic("ma/high-card-flush")
    table.deal_round({1: {"ante": 1000, "progressive": 100}}, stacked("2s 3s 4s 5s 6s 7s 8s"))
    hosted = SimpleNamespace(state=table.state, deadline=None)
    hub: Any = SimpleNamespace(
        tables=SimpleNamespace(find=lambda name: hosted),
        floor=SimpleNamespace(clock=lambda: table.now),
        shown={},
    )
    watcher = Watcher(hub, "T1", Viewer("player", "p2"), 9)
    first = watcher.start(None).version
    state, events = table.state, list[Transition]()
    for act, role in ((Shuffle(commitment="c"), "system"), (Validate(award="1.1"), "floorperson")):
        for event in table.do(act, role):
            state = evolve(state, event)
            events.append(Transition(event, state))
    hosted.state = table.state
    for some in (events[:1], events, events[:1], []):  # a takeover may have nothing new to deliver
        watcher.give(Delivery(hub, "T1", some))
    sent = watcher.take()
    assert isinstance(sent, EventsSent)
    assert sent.view.version == table.state.version
    assert [each.version for each in sent.events] == list(range(first + 1, table.state.version + 1))


def test_no_socket_for_an_unknown_table(server: Running) -> None:
    ann = server.player("ann")
    with pytest.raises(InvalidStatus), server.socket(ann, "nowhere"):
        pass


def test_sockets_of_one_session_are_counted(tmp_path: Path) -> None:
    settings = Settings(secure=False, sockets_a_session=2)
    with running(f"sqlite:///{tmp_path / 'l.db'}", tmp_path / "keys", settings, staff=False) as server:
        server.table("hcf", "ma/high-card-flush")
        ann = server.player("ann")
        with server.socket(ann, "hcf") as one, server.socket(ann, "hcf") as two:
            receive(one, "view")
            receive(two, "view")
            assert server.house.connections.count == 2
            with pytest.raises(InvalidStatus), server.socket(ann, "hcf"):
                pass
