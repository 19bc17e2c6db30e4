"""Close decisions for the drill: the next is found while the player thinks about one."""

import secrets

from croupier.server.workers.pool import Job, WorkerPool

_MOST = 256
"""Questions kept ahead; the number is bounded because players may type any wagers."""


class Drills:
    """The next question of each rule set, street and wagers on the layout."""

    def __init__(self, bench: WorkerPool) -> None:
        self._bench = bench
        self._next: dict[tuple[str, str, str], Job] = {}

    async def take(self, rules: str, street: str, wagers: str, seconds: float) -> Job:
        """A question, or the job that looks for it."""
        if len(self._next) > _MOST:
            self._next.clear()
        wanted = rules, street, wagers
        job = self._next.get(wanted)
        if job is None or job.failed is not None:
            job = self._ask(wanted)
        if await job.wait(seconds) and self._next.get(wanted) is job:
            self._ask(wanted)
        return job

    def _ask(self, wanted: tuple[str, str, str]) -> Job:
        job = self._next[wanted] = self._bench.ask("drill", *wanted, secrets.randbits(60))
        return job
