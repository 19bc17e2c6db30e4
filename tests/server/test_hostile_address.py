"""One hostile address: others are served while it floods, stalls or hoards, and memory stays bounded."""

import contextlib
import resource
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from croupier.server.bounds import turns
from tests.server.hostile import HOSTILE, PING, PONG, TEXT, Attacked, frame, many_files, received, server
from tests.server.rig import ROOMY, running

TABLE = "ma-high-card-flush"


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Attacked]:
    """A demo server that was started with the usual limit of 1,024 open files."""
    many_files(4096)
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (1024, before[1]))
    try:
        with server(tmp_path_factory.mktemp("attacked")) as here:
            resource.setrlimit(resource.RLIMIT_NOFILE, before)
            yield here
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.parametrize("start", [b"GET / HTTP/1.1\r\nHost: x\r\n", b"GET /?"])
def test_a_head_without_end_is_cut_off(attacked: Attacked, start: bytes) -> None:
    before, sent = attacked.memory(), 0
    piece = b"x-a: " + b"a" * 8000 + b"\r\n" if b"\r\n" in start else b"a" * 8000
    with attacked.connect() as line, contextlib.suppress(OSError):
        line.sendall(start)
        while sent < 64 * 2**20:
            line.sendall(piece)
            sent += len(piece)
    assert sent < 16 * 2**20  # what the kernel holds on the way
    assert attacked.memory() - before < 40
    attacked.served()


def test_a_head_must_arrive_in_time(attacked: Attacked) -> None:
    with attacked.connect() as silent, attacked.connect() as slow:
        slow.sendall(b"GET / HTTP/1.1\r\n")
        began = time.monotonic()
        for line in (silent, slow):
            line.settimeout(30)
            with contextlib.suppress(ConnectionResetError):
                assert line.recv(1) == b""
        assert 5 < time.monotonic() - began < 25


def test_a_thousand_silent_connections_keep_nobody_out(attacked: Attacked) -> None:
    lines: list[socket.socket] = []
    try:
        for _ in range(1300):
            try:
                lines.append(attacked.connect())
            except OSError:
                break
        assert attacked.served() < 10
        files = len(list(Path(f"/proc/{attacked.pid}/fd").iterdir()))
        assert files < 1200, "the address has taken more connections than it may have"
    finally:
        for line in lines:
            line.close()


def _flood(opcode: int) -> bytes:
    payload = {PONG: b"", PING: b"", TEXT: b"junk"}[opcode]
    return frame(opcode, payload) * 3000 + frame(PING, b"final ping")


@pytest.mark.parametrize("opcode", [PONG, PING, TEXT])
def test_a_flood_of_frames_is_not_read(attacked: Attacked, opcode: int) -> None:
    """Over its budget a socket is not read: the last ping waits in the client's own kernel."""
    with attacked.guest() as guest, attacked.web_socket(guest, TABLE) as line:
        line.sendall(_flood(opcode))
        assert b"final ping" not in received(line, 3)
        assert attacked.served() < 10
        view = guest.get(f"/api/tables/{TABLE}")
        assert view.status_code == 200


def test_a_client_that_goes_away_while_it_is_written_to_ends_nothing(attacked: Attacked) -> None:
    """It killed the server: the command line takes the signal of a closed pipe as its end."""
    for _ in range(5):
        with attacked.guest() as guest, attacked.web_socket(guest, TABLE) as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            line.sendall(frame(TEXT, b"junk") * 3000)
            received(line, 0.2)
    attacked.served()
    status = Path(f"/proc/{attacked.pid}/status").read_text()
    ignored = next(line for line in status.splitlines() if line.startswith("SigIgn:"))
    assert int(ignored.split()[1], 16) >> (signal.SIGPIPE - 1) & 1


def test_frames_in_small_numbers_are_answered_at_once(attacked: Attacked) -> None:
    with attacked.guest() as guest, attacked.web_socket(guest, TABLE) as line:
        line.sendall(frame(PONG) * 100 + frame(PING, b"final ping"))
        assert b"final ping" in received(line, 3)


def test_fragments_without_end_are_cut_off(attacked: Attacked) -> None:
    with attacked.guest() as guest, attacked.web_socket(guest, TABLE) as line:
        line.sendall(bytes([TEXT]) + b"\x80" + bytes(4))  # a text that goes on
        line.sendall((bytes([0]) + b"\x80" + bytes(4)) * 390)
        line.settimeout(8)
        with contextlib.suppress(ConnectionResetError):
            while line.recv(65536):  # a timeout fails
                pass


@pytest.mark.parametrize(
    ("head", "piece"),
    [
        (b"Transfer-Encoding: chunked", b"1\r\na\r\n" * 2000),
        (b"Content-Length: 1000000000", b"a" * 2 * 2**20),
    ],
    ids=["chunks", "bytes"],
)
def test_a_body_without_end_is_cut_off(attacked: Attacked, head: bytes, piece: bytes) -> None:
    """After a refusal little more is read of it; chunks of a byte each stopped the server for everybody."""
    with attacked.connect() as line:
        kind = b"Content-Type: application/json"
        line.sendall(b"POST /api/people HTTP/1.1\r\nHost: localhost\r\n%b\r\n%b\r\n\r\n" % (kind, head))
        assert line.recv(65536).startswith(b"HTTP/1.1 401")
        line.settimeout(8)
        with contextlib.suppress(ConnectionError):
            line.sendall(piece)
            while line.recv(65536):  # a timeout fails
                pass


@pytest.mark.parametrize(("lines", "status"), [(150, b"200"), (250, b"400")])
def test_a_head_of_very_many_lines_is_refused(attacked: Attacked, lines: int, status: bytes) -> None:
    with attacked.connect() as line:
        line.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n" + b"a:\r\n" * lines + b"\r\n")
        assert line.recv(65536).split()[1] == status


_REOPEN = """
import socket, sys
port, number = int(sys.argv[1]), int(sys.argv[2])
answered = 0
for _ in range(number):
    try:
        with socket.create_connection(("127.0.0.1", port), 5, source_address=(sys.argv[3], 0)) as line:
            line.sendall(b"GET /health HTTP/1.0\\r\\nHost: localhost\\r\\n\\r\\n")
            answered += line.recv(12) == b"HTTP/1.1 200"
    except OSError:
        pass
print(answered)
"""


def test_reopening_is_counted_by_address(attacked: Attacked) -> None:
    began = time.monotonic()
    command = [sys.executable, "-c", _REOPEN, str(attacked.port), "2500", HOSTILE]
    answered = int(subprocess.run(command, capture_output=True, text=True, timeout=120).stdout)
    assert answered < 1000 + 100 * (time.monotonic() - began) + 50
    assert attacked.served() < 10


# ------------------------------------------------------------------------------ in this process, with hooks


def ask(url: str, path: str, host: str = HOSTILE) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", int(url.rpartition(":")[2])), 20, source_address=(host, 0))
    line.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    return line


def test_many_requests_of_an_address_wait_for_each_other_and_nobody_for_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = msgspec.structs.replace(ROOMY, requests_at_once=2)
    monkeypatch.setattr(turns, "LONGEST_SECONDS", 60.0)
    with running(f"sqlite:///{tmp_path / 'l.db'}", tmp_path / "keys", settings, staff=False) as server:
        go, begun = threading.Event(), threading.Semaphore(0)

        def slowly() -> tuple[str, ...]:
            begun.release()
            assert go.wait(30)
            return ()

        monkeypatch.setattr("croupier.server.api.law.routes.heads", slowly)
        lines = [ask(server.url, "/api/rules") for _ in range(2)]
        try:
            assert begun.acquire(timeout=20)
            lines.append(ask(server.url, "/health"))
            with ask(server.url, "/health", "127.0.0.3") as other:
                assert other.recv(65536).startswith(b"HTTP/1.1 200")
            lines[2].settimeout(0.3)
            with pytest.raises(TimeoutError):
                lines[2].recv(1)
            go.set()
            for line in lines:
                line.settimeout(20)
                assert line.recv(65536).startswith(b"HTTP/1.1 200")
        finally:
            go.set()
            for line in lines:
                line.close()


def test_a_response_that_nobody_reads_is_given_up(tmp_path: Path) -> None:
    settings = msgspec.structs.replace(ROOMY, send_seconds=0.1)
    with (
        running(f"sqlite:///{tmp_path / 'l.db'}", tmp_path / "keys", settings, staff=False) as server,
        socket.socket() as line,
    ):
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(("127.0.0.1", int(server.url.rpartition(":")[2])))
        line.sendall(b"GET /schema/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 8)
        until = time.monotonic() + 20
        while line.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] == _ESTABLISHED:
            assert time.monotonic() < until, "the connection stays open"
            time.sleep(0.05)


_ESTABLISHED = 1
