"""`croupier serve` as a process: its one address, its link, its log, its end; health and metrics."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from croupier.server.metrics import Histogram, Metrics
from croupier.server.owner import Owner
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


def test_the_demo_is_not_for_the_public(tmp_path: Path) -> None:
    refused = subprocess.run(
        [*CROUPIER, "serve", "--data", str(tmp_path), "--host", "0.0.0.0", "--port", "0", "--demo"],
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
            guest.act("ultimate", act="sit", seat=1).raise_for_status()
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
            guest.act("flush-ma", act="sit", seat=1).raise_for_status()
            guest.act("flush-ma", act="bet", seat=1, wagers={"ante": 1000}).raise_for_status()
            process.send_signal(signal.SIGTERM)
            until = time.monotonic() + 30
            decided = False
            while time.monotonic() < until:
                view = guest.view("flush-ma")
                late = guest.act("flush-ma", act="bet", seat=1, wagers={"ante": 2000})
                if view.get("bets_open"):
                    assert late.json()["error"]["code"] == "closing"
                    assert late.status_code == 503
                if any(offer["act"] == "decide" for offer in view["offers"]):
                    guest.act("flush-ma", act="decide", seat=1, action="fold").raise_for_status()
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
    code = "import sys; import croupier.server.run, croupier.floor.demo; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], timeout=60).returncode == 0


def test_health_and_metrics(server: Running) -> None:
    ann = server.player("ann")
    ann.act("hcf", act="sit", seat=1).raise_for_status()
    health = ann.get("/health")
    assert health.status_code == 200
    assert health.json()["ledger"] is True
    lines = httpx.get(f"{server.url}/metrics", trust_env=False).text.splitlines()
    values = {line.rpartition(" ")[0]: line.rpartition(" ")[2] for line in lines if line[0] != "#"}
    assert int(values["croupier_commits_total"]) > 0
    assert int(values["croupier_events_total"]) > 0
    assert int(values["croupier_command_seconds_count"]) == 1
    assert values['croupier_command_seconds_bucket{le="+Inf"}'] == "1"
    assert "croupier_queue_depth" in values
    assert values["croupier_sockets"] == "0"


def test_a_histogram_adds_up() -> None:
    metrics = Metrics()
    assert isinstance(metrics.commands, Histogram)
    for seconds in (0.0001, 0.001, 0.02, 99):
        metrics.commands.observe(seconds)
    text = metrics.text(commits=1, events=2, waiting=0, tables=3)
    assert 'command_seconds_bucket{le="0.001"} 2' in text
    assert 'command_seconds_bucket{le="10.0"} 3' in text
    assert "command_seconds_count 4" in text


@pytest.mark.parametrize("path", ["/api/tables", "/schema/openapi.json", "/"])
def test_pages_name_what_they_are(server: Running, path: str) -> None:
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
