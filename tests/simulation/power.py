"""A round of play on a disk that may lose power at each of its syncs, and the problems after each loss."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple
from unittest import mock

import sqlalchemy as sa

from croupier.floor.host.hosted_table import Settings, load
from croupier.ledger import database
from croupier.ledger.keys import Keys
from croupier.ledger.store import Ledger
from tests.floor.floor_rig import House, asked_at, replayed
from tests.simulation.disk import Disk, Image

TABLE = "t0"
VARIANTS = (0.0, 0.5, 1.0)
"""The chance that a write which was not synced survives: none, some of them torn and out of order, all."""


class Loss(NamedTuple):
    """The disk after a loss of power, and the acknowledgments before it."""

    image: Image
    position: int
    """The last position that had been published or acknowledged."""


@contextmanager
def weaker(synchronous: str) -> Iterator[None]:
    """SQLite with another setting of `synchronous`, and a log that is copied back often, so that its syncs
    are among those tried."""
    begun = database._begun

    def changed(engine: sa.Engine, *pragmas: str) -> sa.Engine:
        settings = [each.replace("synchronous=FULL", f"synchronous={synchronous}") for each in pragmas]
        return begun(engine, *settings, "wal_autocheckpoint=30")

    with mock.patch.object(database, "_begun", changed):
        yield


def play(house: House) -> Iterator[None]:
    """A round, act by act, each after its answer."""
    for seat in (1, 2):
        house.bet(TABLE, seat)
        yield
    house.close_bets(TABLE)
    yield
    while asked_at(house.state(TABLE)):
        house.decide(TABLE)
        yield


def losses(rules: str, directory: Path, seed: int, synchronous: str = "FULL") -> list[Loss]:
    """Play a round; a loss of power at every sync of it, in every variant."""
    chance, found = Random(f"power {rules} {seed}"), list[Loss]()
    place = directory / "played"
    place.mkdir()
    disk = Disk(place)
    with weaker(synchronous):
        house = House(f"sqlite:///{place / 'house.db'}", directory / "keys")
        try:
            house.furnish(rules, TABLE, betting_ms=600_000, decision_ms=600_000)
            told = house.ledger.position()

            def lose(path: str) -> None:
                found.extend(Loss(disk.image(chance, kept), told) for kept in VARIANTS)

            disk.before_sync = lose
            for _ in play(house):
                told = house.ledger.position()
                lose("after an answer")
        finally:
            disk.before_sync = lambda path: None
            house.close()
            disk.remove()
    return found


def found_after(loss: Loss, directory: Path, keys: Path) -> list[str]:
    """The problems when the house is opened after a loss of power."""
    for path, content in loss.image.items():
        file = directory / Path(path).name
        file.write_bytes(content)
        file.chmod(0o600)
    return wrong_at(f"sqlite:///{directory / 'house.db'}", loss.position, keys)


def wrong_at(url: str, position: int, keys: Path) -> list[str]:
    """The problems of a house that had acknowledged everything up to a position."""
    wrong = []
    opened = Keys.open(keys)
    opened.directory = None  # the keys serve every loss: the last checkpoint is not this one's
    try:
        ledger = Ledger.open(url, opened)
    except Exception as error:
        return [f"the house does not open: {error}"]
    try:
        if ledger.position() < position:
            wrong.append(f"acknowledged up to {position}, found up to {ledger.position()}")
        wrong += replayed(ledger)
        load(ledger, opened, TABLE, Settings(link="L"))  # as the next server does
    except Exception as error:
        wrong.append(f"{type(error).__name__}: {error}")
    finally:
        ledger.close()
    return wrong
