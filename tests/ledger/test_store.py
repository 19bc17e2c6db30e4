"""The log and the books, on SQLite and on PostgreSQL alike."""

from hashlib import sha256
from pathlib import Path
from threading import Thread

import msgspec
import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from croupier.ledger.keys import Keys
from croupier.ledger.records import GENESIS
from croupier.ledger.store import Entry, Head, Ledger
from croupier.ledger.verification.audit import verify
from croupier.ledger.verification.checkpoints import checkpoint
from tests.ledger.books import UNIT, append, entry, fails, pay, refused


def test_an_empty_ledger(ledger: Ledger) -> None:
    assert ledger.head("table:1") == Head(0, GENESIS)
    assert ledger.read("table:1") == []
    assert ledger.follow() == []
    assert ledger.streams() == []
    assert ledger.balances() == {}
    assert ledger.balance("house") == 0
    assert ledger.snapshot("table:1") is None
    assert ledger.position() == 0


def test_records_come_back_as_they_were_appended(ledger: Ledger) -> None:
    given = [
        Entry("a.v1", b'{"x":"\xe2\x99\xa0"}', 5, "ana", "player"),
        Entry("b.v1", b"", 6, "bo", "dealer"),
    ]
    with ledger.transaction() as tx:
        appended = tx.append("table:1", 0, given)
    assert ledger.read("table:1") == appended
    assert [msgspec.convert(msgspec.structs.asdict(r), Entry) for r in appended] == given
    assert [(r.stream, r.version, r.position) for r in appended] == [("table:1", 1, 1), ("table:1", 2, 2)]
    assert ledger.head("table:1") == Head(2, appended[1].hash)


def test_the_hash_can_be_recomputed_by_anyone(ledger: Ledger) -> None:
    append(ledger, "house", "first")
    (record,) = append(ledger, "house", "second")
    fields = (
        f'{{"at":{record.at},"by":"ana","kind":"noted.v1","position":2,"role":"dealer",'
        f'"stream":"house","version":2}}'
    )
    first = ledger.read("house")[0].hash
    assert record.hash == sha256(first + fields.encode() + b"\n" + record.body).digest()


def test_reading_on_from_a_version(ledger: Ledger) -> None:
    append(ledger, "table:1", *"abcde")
    assert [r.version for r in ledger.read("table:1", after=2)] == [3, 4, 5]
    assert [r.version for r in ledger.read("table:1", after=2, limit=2)] == [3, 4]


def test_the_global_order_is_gapless_over_streams_and_rollbacks(ledger: Ledger) -> None:
    append(ledger, "table:1", "a", "b")
    with refused("books_unbalanced"), ledger.transaction() as tx:
        (record,) = tx.append("table:2", 0, [entry()])
        tx.post(record, [("house", 1)])
    append(ledger, "table:2", "c")
    append(ledger, "table:1", "d")
    assert [(r.position, r.stream, r.version) for r in ledger.follow()] == [
        (1, "table:1", 1),
        (2, "table:1", 2),
        (3, "table:2", 1),
        (4, "table:1", 3),
    ]
    assert [r.position for r in ledger.follow(after=1, limit=2)] == [2, 3]
    assert ledger.streams() == ["table:1", "table:2"]
    assert ledger.streams("table:2") == ["table:2"]


def test_a_stale_version_is_refused_and_nothing_is_written(ledger: Ledger) -> None:
    append(ledger, "table:1", "a")
    for wrong in (0, 2):
        with refused("stale_version"), ledger.transaction() as tx:
            tx.append("house", 0, [entry()])
            tx.append("table:1", wrong, [entry()])
    assert ledger.position() == 1
    assert ledger.head("house").version == 0


def test_one_transaction_over_streams_sees_its_own_records(ledger: Ledger) -> None:
    append(ledger, "table:1", "a")
    with ledger.transaction() as tx:
        tx.append("table:1", 1, [entry(text="b")])
        tx.append("link:city", 0, [entry(text="c")])
        tx.append("table:1", 2, [entry(text="d")])
        assert [r.position for r in tx.read("table:1")] == [1, 2, 4]
        assert [r.position for r in tx.read("table:1", after=2)] == [4]
        assert tx.lock("table:1").version == 3
        assert [r.position for r in tx.records] == [2, 3, 4]
    assert [r.position for r in ledger.read("table:1")] == [1, 2, 4]


def test_postings_move_balances_and_name_their_record(ledger: Ledger) -> None:
    record = pay(ledger, "house", "player:ana", 500 * UNIT)
    assert ledger.balances() == {"house": -500 * UNIT, "player:ana": 500 * UNIT}
    assert ledger.balances("player:") == {"player:ana": 500 * UNIT}
    assert [(p.line, p.account, p.amount) for p in ledger.postings(record)] == [
        (1, "house", -500 * UNIT),
        (2, "player:ana", 500 * UNIT),
    ]
    with ledger.transaction() as tx:
        (bet,) = tx.append("table:1", 0, [entry()])
        tx.post(bet, [("player:ana", -UNIT), ("layout", UNIT)])
        assert tx.balance("player:ana") == 499 * UNIT
    assert ledger.balance("layout") == UNIT


def test_postings_that_do_not_come_to_zero_are_refused(ledger: Ledger) -> None:
    with refused("books_unbalanced"), ledger.transaction() as tx:
        (record,) = tx.append("house", 0, [entry()])
        tx.post(record, [("house", -3), ("player:ana", 2)])
    assert ledger.position() == 0


def test_a_player_is_never_overdrawn(ledger: Ledger) -> None:
    pay(ledger, "house", "player:ana", 10 * UNIT)
    with refused("insufficient_funds"):
        pay(ledger, "player:ana", "layout", 10 * UNIT + 1)
    with refused("insufficient_funds"), ledger.transaction() as tx:
        one, two = tx.append("table:1", 0, [entry(), entry()])
        tx.post(one, [("player:ana", -6 * UNIT), ("layout", 6 * UNIT)])
        tx.post(two, [("player:ana", -6 * UNIT), ("layout", 6 * UNIT)])
    assert ledger.balances() == {"house": -10 * UNIT, "player:ana": 10 * UNIT}
    with ledger.transaction() as tx:  # what is won in a transaction can be wagered in it
        one, two = tx.append("table:1", 0, [entry(), entry()])
        tx.post(one, [("inventory", -6 * UNIT), ("player:ana", 6 * UNIT)])
        tx.post(two, [("player:ana", -16 * UNIT), ("layout", 16 * UNIT)])
    assert ledger.balance("player:ana") == 0


def test_only_records_of_the_transaction_are_posted_in_their_order(ledger: Ledger) -> None:
    old = pay(ledger, "house", "player:ana", UNIT)
    with fails(ValueError, "not appended"), ledger.transaction() as tx:
        tx.append("house", 1, [entry()])
        tx.post(old, [("house", -1), ("player:ana", 1)])
    with fails(ValueError, "later record"), ledger.transaction() as tx:
        one, two = tx.append("house", 1, [entry(), entry()])
        tx.post(two, [("house", -1), ("player:ana", 1)])
        tx.post(one, [("house", -1), ("player:ana", 1)])


def test_the_first_answer_to_a_key_is_kept(ledger: Ledger) -> None:
    with ledger.transaction() as tx:
        assert tx.answered("table:1", "k") is None
        tx.answer("table:1", "k", b"first")
        assert tx.answered("table:1", "k") == b"first"
    with ledger.transaction() as tx:
        assert tx.answered("table:1", "k") == b"first"
        assert tx.answered("table:2", "k") is None
    with refused("already_answered"), ledger.transaction() as tx:
        tx.append("table:1", 0, [entry()])
        tx.answer("table:1", "k", b"second")
    assert ledger.position() == 0


def test_a_snapshot_is_the_newest_and_unaltered_or_none(ledger: Ledger) -> None:
    for version, body in ((3, b"three"), (7, b"seven"), (5, b"late")):
        with ledger.transaction() as tx:
            tx.save_snapshot("table:1", version, body)
    assert ledger.snapshot("table:1") == (7, b"seven")
    with ledger.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE snapshots SET version = 8")
    assert ledger.snapshot("table:1") is None


def test_a_part_is_undone_alone(ledger: Ledger) -> None:
    pay(ledger, "house", "player:ana", UNIT)
    with ledger.transaction() as tx:
        tx.append("table:1", 0, [entry(text="kept")])
        with refused("insufficient_funds"), tx.part():
            records = tx.append("table:1", 1, [entry(text="undone")])
            tx.answer("table:1", "k", b"undone")
            tx.post(records[0], [("player:ana", -2 * UNIT), ("layout", 2 * UNIT)])
        with tx.part():
            (record,) = tx.append("table:1", 1, [entry(text="kept too")])
            tx.post(record, [("player:ana", -UNIT), ("layout", UNIT)])
        assert tx.answered("table:1", "k") is None
    assert [r.body for r in ledger.read("table:1")] == [b'{"text":"kept"}', b'{"text":"kept too"}']
    assert ledger.balances() == {"house": -UNIT, "layout": UNIT, "player:ana": 0}


@pytest.mark.parametrize("table", ["events", "postings", "answers"])
def test_the_log_cannot_be_changed(ledger: Ledger, table: str) -> None:
    pay(ledger, "house", "player:ana", UNIT)
    with ledger.transaction() as tx:
        tx.answer("house", "k", b"first")
    column = "answer = digest" if table == "answers" else "position = position + 100"
    for act in (f"UPDATE {table} SET {column}", f"DELETE FROM {table}"):
        with pytest.raises(Exception, match="only ever added to"), ledger.engine.begin() as connection:
            connection.exec_driver_sql(act)
    assert len(ledger.read("house")) == 1


@pytest.mark.parametrize(
    "row",
    [
        "events (position, stream, version, kind, at, actor, role, body, hash) VALUES (1, 'x', 7, {})",
        "events (position, stream, version, kind, at, actor, role, body, hash) VALUES (99, 'house', 1, {})",
        "events (rowid, stream, version, kind, at, actor, role, body, hash) VALUES (1, 'x', 7, {})",
        "postings VALUES (1, 1, 'house', 0, x'')",
        "postings (rowid, position, line, account, amount, hash) VALUES (1, 1, 9, 'house', 0, x'')",
        "postings (oid, position, line, account, amount, hash) VALUES (2, 1, 9, 'house', 0, x'')",
        "checkpoints VALUES (1, 9, 9, 9, x'', x'', x'', x'')",
        "checkpoints (oid, position, at, streams, root, previous, public, signature) VALUES (1, 9, 9, 9, {})",
        "answers VALUES ('house', 'k', x'00', x'')",
        "answers (stream, key, answer) VALUES ('house', 'k', x'00')",
    ],
)
def test_insert_or_replace_does_not_get_round_it(tmp_path: Path, keys: Keys, row: str) -> None:
    """By none of the keys that a row has, its own number included."""
    ledger = Ledger.open(f"sqlite:///{tmp_path / 'ledger.db'}", keys)
    pay(ledger, "house", "player:ana", UNIT)
    with ledger.transaction() as tx:
        tx.answer("house", "k", b"first")
    checkpoint(ledger, at=1)
    rest = "x'', x'', x'', x''" if row.startswith("checkpoints") else "'k', 1, 'bo', 'dealer', x'', x''"
    with ledger.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA foreign_keys = OFF")  # it would be in the way of some of them
        with pytest.raises(Exception, match="only ever added to"):
            connection.exec_driver_sql(f"INSERT OR REPLACE INTO {row.format(rest)}")
    assert list(verify(ledger)) == []
    pay(ledger, "house", "player:ana", UNIT)  # and what is new still goes in
    ledger.close()


def test_errors_do_not_contain_the_data_to_write(ledger: Ledger) -> None:
    secret = "nobody is to read this in a log"
    with pytest.raises(DBAPIError) as failed, ledger.engine.begin() as connection:
        connection.execute(text("UPDATE nowhere SET it = :secret"), {"secret": secret})
    assert secret not in str(failed.value)


def test_committed_data_survives_reopening(database_url: str, keys: Keys) -> None:
    ledger = Ledger.open(database_url, keys)
    append(ledger, "table:1", "a")
    ledger.close()
    again = Ledger.open(database_url, keys)
    assert [r.version for r in again.read("table:1")] == [1]
    again.close()


@pytest.mark.parametrize("url", ["", "mysql://x/y", "sqlite://", "sqlite:///:memory:", "nonsense"])
def test_other_databases_are_refused(url: str, keys: Keys) -> None:
    with refused("unknown_database"):
        Ledger.open(url, keys)


def test_a_database_that_cannot_be_opened(keys: Keys) -> None:
    for url in ("sqlite:////nowhere/at/all.db", "postgresql://nobody@127.0.0.1:9/none"):
        with refused("ledger_unavailable"):
            Ledger.open(url, keys)


def test_a_state_of_many_megabytes_is_saved(ledger: Ledger) -> None:
    body = bytes(16 * 2**20)

    def save() -> None:
        with ledger.transaction() as tx:
            tx.append("link:A", 0, [entry()])
            tx.save_snapshot("link:A", 1, body)

    saving = Thread(target=save, daemon=True)
    saving.start()
    saving.join(60)
    assert not saving.is_alive(), "the commit hangs, and holds its locks"
    assert ledger.snapshot("link:A") == (1, body)
