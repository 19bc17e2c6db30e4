"""Checkpoints: signed, chained, over every stream."""

from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from croupier.ledger.keys import Keys
from croupier.ledger.store import Ledger
from croupier.ledger.verification import merkle
from croupier.ledger.verification.checkpoints import FIRST, checkpoint, newest
from tests.ledger.books import append, busy_evening, fails, read_checkpoints, refused


def test_a_checkpoint_covers_every_stream_and_names_the_one_before(ledger: Ledger) -> None:
    busy_evening(ledger)
    first = checkpoint(ledger, at=1)
    assert checkpoint(ledger, at=2) == first  # nothing is new
    append(ledger, "table:9", "a")
    second = checkpoint(ledger, at=3)
    assert (first.number, first.position, first.streams, first.previous) == (1, 15, 3, FIRST)
    assert (second.number, second.position, second.streams, second.previous) == (2, 16, 4, first.hash)
    assert first.stands()
    assert second.stands()
    assert read_checkpoints(ledger) == [first, second]
    assert read_checkpoints(ledger, after=1) == [second]
    assert newest(ledger) == second


def test_a_checkpoint_of_an_empty_ledger(ledger: Ledger) -> None:
    made = checkpoint(ledger, at=1)
    assert (made.position, made.streams, made.root) == (0, 0, sha256().hexdigest())


def test_a_log_is_not_signed_with_another_key(ledger: Ledger, database_url: str, tmp_path: Path) -> None:
    """It would stand in the log for good, and every audit would find it."""
    first = checkpoint(ledger, at=1)
    other = Ledger.open(database_url, Keys.open(tmp_path / "others"))
    try:
        for text in ("", "a record later"):
            if text:
                append(ledger, "table:9", text)
            with refused("keys_differ"):
                checkpoint(other, at=2)
    finally:
        other.close()
    assert read_checkpoints(ledger) == [first]


def test_a_changed_checkpoint_is_invalid(ledger: Ledger) -> None:
    busy_evening(ledger)
    made = checkpoint(ledger, at=1)
    for change in ({"position": 3}, {"at": 2}, {"root": "00"}, {"signature": "zz"}, {"public": "ab"}):
        assert not msgspec.structs.replace(made, **change).stands()


def test_checkpoints_cannot_be_changed(ledger: Ledger) -> None:
    checkpoint(ledger, at=1)
    for act in ("UPDATE checkpoints SET at = 2", "DELETE FROM checkpoints"):
        with fails(Exception, "only ever added to"), ledger.engine.begin() as connection:
            connection.exec_driver_sql(act)


@pytest.mark.parametrize("count", range(1, 20))
def test_the_root_is_that_of_rfc_6962(count: int) -> None:
    def tree(leaves: list[bytes]) -> bytes:
        if len(leaves) == 1:
            return sha256(b"\0" + leaves[0]).digest()
        split = 1 << (len(leaves) - 1).bit_length() - 1
        return sha256(b"\1" + tree(leaves[:split]) + tree(leaves[split:])).digest()

    leaves = [bytes([number]) for number in range(count)]
    assert merkle.root([merkle.leaf_hash(leaf) for leaf in leaves]) == tree(leaves)
