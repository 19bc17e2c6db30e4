"""A pruned log: the rest verifies and play goes on, and nothing around its boundary can be altered."""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import func, select, text
from sqlalchemy.exc import DBAPIError
from typer.testing import CliRunner

from croupier.cli.app import app
from croupier.errors import Refusal
from croupier.floor.archives import prune as pruning
from croupier.floor.archives.archive import archive
from croupier.floor.archives.archived_log import WithArchives, pruned_archives
from croupier.floor.archives.audit_source import state_of_boundary, stored_boundary
from croupier.floor.archives.prune import Pruned, prune
from croupier.floor.audit import verified_state
from croupier.floor.audit.audit import audit
from croupier.floor.audit.backup import backup, restore
from croupier.floor.audit.deal import before, look_up
from croupier.floor.evidence.steps import logged_steps
from croupier.floor.host import snapshots, stream_starts
from croupier.floor.host.hosted_table import Settings, load
from croupier.floor.reports.hold_by_rounds import rounds_of
from croupier.ledger.keys import Keys
from croupier.ledger.schema import checkpoints, events
from croupier.ledger.schema import snapshots as saved_states
from croupier.ledger.store import Ledger
from croupier.ledger.verification.boundary import save_boundary
from croupier.ledger.verification.checkpoints import checkpoint, rotate_signing
from croupier.table import commands as c
from croupier.table.state import State
from tests.floor.audit_rig import in_shares
from tests.floor.floor_rig import PATIENCE, House, asked_at, decision, wagers_at
from tests.floor.houses import Forger


def quiet(done: int, total: int) -> None:
    """Nobody watches the progress."""


@pytest.fixture
def ledger(original: Path, database_url: str, tmp_path: Path) -> Iterator[Ledger]:
    """The furnished house on either database."""
    shutil.copytree(original / "keys", tmp_path / "keys")
    keys = Keys.open(tmp_path / "keys")
    source = Ledger.open(f"sqlite:///{original}/ledger.db", keys)
    backup(source, tmp_path / "house.backup")
    source.close()
    restore(tmp_path / "house.backup", database_url, keys)
    opened = Ledger.open(database_url, keys)
    yield opened
    opened.close()


def archived(ledger: Ledger, directory: Path, number: int) -> Path:
    """The archives up to a checkpoint."""
    directory.mkdir(exist_ok=True)
    with ledger.database.reading() as connection:
        at = connection.execute(select(checkpoints.c.at).where(checkpoints.c.number == number)).scalar_one()
    assert archive(ledger, directory, at + 1, quiet) is not None
    return directory


def pruned(ledger: Ledger, directory: Path, number: int = 3) -> Pruned:
    """The log pruned up to a checkpoint."""
    made = prune(ledger, archived(ledger, directory, number), quiet)
    assert made is not None
    return made


def count(ledger: Ledger) -> int:
    """The records in the database."""
    with ledger.database.reading() as connection:
        return connection.execute(select(func.count()).select_from(events)).scalar_one()


def with_archives(ledger: Ledger, directory: Path) -> WithArchives:
    """The whole log."""
    stored = stored_boundary(ledger, None)
    assert stored is not None
    return WithArchives(ledger, pruned_archives(directory, stored.boundary), stored.boundary)


def test_a_pruned_log_verifies_from_its_boundary_and_whole_with_its_archives(
    ledger: Ledger, tmp_path: Path
) -> None:
    whole = audit(ledger)
    directory = tmp_path / "archive"
    first = pruned(ledger, directory, 2)
    assert first.records > first.position / 2
    assert count(ledger) == whole.position - first.records
    second = pruned(ledger, directory, 4)
    assert (second.position > first.position, second.archives) == (True, 2)
    rest = audit(ledger)
    assert rest.findings == ()
    assert (rest.position, rest.signed) == (whole.position, whole.signed)
    assert rest.replayed.records == whole.position - second.position
    assert audit(with_archives(ledger, directory)).replayed == whole.replayed
    assert prune(ledger, directory, quiet) is None, "there is nothing more to prune"
    stored = stored_boundary(ledger, None)
    assert stored is not None
    shared = in_shares(ledger, begin=state_of_boundary(stored))
    assert shared is not None
    assert shared.replayed.rounds == rest.replayed.rounds
    copy = tmp_path / "again.backup"
    backup(ledger, copy)
    restore(copy, f"sqlite:///{tmp_path}/again.db", ledger.keys)
    again = Ledger.open(f"sqlite:///{tmp_path}/again.db", ledger.keys)
    assert audit(again).findings == ()
    again.close()


def test_a_pruned_house_plays_on(ledger: Ledger, database_url: str, tmp_path: Path) -> None:
    keys = ledger.keys
    held = {name: [each.number for each in rounds_of(ledger, name)] for name in ("l1", "e1", "l4")}
    loaded = {name: msgspec.json.encode(load(ledger, keys, name, Settings()).state) for name in held}
    pruned(ledger, tmp_path / "archive")
    with ledger.engine.begin() as connection:
        # As if none could be read: the tables start where they are cut.
        connection.execute(saved_states.delete())
    for name, numbers in held.items():
        start = stream_starts.beginning(ledger, name)
        assert msgspec.json.encode(load(ledger, keys, name, Settings()).state) == loaded[name]
        kept = [number for number in numbers if number > stream_starts.finished(start)]
        assert [each.number for each in rounds_of(ledger, name)] == kept
        for number in numbers:
            if number > stream_starts.finished(start):
                assert list(logged_steps(ledger, name, number))
                continue
            with pytest.raises(Refusal, match="earlier rounds are in the archives") as refused:
                list(logged_steps(ledger, name, number))
            assert refused.value.code == "records_pruned"
    assert stream_starts.beginning(ledger, "l4").round == 0, "played after the boundary"
    house = House(database_url, tmp_path / "keys", tables=[("e1", Settings(link="link 1", betting_ms=10**9))])
    try:
        for seat in (1, 2):
            bet = c.Bet(seat=seat, wagers=wagers_at(house.state("e1")))
            house.floor.send("e1", bet, by=f"e1p{seat}", role="player").result(PATIENCE)
        number = house.state("e1").round
        house.close_bets("e1")
        while (asked := asked_at(house.state("e1"))) is not None and house.state("e1").program == "round":
            done = house.floor.send("e1", decision(asked), by=f"e1p{asked.seat}", role="player")
            done.result(PATIENCE)
        checkpoint(house.ledger, house.clock())
        streams = (house.ledger.read("table:e1"), house.ledger.read("fair:e1"))
        assert look_up("e1", number, *streams, before(house.ledger, "e1")).findings == ()
        assert list(logged_steps(house.ledger, "e1", number)), "the first round after the pruned ones"
    finally:
        house.close()
    assert audit(ledger).findings == ()
    assert audit(with_archives(ledger, tmp_path / "archive")).findings == ()


def test_only_archived_records_can_be_deleted(ledger: Ledger, tmp_path: Path) -> None:
    position = pruned(ledger, tmp_path / "archive").position
    for act in (
        "DELETE FROM events WHERE stream LIKE 'table:%'",
        f"DELETE FROM postings WHERE position > {position}",
        "DELETE FROM events WHERE stream LIKE 'link:%'",
        "UPDATE events SET at = 0",
        "DELETE FROM boundaries",
        "UPDATE boundaries SET number = 9",
    ):
        with pytest.raises(DBAPIError, match="only ever added to"), ledger.engine.begin() as connection:
            connection.execute(text(act))
    assert audit(ledger).findings == ()


def test_an_archive_that_does_not_verify_prunes_nothing(ledger: Ledger, tmp_path: Path) -> None:
    directory = archived(ledger, tmp_path / "archive", 2)
    archived(ledger, directory, 3)
    first, second = sorted(directory.glob("*.jsonl.gz"))
    there = count(ledger)
    whole = second.read_bytes()
    damaged = bytearray(whole)
    damaged[len(damaged) // 2] ^= 1
    for each in (bytes(damaged), first.read_bytes(), whole[: len(whole) // 2]):
        second.write_bytes(each)
        with pytest.raises(Refusal) as refused:
            prune(ledger, directory, quiet)
        assert refused.value.code == "archive_unusable"
    second.write_bytes(whole)
    first.rename(tmp_path / "gone")
    with pytest.raises(Refusal, match="a gap or overlap"):
        prune(ledger, directory, quiet)
    assert count(ledger) == there
    assert stored_boundary(ledger, None) is None
    (tmp_path / "gone").rename(first)
    assert prune(ledger, directory, quiet) is not None
    first.rename(tmp_path / "gone")
    with pytest.raises(Refusal, match="which is not in"):
        with_archives(ledger, directory)
    first.write_bytes(second.read_bytes())
    with pytest.raises(Refusal, match="not the archive that the boundary names"):
        with_archives(ledger, directory)


def test_an_interrupted_pruning_continues(
    ledger: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    directory = archived(ledger, tmp_path / "archive", 3)
    there, done = count(ledger), pruning._delete_some

    def cut_off(*given: object) -> int:
        raise ConnectionError

    with monkeypatch.context() as patch:
        patch.setattr(pruning, "save_boundary", cut_off)
        with pytest.raises(ConnectionError):
            prune(ledger, directory, quiet)
    assert (stored_boundary(ledger, None), count(ledger)) == (None, there)
    left: Iterator[Callable[..., int]] = iter([done, done, cut_off])
    with monkeypatch.context() as patch:
        patch.setattr(pruning, "AT_A_TIME", 5)
        patch.setattr(pruning, "_delete_some", lambda *given: next(left)(*given))
        with pytest.raises(ConnectionError):
            prune(ledger, directory, quiet)
    assert count(ledger) == there - 10
    assert {each.code for each in audit(ledger).findings} == {"boundary_differs"}
    assert load(ledger, ledger.keys, "e1", Settings()).state.table == "e1"
    again = prune(ledger, directory, quiet)
    assert again is not None
    assert audit(ledger).findings == ()
    assert audit(with_archives(ledger, directory)).findings == ()


def test_the_next_version_reads_the_archives_once(
    ledger: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its states have another form: nothing that was saved can be read any more."""
    directory = tmp_path / "archive"
    pruned(ledger, directory)
    monkeypatch.setattr(snapshots, "form_of", lambda kind: "of the next version")
    monkeypatch.setattr(verified_state, "form_of", lambda kind: "of the next version")
    with pytest.raises(Refusal, match="another version of Croupier made it") as refused:
        audit(ledger)
    assert "--archive" in refused.value.message
    assert audit(with_archives(ledger, directory)).findings == ()
    with pytest.raises(Refusal, match="run `croupier audit prune --archive DIR` once"):
        load(ledger, ledger.keys, "e1", Settings())
    made = prune(ledger, directory, quiet)
    assert made is not None
    assert made.records == 0
    assert audit(ledger).findings == ()
    assert load(ledger, ledger.keys, "e1", Settings()).state.table == "e1"


def test_a_new_signing_key_signs_the_boundary_again(ledger: Ledger, tmp_path: Path) -> None:
    pruned(ledger, tmp_path / "archive")
    old = ledger.keys.public
    rotate_signing(ledger, 1)
    again = Ledger.open(
        ledger.database.url.render_as_string(hide_password=False), Keys.open(tmp_path / "keys")
    )
    try:
        assert again.keys.public != old
        assert audit(again).findings == ()
        with pytest.raises(Refusal, match="has not signed it"):
            stored_boundary(again, old)
    finally:
        again.close()


# ----------------------------------------------------------------------------------------------- a forger's


def _altered(forger: Forger) -> None:
    first = "WHERE stream = 'link:link 0' AND version = 1"
    forger.run(f"UPDATE events SET body = CAST(replace(body, '1', '2') AS BLOB) {first}")


def _restored(forger: Forger) -> None:
    """A pruned record comes back, with other words."""
    forger.run(
        "INSERT INTO events SELECT 7, 'table:l0', 7, kind, at, actor, role, body, hash FROM events LIMIT 1"
    )


def _posting_restored(forger: Forger) -> None:
    (gone,) = forger.one(
        "SELECT min(position) + 1 FROM events WHERE position + 1 NOT IN (SELECT position FROM events)"
    )
    forger.run("INSERT INTO postings SELECT ?, 1, account, 0, x'00' FROM accounts LIMIT 1", gone)


def _balances(forger: Forger) -> None:
    """A fortune at the boundary."""
    (body,) = forger.one("SELECT body FROM boundaries")
    found = msgspec.json.decode(body)
    player = next(name for name in found["balances"] if name.startswith("player:"))
    found["balances"][player] += 100
    found["balances"]["house"] -= 100
    forger.run("UPDATE boundaries SET body = ?", msgspec.json.encode(found, order="deterministic"))


def _last_deleted(forger: Forger) -> None:
    (body,) = forger.one("SELECT body FROM boundaries")
    position = msgspec.json.decode(body)["checkpoint"]["position"]
    last = "SELECT max(position) FROM events WHERE stream LIKE 'link:%' AND position <= ?"
    forger.run(f"DELETE FROM events WHERE position = ({last})", position)


def _body(forger: Forger) -> None:
    (body,) = forger.one("SELECT body FROM starts WHERE stream = 'table:l0'")
    forger.run(
        "UPDATE starts SET body = ? WHERE stream = 'table:l0'", body.replace(b'"round":', b'"round":1')
    )


FORGERIES: dict[str, tuple[Callable[[Forger], None], str]] = {
    "a kept record altered": (_altered, "boundary_differs"),
    "a kept record deleted": (
        lambda forger: forger.run("DELETE FROM events WHERE stream = 'link:link 0' AND version = 2"),
        "boundary_differs",
    ),
    "the last kept record before the boundary deleted": (
        _last_deleted,
        "boundary_differs",
    ),
    "a pruned record restored differently": (_restored, "boundary_differs"),
    "a posting of a pruned record restored": (_posting_restored, "posting_orphaned"),
    "balances at the boundary": (_balances, "boundary_forged"),
    "the state of the verification": (
        lambda forger: forger.run("UPDATE boundaries SET state = x'00'"),
        "boundary_forged",
    ),
    "the boundary deleted": (lambda forger: forger.run("DELETE FROM boundaries"), "position_gap"),
    "the state of a table": (_body, "boundary_differs"),
    "a start moved": (
        lambda forger: forger.run("UPDATE starts SET version = version + 1 WHERE stream = 'table:l0'"),
        "boundary_differs",
    ),
    "a start invented": (
        lambda forger: forger.run("INSERT INTO starts VALUES ('table:e4', 9, x'00')"),
        "boundary_differs",
    ),
}


@pytest.fixture(scope="module")
def pruned_house(original: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite house, pruned and closed, with its archive."""
    directory = Path(shutil.copytree(original, tmp_path_factory.mktemp("pruned") / "house"))
    opened = Ledger.open(f"sqlite:///{directory}/ledger.db", Keys.open(directory / "keys"))
    pruned(opened, directory / "archive")
    opened.close()
    return directory


def copied(house: Path, file: Path) -> Path:
    """A copy of a house's database."""
    shutil.copy(house / "ledger.db", file)
    return file


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forgery_around_the_boundary_is_found(pruned_house: Path, tmp_path: Path, forgery: str) -> None:
    forge, code = FORGERIES[forgery]
    forge(Forger(copied(pruned_house, tmp_path / "l.db")))
    opened = Ledger.open(f"sqlite:///{tmp_path}/l.db", Keys.open(pruned_house / "keys"))
    try:
        assert code in {each.code for each in audit(opened).findings}
        if forgery.startswith("the state of a table"):
            with pytest.raises(Refusal, match="not the one that the house signed"):
                stream_starts.beginning(opened, "l0")
    finally:
        opened.close()


def test_a_boundary_of_other_keys_is_found(pruned_house: Path, tmp_path: Path) -> None:
    """A forger prunes with keys of their own: the auditor knows the house's."""
    copy = copied(pruned_house, tmp_path / "l.db")
    opened = Ledger.open(f"sqlite:///{copy}", Keys.open(tmp_path / "keys"))
    stored = stored_boundary(opened, Keys.open(pruned_house / "keys").public)
    assert stored is not None
    with opened.engine.begin() as connection:
        save_boundary(connection, stored.boundary, stored.state, opened.keys)
    found = audit(opened, Keys.open(pruned_house / "keys").public).findings
    assert "boundary_forged" in {each.code for each in found}
    opened.close()


def test_an_interrupted_round_is_kept_whole(ledger: Ledger, tmp_path: Path) -> None:
    """A table is cut where no round runs and no award waits."""
    pruned(ledger, tmp_path / "archive")
    until = stream_starts.pruned_until(ledger)
    assert until is not None
    assert "all records since" in stream_starts.pruned_words(ledger, until - 1)
    assert stream_starts.pruned_words(ledger, until) == ""
    for name in ("l0", "e0", "l1", "e1"):
        state: State = stream_starts.beginning(ledger, name)
        assert (state.hands, state.bets_closed, state.pending) == ({}, False, {})


def test_the_command_prunes_and_verifies(original: Path, tmp_path: Path) -> None:
    house = Path(shutil.copytree(original, tmp_path / "house"))
    where = ["--db", f"sqlite:///{house}/ledger.db", "--keys", str(house / "keys")]

    def run(*words: str) -> str:
        done = CliRunner().invoke(app, ["audit", *words, *where], prog_name="croupier")
        assert done.exit_code == 0, done.output
        return done.output

    nothing = CliRunner().invoke(app, ["audit", "prune", "--archive", str(tmp_path), *where])
    assert (nothing.exit_code, "nothing to prune" in nothing.output) == (1, True)
    run("archive", "-o", str(tmp_path / "archive"), "--before", "2100-01-01")
    assert "records removed" in run("prune", "--archive", str(tmp_path / "archive"))
    assert "begun at that signed boundary" in run("verify")
    whole = json.loads(run("verify", "--archive", str(tmp_path / "archive"), "--json"))
    assert (whole["whole"], whole["pruned"], whole["replayed"]["tables"]) == (True, None, 12)
    export = CliRunner().invoke(app, ["audit", "export", "-o", str(tmp_path / "log"), *where])
    assert (export.exit_code, "audit archive" in export.output) == (2, True)
