"""The odds of reports, computed by the worker pool: a report never solves a game inside its request."""

import time
from concurrent.futures import wait

import msgspec

from croupier.errors import Refusal
from croupier.floor.reports.hold_band import HouseOdds, Odds, OddsPending
from croupier.server.workers.pool import WorkerPool
from croupier.server.workers.review_jobs import PricedHouse
from croupier.submission.house import HouseRules

PATIENCE = 2.0
"""Seconds that one report waits for all its odds: enough for those that are kept on disk."""


def background_odds(pool: WorkerPool) -> Odds:
    """The odds for one report; refused while they are computed, and kept by the pool for the next report."""
    until = time.monotonic() + PATIENCE

    def odds(house: HouseRules) -> HouseOdds:
        job = pool.ask("house_odds", house, key=msgspec.json.encode(house))
        wait([job.future], max(0.0, until - time.monotonic()))
        if not job.future.done():
            raise OddsPending
        if job.failed is not None:
            raise Refusal(job.failed.code or "not_computed", job.failed.message)
        found: PricedHouse = job.future.result()
        return HouseOdds(
            found.edges,
            found.laws,
            lambda first, second, same: found.covariances[first, second, same],
            found.amounts,
        )

    return odds
