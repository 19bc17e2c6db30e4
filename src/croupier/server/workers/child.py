"""A worker: reads jobs from stdin, runs them one at a time, and ends with its parent."""

import contextlib
import os
import queue
import sys
import threading
import traceback
from typing import IO, Any

from croupier.errors import Refusal
from croupier.server.workers.jobs import WORK
from croupier.server.workers.pool import Failed, read, write

NICE = 10
"""Priority below that of the server."""
_UNSENT = "the computation failed; the server's log has the details"


def main() -> None:
    """Run jobs until the parent closes the pipe or ends."""
    source = sys.stdin.buffer
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a library's output must not get between the messages
    with contextlib.suppress(OSError):
        os.nice(NICE)
    jobs: queue.SimpleQueue[tuple[int, str, tuple[Any, ...]]] = queue.SimpleQueue()
    threading.Thread(target=_work, args=(jobs, out), daemon=True).start()
    try:
        while True:
            jobs.put(read(source))
    except (EOFError, OSError):
        os._exit(0)  # nobody waits for the running job


def _work(jobs: "queue.SimpleQueue[tuple[int, str, tuple[Any, ...]]]", out: IO[bytes]) -> None:
    while True:
        number, work, args = jobs.get()

        def progress(done: int, total: int, number: int = number) -> None:
            write(out, (number, "progress", done, total))

        answer: object
        try:
            answer = WORK[work](progress, *args)
        except Refusal as refusal:
            answer = Failed(refusal.message, refusal.code)
        except ValueError as error:
            answer = Failed(str(error))
        except Exception:
            traceback.print_exc()
            answer = Failed(_UNSENT)
        try:
            _answer(out, number, answer)
        except OSError:
            os._exit(0)


def _answer(out: IO[bytes], number: int, answer: object) -> None:
    try:
        write(out, (number, "answer", answer))
    except TypeError:  # something in it is not data: nothing was sent yet
        traceback.print_exc()
        write(out, (number, "answer", Failed(_UNSENT)))


if __name__ == "__main__":
    main()
