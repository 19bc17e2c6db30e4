"""An intruder who can connect to the database, without rights, on the channels between two servers."""

import base64
import logging
import secrets
from collections.abc import Iterator

import httpx
import msgspec
import psycopg
import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url

from croupier.server.api.tables.acts import act_of
from croupier.server.cluster import seals as relay_seals
from croupier.server.cluster.messages import ActRequest, decode_broadcast, decode_direct
from croupier.server.cluster.relay import EVERYBODY
from croupier.server.cluster.requests import channel_of
from croupier.server.cluster.seals import LATE_SECONDS, Seals
from croupier.table import commands as c
from tests.databases import run
from tests.server.rig import Running
from tests.server.test_relay import on, two, until, url

__all__ = ["two", "url"]

GHOST = "ghost"
CLOSE: dict[str, object] = {
    "type": "act",
    "table": "hcf",
    "by": GHOST,
    "role": "floorperson",
    "act": {"act": "close_table"},
    "version": None,
    "key": "",
}
SETTLE = {"link": "link-hcf", "betting_ms": 2_000, "all_bet_ms": 0, "decision_ms": 60_000}
CHANGE: dict[str, object] = {
    "type": "change",
    "table": "hcf",
    "change": {"type": "settings", "actor": [GHOST, "administrator", ""], "settings": SETTLE},
}
Spy = psycopg.Connection[tuple[object, ...]]


class TestSeals:
    """By a clock that the test sets."""

    def setup_method(self) -> None:
        self.now = 1_000.0
        self.one, self.other = self.server(), self.server()

    def server(self, key: bytes = b"the house's") -> Seals:
        seals = Seals(key, lambda: self.now)
        seals.listens()
        return seals

    def test_a_message_of_another_server_is_handled_once(self) -> None:
        sealed = self.one.seal(b"hello", "everybody")
        assert self.other.unseal(sealed, "everybody") == b"hello"
        self.now += LATE_SECONDS
        assert self.other.unseal(sealed, "everybody") is None
        again = self.one.seal(b"hello", "everybody")
        assert again != sealed
        assert self.other.unseal(again, "everybody") == b"hello"

    def test_it_is_heard_on_its_own_channel_in_its_own_time(self) -> None:
        sealed = self.one.seal(b"hello", "everybody")
        assert self.other.unseal(sealed, "mine") is None
        self.now += LATE_SECONDS + 0.1
        assert self.other.unseal(sealed, "everybody") is None
        self.now -= 2 * (LATE_SECONDS + 0.1)
        assert self.server().unseal(sealed, "everybody") is None

    def test_messages_sent_before_a_server_started_are_ignored(self) -> None:
        sealed = self.one.seal(b"open the table", "mine")
        self.now += 1
        assert self.server().unseal(sealed, "mine") is None
        assert Seals(b"the house's", lambda: self.now).unseal(sealed, "mine") is None
        self.other.listens()  # its connection was lost, and it is still the same server
        assert self.other.unseal(sealed, "mine") == b"open the table"

    def test_altered_or_foreign_messages_are_dropped(self) -> None:
        data = bytearray(base64.b64decode(self.one.seal(b"hello", "mine")))
        for place in range(len(data)):
            data[place] ^= 1
            assert self.other.unseal(base64.b64encode(data).decode(), "mine") is None
            data[place] ^= 1
        assert self.server(b"another's").unseal(base64.b64encode(data).decode(), "mine") is None
        assert self.other.unseal(base64.b64encode(data).decode(), "mine") == b"hello"

    def test_dropped_messages_are_logged_at_intervals(
        self, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        told = caplog.records
        for _ in range(500):
            assert self.one.unseal("", "mine") is None
        assert len(told) == 1
        monkeypatch.setattr(relay_seals, "_QUIET_SECONDS", 0.0)
        self.one._quiet_until = 0.0
        self.one.unseal("", "mine")
        assert "500; the last: no server of this house" in told[1].getMessage()


@pytest.mark.parametrize("act", ["shuffle", "close_bets"])
def test_a_message_cannot_carry_a_deck(act: str) -> None:
    chosen = {"act": act, "order": "2c 3c", "commitment": "00"}
    asked = decode_direct(msgspec.json.encode(CLOSE | {"act": chosen}))
    assert isinstance(asked, ActRequest)
    known = act_of(asked.act, asked.by, asked.role)
    assert known in (c.Shuffle(), c.CloseBets())


def test_a_request_to_one_server_is_not_broadcast() -> None:
    assert isinstance(decode_direct(msgspec.json.encode(CLOSE)), ActRequest)
    with pytest.raises(msgspec.ValidationError):
        decode_broadcast(msgspec.json.encode(CLOSE))


@pytest.fixture
def spy(two: tuple[Running, Running], url: str, postgres: str) -> Iterator[Spy]:
    """A connection of a role that may log in and nothing else, and listens to what the servers say."""
    name = f"spy_{secrets.token_hex(4)}"
    admin = create_engine(postgres, isolation_level="AUTOCOMMIT")
    run(admin, f"CREATE ROLE {name} LOGIN PASSWORD '{name}'")
    given = make_url(url).set(drivername="postgresql", username=name, password=name)
    try:
        with psycopg.connect(given.render_as_string(hide_password=False), autocommit=True) as connection:
            for server in two:
                connection.execute(f"LISTEN {channel_of(server.house.named.name)}")
            yield connection
    finally:
        run(admin, f"DROP ROLE {name}")
        admin.dispose()


def notify(spy: Spy, channel: str, payload: str) -> None:
    spy.execute("SELECT pg_notify(%s, %s)", (channel, payload))


def say(spy: Spy, channel: str, message: dict[str, object]) -> None:
    notify(spy, channel, msgspec.json.encode(message | {"id": secrets.token_hex(4)}).decode())


def recorded(spy: Spy) -> list[psycopg.Notify]:
    return list(spy.notifies(timeout=0.3))


def asked_after(owner: Running, other: Running, name: str) -> None:
    """Once this is answered, whatever was said to the owner before was taken or dropped."""
    player = on(other, owner.player(name))
    refused = player.act("hcf", act="decide", seat=1, action="fold", amount=0)
    assert refused.status_code == 409, refused.text


def done_by_a_ghost(server: Running) -> list[str]:
    with server.house.floor.ledger.database.engine.connect() as connection:
        found = connection.execute(text("SELECT kind FROM events WHERE actor = :ghost"), {"ghost": GHOST})
        return [str(kind) for (kind,) in found]


def settings_from(client: httpx.Client, betting_ms: int) -> None:
    asked = SETTLE | {"betting_ms": betting_ms}
    client.post("/api/listings/hcf/settings", json=asked).raise_for_status()


def test_a_role_without_rights_is_heard_by_nobody(
    two: tuple[Running, Running], spy: Spy, caplog: pytest.LogCaptureFixture
) -> None:
    owner, other = two
    caplog.set_level(logging.WARNING, "croupier.server")
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        spy.execute("SELECT * FROM events")
    for channel in (EVERYBODY, channel_of(owner.house.named.name)):
        for message in (CLOSE, CHANGE):
            say(spy, channel, message)
        for noise in ("part 00 0 1000000 eA==", "part x y", "part a b c d", "é", "{", "A" * 400):
            notify(spy, channel, noise)
    asked_after(owner, other, "ann")
    assert done_by_a_ghost(owner) == []
    assert owner.house.floor.tables["hcf"].settings.betting_ms == 1_500
    told = [each for each in caplog.records if each.name == "croupier.server"]
    assert 0 < len(told) <= len(two), [
        each.getMessage() for each in told
    ]  # a line for each server that heard it


def test_a_message_that_was_recorded_is_not_taken_again(two: tuple[Running, Running], spy: Spy) -> None:
    owner, other = two
    here = owner.signed_in("administrator")
    recorded(spy)
    settings_from(on(other, here), 9_000)
    heard = recorded(spy)
    assert {each.channel for each in heard} == {channel_of(server.house.named.name) for server in two}
    assert not [each for each in heard if "betting" in each.payload or "hcf" in each.payload]  # nor read
    settings_from(here, 8_000)
    owner.house.relay._requests._served.clear()  # as after some thousands of others
    for each in heard:
        for channel in (each.channel, EVERYBODY):
            notify(spy, channel, each.payload)
            notify(spy, channel, each.payload[:-9] + each.payload[-9:].swapcase())
    asked_after(owner, other, "ann")
    assert owner.house.floor.tables["hcf"].settings.betting_ms == 8_000
    until(lambda: owner.house.relay._requests._served)
