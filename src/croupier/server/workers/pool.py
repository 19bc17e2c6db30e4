"""The work bench: a process of its own for what takes longer than a request may hold up the house.

The server's own process runs the tables, and one interpreter lock for all of it. Solving a game, valuing a
decision, verifying the log are done by a child at a lower priority, one thing after the other, started when
it is first needed. Messages are pickles with their length before them, over the child's stdin and stdout;
both ends are this program.
"""

import asyncio
import contextlib
import logging
import pickle
import struct
import subprocess
import sys
import threading
from collections import OrderedDict
from collections.abc import Hashable
from concurrent.futures import Future
from typing import IO, Any, NamedTuple

from croupier.errors import Refusal
from croupier.rulebook.catalog import environment_of_children

log = logging.getLogger("croupier.server")

KEPT = 300
"""Answers that are remembered."""
WAITING = 40
"""Jobs that may wait; more are refused."""

_LENGTH = struct.Struct("!I")


def write(out: IO[bytes], message: object) -> None:
    """Send a message."""
    body = pickle.dumps(message)
    out.write(_LENGTH.pack(len(body)) + body)
    out.flush()


def read(source: IO[bytes]) -> Any:
    """The next message; `EOFError` when the other end is gone."""
    head = source.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    return pickle.loads(source.read(_LENGTH.unpack(head)[0]))  # of our own child, over its own pipe


class Failed(NamedTuple):
    """What a job came to where it came to nothing: words for people, and the code if it was a refusal."""

    message: str
    code: str = ""


class Job:
    """Something that the bench does, or has done."""

    def __init__(self, key: Hashable) -> None:
        self.key = key
        self.done = 0
        self.total = 0
        self.future: Future[Any] = Future()

    @property
    def failed(self) -> Failed | None:
        """Why it failed, if it did."""
        answer = self.future.result() if self.future.done() else None
        return answer if isinstance(answer, Failed) else None

    async def wait(self, seconds: float) -> bool:
        """Wait a little for it; whether it has ended."""
        if not self.future.done():
            landing = asyncio.wrap_future(self.future)
            await asyncio.wait([landing], timeout=seconds)
        return self.future.done()


class Bench:
    """A child process and its jobs. Asking twice for the same thing does it once."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._lock = threading.Lock()
        self._jobs: OrderedDict[Hashable, Job] = OrderedDict()
        self._running: dict[int, tuple[subprocess.Popen[bytes], Job]] = {}
        self._number = 0
        self._child: subprocess.Popen[bytes] | None = None
        self._reader: threading.Thread | None = None
        self._closed = False

    def ask(self, work: str, *args: Any, key: Hashable = None, again: bool = False) -> Job:
        """Have a function of `bench_work` done: once, unless it failed or is asked for `again`."""
        wanted: Hashable = (work, args if key is None else key)
        with self._lock:
            if self._closed:
                raise Refusal("server_stopping", "the server is stopping")
            known = self._jobs.get(wanted)
            if known is not None and not (known.future.done() and (again or known.failed is not None)):
                self._jobs.move_to_end(wanted)
                return known
            if len(self._running) >= WAITING:
                raise Refusal("too_many_requests", "too much is being computed; wait a little and try again")
            job = Job(wanted)
            child = self._started()
            self._number += 1
            self._running[self._number] = child, job
            self._jobs[wanted] = job
            self._jobs.move_to_end(wanted)
            self._forget()
            assert child.stdin is not None
            try:
                write(child.stdin, (self._number, work, args))
            except (OSError, ValueError):  # it has just died: its reader gives up all that it had, this too
                log.warning("the bench is gone", extra={"bench": self.name})
            return job

    def known(self, work: str, *args: Any, key: Hashable = None) -> Job | None:
        """The job, if it was asked for."""
        with self._lock:
            return self._jobs.get((work, args if key is None else key))

    def close(self) -> None:
        """End the child, whatever it does."""
        with self._lock:
            self._closed = True
            child, reader = self._child, self._reader
        if child is not None and reader is not None:
            child.kill()
            reader.join()

    def _started(self) -> "subprocess.Popen[bytes]":
        if self._child is None or self._child.poll() is not None:
            self._child = subprocess.Popen(
                [sys.executable, "-m", "croupier.server.workers.child"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=environment_of_children(),
                start_new_session=True,  # a Ctrl-C at the terminal is the server's alone
            )
            self._reader = threading.Thread(
                target=self._listen, args=(self._child,), name=f"bench-{self.name}", daemon=True
            )
            self._reader.start()
        return self._child

    def _listen(self, child: "subprocess.Popen[bytes]") -> None:
        """Take what the child says until it ends; then nobody may wait for it any longer."""
        assert child.stdout is not None
        try:
            while True:
                number, what, *rest = read(child.stdout)
                with self._lock:
                    job = self._running[number][1]
                    if what == "answer":
                        del self._running[number]
                if what == "answer":
                    job.future.set_result(rest[0])
                else:
                    job.done, job.total = rest
        except (EOFError, OSError):
            self._ended(child)

    def _ended(self, child: "subprocess.Popen[bytes]") -> None:
        assert child.stdin is not None
        assert child.stdout is not None
        child.wait()
        with self._lock:
            lost = {number: job for number, (whose, job) in self._running.items() if whose is child}
            for number in lost:
                del self._running[number]
            with contextlib.suppress(OSError):  # something unsent may be in it
                child.stdin.close()
            child.stdout.close()
        for job in lost.values():
            job.future.set_result(Failed("the process that computed it ended; ask again"))

    def _forget(self) -> None:
        for key in list(self._jobs):
            if len(self._jobs) <= KEPT:
                break
            if self._jobs[key].future.done():
                del self._jobs[key]
