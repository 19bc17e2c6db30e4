"""The house signs no forged history: a forger who can write to the database but has no keys is found."""

import json
import os
import shutil
import signal
import sqlite3
import subprocess
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from croupier.floor.audit.audit import audit
from croupier.floor.audit.read_only import open_ledger, verifier
from croupier.floor.host import automation
from tests.server.forgery import Forger
from tests.server.rig import Client, running
from tests.server.test_operation import CROUPIER, first_line, start, stop


def run(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [*CROUPIER, *arguments], capture_output=True, text=True, timeout=120, env=os.environ | environment
    )


def verify(data: Path, *more: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    return run("audit", "verify", *more, **{"CROUPIER_DATA": str(data)} | environment)


def play(data: Path, *arguments: str, sig: int = signal.SIGTERM) -> None:
    """A server in whose time a guest came and got chips."""
    process = start(data, "--demo", *arguments)
    try:
        url = first_line(process).split()[-1]
        with Client(base_url=url, trust_env=False, timeout=30) as guest:
            assert guest.guest().status_code == 200
    finally:
        stop(process, sig) if sig == signal.SIGTERM else _kill(process)


def _kill(process: "subprocess.Popen[str]") -> None:
    process.kill()
    process.communicate(timeout=60)


def forge(data: Path, *, checkpoint: bool = True) -> None:
    forger = Forger(data / "croupier.db")
    after = forger.forget_last_checkpoint() if checkpoint else 0
    forger.multiply_issue(99, after)
    forger.close()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of a house after a first start, a guest and a stop."""
    data = tmp_path_factory.mktemp("house")
    play(data, "--witness", str(data / "held.jsonl"))
    return data


@pytest.fixture
def house(played: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(played, tmp_path / "house"))


def test_a_rewritten_end_is_neither_verified_nor_signed(house: Path) -> None:
    assert verify(house).returncode == 0
    forge(house)
    found = verify(house)
    assert found.returncode == 1, found.stdout
    assert "witness_differs" in found.stdout
    assert "the house's own memory" in found.stdout
    process = start(house)
    out, log = process.communicate(timeout=60)
    assert process.returncode == 2, out
    assert "checkpoint_missing" in log
    with sqlite3.connect(house / "croupier.db") as database:
        (last,) = database.execute("SELECT max(number) FROM checkpoints").fetchone()
    memory = json.loads((house / "keys" / "last_checkpoint").read_bytes())
    assert memory["number"] == last + 1  # nothing was signed


def test_a_house_set_back_to_an_older_copy_does_not_start(house: Path, tmp_path: Path) -> None:
    older = tmp_path / "older.db"
    shutil.copy(house / "croupier.db", older)
    play(house)
    shutil.copy(older, house / "croupier.db")
    refused = run("serve", "--data", str(house), "--port", "0")
    assert refused.returncode == 2
    assert "checkpoint_missing" in refused.stderr
    (house / "keys" / "last_checkpoint").unlink()  # the operator has accepted the loss
    play(house)
    assert verify(house).returncode == 0


def test_a_running_server_does_not_sign_a_rewritten_log(house: Path) -> None:
    process = start(house)
    try:
        first_line(process)
        forger = Forger(house / "croupier.db")
        forger.forget_last_checkpoint()
        forger.close()
    finally:
        _, log = stop(process)
    assert any("checkpoint_missing" in json.dumps(each) for each in log)


def test_memory_of_another_house_is_refused(house: Path) -> None:
    memory = house / "keys" / "last_checkpoint"
    kept = json.loads(memory.read_bytes())
    memory.write_text(json.dumps(kept | {"position": 3}))
    refused = run("serve", "--data", str(house), "--port", "0")
    assert refused.returncode == 2
    assert "key_unusable" in refused.stderr
    assert memory.stat().st_mode & 0o077 == 0


def test_the_witness_is_kept_and_asked_by_default(house: Path) -> None:
    held = house / "held.jsonl"
    assert len(held.read_bytes().splitlines()) >= 2
    asked = verify(house, CROUPIER_WITNESS=str(held))
    assert asked.returncode == 0
    assert "witness: " in asked.stdout
    assert "no witness" in verify(house).stdout
    (house / "keys" / "last_checkpoint").unlink()  # a forger who has the keys as well
    forge(house)
    assert verify(house).returncode == 0
    found = verify(house, CROUPIER_WITNESS=str(held))
    assert found.returncode == 1
    assert "witness_differs" in found.stdout
    refused = run("serve", "--data", str(house), "--port", "0", CROUPIER_WITNESS=str(held))
    assert refused.returncode == 2
    assert "checkpoint_missing" in refused.stderr
    (house / "held.jsonl").write_text("junk\n")
    assert run("serve", "--data", str(house), "--port", "0", CROUPIER_WITNESS=str(held)).returncode == 2


def test_a_start_without_a_witness_warns(house: Path) -> None:
    process = start(house)
    try:
        first_line(process)
        assert "invitation" in first_line(process)
        assert "no witness" in first_line(process)
    finally:
        stop(process)


@pytest.mark.parametrize(("most", "code"), [("0", 1), ("5000", 0)])
def test_an_unsigned_end_longer_than_allowed_is_a_finding(house: Path, most: str, code: int) -> None:
    play(house, sig=signal.SIGKILL)
    (house / "keys" / "last_checkpoint").unlink()
    found = verify(house, "--max-unsigned", most)
    assert found.returncode == code, found.stdout
    assert ("unsigned" in found.stdout.splitlines()[0]) == bool(code)


def test_a_forged_snapshot_is_not_served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(automation, "SNAPSHOT_EVERY", 4)
    file, keys = tmp_path / "ledger.db", tmp_path / "keys"
    with running(f"sqlite:///{file}", keys) as server:
        server.table("hcf", "ma/high-card-flush")
        ana = server.player("ana")
        for _ in range(3):
            ana.act("hcf", act="sit", seat=1).raise_for_status()
            ana.act("hcf", act="leave", seat=1).raise_for_status()
        public = server.house.floor.keys.public
    assert _found(file, public) == []
    forger = Forger(file)
    stream, version, body = forger.snapshot("table:hcf")
    saved = msgspec.json.decode(body)
    saved["state"]["round"] += 76
    forged = msgspec.json.encode(saved)
    digest = sha256(f"{stream}\n{version}\n".encode() + forged).digest()  # as anyone can compute it
    forger.execute("UPDATE snapshots SET body = ?, digest = ? WHERE stream = ?", forged, digest, stream)
    forger.close()
    assert _found(file, public) == ["snapshot_differs"]  # by the replay, without any private key
    with running(f"sqlite:///{file}", keys) as server:
        assert server.signed_in("ana").view("hcf")["round"] < 70
    keyed = run("audit", "verify", "--db", f"sqlite:///{file}", "--keys", str(keys))
    assert keyed.returncode == 1
    assert "snapshot_altered" in keyed.stdout


def _found(file: Path, public: bytes) -> list[str]:
    ledger = open_ledger(f"sqlite:///{file}", verifier(public))
    try:
        return [each.code for each in audit(ledger, public).findings]
    finally:
        ledger.close()
