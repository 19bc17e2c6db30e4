"""A hostile client at an address of its own (127.0.0.2), below any HTTP library; and a server to attack."""

import contextlib
import os
import resource
import socket
import struct
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from tests.server.rig import Client
from tests.server.test_operation import CROUPIER, first_line

HOSTILE = "127.0.0.2"
PING, PONG, TEXT = 0x9, 0xA, 0x1


@contextlib.contextmanager
def server(data: Path, *arguments: str) -> "Iterator[Attacked]":
    """A demo server as a process."""
    command = [*CROUPIER, "serve", "--data", str(data), "--port", "0", "--demo", *arguments]
    environment = os.environ | {"PYTHONUNBUFFERED": "1"}
    with (data.parent / f"{data.name}.log").open("wb") as log:  # a pipe that nobody reads would fill up
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment)
    try:
        url = first_line(process).split()[-1]
        yield Attacked(url, process.pid)
    finally:
        process.terminate()
        process.communicate(timeout=60)


class Attacked:
    """A server process, seen from outside."""

    def __init__(self, url: str, pid: int) -> None:
        self.url = url
        self.pid = pid
        self.port = urlsplit(url).port or 0

    def memory(self) -> int:
        """Resident megabytes."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") // 2**20

    def processor(self) -> float:
        """CPU seconds that the server has taken, all its threads together."""
        return time.clock_gettime((~self.pid << 3) | 2)  # Linux's name for the clock of another process

    def connect(self, host: str = HOSTILE) -> socket.socket:
        """A plain connection from an address."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=20, source_address=(host, 0))

    @contextlib.contextmanager
    def guest(self) -> Iterator[Client]:
        """An honest guest."""
        with Client(base_url=self.url, trust_env=False, timeout=20) as client:
            assert client.guest().status_code == 200
            yield client

    def served(self, seconds: float = 10) -> float:
        """How long an honest newcomer waits for an answer."""
        began = time.monotonic()
        with Client(base_url=self.url, trust_env=False, timeout=seconds) as client:
            assert client.get("/health").status_code == 200
        return time.monotonic() - began

    def web_socket(self, client: Client, table: str) -> socket.socket:
        """A socket of a guest from the hostile address, after its handshake."""
        line = self.connect()
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        line.sendall(
            f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
            f"Origin: {self.url}\r\nCookie: {cookie}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n".encode()
        )
        head = b""
        while b"\r\n\r\n" not in head:
            head += line.recv(1)
        assert head.startswith(b"HTTP/1.1 101"), head
        return line


def frame(opcode: int, payload: bytes = b"") -> bytes:
    """A masked frame with up to 65,535 bytes; the mask is zero."""
    size = len(payload)
    length = struct.pack("!B", 0x80 | size) if size < 126 else struct.pack("!BH", 0x80 | 126, size)
    return bytes([0x80 | opcode]) + length + bytes(4) + payload


def received(line: socket.socket, seconds: float) -> bytes:
    """Everything that arrives within a time."""
    found, until = b"", time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        line.settimeout(left)
        try:
            more = line.recv(65536)
        except TimeoutError:
            break
        if not more:
            break
        found += more
    return found


def many_files(wanted: int) -> None:
    """Let this process open so many files."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, hard), hard))
