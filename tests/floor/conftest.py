"""Houses on each kind of database."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.ledger.keys import Keys
from croupier.ledger.store import Ledger
from tests.databases import database_url, postgres
from tests.floor.people_rig import Rig

__all__ = ["database_url", "postgres"]


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
