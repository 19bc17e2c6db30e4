"""A house is opened: its ledger, its keys, its floor with every listed table, its people; and closed."""

import logging
import time
from collections.abc import Callable
from pathlib import Path

from croupier import __version__
from croupier.errors import Refusal
from croupier.floor import registry_acts
from croupier.floor.host import Floor
from croupier.floor.people import People
from croupier.floor.people_model import Limits
from croupier.floor.people_passwords import Passwords
from croupier.floor.registry import Registry
from croupier.floor.unit import Unit
from croupier.ledger.checkpoints import checkpoint
from croupier.ledger.keys import Keys
from croupier.ledger.store import Ledger
from croupier.server.house import PATIENCE, House
from croupier.server.owner import Owner
from croupier.server.settings import Settings

log = logging.getLogger("croupier.server")

TAKE_OVER_MS = 2_000


def now() -> int:
    """Milliseconds since 1970 UTC."""
    return time.time_ns() // 1_000_000


def open_house(
    url: str,
    keys: Path,
    settings: Settings,
    *,
    demo: bool = False,
    clock: Callable[[], int] = now,
    limits: Limits | None = None,
    passwords: Passwords | None = None,
) -> House:
    """Open the ledger, start the floor with the tables that nobody else runs, and record the start."""
    opened = Keys.open(keys)
    ledger = Ledger.open(url, opened)
    try:
        people = People(ledger, clock, limits=limits, passwords=passwords, demo=demo)
        registry = Registry.read(ledger)
        named = Owner(keys)
        owner = named.name
        floor = Floor(ledger, opened, owner=owner, clock=clock)
        floor.hooks.append(lambda unit, table: _between_rounds(unit, registry, table))
        floor.house_changed.append(lambda: registry.catch_up(ledger))
        floor.every_second.append(_TakeOver(floor, registry))
        floor.start(registry.tables())
    except BaseException:
        ledger.close()
        raise
    floor.run(lambda unit: registry_acts.record_start(unit, owner, f"croupier {__version__}")).result(
        PATIENCE
    )
    registry.catch_up(ledger)
    return House(floor=floor, people=people, registry=registry, settings=settings, named=named)


class _TakeOver:
    """Now and then: run the listed tables that nobody runs, such as those of a process that died."""

    def __init__(self, floor: Floor, registry: Registry) -> None:
        self._floor = floor
        self._registry = registry
        self._last = floor.clock()

    def __call__(self) -> None:
        if self._floor.clock() - self._last < TAKE_OVER_MS:
            return
        self._last = self._floor.clock()
        self._registry.catch_up(self._floor.ledger)
        for name, settings in self._registry.tables():
            if name not in self._floor.tables and self._floor.adopt(name, settings):
                log.warning("took over a table", extra={"table": name})


def _between_rounds(unit: Unit, registry: Registry, table: str) -> None:
    registry_acts.apply_pending(unit, registry, table)


def close_house(house: House) -> None:
    """Record the stop, end the floor, sign where everything stands, close the ledger."""
    try:
        if house.floor.alive:
            house.floor.run(lambda unit: registry_acts.record_stop(unit, house.named.name)).result(PATIENCE)
    except Refusal as refusal:
        log.error("the stop could not be recorded: %s", refusal.message)
    finally:
        house.floor.stop()
        house.quick.close()
        house.slow.close()
        try:
            checkpoint(house.floor.ledger, house.floor.clock())
        except Refusal as refusal:
            log.error("no checkpoint at the stop: %s", refusal.message)
        house.floor.ledger.close()
        house.named.release()


def drain(house: House, *, sleep: Callable[[float], None] = time.sleep) -> bool:
    """Take no more bets, and wait until no electronic table is in a round; whether all have got there.

    A round that does not get there in time is no loss: it stands in the log and goes on after the next start.
    """
    house.closing = True
    until = time.monotonic() + house.settings.drain_seconds
    while _in_a_round(house):
        if time.monotonic() >= until:
            return False
        sleep(0.05)
    return True


def _in_a_round(house: House) -> bool:
    return any(
        hosted.state.electronic and hosted.state.hands for hosted in tuple(house.floor.tables.values())
    )
