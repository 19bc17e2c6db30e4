"""What a server does by itself now and then: expired sessions, sockets, signed checkpoints."""

import asyncio
import gc
import logging
from collections.abc import Callable, Mapping

from croupier.errors import Refusal
from croupier.ledger.checkpoints import checkpoint
from croupier.server.house import House
from croupier.server.http.handlers import in_thread

log = logging.getLogger("croupier.server")

SWEEP_SECONDS = 60.0
CHECKPOINT_SECONDS = 600.0
COLLECT_SECONDS = 1800.0
"""Between two looks through all objects for cycles: tables stop for a fifth of a second then."""


async def chores(house: House) -> None:
    """Until the server stops."""
    ledger, clock = house.floor.ledger, house.floor.clock
    await asyncio.gather(
        _every(SWEEP_SECONDS, house.people.sessions.sweep),
        _every(CHECKPOINT_SECONDS, lambda: checkpoint(ledger, clock())),
        _every(COLLECT_SECONDS, gc.collect),
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
        except Refusal as refusal:  # a database that is away for a while must not end the chores for good
            log.warning("a chore is put off: %s", refusal.message, extra={"code": refusal.code})
        except Exception:
            log.exception("a chore failed")
