"""`croupier people` at the house's own console, beside a running server."""

import os
import subprocess
from pathlib import Path

from tests.server.rig import GOOD, Client
from tests.server.test_operation import CROUPIER, first_line, start, stop


def people(data: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [*CROUPIER, "people", *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        env=os.environ | {"CROUPIER_DATA": str(data)},
    )


def test_a_name_is_unlocked_and_reset_at_the_console(tmp_path: Path) -> None:
    assert people(tmp_path, "unlock", "administrator").returncode == 2
    assert list(tmp_path.iterdir()) == [], "no house is made"
    process = start(tmp_path)
    try:
        url = first_line(process).split()[-1]
        link = first_line(process).strip().rpartition("/#/password/")[2]
        with Client(base_url=url, trust_env=False, timeout=30) as client:
            client.post("/api/password", json={"link": link, "password": GOOD}).raise_for_status()
            codes = [client.sign_in("administrator", "wrong").json()["error"]["code"] for _ in range(4)]
            assert codes[2:] == ["locked_out", "locked_out"]
            assert client.sign_in("administrator").json()["error"]["code"] == "locked_out"
            done = people(tmp_path, "unlock", "Administrator")
            assert done.returncode == 0, done.stderr
            assert client.sign_in("administrator").status_code == 200
            assert any(name.endswith("-device") for name in client.cookies)
            told = people(tmp_path, "reset", "administrator")
            assert told.returncode == 0, told.stderr
            another = told.stdout.strip().rpartition("/#/password/")[2]
            body = {"link": another, "password": "eight red bottles"}
            client.post("/api/password", json=body).raise_for_status()
            assert client.sign_in("administrator", "eight red bottles").status_code == 200
        unknown = people(tmp_path, "unlock", "nobody")
        assert unknown.returncode == 2
        assert "unknown_person" in unknown.stderr
    finally:
        stop(process)
