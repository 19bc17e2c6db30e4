"""A ledger on each kind of database."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.ledger.keys import Keys
from croupier.ledger.store import Ledger
from tests.databases import database_url, postgres, postgres_database

__all__ = ["database_url", "postgres"]


@pytest.fixture
def keys(tmp_path: Path) -> Keys:
    return Keys.open(tmp_path / "keys")


@pytest.fixture
def ledger(database_url: str, keys: Keys) -> Iterator[Ledger]:
    opened = Ledger.open(database_url, keys, optimistic=True)
    yield opened
    opened.close()


@pytest.fixture
def postgres_ledger(postgres: str, keys: Keys) -> Iterator[Ledger]:
    """For faults that only PostgreSQL has."""
    with postgres_database(postgres) as url:
        opened = Ledger.open(url, keys, optimistic=True)
        yield opened
        opened.close()
