"""The current or last verification of the log."""

import time

from croupier.server.workers.pool import Job


class Verifying:
    """One verification."""

    def __init__(self, job: Job, by: str) -> None:
        self.job = job
        self.by = by
        self._ended = 0
        job.future.add_done_callback(lambda _: self._end())

    def _end(self) -> None:
        self._ended = time.time_ns() // 1_000_000

    def ended(self) -> int:
        """Milliseconds since 1970 UTC; 0 while it runs."""
        return self._ended
