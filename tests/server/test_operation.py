"""`croupier serve` as a process: its one address, its link, its log, its end; health and metrics."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import httpx
import msgspec
import pytest

from croupier.errors import Refusal
from croupier.ledger.keys import Keys
from croupier.server import signing
from croupier.server.cluster import owner
from croupier.server.cluster.owner import Owner
from croupier.server.http.metrics import Metrics
from croupier.server.opening import close_house, drain, in_a_round, open_house
from croupier.server.run import check_public
from croupier.server.settings import Settings
from tests.floor.desk_rig import Dealt, Desk
from tests.ledger.books import read_checkpoints
from tests.practice import PRACTICE
from tests.server.rig import Client, Running

CROUPIER = (sys.executable, "-m", "croupier")


def start(directory: Path, *arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [*CROUPIER, "serve", "--data", str(directory), "--port", "0", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )


def first_line(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line, process.communicate()[1]
    return line


def stop(process: "subprocess.Popen[str]", sig: int = signal.SIGTERM) -> tuple[str, list[dict[str, Any]]]:
    """What was printed, and the log."""
    process.send_signal(sig)
    out, log = process.communicate(timeout=60)
    return out, [json.loads(line) for line in log.splitlines()]


def test_a_house_from_its_first_start(tmp_path: Path) -> None:
    process = start(tmp_path)
    try:
        url = first_line(process).split()[-1]
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+", url)
        link = first_line(process).strip().rpartition("/#/password/")[2]
        assert "no witness" in first_line(process)
        with Client(base_url=url, trust_env=False, timeout=30) as client:
            body = {"link": link, "password": "seven green bottles"}
            client.post("/api/password", json=body).raise_for_status()
            assert client.sign_in("administrator").status_code == 200
            assert client.get("/health").json()["ok"] is True
            cookie = client.cookies["croupier"]
    finally:
        out, log = stop(process)
    assert process.returncode == 0
    assert out == ""
    text = json.dumps(log)
    assert any(each["message"] == "request" and each["path"] == "/api/session" for each in log)
    assert all(each["request"] for each in log if each["message"] == "request")
    for secret in (link, "seven green bottles", cookie):
        assert secret not in text
    assert (tmp_path / "keys").stat().st_mode & 0o077 == 0
    again = start(tmp_path)
    first_line(again)
    out, _ = stop(again, signal.SIGINT)
    assert again.returncode == 0
    assert "password" not in out  # there is an administrator by now


@pytest.mark.parametrize(
    ("host", "proxy", "said"),
    [("0.0.0.0", "", "a public address (0.0.0.0)"), ("127.0.0.1", "127.0.0.1", "a proxy (127.0.0.1)")],
)
def test_a_demo_behind_a_proxy_is_public_too(host: str, proxy: str, said: str) -> None:
    check_public(host, proxy, demo=False)
    with pytest.raises(Refusal) as refused:
        check_public(host, proxy, demo=True)
    assert refused.value.code == "demo_public"
    assert said in refused.value.message
    check_public("127.0.0.1", "", demo=True)


def test_the_demo_is_not_for_the_public(tmp_path: Path) -> None:
    refused = subprocess.run(
        [*CROUPIER, "serve", "--data", str(tmp_path), "--proxy", "127.0.0.1", "--port", "0", "--demo"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert refused.returncode == 2
    assert "demo_public" in refused.stderr
    process = start(tmp_path, "--demo")
    try:
        url = first_line(process).split()[-1]
        with Client(base_url=url, trust_env=False, timeout=30) as guest:
            assert guest.guest().status_code == 200
            tables = {each["table"]: each["rules"] for each in guest.get("/api/tables").json()}
            assert len(set(tables.values())) == 5
            assert len(tables) == 6  # and a live one
            guest.act("ma-ultimate-texas-holdem", act="sit", seat=1).raise_for_status()
    finally:
        stop(process)
    public = subprocess.run(
        [*CROUPIER, "serve", "--data", str(tmp_path), "--host", "0.0.0.0", "--port", "0"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert public.returncode == 2  # the guests of the demo are still there
    assert "demo_public" in public.stderr


def test_a_round_that_runs_ends_before_the_server_does(tmp_path: Path) -> None:
    process = start(tmp_path, "--demo")
    try:
        url = first_line(process).split()[-1]
        with Client(base_url=url, trust_env=False, timeout=30) as guest:
            guest.guest()
            guest.act("ma-high-card-flush", act="sit", seat=1).raise_for_status()
            guest.act("ma-high-card-flush", act="bet", seat=1, wagers={"ante": 1000}).raise_for_status()
            process.send_signal(signal.SIGTERM)
            until = time.monotonic() + 30
            decided = False
            while time.monotonic() < until:
                view = guest.view("ma-high-card-flush")
                late = guest.act("ma-high-card-flush", act="bet", seat=1, wagers={"ante": 2000})
                if view.get("bets_open"):
                    assert late.json()["error"]["code"] == "server_stopping"
                    assert late.status_code == 503
                if any(offer["act"] == "decide" for offer in view["offers"]):
                    guest.act("ma-high-card-flush", act="decide", seat=1, action="fold").raise_for_status()
                    decided = True
                    break
                time.sleep(0.2)
            assert decided
        _, log = process.communicate(timeout=60)
    finally:
        if process.poll() is None:
            process.kill()
            process.communicate()
    assert process.returncode == 0
    assert "no more bets" in log
    assert "in the middle of a round" not in log


def test_a_port_that_is_taken_is_one_line(server: Running, tmp_path: Path) -> None:
    port = server.url.rpartition(":")[2]
    done = subprocess.run(
        [*CROUPIER, "serve", "--data", str(tmp_path), "--port", port],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "cannot listen" in done.stderr


def test_the_server_starts_without_numba() -> None:
    modules = "croupier.server.run, croupier.floor.registry.demo"
    code = f"import sys; import {modules}; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], timeout=60).returncode == 0


def test_health_and_metrics(server: Running) -> None:
    ann = server.player("ann")
    ann.act("hcf", act="sit", seat=1).raise_for_status()
    health = ann.get("/health")
    assert health.status_code == 200
    assert health.json()["ledger"] is True
    lines = httpx.get(f"{server.url}/metrics", trust_env=False).text.splitlines()
    values = {line.rpartition(" ")[0]: line.rpartition(" ")[2] for line in lines if line[0] != "#"}
    assert float(values["croupier_commits_total"]) > 0
    assert float(values["croupier_events_total"]) > 0
    assert float(values["croupier_command_seconds_count"]) == 1
    assert float(values['croupier_command_seconds_bucket{le="+Inf"}']) == 1
    assert "croupier_queue_depth" in values
    assert float(values["croupier_tables"]) == len(server.house.floor.tables)
    assert float(values["croupier_sockets"]) == 0
    with server.socket(ann, "hcf"):
        open_now = httpx.get(f"{server.url}/metrics", trust_env=False).text
        assert "croupier_sockets 1.0\n" in open_now


def test_metrics_of_two_servers_in_one_process_are_their_own() -> None:
    one, other = Metrics(), Metrics()
    for seconds in (0.0001, 0.001, 0.02, 99):
        one.commands.observe(seconds)
    one.request(200)
    text = one.text().decode()
    assert 'croupier_command_seconds_bucket{le="0.001"} 2.0' in text
    assert 'croupier_command_seconds_bucket{le="10.0"} 3.0' in text
    assert "croupier_command_seconds_count 4.0" in text
    assert 'croupier_http_requests_total{status="200"} 1.0' in text
    assert "croupier_command_seconds_count 0.0" in other.text().decode()


@pytest.mark.parametrize("path", ["/api/tables", "/schema/openapi.json", "/"])
def test_responses_state_their_content_type(server: Running, path: str) -> None:
    response = server.signed_in("dealer").get(path)
    assert response.status_code == 200
    assert response.headers["content-type"].split(";")[0] in (
        "application/json",
        "application/vnd.oai.openapi+json",
        "text/html",
    )


def test_a_server_keeps_its_name_and_a_second_has_another(tmp_path: Path) -> None:
    first = Owner(tmp_path)
    second = Owner(tmp_path)
    assert second.name != first.name
    first.release()
    third = Owner(tmp_path)
    assert third.name == first.name
    third.release()


def test_a_name_is_not_believed_anywhere_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The directory was copied, or the machine; or the file is of an earlier version, or half written."""
    here, copied = tmp_path / "here", tmp_path / "copied"
    first = Owner(here)
    first.release()
    shutil.copytree(here, copied)
    there = Owner(copied)
    assert there.name != first.name
    there.release()
    with monkeypatch.context() as patched:
        patched.setattr(owner, "machine", lambda: "another")
        elsewhere = Owner(here)
        assert elsewhere.name != first.name
        elsewhere.release()
    for content in (first.name, '{"name": "x', ""):
        (here / "server").write_text(content)
        second = Owner(here)
        assert second.name != first.name
        second.release()
        again = Owner(here)
        assert again.name == second.name
        again.release()


# ------------------------------------------------------------------------------------ opening and closing


def test_a_house_is_not_opened_with_other_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{tmp_path / 'ledger.db'}"
    house = open_house(url, tmp_path / "keys", Settings())
    ledger = house.floor.ledger
    try:
        bound = read_checkpoints(ledger)  # at once: a house that is killed before its first stop is bound too
        assert {each.public for each in bound} == {ledger.keys.public.hex()}
        assert bound[-1].position == ledger.position(), "the start is signed"
        with pytest.raises(Refusal) as refused:
            open_house(url, tmp_path / "others", Settings())
        assert refused.value.code == "keys_differ"
        for each in (bound[0].public, str(tmp_path / "others"), Keys.open(tmp_path / "others").public.hex()):
            assert each in refused.value.message
        # Two that are started at once on an empty database: both have looked before either has signed.
        monkeypatch.setattr(signing, "newest", lambda ledger: None)
        with pytest.raises(Refusal) as refused:
            open_house(url, tmp_path / "others", Settings())
        assert refused.value.code == "keys_differ"
        assert read_checkpoints(ledger) == bound
        assert ledger.position() == bound[-1].position, "it has left nothing in the log"
    finally:
        close_house(house)
    close_house(open_house(url, tmp_path / "keys", Settings()))


def test_a_house_is_closed_without_its_ledger(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    house = open_house(f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path / "keys", Settings())
    closed: list[str] = []

    def away() -> None:
        raise Refusal("ledger_unavailable", "the database failed; nothing was written")

    def told(name: str, close: Callable[[], None]) -> Callable[[], None]:
        def closing() -> None:
            closed.append(name)
            close()

        return closing

    house.floor._ownership._leases.keep({"a table": 1})
    monkeypatch.setattr(house.floor.ledger, "transaction", away)
    for name, each in (("quick", house.quick), ("slow", house.slow), ("ledger", house.floor.ledger)):
        monkeypatch.setattr(each, "close", told(name, each.close))
    close_house(house)
    assert closed == ["quick", "slow", "ledger"]
    errors = [each for each in caplog.records if each.levelname == "ERROR"]
    assert [each.getMessage().partition(":")[0] for each in errors] == [
        "the ledger failed",
        "the stop could not be recorded",
        "cannot release leases",
        "no checkpoint at the stop",
    ]
    again = Owner(tmp_path / "keys")
    assert again.name == house.named.name
    again.release()


def test_a_stop_waits_for_live_rounds_too_but_not_for_ever(server: Running) -> None:
    server.table("live", "ma/high-card-flush", mode="live")
    house, floor = server.house, server.house.floor
    desk = SimpleNamespace(floor=floor, clock=floor.clock, state=lambda name: floor.tables[name].state)
    table = Dealt(cast(Desk, desk), "live")
    table.sit(1)
    table.start_round({1: {"ante": 1000}})
    assert in_a_round(house) == ["live"]
    house.settings = msgspec.structs.replace(house.settings, drain_seconds=0)
    assert not drain(house)
    house.settings = msgspec.structs.replace(house.settings, drain_seconds=30)
    slept = 0

    def meanwhile(seconds: float) -> None:
        """The dealer deals on."""
        nonlocal slept
        slept += 1
        table.perform_next()

    assert drain(house, sleep=meanwhile)
    assert slept > 3
    assert table.state.program != "round"
    late = server.signed_in("dealer").act("live", act="sit", seat=2, player="p2")
    assert late.json()["error"]["code"] == "server_stopping"


# --------------------------------------------------------------------------------- submissions that wait


def test_a_version_is_adopted_between_the_rounds_of_players_who_keep_betting(server: Running) -> None:
    players = {seat: server.player(name) for seat, name in ((1, "ann"), (2, "bob"))}
    dealer, admin = server.signed_in("dealer"), server.signed_in("administrator")
    for seat, player in players.items():
        player.act("hcf", act="sit", seat=seat).raise_for_status()

    def bet() -> None:
        for seat, player in players.items():
            player.act("hcf", act="bet", seat=seat, wagers={"ante": 1000}).raise_for_status()

    def play() -> None:
        dealer.act("hcf", act="close_bets").raise_for_status()
        for seat, player in players.items():
            player.act("hcf", act="decide", seat=seat, action="fold").raise_for_status()

    bet()
    text = PRACTICE["ma/high-card-flush"].replace("ante = [500, 50_000]", "ante = [1000, 20_000]")
    admin.post("/api/submissions", json={"name": "ma-high-card-flush", "text": text}).raise_for_status()
    asked = admin.post("/api/listings/hcf/adopt", json={"version": 2}).raise_for_status().json()
    assert asked["adoption"] == "queued"
    play()
    bet()  # but for the moment between the rounds there is always a bet
    assert server.house.floor.tables["hcf"].state.at.posted["ante"] == (1000, 20_000)
    assert server.house.registry.pending == {}
    assert server.house.registry.listing("hcf").version == 2
    play()
