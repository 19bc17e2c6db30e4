"""`croupier witness` in the hands of another party: a house that rewrites its history is caught."""

import json
import os
import re
import shutil
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn

from croupier.errors import Refusal
from croupier.ledger.keys import Keys
from croupier.ledger.store import Ledger
from croupier.ledger.verification.checkpoints import Checkpoint, checkpoint, rotate_signing, sign
from croupier.ledger.verification.witness import owed, read_witness
from croupier.server.run import address as server_address
from croupier.server.run import listen
from croupier.server.witness.app import WitnessApp
from croupier.server.witness.book import Book
from tests.ledger.books import append
from tests.server.test_forged_history import play, run, verify
from tests.server.test_operation import CROUPIER, first_line, start, stop


@contextmanager
def witness(directory: Path, port: int = 0) -> Iterator[str]:
    """The address of a witness that runs in a process of its own."""
    command = [*CROUPIER, "witness", str(directory), "--port", str(port)]
    environment = os.environ | {"PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        address = first_line(process).split(";")[0].split()[-1]
        status = Path(f"/proc/{process.pid}/status").read_text()
        (ignored,) = re.findall(r"^SigIgn:\s*(\w+)$", status, re.MULTILINE)
        assert int(ignored, 16) >> (signal.SIGPIPE - 1) & 1, "a client that goes away would end it"
        yield address
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)


@contextmanager
def served(app: WitnessApp) -> Iterator[str]:
    """The address of a witness in this process."""
    listener = listen("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(app, log_config=None, lifespan="off"))
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    try:
        yield server_address(listener)
    finally:
        server.should_exit = True
        thread.join(30)


def status(address: str) -> dict[str, Any]:
    return dict(httpx.get(f"{address}/status", trust_env=False).json())


def test_a_house_that_rewrites_its_history_is_caught(tmp_path: Path) -> None:
    house, older = tmp_path / "house", tmp_path / "older.db"
    with witness(tmp_path / "witness") as address:
        assert "Waiting for the first checkpoint" in httpx.get(address, trust_env=False).text
        there = f"{address}/checkpoints"
        play(house, "--witness", there)
        shutil.copy(house / "croupier.db", older)
        held = status(address)["held"]
        assert held >= 2
        play(house, "--witness", there)
        whole = verify(house, "--witness", there, "--max-unsigned", "0")
        assert (whole.returncode, "witness: " in whole.stdout) == (0, True), whole.stdout
        assert "Agreement" in httpx.get(address, trust_env=False).text
        # The house, keys and all, sets its log back and plays another history.
        shutil.copy(older, house / "croupier.db")
        (house / "keys" / "last_checkpoint").unlink()
        refused = run("serve", "--data", str(house), "--port", "0", "--witness", there)
        assert (refused.returncode, "checkpoint_missing" in refused.stderr) == (2, True)
        play(house)
        assert verify(house).returncode == 0, "without the witness nothing is wrong"
        caught = verify(house, "--witness", there)
        assert (caught.returncode, "witness_differs" in caught.stdout) == (1, True)
        line = run("audit", "checkpoint", CROUPIER_DATA=str(house)).stdout
        answer = httpx.post(there, content=line, trust_env=False)
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "witness_differs")
        assert not status(address)["agrees"]
    with witness(tmp_path / "witness") as address:  # an alarm does not end with the process
        page = httpx.get(address, trust_env=False)
        assert "ALARM: the house has signed two histories" in page.text
        assert "default-src 'none'" in page.headers["content-security-policy"]


def test_the_floor_plays_on_while_the_witness_is_down(tmp_path: Path) -> None:
    house = tmp_path / "house"
    with witness(tmp_path / "witness") as address:
        there, port = f"{address}/checkpoints", int(address.rpartition(":")[2])
        play(house, "--witness", there)
        held = status(address)["held"]
    process = start(house, "--witness", there)
    try:
        first_line(process)
        assert "the tables open without it" in first_line(process) + first_line(process)
    finally:
        _, log = stop(process)
    assert any(each.get("code") == "witness_unreached" for each in log)
    with witness(tmp_path / "witness", port) as address:  # back again: it gets what it missed
        play(house, "--witness", there)
        assert status(address)["held"] > held + 2
        assert verify(house, "--witness", there, "--max-unsigned", "0").returncode == 0


# ----------------------------------------------------------------------------------------- the book


@pytest.fixture
def signed(tmp_path: Path) -> Iterator[tuple[Ledger, list[bytes]]]:
    """A house with three checkpoints, its key rotated after the second, and the lines for its witness."""
    ledger = Ledger.open(f"sqlite:///{tmp_path}/croupier.db", Keys.open(tmp_path / "keys"))
    append(ledger, "house", "a")
    checkpoint(ledger, 1)
    append(ledger, "house", "b")
    rotate_signing(ledger, 2)
    append(ledger, "house", "c")
    checkpoint(ledger, 3)
    with ledger.database.reading() as connection:
        lines = [json.dumps(_plain(each)).encode() for each in owed(connection, 0)]
    yield ledger, lines
    ledger.close()


def _plain(each: Any) -> dict[str, Any]:
    return {name: getattr(each, name) for name in each.__struct_fields__}


def code(book: Book, line: bytes) -> str:
    with pytest.raises(Refusal) as refusal:
        book.take(line)
    return refusal.value.code


def test_each_checkpoint_extends_the_last(signed: tuple[Ledger, list[bytes]], tmp_path: Path) -> None:
    ledger, lines = signed
    book = Book(tmp_path / "witness")
    assert code(book, lines[1]) == "checkpoint_gap"
    assert code(book, b"{}") == "checkpoint_altered"
    assert code(book, lines[0].replace(b'"at": 1', b'"at": 2')) == "checkpoint_altered"
    for line in lines:
        first = book.take(line)
        assert book.take(line) == first, "the same again changes nothing"
    assert (len(book.held), book.house, book.alarms) == (4, ledger.keys.public.hex(), [])
    again = Book(tmp_path / "witness")
    assert (again.held, again.house, again.public) == (book.held, book.house, book.public)
    text = (tmp_path / "witness" / "checkpoints.jsonl").read_bytes()
    (tmp_path / "witness" / "checkpoints.jsonl").write_bytes(text.replace(b'"at":', b'"at":1', 1))
    with pytest.raises(Refusal):
        Book(tmp_path / "witness")


@pytest.mark.parametrize("cut", [1, 2, 40, 300])
def test_a_torn_last_line_stops_no_start(
    signed: tuple[Ledger, list[bytes]], tmp_path: Path, cut: int
) -> None:
    _, lines = signed
    book = Book(tmp_path / "witness")
    for line in lines:
        book.take(line)
    file = tmp_path / "witness" / "checkpoints.jsonl"
    whole = file.read_bytes()
    file.write_bytes(whole[:-cut])
    again = Book(tmp_path / "witness")
    assert again.held == book.held[: 4 if cut == 1 else 3]  # only the end of the line is missing: it is whole
    assert again.take(lines[-1]).number == 4
    assert Book(tmp_path / "witness").held == book.held
    file.write_bytes(whole.replace(b"\n", b"", 1))  # torn in the middle: somebody else did that
    with pytest.raises(Refusal):
        Book(tmp_path / "witness")


def test_a_line_that_the_disk_does_not_take_is_not_half_there(
    signed: tuple[Ledger, list[bytes]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, lines = signed
    book = Book(tmp_path / "witness")
    book.take(lines[0])
    write = os.write
    with monkeypatch.context() as full:
        full.setattr(os, "write", lambda handle, data: write(handle, data[:30]))
        with pytest.raises(OSError, match="disk is full"):
            book.take(lines[1])
    book.take(lines[1])
    assert len(Book(tmp_path / "witness").held) == 2


def test_the_book_is_read_in_pages(
    signed: tuple[Ledger, list[bytes]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, lines = signed
    book = Book(tmp_path / "witness")
    for line in lines:
        book.take(line)
    monkeypatch.setattr("croupier.server.witness.book.PAGE_BYTES", 1200)
    with served(WitnessApp(book)) as address:
        first = httpx.get(f"{address}/checkpoints", trust_env=False)
        assert len(first.content) <= 1200
        assert 'rel="next"' in first.headers["link"]
        assert read_witness(f"{address}/checkpoints") == book.held
        wrong = httpx.get(f"{address}/checkpoints?before=1", trust_env=False)
        assert (wrong.status_code, wrong.json()["error"]["code"]) == (400, "malformed")


def test_a_padded_line_hides_no_checkpoint(
    signed: tuple[Ledger, list[bytes]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The house, which the witness is there to check, chooses the spelling of what it sends."""
    _, lines = signed
    book = Book(tmp_path / "witness")
    monkeypatch.setattr("croupier.server.witness.book.PAGE_BYTES", 1200)
    for line in lines:
        book.take(line.replace(b": ", b":" + b" " * 1200, 1) if b"by_old" in line else line)
    with served(WitnessApp(book)) as address:
        assert read_witness(f"{address}/checkpoints") == book.held


def test_a_stranger_raises_no_alarm(signed: tuple[Ledger, list[bytes]], tmp_path: Path) -> None:
    ledger, lines = signed
    book = Book(tmp_path / "witness")
    without = [line for line in lines if b"by_old" not in line]
    book.take(without[0])
    book.take(without[1])
    assert code(book, without[2]) == "foreign_key"  # the rotation has not come
    last = book.last
    assert last is not None
    thief = Keys(bytes(32), None)
    fake = Checkpoint(3, last.position, 9, 1, "ab" * 32, last.hash, thief.public.hex())
    assert code(book, json.dumps(_plain(sign(thief, fake))).encode()) == "foreign_key"
    rotation = next(line for line in lines if b"by_old" in line)
    assert code(book, rotation.replace(ledger.keys.public.hex().encode(), thief.public.hex().encode())) == (
        "rotation_forged"
    )
    assert book.alarms == []
    book.take(rotation)
    book.take(without[2])
    assert code(Book(tmp_path / "pinned", thief.public.hex()), without[0]) == "foreign_key"


def test_checkpoints_come_by_file_too(signed: tuple[Ledger, list[bytes]], tmp_path: Path) -> None:
    _, lines = signed
    (tmp_path / "sent.jsonl").write_bytes(b"\n".join(lines))
    done = run("witness", str(tmp_path / "w"), "--add", str(tmp_path / "sent.jsonl"), "--json")
    assert (done.returncode, json.loads(done.stdout)["held"]) == (0, 4)
    wrong = run("witness", str(tmp_path / "w"), "--house", "xyz")
    assert (wrong.returncode, "64 hexadecimal digits" in wrong.stderr) == (2, True)


def test_a_second_history_is_an_alarm_that_stays(signed: tuple[Ledger, list[bytes]], tmp_path: Path) -> None:
    ledger, lines = signed
    book = Book(tmp_path / "witness")
    for line in lines:
        book.take(line)
    last, keys = book.last, ledger.keys
    assert last is not None
    for number, previous in ((5, "ab" * 32), (4, last.previous), (2, book.held[0].hash)):
        fork = Checkpoint(number, last.position, 9, 1, "cd" * 32, previous, keys.public.hex())
        assert code(book, json.dumps(_plain(sign(keys, fork))).encode()) == "witness_differs", number
    assert [alarm.received.number for alarm in Book(tmp_path / "witness").alarms] == [5, 4, 2]
    assert len(book.held) == 4
