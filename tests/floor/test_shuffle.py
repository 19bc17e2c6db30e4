"""Secrets: fresh from the operating system, and in the log only under seal."""

import base64
import secrets
from pathlib import Path

import msgspec
import pytest

from croupier.errors import Refusal
from croupier.floor.fairness.commit_reveal import SeedCommitted, commit
from croupier.floor.fairness.shuffle import Secret, draw, seal, unseal
from croupier.ledger.keys import Keys


@pytest.fixture
def keys(tmp_path: Path) -> Keys:
    return Keys.open(tmp_path / "keys")


def committed(keys: Keys, secret: Secret, table: str = "t1", round: int = 7) -> SeedCommitted:
    return SeedCommitted(
        at=1,
        by="host",
        role="system",
        table=table,
        round=round,
        commitment=commit(table, round, secret.seed, secret.salt),
        sealed=seal(keys, table, round, secret),
    )


def test_a_secret_is_never_drawn_twice() -> None:
    drawn = [draw() for _ in range(1000)]
    assert {len(each.seed) for each in drawn} == {len(each.salt) for each in drawn} == {32}
    assert len({part for each in drawn for part in (each.seed, each.salt)}) == 2000


def test_secrets_come_from_the_operating_system(monkeypatch: pytest.MonkeyPatch) -> None:
    given = iter([b"a" * 32, b"b" * 32])
    monkeypatch.setattr(secrets, "token_bytes", lambda length: next(given))
    assert draw() == Secret(b"a" * 32, b"b" * 32)


def test_a_secret_is_not_in_its_repr() -> None:
    assert repr(Secret(b"a" * 32, b"b" * 32)) == "Secret()"


def test_who_has_the_key_gets_the_secret_back(keys: Keys, tmp_path: Path) -> None:
    secret = draw()
    event = committed(keys, secret)
    assert unseal(keys, event) == secret
    assert unseal(Keys.open(tmp_path / "keys"), event) == secret


def test_the_seal_shows_nothing(keys: Keys) -> None:
    secret = draw()
    sealed = base64.b64decode(committed(keys, secret).sealed)
    assert secret.seed not in sealed
    assert secret.salt not in sealed
    assert seal(keys, "t1", 7, secret) != seal(keys, "t1", 7, secret)


def test_who_has_another_key_does_not(keys: Keys, tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="sealed with another key"):
        unseal(Keys.open(tmp_path / "other"), committed(keys, draw()))


def test_a_seal_is_good_for_its_own_round_alone(keys: Keys) -> None:
    event = committed(keys, draw())
    for changed in (
        msgspec.structs.replace(event, round=8),
        msgspec.structs.replace(event, table="t2"),
        msgspec.structs.replace(event, sealed=event.sealed[:-4]),
        msgspec.structs.replace(event, sealed="no base64"),
        msgspec.structs.replace(event, sealed=""),
        msgspec.structs.replace(event, sealed=seal(keys, "t1", 7, draw())),
        msgspec.structs.replace(event, commitment="00" * 32),
    ):
        with pytest.raises(Refusal) as refused:
            unseal(keys, changed)
        assert refused.value.code == "seal_broken"
