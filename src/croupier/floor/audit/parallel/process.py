"""The process of a share: it reads its windows from stdin and answers each on stdout."""

import os
import struct
import subprocess
import sys
from typing import IO, Any

import msgspec

from croupier.errors import Refusal
from croupier.floor.audit.audit import few_collections
from croupier.floor.audit.parallel.share import Share, VerifiedWindow, Window
from croupier.floor.audit.read_only import open_ledger, verifier
from croupier.floor.audit.verified_state import Part
from croupier.ledger.records import StreamHead
from croupier.rulebook.catalog import environment_of_children

_LENGTH = struct.Struct("<Q")


class Task(msgspec.Struct, frozen=True):
    """The part of a log that a process verifies."""

    url: str
    still: bool
    public: bytes
    streams: tuple[str, ...]
    heads: dict[str, StreamHead]
    part: Part | None


class ShareProcess:
    """A share in a process of its own."""

    def __init__(self, task: Task) -> None:
        self._child = subprocess.Popen(
            [sys.executable, "-P", "-m", __name__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment_of_children(),
        )
        _write(self._child.stdin, task)

    def send(self, window: Window | None) -> None:
        """Ask for a window; for none at the end."""
        _write(self._child.stdin, window)

    def receive(self) -> VerifiedWindow:
        """The answer to the oldest open request."""
        told: VerifiedWindow = _read(self._child.stdout, VerifiedWindow)
        return told

    def close(self) -> None:
        """End the process."""
        self._child.kill()
        self._child.wait()
        for pipe in (self._child.stdin, self._child.stdout):
            assert pipe is not None
            pipe.close()


def _write(pipe: IO[bytes] | None, message: object) -> None:
    assert pipe is not None
    try:
        packed = msgspec.msgpack.encode(message)
        pipe.write(_LENGTH.pack(len(packed)) + packed)
        pipe.flush()
    except BrokenPipeError:
        raise _failed() from None


def _read(pipe: IO[bytes] | None, kind: Any) -> Any:
    assert pipe is not None
    length = pipe.read(_LENGTH.size)
    if len(length) < _LENGTH.size:
        raise _failed()
    return msgspec.msgpack.decode(pipe.read(*_LENGTH.unpack(length)), type=kind)


def _failed() -> Refusal:
    return Refusal("ledger_unavailable", "a process of the verification ended; its message is above")


def main() -> None:
    """Answer windows until there are no more."""
    source, out = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a library's output must not get between the messages
    task = _read(source, Task)
    ledger = open_ledger(task.url, verifier(task.public), still=task.still)
    try:
        with ledger.database.reading() as connection, few_collections():
            share = Share(connection, task.streams, task.heads, task.part)
            while (window := _read(source, Window | None)) is not None:
                _write(out, share.window(window))
            _write(out, share.end())
    finally:
        ledger.close()


if __name__ == "__main__":
    main()
