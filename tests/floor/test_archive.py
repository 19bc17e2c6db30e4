"""Archives of a log: each is verified alone, together they are the log, and no byte of one can be altered."""

import gzip
import shutil
import sqlite3
from base64 import b64encode
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import msgspec
import pyarrow.parquet as pq
import pytest
from sqlalchemy import select

from croupier.errors import Refusal
from croupier.floor.archives.archive import Archived, archive, state_of
from croupier.floor.audit.audit import audit
from croupier.floor.audit.findings import Verdict
from croupier.floor.audit.read_only import open_ledger
from croupier.floor.audit.verified_state import read_state, sign_state
from croupier.ledger.keys import Keys
from croupier.ledger.schema import checkpoints
from croupier.ledger.store import Ledger
from croupier.ledger.verification.checkpoints import rotate_signing
from croupier.ledger.verification.export import ExportFile, lines_of
from croupier.ledger.verification.sources import DatabaseSource
from tests.floor.houses import Forger


@pytest.fixture
def ledger(original: Path) -> Iterator[Ledger]:
    opened = open_ledger(f"sqlite:///{original}/ledger.db", Keys.open(original / "keys"))
    yield opened
    opened.close()


def verdict_of(file: Path, public: bytes) -> Verdict:
    """The verdict on an archive by itself."""
    export = ExportFile(file)
    return audit(export, public, begin=state_of(export, public), alone=True)


def archived(ledger: Ledger, directory: Path) -> list[Archived]:
    """The log in three archives: at its second checkpoint, its fourth and its last."""
    directory.mkdir(exist_ok=True)
    connection = sqlite3.connect(str(ledger.database.url.database))
    times = [at for (at,) in connection.execute("SELECT at FROM checkpoints ORDER BY number")]
    connection.close()
    made = [archive(ledger, directory, times[each] + 1, lambda done, total: None) for each in (1, 3, -1)]
    assert archive(ledger, directory, times[-1] + 1, lambda done, total: None) is None
    return [each for each in made if each is not None]


def test_archives_are_the_log_and_each_is_verified_alone(ledger: Ledger, tmp_path: Path) -> None:
    whole = audit(ledger)
    made = archived(ledger, tmp_path)
    assert len(made) == 3
    assert [each.first for each in made] == [1, *(each.last + 1 for each in made[:-1])]
    assert made[-1].last == whole.position
    for each in made:
        columns = each.file.with_name(each.file.name.replace(".jsonl.gz", ".parquet"))
        with lines_of(each.file) as lines, lines_of(columns) as same:
            assert list(lines) == list(same)
        for file in (each.file, columns):
            verdict = verdict_of(file, ledger.keys.public)
            assert verdict.whole, verdict.findings
            assert verdict.replayed.records == each.last - each.first + 1
            assert verdict.signed == each.last
            assert file.stat().st_mode & 0o077 == 0
    counted = [verdict_of(each.file, ledger.keys.public).replayed for each in made]
    assert sum(each.rounds for each in counted) == whole.replayed.rounds
    assert sum(each.seeds for each in counted) == whole.replayed.seeds


def test_the_rest_of_a_log_is_verified_after_its_archives(ledger: Ledger, tmp_path: Path) -> None:
    made = archived(ledger, tmp_path)[0]
    file = Path(str(made.file).replace(".jsonl.gz", ".state"))
    state = read_state(file.read_bytes(), ledger.keys.public, str(file))
    rest = audit(DatabaseSource(ledger, after=state.checkpoint.position), begin=state)
    assert rest.whole
    assert rest.replayed.records == rest.position - made.last


def test_an_altered_archive_is_found(ledger: Ledger, tmp_path: Path) -> None:
    first, second, _ = archived(ledger, tmp_path)
    public = ledger.keys.public
    lines = gzip.decompress(second.file.read_bytes()).splitlines(keepends=True)
    forged = tmp_path / "forged.jsonl.gz"
    records = [number for number, line in enumerate(lines) if line.startswith(b'{"type":"record"')]
    for changed in (
        [*lines[: records[3]], *lines[records[4] :]],  # a record is gone
        [
            *lines[: records[3]],
            lines[records[4]],
            lines[records[3]],
            *lines[records[5] :],
        ],  # swapped
        lines[:-1],  # the end is cut off
        [lines[0], *lines[2:]],  # the state is gone
    ):
        forged.write_bytes(gzip.compress(b"".join(changed)))
        assert not verdict_of(forged, public).whole
    packed = bytearray(second.file.read_bytes())
    for place in range(40, len(packed) - 20, len(packed) // 12):
        flipped = packed.copy()
        flipped[place] ^= 4
        forged.write_bytes(flipped)
        with suppress(Refusal):  # of the state at its beginning
            assert not verdict_of(forged, public).whole
    start = gzip.decompress(first.file.read_bytes()).splitlines(keepends=True)
    forged.write_bytes(gzip.compress(b"".join([start[0], lines[1], *start[1:]])))
    assert not verdict_of(forged, public).whole


def test_an_altered_parquet_file_is_found(ledger: Ledger, tmp_path: Path) -> None:
    second = archived(ledger, tmp_path)[1].file
    columns = second.with_name(second.name.replace(".jsonl.gz", ".parquet"))
    table = pq.read_table(columns)
    kept = table.schema.metadata or pq.read_metadata(columns).metadata
    others = {key: value for key, value in pq.read_metadata(columns).metadata.items() if key == b"croupier"}
    assert others
    forged = tmp_path / "forged.parquet"
    for changed in (table.slice(1), table.slice(0, table.num_rows - 1)):
        pq.write_table(changed.replace_schema_metadata({**(kept or {}), **others}), forged)
        assert not verdict_of(forged, ledger.keys.public).whole


def test_a_damaged_log_is_not_archived(ledger: Ledger, original: Path, tmp_path: Path) -> None:
    forger = Forger(tmp_path / "ledger.db")
    target = sqlite3.connect(forger.file)
    source = sqlite3.connect(original / "ledger.db")
    source.backup(target)
    source.close()
    target.close()
    forger.run("UPDATE events SET actor = 'eve' WHERE position = 30")
    damaged = open_ledger(f"sqlite:///{forger.file}", ledger.keys)
    try:
        with pytest.raises(Refusal) as refused:
            archive(damaged, tmp_path, 2**62, lambda done, total: None)
    finally:
        damaged.close()
    assert refused.value.code == "ledger_damaged"
    assert not list(tmp_path.glob("records-*"))


def copied(original: Path, place: Path) -> Ledger:
    """A copy of the house that can be written to."""
    shutil.copytree(original, place)
    return Ledger.open(f"sqlite:///{place}/ledger.db", Keys.open(place / "keys"))


def test_a_failed_archive_leaves_no_gap(
    ledger: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device", str(target))

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", fail)
        with pytest.raises(OSError, match="No space"):
            archive(ledger, tmp_path, 2**62, lambda done, total: None)
    made = archive(ledger, tmp_path, 2**62, lambda done, total: None)
    assert made is not None
    assert made.first == 1
    assert verdict_of(made.file, ledger.keys.public).whole


def test_archives_go_on_after_a_rotation_and_after_another_version(original: Path, tmp_path: Path) -> None:
    house = copied(original, tmp_path / "house")
    try:
        with house.database.reading() as connection:
            times = [at for (at,) in connection.execute(select(checkpoints.c.at))]
        first = archive(house, tmp_path, sorted(times)[1] + 1, lambda done, total: None)
        assert first is not None
        old = house.keys.public
        thief = Keys.to_sign(tmp_path / "house" / "keys")
        rotate_signing(house, times[-1] + 1)
        public = house.keys.public
        second = archive(house, tmp_path, 2**62, lambda done, total: None)
        assert second is not None
        assert second.first == first.last + 1
        verdict = verdict_of(second.file, public)
        assert verdict.whole, verdict.findings
        assert verdict.signed == second.last
        assert verdict_of(second.file, old).whole, "who knows the old key follows the rotation"
        eve = Keys.open(tmp_path / "eve").public
        assert "foreign_key" in {each.code for each in verdict_of(second.file, eve).findings}
        # The thief of the old key could sign any state to begin with: balances stand nowhere else.
        lines = gzip.decompress(second.file.read_bytes()).splitlines(keepends=True)
        told = msgspec.msgpack.encode(read_state(ExportFile(second.file).state() or b"", public, ""))
        began = {"type": "state", "state": b64encode(sign_state(told, thief)).decode()}
        lines[1] = msgspec.json.encode(began) + b"\n"
        forged = tmp_path / "forged.jsonl"
        forged.write_bytes(signed_again(lines, thief))
        assert "foreign_key" in {each.code for each in verdict_of(forged, public).findings}
        state = Path(str(second.file).replace(".jsonl.gz", ".state"))
        state.write_bytes(b"of another version")
        assert archive(house, tmp_path, 2**62, lambda done, total: None) is None
    finally:
        house.close()


def test_a_forged_state_begins_no_archive(original: Path, tmp_path: Path) -> None:
    house = copied(original, tmp_path / "house")
    try:
        with house.database.reading() as connection:
            times = sorted(at for (at,) in connection.execute(select(checkpoints.c.at)))
        first = archive(house, tmp_path, times[1] + 1, lambda done, total: None)
        assert first is not None
        file = Path(str(first.file).replace(".jsonl.gz", ".state"))
        state = read_state(file.read_bytes(), house.keys.public, "")
        body = msgspec.msgpack.encode(msgspec.structs.replace(state, balances={}))
        file.write_bytes(sign_state(body, Keys.open(tmp_path / "eve")))
        second = archive(house, tmp_path, 2**62, lambda done, total: None)
        assert second is not None
        stored = ExportFile(second.file).state()
        assert stored is not None
        assert read_state(stored, house.keys.public, "").balances == state.balances
    finally:
        house.close()


def test_records_from_before_a_rotation_are_archived_after_it(original: Path, tmp_path: Path) -> None:
    """The thief of a retired key may add true rotations to a forged archive: it is still not the house's."""
    house = copied(original, tmp_path / "house")
    thief = Keys.to_sign(tmp_path / "house" / "keys")
    try:
        with house.database.reading() as connection:
            times = sorted(at for (at,) in connection.execute(select(checkpoints.c.at)))
        for number in (1, 2):
            rotate_signing(house, times[-1] + number)
        made = archive(house, tmp_path, times[1] + 1, lambda done, total: None)
        assert made is not None
        public = house.keys.public
        for trusted in (public, thief.public):
            verdict = verdict_of(made.file, trusted)
            assert (verdict.findings, verdict.signed) == ((), made.last)
        stranger = Keys.open(tmp_path / "stranger").public
        assert "foreign_key" in {each.code for each in verdict_of(made.file, stranger).findings}
    finally:
        house.close()
    lines = gzip.decompress(made.file.read_bytes()).splitlines(keepends=True)
    led = [line for line in lines if line.startswith(b'{"type":"rotation"')]
    assert len(led) == 2
    middle = lines.index(led[0]) - 3
    for signer, forged in (
        (thief, lines),  # signed with the retired key
        (house.keys, [line for line in lines if line != led[0]]),  # a rotation is missing
        (house.keys, [line for line in lines if line not in led]),
        (house.keys, [*lines[:middle], *led, *lines[middle : middle + 3], *lines[middle + 5 :]]),  # too early
    ):
        file = tmp_path / "forged.jsonl"
        file.write_bytes(signed_again(forged, signer))
        found = {each.code for each in verdict_of(file, public).findings}
        assert found & {"rotation_forged", "foreign_key"}, found


def signed_again(lines: list[bytes], keys: Keys) -> bytes:
    """An export whose first and last lines are made again, and signed."""
    first, last = (msgspec.json.decode(line) for line in (lines[0], lines[-1]))
    first["public"] = keys.public.hex()
    words = f"croupier-ledger {first['format']} {first['public']} {first['position']}"
    first["signature"] = keys.sign(words.encode()).hex()
    body = b"".join([msgspec.json.encode(first) + b"\n", *lines[1:-1]])
    last |= {"lines": len(lines) - 1, "digest": sha256(body).hexdigest()}
    words = f"croupier-ledger end {last['lines']} {last['digest']}"
    last["signature"] = keys.sign(words.encode()).hex()
    return body + msgspec.json.encode(last) + b"\n"
