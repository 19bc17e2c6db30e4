"""`croupier audit`: the key that verified a log, and its comparison with a witness."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from typer.testing import CliRunner, Result

from croupier.cli.app import app
from croupier.ledger.keys import Keys
from croupier.ledger.store import Ledger
from croupier.ledger.verification.checkpoints import checkpoint
from croupier.ledger.verification.export import export
from tests.ledger.books import append


class House(NamedTuple):
    """The data directory of a small house, and an export of its log."""

    data: Path
    public: str
    export: Path

    @property
    def url(self) -> str:
        return f"sqlite:///{self.data / 'croupier.db'}"


def house(data: Path, *texts: str) -> House:
    """A house with a checkpoint after every record."""
    keys = Keys.open(data / "keys")
    ledger = Ledger.open(f"sqlite:///{data / 'croupier.db'}", keys)
    for at, text in enumerate(texts):
        append(ledger, "house", text)
        checkpoint(ledger, at=at)
    file = data / "log.jsonl"
    with file.open("wb") as out:
        export(ledger, out)
    ledger.close()
    return House(data, keys.public.hex(), file)


@pytest.fixture
def here(tmp_path: Path) -> House:
    return house(tmp_path / "here", "a", "b")


@pytest.fixture
def other(tmp_path: Path) -> House:
    return house(tmp_path / "other", "a", "b")


def audit(data: Path, *words: str | Path) -> Result:
    return CliRunner().invoke(app, ["audit", *map(str, words)], env={"CROUPIER_DATA": str(data)})


def verification(data: Path, *words: str | Path) -> tuple[int, dict[str, Any]]:
    done = audit(data, "verify", *words, "--json")
    assert done.exit_code in (0, 1), done.output
    return done.exit_code, json.loads(done.stdout)


def codes(answer: dict[str, Any]) -> set[str]:
    return {each["code"] for each in answer["findings"]}


# ------------------------------------------------------------------------------------------------- the key


def test_the_key_and_its_source_are_printed(here: House, other: House, tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere"
    cases: Sequence[tuple[Path, tuple[str | Path, ...], str]] = (
        (nowhere, (here.export,), "log"),
        (nowhere, (here.data / "croupier.db",), "log"),
        (nowhere, (here.export, "--public", here.public), "public"),
        (nowhere, ("--db", here.url, "--public", here.public), "public"),
        (nowhere, (here.export, "--keys", here.data / "keys"), "keys"),
        (here.data, (), "keys"),
        (here.data, (here.export,), "keys"),
    )
    for data, words, came in cases:
        code, answer = verification(data, *words)
        assert (code, answer["whole"], answer["notes"]) == (0, True, []), (words, answer)
        assert answer["key"] == {"public": here.public, "from": came}, words
    shown = audit(nowhere, "verify", here.export).stdout
    assert f"key: {here.public}, from the log itself\n" in shown
    assert "note:" not in shown


def test_another_house_at_hand_is_a_note_and_no_finding(here: House, other: House) -> None:
    code, answer = verification(other.data, here.export)
    assert (code, answer["key"]) == (0, {"public": here.public, "from": "log"})
    assert answer["notes"] == [f"this house has another key: {other.public}"]
    assert (
        f"note: this house has another key: {other.public}" in audit(other.data, "verify", here.export).stdout
    )
    # Said to be the house's, it is one.
    code, answer = verification(other.data, here.export, "--keys", other.data / "keys")
    assert (code, codes(answer)) == (1, {"foreign_key"})


def test_a_key_that_was_given_alone_counts(here: House, other: House) -> None:
    """The keys of the machine that the audit runs on have nothing to do with it."""
    code, answer = verification(other.data, "--db", here.url, "--public", here.public)
    assert (code, answer["findings"]) == (0, [])
    code, answer = verification(here.data, "--db", here.url, "--public", other.public)
    assert (code, codes(answer)) == (1, {"foreign_key"})
    assert answer["key"] == {"public": other.public, "from": "public"}


# ---------------------------------------------------------------------------------------------- the witness


def test_a_witness_keeps_the_newest_checkpoint_and_finds_another_history(here: House, tmp_path: Path) -> None:
    held = tmp_path / "held.jsonl"
    kept = audit(here.data, "checkpoint")
    assert kept.exit_code == 0
    assert kept.stdout.count("\n") == 1
    assert json.loads(kept.stdout)["public"] == here.public
    held.write_text(kept.stdout)
    for words in ((), (here.export,)):
        done = audit(here.data, "verify", *words, "--witness", held)
        assert done.exit_code == 0, done.output
        assert "witness: 1 checkpoint matches, up to position 2\n" in done.stdout
    assert verification(here.data, "--witness", held)[1]["witnessed"] == 1
    # The house rewrites its history with its own keys: valid by itself, but not what the witness holds.
    rewritten = tmp_path / "rewritten"
    rewritten.mkdir()
    (here.data / "keys").rename(rewritten / "keys")
    (rewritten / "keys" / "last_checkpoint").unlink()
    forged = house(rewritten, "a", "B", "c")
    assert verification(forged.data)[0] == 0
    for words in ((), (forged.export,)):
        code, answer = verification(forged.data, *words, "--witness", held)
        (finding,) = answer["findings"]
        assert (code, finding["code"]) == (1, "witness_differs")
        assert (finding["checkpoint"], finding["position"]) == (2, 2)
        assert "departs from it after position 1, at 2 at the latest" in finding["message"]


def test_without_a_checkpoint_there_is_nothing_to_keep(tmp_path: Path) -> None:
    empty = house(tmp_path / "empty")
    done = audit(empty.data, "checkpoint")
    assert (done.exit_code, done.stdout) == (1, "")
    assert "no checkpoint yet" in done.stderr


def test_a_file_that_is_not_a_witness_is_exit_code_2(here: House, tmp_path: Path) -> None:
    held = tmp_path / "held.jsonl"
    for text in (None, "", "hello\n", '{"number":1}\n'):
        if text is not None:
            held.write_text(text)
        done = audit(here.data, "verify", "--witness", held)
        assert (done.exit_code, done.stdout) == (2, "")
        assert done.stderr.startswith(f"croupier: {held}: ")


# ------------------------------------------------------------------------------------------ the first line


def test_a_flip_in_the_first_line_is_a_finding_there(here: House, tmp_path: Path) -> None:
    whole = here.export.read_bytes()
    file = tmp_path / "altered.jsonl"
    key, signature = whole.index(b"public") + 12, whole.index(b"signature") + 14
    flips = [(0, 1), (2, 1), (9, 1), (whole.index(b"\n"), 1)]
    flips += [(at, bit) for at in (key, signature) for bit in (1, 4, 64)]  # a digit, or no longer one
    for index, bit in flips:
        file.write_bytes(whole[:index] + bytes([whole[index] ^ bit]) + whole[index + 1 :])
        code, answer = verification(tmp_path, file)
        assert code == 1, (index, bit)
        assert 1 in {each.get("line") for each in answer["findings"]}, (index, answer)
        assert not any("said to end at position 0" in each["message"] for each in answer["findings"])
    file.write_bytes(b"".join(whole.splitlines(keepends=True)[1:]))
    assert audit(tmp_path, "verify", file).exit_code == 1
    file.write_bytes(b"hello\nworld\n")
    done = audit(tmp_path, "verify", file)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "not a Croupier export" in done.stderr
