"""Periodic tasks of a server: expired sessions, sockets, signed checkpoints, the watch over players."""

import asyncio
import gc
import logging
from collections.abc import Callable, Mapping

from croupier.errors import Refusal
from croupier.server.house import House
from croupier.server.http.handlers import in_thread

log: logging.Logger = logging.getLogger("croupier.server")

SWEEP_SECONDS = 60.0
SIGN_CHECK_SECONDS = 1.0
COLLECT_SECONDS = 1800.0
"""Between two full garbage collections, each of which stops the tables for a fifth of a second."""


async def chores(house: House) -> None:
    """Run every task until the server stops."""
    await asyncio.gather(
        _every(SWEEP_SECONDS, house.people.sessions.sweep),
        _every(SIGN_CHECK_SECONDS, house.signer.sign_if_due),
        _every(house.settings.seat_check_seconds, house.seats.free),
        _every(house.settings.seat_watch_seconds, house.seats.note_absent),
        _every(COLLECT_SECONDS, gc.collect),
        *([_every(seconds, house.watcher.look)] if (seconds := house.settings.watch_seconds) else []),
        _sockets(house),
    )


async def _sockets(house: House) -> None:
    async def standing(acted: Mapping[str, int]) -> set[str]:
        return await in_thread(lambda: house.people.sessions.standing(acted))

    while True:
        try:
            await house.connections.check(standing)
        except Exception:
            log.exception("checking the sockets failed")


async def _every(seconds: float, chore: Callable[[], object]) -> None:
    while True:
        await asyncio.sleep(seconds)
        try:
            await in_thread(chore)
        except Refusal as refusal:  # an outage of the database must not end the task
            log.warning(
                "a periodic task failed; it is retried: %s", refusal.message, extra={"code": refusal.code}
            )
        except Exception:
            log.exception("a periodic task failed")
