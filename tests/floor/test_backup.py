"""Backups: a restored house is complete, on either database, and nothing is ever overwritten."""

import shutil
import sqlite3
import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, insert, inspect, select

from croupier.errors import Refusal
from croupier.floor.audit import backup as backups
from croupier.floor.audit.audit import audit
from croupier.floor.audit.backup import backup, restore, sums
from croupier.floor.audit.read_only import nobody, open_ledger
from croupier.floor.people import schema as people_tables
from croupier.ledger.keys import Keys
from croupier.ledger.store import Ledger
from croupier.ledger.verification.checkpoints import checkpoint
from tests.databases import postgres_database
from tests.floor.floor_rig import House
from tests.ledger.books import read_checkpoints
from tests.table.driver import RULES

PERSON = {
    "id": "q1",
    "name": "Ada",
    "name_key": "ada",
    "display_name": "Ada",
    "role": "player",
    "enabled": True,
    "demo": False,
    "password": "$argon2id$…",
    "password_version": 1,
    "created": 1,
}


@pytest.fixture
def house(database_url: str, tmp_path: Path) -> Iterator[House]:
    """A house that has been played in, with people."""
    made = House(database_url, tmp_path / "keys")
    try:
        made.furnish(RULES[3], "t1", "t2")
        made.play_round("t1")
        made.play_round("t2")
        made.bet("t1", 1, key="a key")
        with made.ledger.engine.begin() as connection:
            connection.execute(insert(people_tables.people).values(PERSON))
        checkpoint(made.ledger, 1)
        yield made
    finally:
        made.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def elsewhere(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database to restore into."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/restored.db"
    else:
        with postgres_database(request.getfixturevalue("postgres")) as url:
            yield url


on_sqlite = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


def alter(file: Path, statement: str) -> None:
    """A change that no server would make: neither triggers nor the columns' types are in its way."""
    connection = sqlite3.connect(file)
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        connection.execute(f'DROP TRIGGER "{name}"')
    connection.execute("PRAGMA writable_schema = ON")
    connection.execute("UPDATE sqlite_master SET sql = replace(sql, 'STRICT', '') WHERE name = 'checkpoints'")
    connection.commit()
    connection.close()
    connection = sqlite3.connect(file)
    assert connection.execute(statement).rowcount > 0
    connection.commit()
    connection.close()


def code_of(refused: pytest.ExceptionInfo[Refusal]) -> str:
    return refused.value.code


def test_a_house_comes_back_whole_on_either_kind_of_database(
    house: House, elsewhere: str, tmp_path: Path
) -> None:
    file = tmp_path / "house.backup"
    kept = backup(house.ledger, file)
    assert kept == sums(house.ledger)
    content = file.read_bytes()
    assert restore(file, elsewhere, house.keys) == kept
    assert file.read_bytes() == content
    assert [each.name for each in tmp_path.glob("house.backup*")] == ["house.backup"]
    restored = Ledger.open(elsewhere, house.keys)
    try:
        assert sums(restored) == kept
        assert restored.balances() == house.ledger.balances()
        assert [restored.head(name) for name in restored.streams()] == [
            house.ledger.head(name) for name in house.ledger.streams()
        ]
        assert read_checkpoints(restored) == read_checkpoints(house.ledger) != []
        assert audit(restored).whole
        with restored.engine.connect() as connection:
            assert connection.execute(select(people_tables.people)).mappings().one() == PERSON
    finally:
        restored.close()


def test_a_restored_house_resumes(house: House, tmp_path: Path) -> None:
    backup(house.ledger, tmp_path / "house.backup")
    settings = [(name, hosted.settings) for name, hosted in house.floor.tables.items()]
    url = f"sqlite:///{tmp_path}/again.db"
    restore(tmp_path / "house.backup", url, house.keys)
    again = House(url, tmp_path / "keys", tables=settings)
    try:
        # The wager that stood when the backup was made still stands, and the seed of its round is known.
        assert list(again.state("t1").hands) == [1]
        again.close_bets("t1")
        while again.state("t1").round == 2 and again.state("t1").program == "round":
            again.decide("t1")
        assert audit(again.ledger).whole
    finally:
        again.close()


def test_a_backup_while_the_house_is_in_use_is_of_one_moment(house: House, tmp_path: Path) -> None:
    done = threading.Event()

    def play() -> None:
        while not done.is_set():
            house.play_round("t2")

    player = threading.Thread(target=play)
    player.start()
    try:
        for number in range(3):
            file = tmp_path / f"{number}.backup"
            kept = backup(house.ledger, file)
            ledger = open_ledger(f"sqlite:///{file}", house.keys)
            try:
                assert audit(ledger).whole
                assert ledger.position() == kept.position
            finally:
                ledger.close()
    finally:
        done.set()
        player.join()


def test_a_backup_is_one_file_that_its_owner_alone_may_read_and_has_no_keys(
    house: House, tmp_path: Path
) -> None:
    directory = tmp_path / "backups"
    directory.mkdir()
    backup(house.ledger, directory / "house.backup")
    assert [each.name for each in directory.iterdir()] == ["house.backup"]
    assert stat.S_IMODE((directory / "house.backup").stat().st_mode) == 0o600
    content = (directory / "house.backup").read_bytes()
    for key in ("signing", "sealing"):
        assert (tmp_path / "keys" / key).read_bytes() not in content


def test_nothing_is_ever_overwritten(house: House, elsewhere: str, tmp_path: Path) -> None:
    file = tmp_path / "house.backup"
    file.write_text("something else")
    with pytest.raises(Refusal) as refused:
        backup(house.ledger, file)
    assert code_of(refused) == "backup_exists"
    assert file.read_text() == "something else"
    file.unlink()
    backup(house.ledger, file)
    # Into the house itself, and into a database with nothing but a person.
    before = sums(house.ledger)
    with pytest.raises(Refusal) as refused:
        restore(file, house.url, house.keys)
    assert code_of(refused) == "restore_not_empty"
    assert sums(house.ledger) == before
    engine = create_engine(elsewhere)
    people_tables.metadata.create_all(engine)
    with engine.begin() as connection:
        connection.execute(insert(people_tables.people).values(PERSON))
    engine.dispose()
    with pytest.raises(Refusal) as refused:
        restore(file, elsewhere, house.keys)
    assert code_of(refused) == "restore_not_empty"


def test_a_file_that_is_not_a_backup_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "no.backup"
    file.write_bytes(b"not a database, but long enough to be read as the beginning of one" * 50)
    for wrong in (file, tmp_path / "not-there"):
        with pytest.raises(Refusal):
            restore(wrong, f"sqlite:///{tmp_path}/restored.db", nobody())
    assert not (tmp_path / "restored.db").exists()


def test_an_altered_backup_is_restored_unchanged_and_the_audit_finds_it(house: House, tmp_path: Path) -> None:
    file = tmp_path / "house.backup"
    backup(house.ledger, file)
    alter(file, "UPDATE accounts SET balance = balance + 7 WHERE account = 'house'")
    url = f"sqlite:///{tmp_path}/restored.db"
    restore(file, url, house.keys)
    ledger = open_ledger(url, house.keys)
    try:
        assert "balance_differs" in {finding.code for finding in audit(ledger).findings}
    finally:
        ledger.close()


@on_sqlite
def test_a_backup_that_no_house_can_have_written_is_refused_and_leaves_nothing(
    house: House, elsewhere: str, tmp_path: Path
) -> None:
    whole, altered = tmp_path / "whole.backup", tmp_path / "altered.backup"
    backup(house.ledger, whole)
    for change in (
        "UPDATE accounts SET account = 'another' WHERE account = 'house'",
        "UPDATE checkpoints SET root = 'no bytes'",
    ):
        shutil.copy(whole, altered)
        alter(altered, change)
        with pytest.raises(Refusal) as refused:
            restore(altered, elsewhere, house.keys)
        assert code_of(refused) == "backup_differs"
        assert list(tmp_path.glob("restored.db*")) == []
    restore(whole, elsewhere, house.keys)  # nothing is in its way


@on_sqlite
def test_a_database_with_tables_of_others_is_not_empty(house: House, elsewhere: str, tmp_path: Path) -> None:
    backup(house.ledger, tmp_path / "house.backup")
    engine = create_engine(elsewhere)
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE novelties (name TEXT)")
    with pytest.raises(Refusal) as refused:
        restore(tmp_path / "house.backup", elsewhere, house.keys)
    assert code_of(refused) == "restore_not_empty"
    assert "novelties" in refused.value.message
    assert inspect(engine).get_table_names() == ["novelties"]
    engine.dispose()


@on_sqlite
def test_a_restored_file_is_its_owner_s_alone_to_read(house: House, tmp_path: Path) -> None:
    backup(house.ledger, tmp_path / "house.backup")
    restore(tmp_path / "house.backup", f"sqlite:///{tmp_path}/restored.db", house.keys)
    assert stat.S_IMODE((tmp_path / "restored.db").stat().st_mode) == 0o600
    with pytest.raises(Refusal) as refused:
        restore(tmp_path / "house.backup", f"sqlite:///{tmp_path}/nowhere/restored.db", house.keys)
    assert code_of(refused) == "ledger_unavailable"
    assert "nowhere" in refused.value.message


def test_a_table_that_no_backup_knows_is_not_left_out_in_silence(house: House, tmp_path: Path) -> None:
    with house.ledger.engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE novelties (name TEXT)")
    with pytest.raises(Refusal) as refused:
        backup(house.ledger, tmp_path / "house.backup")
    assert code_of(refused) == "unknown_schema"
    assert "novelties" in refused.value.message
    assert not (tmp_path / "house.backup").exists()


def test_a_disk_that_is_full_leaves_no_half_backup(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(backups, "_sync", full)
    directory = tmp_path / "backups"
    directory.mkdir()
    with pytest.raises(OSError, match="No space"):
        backup(house.ledger, directory / "house.backup")
    assert list(directory.iterdir()) == []


def test_without_keys_a_house_can_be_restored_but_not_signed_for(house: House, tmp_path: Path) -> None:
    backup(house.ledger, tmp_path / "house.backup")
    url = f"sqlite:///{tmp_path}/restored.db"
    restore(tmp_path / "house.backup", url, nobody())
    shutil.rmtree(tmp_path / "keys", ignore_errors=True)
    ledger = open_ledger(url)
    try:
        # The key that the last checkpoint names is believed.
        assert audit(ledger).whole
        with pytest.raises(Refusal) as refused:
            ledger.keys.sign(b"")
        assert code_of(refused) == "key_unusable"
    finally:
        ledger.close()
    stranger = open_ledger(url, Keys.open(tmp_path / "other-keys"))
    try:
        assert "foreign_key" in {finding.code for finding in audit(stranger).findings}
    finally:
        stranger.close()
