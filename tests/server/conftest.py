"""Servers for tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.databases import database_url, postgres
from tests.server.rig import Running, running

__all__ = ["database_url", "postgres"]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    """A server with one electronic table of High Card Flush, and one person of each role."""
    with running(f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path / "keys") as here:
        here.table("hcf", "ma/high-card-flush")
        yield here
