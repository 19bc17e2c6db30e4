"""An audit finds every byte that was changed, and says where."""

import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from croupier.ledger.keys import Keys
from croupier.ledger.records import GENESIS, record_hash
from croupier.ledger.schema import metadata
from croupier.ledger.store import Entry, Ledger
from croupier.ledger.verification.audit import Verifier, verify
from croupier.ledger.verification.checkpoints import checkpoint
from croupier.ledger.verification.export import ExportFile, export
from croupier.ledger.verification.findings import Finding
from croupier.ledger.verification.sources import DatabaseSource
from tests.ledger.books import (
    UNIT,
    append,
    busy_evening,
    entry,
    pay,
    read_checkpoints,
    refused,
    signed_and_found,
)


@pytest.fixture
def evening(ledger: Ledger) -> Ledger:
    busy_evening(ledger)
    checkpoint(ledger, at=1)
    busy_evening(ledger, rounds=2)
    checkpoint(ledger, at=2)
    append(ledger, "house", "after the last checkpoint")
    with ledger.transaction() as tx:
        tx.answer("table:1", "k ♠", b'{"version":3}')
        tx.save_snapshot("table:1", 3, b"state")
    return ledger


def unguarded(ledger: Ledger, *statements: str) -> None:
    """Changes the database as its owner can, while the guards are taken away."""
    tables = ("events", "postings", "checkpoints", "answers")
    with ledger.engine.begin() as connection:
        guards = []
        if ledger.database.sqlite:
            rows = connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            guards = [(str(name), str(sql)) for name, sql in rows.all()]
            connection.exec_driver_sql("COMMIT")  # the setting counts only outside a transaction
            connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
            connection.exec_driver_sql("BEGIN")
        off = [f"DROP TRIGGER {name}" for name, _ in guards]
        on = [sql for _, sql in guards]
        if not ledger.database.sqlite:
            off = [f"ALTER TABLE {table} DISABLE TRIGGER ALL" for table in tables]
            on = [f"ALTER TABLE {table} ENABLE TRIGGER ALL" for table in tables]
        for statement in (*off, *statements, *on):
            connection.exec_driver_sql(statement)


def places(findings: list[Finding]) -> set[tuple[str, str, int, int]]:
    return {(f.code, f.stream, f.version, f.position) for f in findings}


def test_a_ledger_that_is_whole(evening: Ledger) -> None:
    assert list(verify(evening)) == []
    assert list(verify(evening, evening.keys.public)) == []


def test_an_empty_ledger_is_whole(ledger: Ledger) -> None:
    assert list(verify(ledger)) == []


@pytest.mark.parametrize(
    "change",
    ["at = at + 1", "actor = 'bo'", "role = 'player'", "kind = 'other.v1'", "body = hash", "hash = body"],
)
def test_an_altered_record_is_located(evening: Ledger, change: str) -> None:
    unguarded(evening, f"UPDATE events SET {change} WHERE position = 8")
    found = list(verify(evening))
    assert ("record_altered", "table:2", 2, 8) in places(found)
    assert {f.position for f in found} <= {8}  # and nothing else is blamed


def test_an_altered_place_in_the_order_is_located(evening: Ledger) -> None:
    for statement in ("version = 77", "stream = 'table:3'", "position = 99"):
        unguarded(evening, f"UPDATE events SET {statement} WHERE position = 8")
        found = places(list(verify(evening)))
        assert (
            found & {("version_gap", "table:2", 77, 8), ("version_gap", "table:3", 2, 8)}
            or {
                ("position_gap", "table:2", 3, 9),
                ("version_gap", "table:2", 3, 9),
            }
            <= found
        )
        unguarded(evening, "UPDATE events SET position = 8 WHERE position = 99")
        unguarded(evening, "UPDATE events SET version = 2, stream = 'table:2' WHERE position = 8")
    assert list(verify(evening)) == []


def test_a_deleted_record_is_located(evening: Ledger) -> None:
    unguarded(evening, "DELETE FROM postings WHERE position = 9", "DELETE FROM events WHERE position = 9")
    assert ("position_gap", "table:1", 4, 10) in places(list(verify(evening)))


def test_a_deleted_end_is_found(evening: Ledger) -> None:
    last = evening.position()
    unguarded(evening, f"DELETE FROM events WHERE position = {last}")
    assert {f.code for f in verify(evening)} == {"head_differs"}


@pytest.mark.parametrize(
    "change", ["amount = amount + 1", "account = 'player:bo'", "hash = account_hash", "line = 9"]
)
def test_an_altered_posting_is_located(evening: Ledger, change: str) -> None:
    other = "(SELECT hash FROM events WHERE position = 1)"
    unguarded(
        evening,
        f"UPDATE postings SET {change.replace('account_hash', other)} WHERE position = 6 AND line = 2",
    )
    assert ("posting_altered", "table:1", 3, 6) in places(list(verify(evening)))


def test_deleted_and_orphaned_postings_are_found(evening: Ledger) -> None:
    unguarded(evening, "DELETE FROM postings WHERE position = 6")
    found = places(list(verify(evening)))
    assert ("posting_altered", "table:1", 4, 10) in found  # the next one is not linked to what stands before
    unguarded(evening, "UPDATE postings SET position = 1000 WHERE position = 10")
    assert "posting_orphaned" in {f.code for f in verify(evening)}


def test_altered_balances_and_heads_are_located(evening: Ledger) -> None:
    unguarded(evening, "UPDATE accounts SET balance = balance + 1 WHERE account = 'player:cy'")
    (balance, total) = verify(evening)
    assert (balance.code, balance.account, total.code) == ("balance_differs", "player:cy", "books_unbalanced")
    unguarded(
        evening,
        "UPDATE accounts SET balance = balance - 1 WHERE account = 'player:cy'",
        "UPDATE streams SET version = 4 WHERE stream = 'table:1'",
        "UPDATE head SET position = 99",
    )
    assert [(f.code, f.stream) for f in verify(evening)] == [
        ("head_differs", "table:1"),
        ("head_differs", ""),
    ]


@pytest.mark.parametrize(
    "change", ["at = 9", "position = 14", "streams = 2", "root = previous", "previous = root", "number = 7"]
)
def test_an_altered_checkpoint_is_located(evening: Ledger, change: str) -> None:
    unguarded(evening, f"UPDATE checkpoints SET {change} WHERE number = 2")
    found = list(verify(evening))
    assert ("checkpoint_altered", 7 if "number" in change else 2) in {(f.code, f.checkpoint) for f in found}


@pytest.mark.parametrize("change", ["at = 9", "signature = root", "public = root", "number = 0"])
def test_an_altered_checkpoint_does_not_blame_the_next(evening: Ledger, change: str) -> None:
    unguarded(evening, f"UPDATE checkpoints SET {change} WHERE number = 1")
    assert {f.checkpoint for f in verify(evening)} == {0 if "number" in change else 1}


def test_an_altered_answer_is_located(evening: Ledger) -> None:
    for change in ("answer = digest", "digest = answer", "key = 'other'", "stream = 'table:2'"):
        with evening.transaction() as tx:
            tx.answer("table:1", change, b"{}")
        unguarded(
            evening, f"UPDATE answers SET {change} WHERE key = '{change.replace(chr(39), chr(39) * 2)}'"
        )
        (found,) = verify(evening)
        stream = "table:2" if "stream" in change else "table:1"
        assert (found.code, found.stream) == ("answer_altered", stream)
        assert repr("other" if "key" in change else change) in str(found)
        unguarded(evening, "DELETE FROM answers")


def test_an_answer_from_before_answers_had_digests(evening: Ledger) -> None:
    """It must be one that the stream can have been given."""
    unguarded(evening, "UPDATE answers SET digest = NULL")
    assert list(verify(evening)) == []
    for answer in (b'{"version":99}', b'{"version":"1"}', b'{"version"'):
        literal = f"X'{answer.hex()}'" if evening.database.sqlite else rf"'\x{answer.hex()}'"
        unguarded(evening, f"UPDATE answers SET answer = {literal}")
        assert {f.code for f in verify(evening)} == {"answer_altered"}


@pytest.mark.parametrize("change", ["version = 2", "body = digest", "digest = body", "stream = 'table:2'"])
def test_an_altered_snapshot_is_located(evening: Ledger, change: str) -> None:
    unguarded(evening, f"UPDATE snapshots SET {change}")
    (found,) = verify(evening)
    stream = "table:2" if "stream" in change else "table:1"
    assert (found.code, found.stream) == ("snapshot_altered", stream)


def test_a_snapshot_ahead_of_its_stream_is_found(evening: Ledger) -> None:
    with evening.transaction() as tx:
        tx.save_snapshot("table:1", 99, b"state")
    (found,) = verify(evening)
    assert (found.code, found.stream, found.version) == ("snapshot_altered", "table:1", 99)


def test_a_stream_without_records_is_looked_at_too(evening: Ledger) -> None:
    with evening.transaction() as tx:
        tx.lock("table:new")
    assert list(verify(evening)) == []
    for change in ("hash = (SELECT hash FROM events WHERE position = 1)", "posted = hash", "version = -1"):
        unguarded(evening, f"UPDATE streams SET {change} WHERE stream = 'table:new'")
        (found,) = verify(evening)
        assert (found.code, found.stream) == ("head_differs", "table:new")


def test_a_rewritten_history_is_not_the_signed_one(evening: Ledger) -> None:
    """An attacker who can write everything can recompute the chain, but not the signature."""
    previous = GENESIS
    statements = []
    parameters = []
    for record in evening.read("table:2"):
        body = record.body.replace(b"bet", b"BET")
        changed = Entry(record.kind, body, record.at, record.by, record.role)
        previous = record_hash(previous, "table:2", record.version, record.position, changed)
        statements.append(record.position)
        parameters.append((body, previous))
    for position, (body, link) in zip(statements, parameters, strict=True):
        literal = "X'{}'" if evening.database.sqlite else r"'\x{}'"
        unguarded(
            evening,
            f"UPDATE events SET body = {literal.format(body.hex())}, hash = {literal.format(link.hex())} "
            f"WHERE position = {position}",
        )
    found = list(verify(evening))
    assert ("checkpoint_differs", 1) in {(f.code, f.checkpoint) for f in found}
    assert "record_altered" not in {f.code for f in found}


def test_an_unsigned_log_is_not_complete(ledger: Ledger) -> None:
    """An attacker who can write everything removes the checkpoints and recomputes the chains."""
    checkpoint(ledger, at=1)  # of an empty log: it vouches for nothing
    busy_evening(ledger)
    (found,) = verify(ledger)
    assert (found.code, found.position) == ("unsigned", 0)
    checkpoint(ledger, at=2)
    assert list(verify(ledger)) == []
    unguarded(ledger, "DELETE FROM checkpoints")
    (found,) = verify(ledger, ledger.keys.public)
    assert found.code == "unsigned"


def test_how_far_the_log_is_signed(evening: Ledger, tmp_path: Path) -> None:
    """A killed server leaves an unsigned end, which is reported but is not a finding."""

    def signed(public: bytes | None = None) -> tuple[int, int]:
        verifier = Verifier(DatabaseSource(evening), public)
        list(verifier.findings())
        return verifier.signed, verifier.position

    first, second = (each.position for each in read_checkpoints(evening))
    last = evening.position()
    assert signed() == signed(evening.keys.public) == (second, last)
    assert second == last - 1
    assert signed(Keys.open(tmp_path / "other").public) == (0, last)
    unguarded(evening, "UPDATE checkpoints SET root = previous WHERE number = 2")
    assert signed() == (first, last)
    unguarded(evening, "DELETE FROM checkpoints WHERE number = 2")
    assert list(verify(evening)) == []
    assert signed() == (first, last)


SQLITE_GUARDS = [
    f"{table}_no_{act}"
    for table in ("events", "postings", "checkpoints", "answers")
    for act in ("update", "delete", "replace")
]


def test_a_guard_that_was_taken_away_is_found(evening: Ledger) -> None:
    """Each by itself, and one that stands there and does nothing any more."""
    if evening.database.sqlite:
        acts = {name: f"DROP TRIGGER {name}" for name in SQLITE_GUARDS}
    else:
        acts = {
            f"{table}_append_only": act.format(table=table)
            for table, act in (
                ("events", "DROP TRIGGER {table}_append_only ON {table}"),
                ("postings", "ALTER TABLE {table} DISABLE TRIGGER {table}_append_only"),
                ("checkpoints", "ALTER TABLE {table} ENABLE REPLICA TRIGGER {table}_append_only"),
                ("answers", "ALTER TABLE {table} DISABLE TRIGGER ALL"),
            )
        }
    for number, (name, act) in enumerate(acts.items(), start=1):
        with evening.engine.begin() as connection:
            connection.exec_driver_sql(act)
        found = list(verify(evening))
        assert [each.code for each in found] == ["unguarded"] * number
        assert any(f"the trigger {name} is " in each.message for each in found)
    with evening.engine.begin() as connection:
        if evening.database.sqlite:
            connection.exec_driver_sql(
                "CREATE TRIGGER events_no_update BEFORE UPDATE ON events BEGIN SELECT 1; END"
            )
    assert len(list(verify(evening))) == len(acts)


def test_a_function_that_refuses_nothing_is_found(postgres_ledger: Ledger) -> None:
    busy_evening(postgres_ledger)
    checkpoint(postgres_ledger, at=1)
    assert list(verify(postgres_ledger)) == []
    with postgres_ledger.engine.begin() as connection:
        connection.exec_driver_sql(
            "CREATE OR REPLACE FUNCTION croupier_append_only() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RETURN NULL; END $$"
        )
    assert [each.code for each in verify(postgres_ledger)] == ["unguarded"] * 5


def test_another_house_is_not_this_one(evening: Ledger, tmp_path: Path) -> None:
    other = Keys.open(tmp_path / "other")
    assert {f.code for f in verify(evening, other.public)} == {"foreign_key"}


def test_a_large_log_is_read_page_by_page(ledger: Ledger) -> None:
    pay(ledger, "house", "player:ana", 5000 * UNIT)
    with ledger.transaction() as tx:
        for record in tx.append("table:1", 0, [entry()] * 2500):
            tx.post(record, [("player:ana", -UNIT), ("layout", UNIT)])
    assert signed_and_found(ledger) == []


# ------------------------------------------------------------------------------------------ exports


@pytest.fixture
def exported(evening: Ledger, tmp_path: Path) -> Path:
    file = tmp_path / "export.jsonl"
    with file.open("wb") as out:
        assert export(evening, out) == len(evening.follow()) + 2 + len(evening.balances()) + 2
    return file


def test_an_export_verifies_without_the_database(evening: Ledger, exported: Path) -> None:
    public = evening.keys.public
    evening.close()
    assert list(verify(ExportFile(exported), public)) == []
    assert list(verify(ExportFile(exported))) == []


def test_an_export_holds_the_records_byte_for_byte(ledger: Ledger, tmp_path: Path) -> None:
    bodies = [
        b'{"a": 1}',
        b"",
        b"\xff\x00",
        b'{"two":\n"lines"}',
        b' {"spaces":1} ',
        b"not json",
        "♠".encode(),
    ]
    with ledger.transaction() as tx:
        tx.append("house", 0, [Entry("k", body, 1, "ana ♠", "dealer") for body in bodies])
    checkpoint(ledger, at=1)
    file = tmp_path / "export.jsonl"
    with file.open("wb") as out:
        export(ledger, out)
    assert list(ExportFile(file).records()) == ledger.read("house")
    assert list(verify(ExportFile(file))) == []


def test_a_flip_of_any_byte_of_an_export_is_found_in_its_line(tmp_path: Path, keys: Keys) -> None:
    ledger = Ledger.open(f"sqlite:///{tmp_path / 'small.db'}", keys)
    pay(ledger, "house", "player:ana", UNIT)
    checkpoint(ledger, at=1)
    append(ledger, "table:1", "♠")
    checkpoint(ledger, at=2)
    append(ledger, "house", "end")
    file, altered = tmp_path / "export.jsonl", tmp_path / "altered.jsonl"
    with file.open("wb") as out:
        export(ledger, out)
    ledger.close()
    whole = file.read_bytes()
    line = 1
    chance = random.Random(5)
    for index, byte in enumerate(whole):
        flip = chance.choice((1 << chance.randrange(8), 0x20 if chr(byte).isalpha() else 1))
        altered.write_bytes(whole[:index] + bytes([byte ^ flip]) + whole[index + 1 :])
        found = list(verify(ExportFile(altered)))
        assert line in {f.line for f in found}, (index, byte, flip, found)
        line += byte == ord("\n")


def test_a_cut_or_lengthened_export_is_found(exported: Path) -> None:
    lines = exported.read_bytes().splitlines(keepends=True)
    cases: tuple[list[bytes], ...] = (
        lines[:-1],
        lines[:5],
        [*lines, lines[-1]],
        [],
        lines[1:],
        lines[:3] + lines[4:],
        [lines[0], *lines],
    )
    for case in cases:
        exported.write_bytes(b"".join(case))
        assert list(verify(ExportFile(exported))) != []


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE postings SET position = 1000 WHERE position = 10",
        "UPDATE events SET actor = 'bo' WHERE position = 8",
        "UPDATE accounts SET balance = balance + 1 WHERE account = 'player:cy'",
        "UPDATE checkpoints SET at = 9 WHERE number = 1",
        "UPDATE head SET position = 99",
    ],
)
def test_a_damaged_log_is_not_exported(evening: Ledger, tmp_path: Path, change: str) -> None:
    """The house would sign altered records."""
    unguarded(evening, change)
    file = tmp_path / "export.jsonl"
    with file.open("wb") as out, refused("ledger_damaged"):
        export(evening, out)
    assert b'"type":"end"' not in file.read_bytes()


# ------------------------------------------------------------------------------- the file of SQLite


@pytest.fixture
def file(tmp_path: Path, keys: Keys) -> Path:
    """A closed SQLite ledger, whole in one file."""
    path = tmp_path / "closed.db"
    ledger = Ledger.open(f"sqlite:///{path}", keys)
    busy_evening(ledger, rounds=6)
    checkpoint(ledger, at=1)
    append(ledger, "house", "end")
    checkpoint(ledger, at=2)
    with ledger.transaction() as tx:
        tx.lock("table:new")  # a stream without records
        for number in range(20):
            tx.answer("table:1", f"key {number}", b'{"version":3}')
        tx.save_snapshot("table:1", 3, b'{"state":"of the table"}' * 20)
        tx.save_snapshot("table:2", 3, b'{"state":"of the table"}' * 20)
    with ledger.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    ledger.close()
    return path


# A stream without records may have any name: nothing else says that there is such a stream.
NAMED = " WHERE version > 0 UNION ALL SELECT '', version, hash, posted FROM streams WHERE version <= 0"


def content(path: Path) -> list[tuple[object, ...]] | None:
    """Everything that stands in the ledger's tables, or nothing if it cannot be read."""
    connection = sqlite3.connect(path)
    connection.text_factory = bytes
    try:
        return [
            row
            for table in metadata.tables
            for row in connection.execute(f"SELECT * FROM {table}{NAMED if table == 'streams' else ''}")
        ]
    except (sqlite3.DatabaseError, UnicodeDecodeError):  # the second: of the schema's own words
        return None
    finally:
        connection.close()


def test_flipped_bytes_in_the_file_are_found(file: Path, tmp_path: Path, keys: Keys) -> None:
    """Any byte: a flip that changes data must be found; a harmless one may pass."""
    whole, before = file.read_bytes(), content(file)
    chance = random.Random(11)
    altered = tmp_path / "altered.db"
    missed = []
    for index in chance.sample(range(100, len(whole)), 400):
        flipped = bytearray(whole)
        flipped[index] ^= 1 << chance.randrange(8)
        altered.write_bytes(flipped)
        if content(altered) == before:
            continue
        try:
            ledger = Ledger.open(f"sqlite:///{altered}", keys)
        except Exception:
            continue  # it does not even open
        if not list(verify(ledger)):
            missed.append(index)
        ledger.close()
        for rest in tmp_path.glob("altered.db-*"):
            rest.unlink()
    assert missed == []


COLUMNS = [(name, column.name) for name, table in metadata.tables.items() for column in table.columns]
OBSERVERS = {"snapshots": "snapshot_altered", "answers": "answer_altered", "streams": "head_differs"}


@pytest.mark.parametrize(("table", "column"), [each for each in COLUMNS if each != ("head", "id")])
def test_flipped_bits_of_every_column_are_found(
    file: Path, tmp_path: Path, keys: Keys, table: str, column: str
) -> None:
    """In the log itself the finding says the position of the record."""
    chance = random.Random(f"{table}.{column}")
    with closing(sqlite3.connect(file)) as connection:
        every = f"{table} WHERE version > 0" if (table, column) == ("streams", "stream") else table
        (rows,) = connection.execute(f"SELECT count(*) FROM {every}").fetchone()
    for row in chance.sample(range(rows), min(rows, 4)):
        altered = tmp_path / "altered.db"
        shutil.copy(file, altered)
        position = _flip(altered, table, column, row, chance)
        ledger = Ledger.open(f"sqlite:///{altered}", keys)
        found = list(verify(ledger))
        ledger.close()
        if column != "position" and position:
            assert position in {f.position for f in found}, (row, found)
        codes = {f.code for f in found}
        assert codes & {OBSERVERS[table], "unreadable"} if table in OBSERVERS else codes, (row, found)


def _flip(path: Path, table: str, column: str, row: int, chance: random.Random) -> int:
    """Flips one bit of a value, past every guard; the position of its record."""
    keys = [each.name for each in metadata.tables[table].primary_key]
    with closing(sqlite3.connect(path)) as connection:
        connection.text_factory = bytes
        guards = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            connection.execute(f"DROP TRIGGER {name.decode()}")
        connection.execute("PRAGMA ignore_check_constraints = ON")
        at = "position" if table in ("events", "postings") else "0"
        order = "ORDER BY version DESC" if table == "streams" else ""  # those without records last
        found = connection.execute(
            f"SELECT {column}, typeof({column}), {at}, {', '.join(keys)} FROM {table} {order}"
        ).fetchall()
        value, kind, position, *place = found[row]
        flipped: int | bytes
        if isinstance(value, int):
            flipped = value ^ (1 << chance.randrange(8, 20))  # no other row's key
        else:
            changed = bytearray(value)
            changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
            flipped = bytes(changed)
        # Keys that are text come as bytes here, and are compared as what they are.
        where = " AND ".join(f"CAST({key} AS BLOB) = CAST(? AS BLOB)" for key in keys)
        done = connection.execute(
            f"UPDATE {table} SET {column} = CAST(? AS {kind.decode()}) WHERE {where}", (flipped, *place)
        )
        assert done.rowcount == 1
        for _, made in guards:
            connection.execute(made.decode())
        connection.commit()
    return int(position)
