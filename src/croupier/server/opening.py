"""Open and close a house: its ledger, keys, floor with every listed table, and people."""

import logging
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path

from croupier import __version__
from croupier.errors import Refusal
from croupier.floor.desks.gate import check_gate
from croupier.floor.host.floor import Floor
from croupier.floor.people.model import Limits
from croupier.floor.people.passwords import Passwords
from croupier.floor.people.people import People
from croupier.floor.registry import attachment, entries
from croupier.floor.registry.registry import Registry
from croupier.ledger.keys import Keys
from croupier.ledger.store import Ledger
from croupier.server.cluster.owner import Owner
from croupier.server.house import PATIENCE, House
from croupier.server.settings import Settings
from croupier.server.signing import Signer

log: logging.Logger = logging.getLogger("croupier.server")

HAND_OVER_SECONDS = 3.0
"""How long a stopping server waits for others to take its tables over."""
TAKE_BACK_SECONDS = 3.0
"""How long it waits until it runs again those that nobody took."""


def now() -> int:
    """Milliseconds since 1970 UTC."""
    return time.time_ns() // 1_000_000


def timer() -> int:
    """Milliseconds that never go back, even if somebody sets the clock."""
    return time.monotonic_ns() // 1_000_000


def open_house(
    url: str,
    keys: Path,
    settings: Settings,
    *,
    demo: bool = False,
    clock: Callable[[], int] = now,
    limits: Limits | None = None,
    passwords: Passwords | None = None,
    witness: str = "",
) -> House:
    """Open the ledger, start the floor with the tables that nobody else runs, and record the start."""
    opened = Keys.open(keys)
    with ExitStack() as undo:
        ledger = Ledger.open(url, opened, optimistic=True)
        undo.callback(ledger.close)
        signer = Signer(ledger, clock, witness)
        signer.bind()
        people = People(ledger, clock, limits=limits, passwords=passwords, demo=demo)
        registry = Registry.read(ledger)
        named = Owner(keys)
        undo.callback(named.release)
        floor = Floor(ledger, opened, owner=named.name, clock=clock, timer=timer)
        attachment.attach(floor, registry)
        floor.admit.append(check_gate)
        floor.every_tick.append(TakeOver(floor, registry))
        floor.start(registry.tables())
        undo.callback(floor.stop)
        software = f"croupier {__version__}"
        floor.run(lambda unit: entries.record_start(unit, named.name, software)).result(PATIENCE)
        signer.sign()
        registry.catch_up(ledger)
        undo.pop_all()
    return House(floor=floor, people=people, registry=registry, settings=settings, named=named, signer=signer)


class TakeOver:
    """At every tick: take over the listed tables that nobody runs, such as those of a dead process."""

    def __init__(self, floor: Floor, registry: Registry) -> None:
        self._floor = floor
        self._registry = registry

    def __call__(self) -> None:
        for name in self._floor.take_over(self._registry.tables()):
            log.warning("took over a table", extra={"table": name})


def close_house(house: House) -> None:
    """Record the stop, end the floor, sign where everything stands, close the ledger.

    If the ledger is unavailable, each failed step is logged in one line, and everything is closed all the
    same.
    """
    floor = house.floor

    def record_stop() -> None:
        if floor.alive:
            floor.run(lambda unit: entries.record_stop(unit, house.named.name)).result(PATIENCE)

    with ExitStack() as closing:  # the last first, even if others fail
        closing.callback(house.named.release)
        closing.callback(floor.ledger.close)
        closing.callback(_tried, "no checkpoint at the stop", house.signer.sign)
        closing.callback(house.slow.close)
        closing.callback(house.quick.close)
        closing.callback(floor.stop)
        closing.callback(_tried, "the stop could not be recorded", record_stop)


def _tried(failed: str, act: Callable[[], object]) -> None:
    try:
        act()
    except Refusal as refusal:
        log.error("%s: %s", failed, refusal.message, extra={"code": refusal.code})
    except TimeoutError:
        log.error("%s: the floor has not answered", failed)


def hand_over(house: House) -> bool:
    """Let the other servers of the house run the tables, rounds included; whether they do.

    Meanwhile this server sends its clients' commands on to them. If nobody comes, it takes the tables back.
    """
    floor = house.floor
    names = tuple(floor.tables)
    if not house.relay.present:
        return False
    try:
        house.relay.leave()
        floor.hand_over()
        until = time.monotonic() + HAND_OVER_SECONDS
        while floor.tables and time.monotonic() < until:
            time.sleep(0.005)
        house.relay.take_no_more()
        while time.monotonic() < until:
            if not floor.tables and all(_elsewhere(house, name) for name in names):
                return True
            time.sleep(0.02)
    except Exception as error:  # the stop goes on after any failure
        log.error("cannot hand the tables over: %s", error)
    floor.leaving = False
    house.relay.stay()
    until = time.monotonic() + TAKE_BACK_SECONDS
    with suppress(Refusal):
        while time.monotonic() < until and not all(
            name in floor.tables or _elsewhere(house, name) for name in names
        ):
            time.sleep(0.02)
    return False


def _elsewhere(house: House, table: str) -> bool:
    """Whether another server runs a table."""
    return house.floor.owner_of(table) not in ("", house.named.name)


def drain(house: House, *, sleep: Callable[[float], None] = time.sleep) -> bool:
    """Take no more bets, and wait until no table is in a round; whether all have got there.

    A round that does not get there in time is no loss: it stands in the log and goes on after the next start.
    So a live table whose dealer has gone away holds the stop up for the time allowed, and no longer.
    """
    house.closing = True
    until = time.monotonic() + house.settings.drain_seconds
    while in_a_round(house):
        if time.monotonic() >= until:
            return False
        sleep(0.05)
    return True


def in_a_round(house: House) -> list[str]:
    """The tables with wagers in play."""
    return sorted(name for name, hosted in tuple(house.floor.tables.items()) if hosted.state.hands)
