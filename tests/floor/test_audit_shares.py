"""Verification in shares and from a signed state has the findings of one whole verification."""

import gzip
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from croupier.errors import Refusal
from croupier.floor.archives.archive import archive
from croupier.floor.audit import verified_state
from croupier.floor.audit.audit import Save, audit
from croupier.floor.audit.findings import Verdict
from croupier.floor.audit.parallel import coordinator
from croupier.floor.audit.parallel.coordinator import Cores, audit_on_cores
from croupier.floor.audit.read_only import open_ledger
from croupier.floor.audit.verified_state import VerifiedState, read_state, sign_state
from croupier.ledger.keys import Keys
from croupier.ledger.records import GENESIS, posting_hash
from croupier.ledger.store import Ledger
from croupier.ledger.verification import checkpoints
from croupier.ledger.verification.export import ExportFile
from croupier.ledger.verification.sources import DatabaseSource
from tests.databases import postgres_database
from tests.floor.audit_rig import in_shares
from tests.floor.floor_rig import House
from tests.floor.houses import Forger, furnished
from tests.table.driver import RULES


@pytest.fixture(scope="module")
def keys(original: Path) -> Keys:
    return Keys.open(original / "keys")


@pytest.fixture
def ledger(forger: Forger, keys: Keys) -> Iterator[Ledger]:
    opened = open_ledger(f"sqlite:///{forger.file}", keys)
    yield opened
    opened.close()


def saved_at(ledger: Ledger, number: int) -> VerifiedState:
    save = Save(number)
    assert audit(ledger, save=save).whole
    assert save.state is not None
    return read_state(sign_state(save.state, ledger.keys), ledger.keys.public, "the state")


def plain(state: VerifiedState) -> object:
    return msgspec.msgpack.decode(msgspec.msgpack.encode(state))


def continued(ledger: Ledger, state: VerifiedState, save: Save | None = None) -> Verdict:
    return audit(DatabaseSource(ledger, after=state.checkpoint.position), begin=state, save=save)


def checkpoints_of(file: Path) -> list[tuple[int, int]]:
    connection = sqlite3.connect(file)
    try:
        return connection.execute("SELECT number, position FROM checkpoints ORDER BY number").fetchall()
    finally:
        connection.close()


def test_shares_and_continued_verifications_come_to_the_same_state(ledger: Ledger, forger: Forger) -> None:
    whole = audit(ledger)
    numbers = checkpoints_of(forger.file)
    last = numbers[-1][0]
    wanted = plain(saved_at(ledger, last))
    for shares in (1, 4):
        save = Save(last)
        assert in_shares(ledger, shares, save=save) == whole
        assert save.state is not None
        assert msgspec.msgpack.decode(save.state) == wanted
    for number, position in numbers[1:-1]:
        state, here, there = saved_at(ledger, number), Save(last), Save(last)
        verdict = continued(ledger, state, here)
        assert verdict.whole
        assert verdict.replayed.records == whole.replayed.records - position
        assert in_shares(ledger, 2, state, there) == verdict
        for save in (here, there):
            assert save.state is not None
            assert msgspec.msgpack.decode(save.state) == wanted


def test_processes_of_their_own_verify_the_same(
    ledger: Ledger, forger: Forger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coordinator, "WORTHWHILE", 0)
    whole = audit(ledger)
    monkeypatch.setattr(coordinator, "audit", None)  # one core would do for the rest
    assert audit_on_cores(ledger, None, lambda done, total: None, Cores(2)) == whole


def test_on_postgresql_shares_processes_states_and_archives_come_to_the_same(
    postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coordinator, "WORTHWHILE", 0)
    with postgres_database(postgres) as url:
        house = House(url, tmp_path / "keys")
        try:
            furnished(house)
            house.furnish(RULES[0], "50% %s o'clock")  # a name that statements must quote
            house.play_round("50% %s o'clock")
            checkpoints.checkpoint(house.ledger, house.clock())
        finally:
            house.close()
        ledger = Ledger.open(url, Keys.open(tmp_path / "keys"))
        try:
            _verified_on_postgresql(ledger, tmp_path, monkeypatch)
        finally:
            ledger.close()


def _verified_on_postgresql(ledger: Ledger, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = audit(ledger)
    assert whole.whole, whole.findings
    last = whole.checkpoints
    wanted = plain(saved_at(ledger, last))
    state, here, there = saved_at(ledger, last - 2), Save(last), Save(last)
    assert in_shares(ledger, 3) == whole
    rest = continued(ledger, state, here)
    with monkeypatch.context() as patch:
        patch.setattr(coordinator, "audit", None)  # one core would do for it all
        two = Cores(2)
        assert audit_on_cores(ledger, None, lambda done, total: None, two, begin=state, save=there) == rest
    for save in (here, there):
        assert save.state is not None
        assert msgspec.msgpack.decode(save.state) == wanted
    alter = "UPDATE events SET actor = reverse(actor) WHERE position = {}".format
    forged = state.checkpoint.position + 1
    unguarded(ledger, alter(forged))
    assert not continued(ledger, state).whole
    assert in_shares(ledger, 3, state) is None
    unguarded(ledger, alter(forged))  # it was, and is again, as it was written
    assert in_shares(ledger, 3, state) == rest
    checkpoints.rotate_signing(ledger, 2**52)
    made = archive(ledger, place, 2**53, lambda done, total: None)
    assert made is not None
    assert audit(ExportFile(made.file), ledger.keys.public).whole
    rotated = audit(ledger, most_unsigned=0)
    assert rotated.whole
    assert in_shares(ledger, 3) == rotated
    assert in_shares(ledger, 2, state) == continued(ledger, state)
    _money_on_a_rotation(ledger, 1_000_000)
    assert not audit(ledger).whole
    assert in_shares(ledger, 3) is None
    unguarded(ledger, "DELETE FROM postings WHERE account IN ('house:forged', 'player:forged')")
    unguarded(ledger, "DELETE FROM accounts WHERE account IN ('house:forged', 'player:forged')")
    assert in_shares(ledger, 3) == rotated
    unguarded(
        ledger,
        "UPDATE events SET body = replace(encode(body, 'escape'), 'by_old', 'by_odd')::bytea "
        "WHERE stream = 'keys'",
    )
    assert in_shares(ledger, 3) is None
    unguarded(ledger, f"DELETE FROM postings WHERE position > {forged} AND amount < 0")
    assert not audit(ledger).whole


def _money_on_a_rotation(ledger: Ledger, cents: int) -> None:
    """Move money to a player on a record that no share has. No key is needed for it."""
    with ledger.database.reading() as connection:
        found = connection.exec_driver_sql("SELECT position, hash FROM events WHERE stream = 'keys'").one()
        position, record = int(found[0]), bytes(found[1])
    previous = GENESIS
    for line, (account, amount) in enumerate((("house:forged", -cents), ("player:forged", cents))):
        previous = posting_hash(previous, record, line, account, amount)
        values = f"{position}, {line}, '{account}', {amount}, '\\x{previous.hex()}'::bytea"
        unguarded(ledger, f"INSERT INTO accounts VALUES ('{account}', {amount})")
        unguarded(ledger, f"INSERT INTO postings VALUES ({values})")


def unguarded(ledger: Ledger, statement: str) -> None:
    """A statement of the owner of a PostgreSQL database, whom no trigger stops."""
    with ledger.engine.begin() as connection:
        connection.exec_driver_sql("SET LOCAL session_replication_role = replica")
        assert connection.exec_driver_sql(statement).rowcount > 0


# ------------------------------------------------------------------------------------- forgeries


def _hole(forger: Forger, after: int) -> None:
    """The first record after a checkpoint is gone, with its postings."""
    forger.run("DELETE FROM events WHERE position = ?", after + 1)


def _moved(forger: Forger, after: int) -> None:
    """A record of one table stands at the place of another table's."""
    first, second = (
        forger.one("SELECT position FROM events WHERE stream = ? AND position > ?", f"table:{name}", after)[0]
        for name in ("j1", "j2")
    )
    forger.run("UPDATE events SET position = -1 WHERE position = ?", first)
    forger.run("UPDATE events SET position = ? WHERE position = ?", first, second)
    forger.run("UPDATE events SET position = ? WHERE position = -1", second)


def _given_away(forger: Forger, after: int) -> None:
    """The last record of one table's stream is another's now, which another share reads."""
    stream, version = "table:j1", forger.one("SELECT version FROM streams WHERE stream = 'table:j1'")[0]
    other = forger.one("SELECT version FROM streams WHERE stream = 'table:j2'")[0]
    forger.run(
        "UPDATE events SET stream = 'table:j2', version = ? WHERE stream = ? AND version = ?",
        other + 1,
        stream,
        version,
    )


def _doubled_balance(forger: Forger, after: int) -> None:
    forger.run("UPDATE accounts SET balance = balance + 5 WHERE account = 'house'")


def _hidden_stream(forger: Forger, after: int) -> None:
    """A stream that the list of streams does not have belongs to no share."""
    forger.run("DELETE FROM streams WHERE stream = 'table:j1'")


def _beyond_the_end(forger: Forger, after: int) -> None:
    """A record after the last one that the log names; readers of its stream read it too."""
    columns = [row[1] for row in forger.all("PRAGMA table_info(events)")]
    taken = {"position": "position + 1", "version": "version + 1"}
    values = ", ".join(taken.get(name, name) for name in columns)
    forger.run(
        f"INSERT INTO events ({', '.join(columns)}) SELECT {values} FROM events "
        "ORDER BY position DESC LIMIT 1"
    )


def _posting_beyond_the_end(forger: Forger, after: int) -> None:
    columns = [row[1] for row in forger.all("PRAGMA table_info(postings)")]
    values = ", ".join("position + 1000" if name == "position" else name for name in columns)
    forger.run(
        f"INSERT INTO postings ({', '.join(columns)}) SELECT {values} FROM postings "
        "ORDER BY position DESC LIMIT 1"
    )


@pytest.mark.parametrize(
    "forge",
    [
        _hole,
        _moved,
        _given_away,
        _doubled_balance,
        _hidden_stream,
        _beyond_the_end,
        _posting_beyond_the_end,
    ],
)
def test_a_forgery_between_shares_or_after_the_state_is_found(
    forge: Callable[[Forger, int], None], ledger: Ledger, forger: Forger, keys: Keys
) -> None:
    number, position = checkpoints_of(forger.file)[-2]
    state = saved_at(ledger, number)
    ledger.close()
    forge(forger, position)
    forged = open_ledger(f"sqlite:///{forger.file}", keys)
    try:
        assert not audit(forged).whole
        assert in_shares(forged) is None
        assert not continued(forged, state).whole
        assert in_shares(forged, 3, state) is None
    finally:
        forged.close()


def test_a_forged_state_is_refused(ledger: Ledger, forger: Forger, tmp_path: Path) -> None:
    number, _ = checkpoints_of(forger.file)[-2]
    state = saved_at(ledger, number)
    richer = dict(state.balances)
    some, other = list(richer)[:2]
    richer[some] += 10_000
    richer[other] -= 10_000
    body = msgspec.msgpack.encode(msgspec.structs.replace(state, balances=richer))
    stranger = Keys.open(tmp_path / "stranger")
    for stored in (
        sign_state(body, stranger),
        gzip.compress(gzip.decompress(sign_state(body, ledger.keys))[:-9] + bytes(9)),
        b"nothing",
        gzip.compress(b"nothing")[:10] + b"\xff" * 20,  # damaged as only the compression notices
        gzip.compress(b"nothing"),
    ):
        with pytest.raises(Refusal) as refused:
            read_state(stored, ledger.keys.public, "the state")
        assert refused.value.code == "state_unusable"
    longer = dict(state.heads)
    name = next(iter(longer))
    longer[name] = longer[name]._replace(version=longer[name].version + 1)
    lied = msgspec.msgpack.encode(msgspec.structs.replace(state, heads=longer))
    with pytest.raises(Refusal) as refused:  # even with the key: the checkpoint signs the ends of the streams
        read_state(sign_state(lied, ledger.keys), ledger.keys.public, "the state")
    assert "checkpoint" in refused.value.message


def test_a_state_of_another_version_is_refused(
    ledger: Ledger, forger: Forger, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = Save(checkpoints_of(forger.file)[-1][0])
    audit(ledger, save=save)
    assert save.state is not None
    stored = sign_state(save.state, ledger.keys)
    monkeypatch.setattr(verified_state, "_form", lambda: "another")
    with pytest.raises(Refusal, match="another version"):
        read_state(stored, ledger.keys.public, "the state")


def test_a_state_of_a_history_that_was_rewritten_does_not_fit(
    ledger: Ledger, forger: Forger, keys: Keys
) -> None:
    """Somebody with the keys rewrites and signs the log: the state knows the checkpoint that was there."""
    number, _ = checkpoints_of(forger.file)[-2]
    state = saved_at(ledger, number)
    ledger.close()
    forger.rewrite(keys, lambda row: row)
    forged = open_ledger(f"sqlite:///{forger.file}", keys)
    try:
        assert audit(forged).whole
        assert {each.code for each in continued(forged, state).findings} & {
            "checkpoint_gap",
            "checkpoint_differs",
        }
        assert in_shares(forged, 2, state) is None
    finally:
        forged.close()
