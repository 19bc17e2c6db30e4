"""The child of a work bench: takes jobs from stdin, one after the other, and ends with its parent."""

import contextlib
import os
import queue
import sys
import threading
import traceback
from typing import IO, Any

from croupier.errors import Refusal
from croupier.server.workers import jobs as bench_work
from croupier.server.workers.pool import Failed, read, write

NICE = 10
"""Less urgent than anything that serves people."""


def main() -> None:
    """Work until the parent closes the pipe, or is gone."""
    source = sys.stdin.buffer
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library may print must not get between the messages
    with contextlib.suppress(OSError):
        os.nice(NICE)
    jobs: queue.SimpleQueue[tuple[int, str, tuple[Any, ...]]] = queue.SimpleQueue()
    threading.Thread(target=_work, args=(jobs, out), daemon=True).start()
    try:
        while True:
            jobs.put(read(source))
    except (EOFError, OSError):
        os._exit(0)  # nobody waits for what is being computed


def _work(jobs: "queue.SimpleQueue[tuple[int, str, tuple[Any, ...]]]", out: IO[bytes]) -> None:
    while True:
        number, work, args = jobs.get()

        def progress(done: int, total: int, number: int = number) -> None:
            write(out, (number, "progress", done, total))

        answer: object
        try:
            answer = bench_work.WORK[work](progress, *args)
        except Refusal as refusal:
            answer = Failed(refusal.message, refusal.code)
        except ValueError as error:
            answer = Failed(str(error))
        except Exception:
            traceback.print_exc()
            answer = Failed("the computation failed; the server's log has why")
        try:
            write(out, (number, "answer", answer))
        except OSError:
            os._exit(0)


if __name__ == "__main__":
    main()
