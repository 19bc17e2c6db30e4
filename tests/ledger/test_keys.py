"""The house's keys."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from croupier.ledger.keys import Keys, signed
from tests.ledger.books import refused


def test_keys_are_made_once_and_readable_by_their_owner_alone(tmp_path: Path) -> None:
    directory = tmp_path / "house" / "keys"
    first, again = Keys.open(directory), Keys.open(directory)
    assert first.public == again.public
    assert sorted(file.name for file in directory.iterdir()) == ["sealing", "signing"]
    assert {file.stat().st_mode & 0o777 for file in directory.iterdir()} == {0o600}
    assert directory.stat().st_mode & 0o777 == 0o700
    assert Keys.open(tmp_path / "other").public != first.public


def test_a_signature_is_valid_for_its_message_and_key(tmp_path: Path) -> None:
    house, other = Keys.open(tmp_path / "a"), Keys.open(tmp_path / "b")
    signature = house.sign(b"message")
    assert signed(house.public, b"message", signature)
    assert not signed(house.public, b"massage", signature)
    assert not signed(other.public, b"message", signature)
    assert not signed(b"short", b"message", signature)
    assert not signed(house.public, b"message", b"")


def test_a_sealed_value_opens_only_in_its_place(tmp_path: Path) -> None:
    house = Keys.open(tmp_path / "a")
    sealed = house.seal(b"As Kd", "fair:1 7")
    assert b"As Kd" not in sealed
    assert sealed != house.seal(b"As Kd", "fair:1 7")
    assert house.unseal(sealed, "fair:1 7") == b"As Kd"
    altered = [(sealed, "fair:1 8"), (sealed[:-1], "fair:1 7"), (b"", "fair:1 7")]
    altered += [(bytes([sealed[0] ^ 1]) + sealed[1:], "fair:1 7")]
    for text, about in altered:
        with refused("seal_broken"):
            house.unseal(text, about)
    with refused("seal_broken"):
        Keys.open(tmp_path / "b").unseal(sealed, "fair:1 7")


def test_who_starts_at_the_same_time_has_the_same_keys(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        opened = list(pool.map(Keys.open, [tmp_path] * 8))
    assert len({keys.public for keys in opened}) == 1
    assert opened[0].unseal(opened[-1].seal(b"As Kd", "fair:1 7"), "fair:1 7") == b"As Kd"


@pytest.mark.parametrize("lost", ["signing", "sealing"])
def test_a_lost_key_is_not_replaced(tmp_path: Path, lost: str) -> None:
    Keys.open(tmp_path)
    (tmp_path / lost).unlink()
    with refused("key_unusable"):
        Keys.open(tmp_path)
    assert not (tmp_path / lost).exists()


def test_reading_needs_only_the_signing_key_and_creates_nothing(tmp_path: Path) -> None:
    house = Keys.open(tmp_path / "house")
    (tmp_path / "house" / "sealing").unlink()
    reader = Keys.to_sign(tmp_path / "house")
    assert signed(house.public, b"message", reader.sign(b"message"))
    for secret in (reader.seal, reader.unseal):
        with refused("key_unusable"):
            secret(b"", "fair:1 7")
    assert [file.name for file in (tmp_path / "house").iterdir()] == ["signing"]
    with refused("key_unusable"):
        Keys.to_sign(tmp_path / "nowhere")
    assert not (tmp_path / "nowhere").exists()


def test_a_directory_that_cannot_hold_keys_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for wrong in (tmp_path / "file", tmp_path / "file" / "keys"):
        with refused("key_unusable"):
            Keys.open(wrong)
        with refused("key_unusable"):
            Keys.to_sign(wrong)


@pytest.mark.parametrize("name", ["signing", "sealing"])
def test_a_key_file_that_cannot_be_used(tmp_path: Path, name: str) -> None:
    Keys.open(tmp_path)
    file = tmp_path / name
    file.chmod(0o640)
    with refused("key_unusable"):
        Keys.open(tmp_path)
    file.chmod(0o600)
    file.write_bytes(b"short")
    with refused("key_unusable"):
        Keys.open(tmp_path)


def test_a_derived_key_is_of_both_keys_and_of_its_purpose() -> None:
    one, two = bytes(range(32)), bytes(32)
    derived = Keys(one, two).derived("a")
    assert len(derived) == 32
    assert derived == Keys(one, two).derived("a")
    others = {Keys(one, two).derived("b"), Keys(two, two).derived("a"), Keys(one, one).derived("a"), one, two}
    assert len(others - {derived}) == 5
    with refused("key_unusable"):
        Keys(one, None).derived("a")
