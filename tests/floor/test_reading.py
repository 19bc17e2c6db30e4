"""Reading a ledger changes nothing: the file, its journal, and the files beside it."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from croupier.floor.audit.audit import audit
from croupier.floor.audit.read_only import open_ledger
from croupier.ledger.keys import Keys
from croupier.ledger.store import Ledger
from croupier.ledger.verification.checkpoints import checkpoint
from tests.ledger.books import append


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Ledger]:
    """A ledger that is being written to."""
    (tmp_path / "live").mkdir()
    opened = Ledger.open(f"sqlite:///{tmp_path}/live/croupier.db", Keys.open(tmp_path / "keys"))
    append(opened, "house", "a")
    checkpoint(opened, at=0)
    yield opened
    opened.close()


def content(directory: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in directory.iterdir()}


def read(file: Path, *, still: bool = False) -> int:
    """The position of a ledger that is whole."""
    ledger = open_ledger(f"sqlite:///{file}", still=still)
    try:
        assert audit(ledger).findings == ()
        return ledger.position()
    finally:
        ledger.close()


@pytest.mark.parametrize("still", [False, True], ids=["a house", "a file"])
def test_a_ledger_at_rest_is_left_alone(live: Ledger, tmp_path: Path, still: bool) -> None:
    live.close()
    before = content(tmp_path / "live")
    assert list(before) == ["croupier.db"]
    assert read(tmp_path / "live/croupier.db", still=still) == 1
    assert content(tmp_path / "live") == before


def test_reading_a_file_creates_nothing_beside_it(live: Ledger, tmp_path: Path) -> None:
    """On a medium that cannot be written to, it would fail."""
    live.close()
    ledger = open_ledger(f"sqlite:///{tmp_path}/live/croupier.db", still=True)
    with ledger.engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT position FROM head").scalar() == 1
        assert list(content(tmp_path / "live")) == ["croupier.db"]
    ledger.close()


@pytest.mark.parametrize("still", [False, True], ids=["a house", "a file"])
def test_files_of_a_killed_server_are_read_and_kept(live: Ledger, tmp_path: Path, still: bool) -> None:
    append(live, "house", "b")
    (tmp_path / "killed").mkdir()
    for end in ("", "-wal"):
        shutil.copy(f"{tmp_path}/live/croupier.db{end}", tmp_path / "killed")
    before = content(tmp_path / "killed")
    assert read(tmp_path / "killed/croupier.db", still=still) == 2
    assert before.items() <= content(tmp_path / "killed").items()
    # And its server goes on with it.
    again = Ledger.open(f"sqlite:///{tmp_path}/killed/croupier.db", live.keys)
    append(again, "house", "c")
    again.close()
    assert read(tmp_path / "killed/croupier.db", still=still) == 3


@pytest.mark.parametrize("still", [False, True], ids=["a house", "a file"])
def test_a_server_writes_while_its_ledger_is_read(live: Ledger, tmp_path: Path, still: bool) -> None:
    ledger = open_ledger(f"sqlite:///{tmp_path}/live/croupier.db", still=still)
    try:
        for position, text in enumerate("bcd", start=2):
            append(live, "house", text)
            assert ledger.position() == position
        live.close()
        assert audit(ledger).findings == ()
    finally:
        ledger.close()


def test_a_server_may_start_while_its_ledger_is_read(live: Ledger, tmp_path: Path) -> None:
    live.close()
    ledger = open_ledger(live.database.url.render_as_string())
    try:
        assert ledger.position() == 1
        append(live, "house", "b")
        assert ledger.position() == 2
    finally:
        ledger.close()


@pytest.mark.parametrize("still", [False, True], ids=["a house", "a file"])
@pytest.mark.parametrize("live_now", [False, True], ids=["at rest", "in use"])
def test_nothing_can_be_written_through_it(live: Ledger, tmp_path: Path, still: bool, live_now: bool) -> None:
    if not live_now:
        live.close()
    ledger = open_ledger(f"sqlite:///{tmp_path}/live/croupier.db", still=still)
    try:
        with ledger.engine.connect() as connection, pytest.raises(OperationalError, match="readonly"):
            connection.exec_driver_sql("DELETE FROM snapshots")
    finally:
        ledger.close()


def test_a_file_of_any_name_is_read(live: Ledger, tmp_path: Path) -> None:
    live.close()
    file = tmp_path / "100% of #1 ä.backup"
    shutil.copy(tmp_path / "live/croupier.db", file)
    assert read(file, still=True) == 1
