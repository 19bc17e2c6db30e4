"""Close decisions for the drill: while one is being thought about, the next is already looked for."""

import secrets

from croupier.server.workers.pool import Job, WorkerPool


class Drills:
    """The next question of each rule set and street."""

    def __init__(self, bench: WorkerPool) -> None:
        self._bench = bench
        self._next: dict[tuple[str, str], Job] = {}

    async def take(self, rules: str, street: str, seconds: float) -> Job:
        """A question, or the job that looks for it."""
        job = self._next.get((rules, street))
        if job is None or job.failed is not None:
            job = self._ask(rules, street)
        if await job.wait(seconds) and self._next.get((rules, street)) is job:
            self._ask(rules, street)
        return job

    def _ask(self, rules: str, street: str) -> Job:
        seed = secrets.randbits(60)
        job = self._next[rules, street] = self._bench.ask("drill", rules, street, 1, seed)
        return job
