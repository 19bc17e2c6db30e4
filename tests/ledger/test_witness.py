"""Checkpoints held elsewhere: the log must still be the one that they were signed over."""

import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from croupier.ledger.keys import Keys
from croupier.ledger.store import Ledger
from croupier.ledger.verification import checkpoint_memory
from croupier.ledger.verification.audit import verify
from croupier.ledger.verification.checkpoints import Checkpoint, checkpoint
from croupier.ledger.verification.export import ExportFile, export
from croupier.ledger.verification.findings import Finding
from croupier.ledger.verification.sources import DatabaseSource
from croupier.ledger.verification.witness import Witnessed, read_witness
from tests.ledger.books import append, busy_evening


def history(path: Path, keys: Keys, *, second: str = "b", rounds: int = 3) -> tuple[Ledger, list[Checkpoint]]:
    """A ledger with three checkpoints; another `second` makes another history from its second one on.

    A forger with the keys can also remove the house's memory of its last checkpoint.
    """
    assert keys.directory is not None
    (keys.directory / checkpoint_memory.FILE).unlink(missing_ok=True)
    ledger = Ledger.open(f"sqlite:///{path}", keys)
    busy_evening(ledger, rounds=1)
    made = [checkpoint(ledger, at=1)]
    for number, text in enumerate((second, "c")[: rounds - 1], 2):
        append(ledger, "house", text)
        made.append(checkpoint(ledger, at=number))
    return ledger, made


def found(ledger: Ledger, *held: Checkpoint) -> list[Finding]:
    return list(verify(Witnessed(DatabaseSource(ledger), held)))


def test_a_log_that_has_what_the_witness_holds(tmp_path: Path, keys: Keys) -> None:
    ledger, made = history(tmp_path / "a.db", keys)
    assert found(ledger, *made) == []
    assert found(ledger, made[1]) == []
    with (tmp_path / "log.jsonl").open("wb") as out:
        export(ledger, out)
    assert list(verify(Witnessed(ExportFile(tmp_path / "log.jsonl"), made))) == []
    ledger.close()


def test_a_rewritten_and_signed_history_is_located(tmp_path: Path, keys: Keys) -> None:
    """The same keys have signed both: without the witness nothing is wrong."""
    true, made = history(tmp_path / "a.db", keys)
    forged, rewritten = history(tmp_path / "b.db", keys, second="B")
    assert list(verify(forged)) == []
    assert rewritten[0] == made[0]
    findings = found(forged, *made)
    assert [(f.code, f.checkpoint, f.position) for f in findings] == [
        ("witness_differs", 2, made[1].position),
        ("witness_differs", 3, made[2].position),
    ]
    assert f"after position {made[0].position}, at {made[1].position} at the latest" in findings[0].message
    assert "is another: root, signature;" in findings[0].message
    # One is enough: it names the one before it.
    (alone,) = found(forged, made[1])
    assert f"after position {made[0].position}, at {made[1].position} at the latest" in alone.message
    (last,) = found(forged, made[2])
    assert f"after position 0, at {made[2].position} at the latest" in last.message
    true.close()
    forged.close()


def test_a_log_that_was_cut_is_found(tmp_path: Path, keys: Keys) -> None:
    whole, made = history(tmp_path / "a.db", keys)
    cut, _ = history(tmp_path / "b.db", keys, rounds=2)
    assert list(verify(cut)) == []
    (finding,) = found(cut, *made)
    assert (finding.checkpoint, finding.position) == (3, made[2].position)
    assert f"no checkpoint 3: its last is 2, and its records end at position {made[1].position}" in str(
        finding
    )
    whole.close()
    cut.close()


def test_an_altered_checkpoint_before_it_is_no_crash(tmp_path: Path, keys: Keys) -> None:
    ledger, made = history(tmp_path / "a.db", keys)
    ledger.close()
    with closing(sqlite3.connect(tmp_path / "a.db")) as connection:
        connection.execute("DROP TRIGGER checkpoints_no_update")
        connection.execute("UPDATE checkpoints SET signature = x'00' WHERE number < 3")
        connection.commit()
    ledger = Ledger.open(f"sqlite:///{tmp_path / 'a.db'}", keys)
    codes = [(f.code, f.checkpoint) for f in found(ledger, made[1])]
    assert codes == [
        ("unguarded", 0),
        ("checkpoint_altered", 1),
        ("checkpoint_altered", 2),
        ("witness_differs", 2),
    ]
    ledger.close()


def test_a_witness_is_read_line_by_line(tmp_path: Path, keys: Keys) -> None:
    ledger, made = history(tmp_path / "a.db", keys)
    ledger.close()
    file = tmp_path / "held.jsonl"
    file.write_bytes(b"\n".join(msgspec.json.encode(each) for each in reversed(made)) + b"\n\n")
    assert read_witness(file) == made
    altered = msgspec.json.encode(msgspec.structs.replace(made[0], at=9))
    for text, words in (
        (b"", "no checkpoint"),
        (b"{}", "line 1: not a checkpoint"),
        (altered, "line 1: altered"),
    ):
        file.write_bytes(text)
        with pytest.raises(ValueError, match=words):
            read_witness(file)
