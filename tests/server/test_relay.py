"""Two servers of one house on one PostgreSQL: whichever one is asked, it is the same table."""

import asyncio
import shutil
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import create_engine
from sqlalchemy.engine import make_url
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from croupier.bench.floor_house import furnish
from croupier.floor.audit.audit import audit
from croupier.floor.cluster.leases import LEASE_MS
from croupier.floor.people.model import Actor
from croupier.ledger.keys import Keys
from croupier.ledger.store import Ledger
from croupier.server.api.tables.acts import PlainCloseBets
from croupier.server.cluster import requests
from croupier.server.cluster.channels import Parts, in_parts
from croupier.server.cluster.messages import OpenTable
from croupier.server.cluster.seals import Seals
from croupier.server.opening import hand_over
from tests.databases import postgres_database, run
from tests.server.killed_rig import WAGERS, Guest, Serving, serving
from tests.server.rig import ROOMY, Client, Running, receive, running, view_after

RULES = "ma/high-card-flush"


def until(true: Callable[[], Any], seconds: float = 15) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come to pass"
        time.sleep(0.02)


def code(response: httpx.Response) -> str:
    return str(response.json()["error"]["code"])


@pytest.fixture
def url(postgres: str) -> Iterator[str]:
    with postgres_database(postgres) as made:
        yield made


@pytest.fixture
def two(url: str, tmp_path: Path) -> Iterator[tuple[Running, Running]]:
    """A server that runs the table `hcf`, and another one of the same house, whose keys were copied."""
    rarely = msgspec.structs.replace(ROOMY, check_seconds=600)
    with running(url, tmp_path / "keys") as owner:
        owner.table("hcf", RULES, betting_ms=1_500, decision_ms=60_000)
        copied = shutil.copytree(tmp_path / "keys", tmp_path / "other" / "keys")
        with running(url, copied, rarely) as other:
            assert other.house.named.name != owner.house.named.name
            other.administrator = owner.administrator
            until(lambda: other.house.relay.tables.get("hcf"))
            assert "hcf" in owner.house.floor.tables
            assert "hcf" not in other.house.floor.tables
            yield owner, other


def on(server: Running, client: Client) -> Client:
    """The same person's browser, turned to another server of the house."""
    turned = server.client()
    turned.cookies = client.cookies
    turned.headers["x-csrf-token"] = client.headers["x-csrf-token"]
    turned.person = client.person
    return turned


def but_the_time(view: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in view.items() if name != "now"}


class Watching:
    """A socket, with all its messages."""

    def __init__(self, line: ClientConnection) -> None:
        self.line = line
        self.events: dict[int, Any] = {}
        self.view: dict[str, Any] = {}
        self.versions: list[int] = []
        self.deadline: int | None = None

    def hear(self, seconds: float = 15) -> dict[str, Any]:
        message: dict[str, Any] = msgspec.json.decode(self.line.recv(seconds))
        for each in message.get("events", ()):
            self.events[each["version"]] = each["event"]
            self.versions.append(each["version"])
        if "view" in message:
            self.view, self.deadline = view_after(self.view, message), message.get("deadline")
        return message

    def up_to(self, version: int) -> None:
        while self.view.get("version", -1) < version:
            self.hear()


def decide(client: Client, table: str, view: dict[str, Any]) -> bool:
    for offer in view.get("offers", ()):
        if offer["act"] == "decide":
            wager = offer["amounts"][0]
            client.act(
                table,
                view["version"],
                act="decide",
                seat=1,
                action=wager["name"],
                amount=wager["least"],
            ).raise_for_status()
            return True
    return False


def test_a_stopping_server_hands_its_tables_over(
    two: tuple[Running, Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is refused meanwhile: a command waits for the next owner, at the server that stops too."""
    owner, other = two
    for wait in ("croupier.server.opening.HAND_OVER_SECONDS", "croupier.server.cluster.relay._MOVE_SECONDS"):
        monkeypatch.setattr(wait, 60.0)  # however slow the machine is
    ann = owner.player("ann")
    ben = on(other, owner.player("ben"))
    until(lambda: owner.house.relay.present)
    version = ann.view("hcf")["version"]
    with ThreadPoolExecutor(1) as pool:
        stopping: Future[bool] | None = None
        for number in range(40):
            client, seat = ((ann, 1), (ben, 2))[number // 2 % 2]
            done = client.act("hcf", version, act="leave" if number % 2 else "sit", seat=seat)
            assert done.status_code == 200, (number, done.text)
            version = done.json()["version"]
            if number == 5:
                stopping = pool.submit(hand_over, owner.house)
        assert stopping is not None
        assert stopping.result()
    assert "hcf" in other.house.floor.tables
    assert not owner.house.floor.tables


def test_the_others_hear_of_released_tables_at_once(
    two: tuple[Running, Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, other = two
    until(lambda: owner.house.relay.present)
    monkeypatch.setattr("croupier.floor.host.floor.TICK_MS", 600_000)  # by itself nobody looks for them
    monkeypatch.setattr("croupier.server.opening.HAND_OVER_SECONDS", 30.0)
    time.sleep(0.5)  # the last waits of the usual length are over
    assert hand_over(owner.house)
    until(lambda: "hcf" in other.house.floor.tables)


def test_tables_that_nobody_takes_are_kept(
    two: tuple[Running, Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, other = two
    other.house.floor.leaving = True  # it stops too
    monkeypatch.setattr("croupier.server.opening.HAND_OVER_SECONDS", 0.5)
    until(lambda: owner.house.relay.present)
    monkeypatch.setattr("croupier.server.opening.TAKE_BACK_SECONDS", 60.0)
    assert not hand_over(owner.house)
    assert "hcf" in owner.house.floor.tables  # at once: what follows waits for its round to end
    assert owner.player("ann").act("hcf", act="sit", seat=1).status_code == 200


def test_a_round_is_played_through_a_server_that_does_not_run_the_table(
    two: tuple[Running, Running],
) -> None:
    owner, other = two
    ann = owner.player("ann")
    there = on(other, ann)
    assert [each["table"] for each in there.get("/api/tables").json()] == ["hcf"]
    assert but_the_time(there.view("hcf")) == but_the_time(ann.view("hcf"))
    assert there.act("hcf", act="sit", seat=1).status_code == 200
    with (
        owner.socket(ann, "hcf", ann.view("hcf")["version"]) as first,
        other.socket(there, "hcf", there.view("hcf")["version"]) as second,
    ):
        here, elsewhere = Watching(first), Watching(second)
        elsewhere.hear()
        body = {"act": {"act": "bet", "seat": 1, "wagers": WAGERS}, "key": "k1"}
        body["version"] = there.view("hcf")["version"]
        done = there.post("/api/tables/hcf/commands", json=body)
        assert done.status_code == 200, done.text
        again = there.post("/api/tables/hcf/commands", json=body)
        assert again.json() == done.json()  # the same key asks once, also at the owner itself
        assert ann.post("/api/tables/hcf/commands", json=body).json() == done.json()
        hosted, version = owner.house.floor.tables["hcf"], done.json()["version"]
        elsewhere.up_to(version)
        while hosted.state.version != version:  # on a busy machine the table may have moved on by itself
            version = hosted.state.version
            elsewhere.up_to(version)
        assert elsewhere.deadline == hosted.deadline
        mixed = there.post("/api/tables/hcf/entropy", json={"entropy": "my own words"})
        assert mixed.status_code == 200, mixed.text
        for _ in range(30):
            if (elsewhere.view["last"] or {}).get("round"):
                break
            decide(there, "hcf", elsewhere.view)
            elsewhere.hear()
        here.up_to(elsewhere.view["version"])
        assert elsewhere.versions == list(range(elsewhere.versions[0], elsewhere.view["version"] + 1))
        same = elsewhere.events.keys() & here.events.keys()
        assert len(same) > 5
        assert {each: here.events[each] for each in same} == {each: elsewhere.events[each] for each in same}
        assert but_the_time(here.view) == but_the_time(elsewhere.view)
    fair = there.get("/api/tables/hcf/fairness/1").json()
    assert fair["revealed"]
    assert fair["entropies"] == ["my own words"]
    assert there.get("/api/meters").json() == ann.get("/api/meters").json()


def test_a_refusal_of_the_owner_is_passed_on(two: tuple[Running, Running]) -> None:
    owner, other = two
    ann, bob = on(other, owner.player("ann")), on(other, owner.player("bob"))
    ann.act("hcf", act="sit", seat=1).raise_for_status()
    taken = bob.act("hcf", act="sit", seat=1)
    assert (taken.status_code, code(taken)) == (409, "seat_taken")
    early = ann.act("hcf", act="decide", seat=1, action="fold", amount=0)
    assert early.status_code == 409
    assert (
        early.json()["error"]
        == ann_at(owner, ann).act("hcf", act="decide", seat=1, action="fold", amount=0).json()["error"]
    )
    assert code(bob.act("hcf", act="bet", seat=1, wagers=WAGERS)) == "not_your_seat"
    assert code(bob.act("hcf", 1, act="sit", seat=2)) == "stale_version"
    assert asked_as(other, "system") == asked_as(other, "host") == ["role_not_allowed"] * 2
    unknown = bob.post("/api/tables/nowhere/commands", json={"act": {"act": "sit", "seat": 1}, "version": 0})
    assert code(unknown) == "unknown_table_name"
    owner.house.closing = True
    assert code(bob.act("hcf", act="sit", seat=2)) == "server_stopping"


def asked_as(server: Running, role: str) -> list[str]:
    """What the owner of a table answers a server that asks in a role, for an act and for a desk."""
    asking, loop = server.house.tables, server.house.relay._loop

    async def ask() -> list[Any]:
        act = asking.send("hcf", PlainCloseBets(), by=role, role=role)
        desk = asking.change("hcf", OpenTable(actor=Actor(role, role)))
        return await asyncio.gather(*map(asyncio.wrap_future, (act, desk)), return_exceptions=True)

    assert loop is not None
    return [each.code for each in asyncio.run_coroutine_threadsafe(ask(), loop).result(10)]


def ann_at(owner: Running, client: Client) -> Client:
    return on(owner, client)


def test_a_socket_on_another_server_shows_only_its_viewers_cards(two: tuple[Running, Running]) -> None:
    owner, other = two
    ann, bob = owner.player("ann"), owner.player("bob")
    ann.act("hcf", act="sit", seat=1).raise_for_status()
    with other.socket(on(other, bob), "hcf") as line:
        receive(line, "view")
        ann.act("hcf", act="bet", seat=1, wagers=WAGERS).raise_for_status()
        while True:
            told = receive(line, "events")
            dealt = [each["event"] for each in told["events"] if each["event"]["kind"].startswith("dealt")]
            if dealt:
                break
        assert all(not packet.get("cards") for packet in dealt[0]["packets"] if not packet.get("up"))


def test_a_session_that_one_server_ends_is_over_at_the_other(two: tuple[Running, Running]) -> None:
    """At once: by itself the other one would look again after minutes."""
    owner, other = two
    admin = owner.signed_in("administrator")

    def looked() -> bool:
        """At the new one too, as at every one that is opened."""
        return all(each.due for each in other.house.connections._signed.values())

    for end in ("everywhere", "administrator"):
        ann = owner.player(f"ann-{end}")
        away = on(other, ann)
        with other.socket(away, "hcf") as line:
            receive(line, "view")
            until(looked)
            if end == "everywhere":
                ann.post("/api/session/end-all").raise_for_status()
            else:
                admin.post(f"/api/people/{ann.person}/sessions/revoke").raise_for_status()
            with pytest.raises(ConnectionClosed) as closed:
                receive(line, "never")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4401


def test_desks_work_from_either_server(two: tuple[Running, Running]) -> None:
    owner, other = two
    owner.table("live", RULES, mode="live", opener=False)
    until(lambda: other.house.relay.tables.get("live") and "live" in other.house.registry.listings)
    admin = on(other, owner.signed_in("administrator"))
    settings = {"link": "link-live", "betting_ms": 9_000, "decision_ms": 8_000}
    told = admin.post("/api/listings/live/settings", json=settings).raise_for_status().json()
    assert (told["settings"]["betting_ms"], told["here"]) == (9_000, False)
    assert owner.house.floor.tables["live"].settings.betting_ms == 9_000
    assert code(admin.post("/api/listings/live/adopt", json={"version": 1})) == "submission_unchanged"
    boss = on(other, owner.signed_in("floorperson"))
    assert boss.post("/api/listings/live/open").status_code == 409  # it is open
    count = {
        "what": "open",
        "chips": {"2500": 2},
        "second": {"name": "dealer", "password": "seven green bottles"},
    }
    assert boss.post("/api/inventory/live", json=count).status_code == 200
    assert owner.balance("inventory:live") == 5_000
    assert [each["table"] for each in boss.get("/api/listings").json()] == ["hcf", "live"]


def test_a_long_message_is_sent_in_parts(two: tuple[Running, Running]) -> None:
    owner, other = two
    dealer = on(other, owner.signed_in("floorperson"))
    words = "x" * 30_000
    asked = dealer.act("hcf", act="report", kind="talk", note=words)
    assert asked.status_code in (400, 409), asked.text  # refused by its reader or by the owner, not lost
    data = msgspec.json.encode({"words": words, "more": "é" * 5_000})
    parts = Parts()
    notices = list(in_parts(data))
    assert len(notices) > 5
    assert max(len(Seals(b"key", time.time).seal(each, "channel")) for each in notices) < 8_000
    assert [each for each in map(parts.whole, reversed(notices)) if each is not None] == [data]


def test_an_owner_that_does_not_answer_is_not_waited_for(
    two: tuple[Running, Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, other = two
    ann = on(other, owner.player("ann"))
    monkeypatch.setattr(requests, "TIMEOUT_SECONDS", 0.5)
    held = owner.house.floor.run(lambda unit: time.sleep(1.5))
    silent = ann.act("hcf", key="k", act="sit", seat=1)
    assert (silent.status_code, code(silent)) == (503, "ledger_uncertain")
    held.result(10)
    monkeypatch.undo()
    assert ann.act("hcf", key="k", act="sit", seat=1).status_code == 200
    assert ann.view("hcf")["seats"][0]["player"] == ann.person


def test_the_channel_comes_back_with_the_database(
    two: tuple[Running, Running], url: str, postgres: str
) -> None:
    owner, other = two
    ann = on(other, owner.player("ann"))
    admin = create_engine(postgres, isolation_level="AUTOCOMMIT")
    run(
        admin,
        f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{make_url(url).database}'",
    )
    admin.dispose()

    def sat() -> bool:
        view = ann.get("/api/tables/hcf")
        if view.status_code != 200:
            return False
        version = view.json()["version"]
        return ann.act("hcf", version, key="again", act="sit", seat=1).status_code == 200

    until(sat)
    with other.socket(ann, "hcf") as line:
        receive(line, "view")
        ann.act("hcf", act="bet", seat=1, wagers=WAGERS).raise_for_status()
        assert receive(line, "events")["events"]


def test_two_processes_on_one_file_can_look_and_not_act(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'ledger.db'}"
    with running(url, tmp_path / "keys") as owner:
        owner.table("hcf", RULES)
        with running(url, tmp_path / "keys") as other:
            until(lambda: other.house.relay.tables.get("hcf"))
            ann = owner.player("ann")
            there = on(other, ann)
            refused = there.act("hcf", act="sit", seat=1)
            assert (refused.status_code, code(refused)) == (503, "table_moved")
            ann.act("hcf", act="sit", seat=1).raise_for_status()
            until(lambda: there.view("hcf")["version"] == ann.view("hcf")["version"])


# ------------------------------------------------------------------------------------- with real processes


def test_a_server_takes_over_and_the_sockets_go_on(url: str, tmp_path: Path) -> None:
    """Two processes; the owner is killed in the middle of a round that is played through the other one."""
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    seat = furnish(url, data / "keys", tables=1)[0]
    guest = Guest(f"croupier={seat.token}")
    with ExitStack() as stack:
        owner = stack.enter_context(serving(data, url))
        other = stack.enter_context(serving(data, url))
        guest.come(other.address)
        started = guest.view["version"]
        guest.act("bet", act="bet", seat=1, wagers=WAGERS)
        while guest.view.get("bets_open"):
            guest.hear()
        told = dict(guest.events)
        assert sorted(told) == list(range(started + 1, guest.view["version"] + 1))
        owner.kill()
        died = time.monotonic()
        _finish(guest, other)
        assert time.monotonic() - died < LEASE_MS / 1000 + 8
        last = guest.view["last"]
        assert last["round"] == 1
        assert sorted(guest.events) == list(range(started + 1, guest.view["version"] + 1))
        assert told.items() <= guest.events.items()
        guest.leave()
        other.kill()
    ledger = Ledger.open(url, Keys.open(data / "keys"))
    try:
        assert audit(ledger).whole
    finally:
        ledger.close()


def _finish(guest: Guest, server: Serving) -> None:
    """Decide, with the same key until it is answered, and hear the round end."""
    answered: set[str] = set()
    for _ in range(400):
        if (guest.view["last"] or {}).get("round"):
            return
        offers = [each for each in guest.view.get("offers", ()) if each["act"] == "decide"]
        key = f"d{guest.view['version']}"
        if offers and key not in answered:
            wager = offers[0]["amounts"][0]
            guest.send(key, act="decide", seat=1, action=wager["name"], amount=wager["least"])
            answer = guest.hear("answer")
            if answer.get("error") is None:
                answered.add(key)
            else:
                assert answer["error"]["code"] in ("ledger_uncertain", "table_moved", "stale_version"), answer
                time.sleep(0.2)
        else:
            guest.hear()
    raise AssertionError("the round did not end")
