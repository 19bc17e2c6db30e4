"""Houses on each kind of database."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.ledger.keys import Keys
from croupier.ledger.store import Ledger
from tests.databases import database_url, postgres
from tests.floor.floor_rig import House
from tests.floor.houses import Forger, furnished
from tests.floor.people_rig import Rig

__all__ = ["database_url", "postgres"]


@pytest.fixture(scope="session")
def furnished_house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with a furnished house, closed: `ledger.db` and `keys`."""
    directory = tmp_path_factory.mktemp("house")
    house = House(f"sqlite:///{directory}/ledger.db", directory / "keys")
    try:
        furnished(house)
    finally:
        house.close()
    return directory


@pytest.fixture(scope="module")
def original(furnished_house: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of it for the tests of a module."""
    return Path(shutil.copytree(furnished_house, tmp_path_factory.mktemp("copy") / "house"))


@pytest.fixture
def forger(original: Path, tmp_path: Path) -> Forger:
    """Somebody with a copy of the database."""
    for name in ("ledger.db", "ledger.db-wal"):
        if (original / name).exists():
            shutil.copy(original / name, tmp_path / name)
    return Forger(tmp_path / "ledger.db")


@pytest.fixture
def ledger(database_url: str, tmp_path: Path) -> Iterator[Ledger]:
    opened = Ledger.open(database_url, Keys.open(tmp_path / "keys"), optimistic=True)
    yield opened
    opened.close()


@pytest.fixture
def rig(ledger: Ledger) -> Rig:
    """People of a house that is in use."""
    return Rig(ledger).start()


@pytest.fixture
def demo(ledger: Ledger) -> Rig:
    """People of a house with a demo."""
    return Rig(ledger, demo=True).start()
