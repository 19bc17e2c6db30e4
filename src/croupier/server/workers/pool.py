"""The worker pool: a child process for computations that would hold up the tables.

The server's process runs the tables under one interpreter lock. A child at a lower priority solves games,
values decisions and verifies the log, one job at a time; it starts with the first job. Messages are data
(`odds.counting.encoding`) with their length, over the child's stdin and stdout.

It is not `concurrent.futures.ProcessPoolExecutor`, because that cannot report the progress of a job, cannot
end a running job when the server stops, and is broken for good once a worker dies.
"""

import asyncio
import contextlib
import logging
import struct
import subprocess
import sys
import threading
from collections import OrderedDict
from collections.abc import Hashable
from concurrent.futures import Future
from typing import IO, Any, NamedTuple

from croupier.errors import Refusal
from croupier.odds.counting.encoding import decode, encode
from croupier.rulebook.catalog import environment_of_children
from croupier.server.bounds.rate_limits import Quota

log: logging.Logger = logging.getLogger("croupier.server")

KEPT = 300
"""Answers that are kept."""
WAITING = 40
"""Jobs that may wait; more are refused."""

_LENGTH = struct.Struct("!I")


def framed(message: object) -> bytes:
    """A message with its length; TypeError if something in it is not data."""
    body = encode(message)
    return _LENGTH.pack(len(body)) + body


def write(out: IO[bytes], message: object) -> None:
    """Send a message."""
    out.write(framed(message))
    out.flush()


def read(source: IO[bytes]) -> Any:
    """The next message; `EOFError` when the other end is gone."""
    head = source.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    return decode(source.read(_LENGTH.unpack(head)[0]))


class Failed(NamedTuple):
    """The result of a failed job: a message, and the code if it was refused."""

    message: str
    code: str = ""


class Job:
    """A job of the pool, waiting, running or done."""

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
        """Wait for the job, so many seconds at most; whether it is done."""
        if not self.future.done():
            landing = asyncio.wrap_future(self.future)
            await asyncio.wait([landing], timeout=seconds)
        return self.future.done()


class WorkerPool:
    """A child process and its jobs. The same job asked for twice runs once."""

    def __init__(self, name: str, quota: Quota | None = None) -> None:
        self.name = name
        self._quota = quota or Quota(WAITING)
        self._lock = threading.Lock()
        self._jobs: OrderedDict[Hashable, Job] = OrderedDict()
        self._running: dict[int, tuple[subprocess.Popen[bytes], Job]] = {}
        self._number = 0
        self._child: subprocess.Popen[bytes] | None = None
        self._reader: threading.Thread | None = None
        self._closed = False

    def ask(
        self,
        work: str,
        *args: Any,
        key: Hashable = None,
        again: bool = False,
        sources: tuple[str, ...] = (),
    ) -> Job:
        """Run a function of `jobs`: once, unless it failed or is asked for `again`.

        `sources` are the session and the address that ask, each with a quota.
        """
        wanted: Hashable = (work, args if key is None else key)
        with self._lock:
            if self._closed:
                raise Refusal("server_stopping", "the server is stopping")
            known = self._jobs.get(wanted)
            if known is not None and not (known.future.done() and (again or known.failed is not None)):
                self._jobs.move_to_end(wanted)
                return known
            if len(self._running) >= WAITING:
                raise Refusal("too_many_requests", "too many computations are waiting; try again later")
            message = framed((self._number + 1, work, args))
            self._quota.begin(*sources)
            job = Job(wanted)
            job.future.add_done_callback(lambda _: self._quota.end(*sources))
            child = self._started()
            self._number += 1
            self._running[self._number] = child, job
            self._jobs[wanted] = job
            self._jobs.move_to_end(wanted)
            self._forget()
            assert child.stdin is not None
            try:
                child.stdin.write(message)
                child.stdin.flush()
            except (OSError, ValueError):  # it has just died: its reader fails all of its jobs, this one too
                log.warning("a worker has died", extra={"pool": self.name})
            return job

    def known(self, work: str, *args: Any, key: Hashable = None) -> Job | None:
        """The job, if it was asked for before."""
        with self._lock:
            return self._jobs.get((work, args if key is None else key))

    def close(self) -> None:
        """Kill the child, even during a job."""
        with self._lock:
            self._closed = True
            child, reader = self._child, self._reader
        if child is not None and reader is not None:
            child.kill()
            reader.join()

    def _started(self) -> "subprocess.Popen[bytes]":
        if self._child is None or self._child.poll() is not None:
            self._child = subprocess.Popen(
                [sys.executable, "-P", "-m", "croupier.server.workers.child"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=environment_of_children(),
                start_new_session=True,  # Ctrl-C at the terminal goes to the server alone
            )
            self._reader = threading.Thread(
                target=self._listen, args=(self._child,), name=f"worker-{self.name}", daemon=True
            )
            self._reader.start()
        return self._child

    def _listen(self, child: "subprocess.Popen[bytes]") -> None:
        """Read the child's messages until it ends; then fail the jobs that it had."""
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
        except ValueError:  # not a message: nothing more from it is trusted
            log.exception("a worker sent something that is no message", extra={"pool": self.name})
            child.kill()
            self._ended(child)

    def _ended(self, child: "subprocess.Popen[bytes]") -> None:
        assert child.stdin is not None
        assert child.stdout is not None
        child.wait()
        with self._lock:
            lost = {number: job for number, (whose, job) in self._running.items() if whose is child}
            for number in lost:
                del self._running[number]
            with contextlib.suppress(OSError):  # an unsent message may be in it
                child.stdin.close()
            child.stdout.close()
        for job in lost.values():
            job.future.set_result(Failed("the worker ended during the computation; try again"))

    def _forget(self) -> None:
        for key in list(self._jobs):
            if len(self._jobs) <= KEPT:
                break
            if self._jobs[key].future.done():
                del self._jobs[key]
