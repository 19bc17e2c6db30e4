"""Keys in files, the environment and on a token: rotated while a round is open, with the log verifiable."""

import atexit
import json
import os
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner, Result

from croupier.cli.app import app
from croupier.errors import Refusal
from croupier.ledger.key_stores import token
from croupier.ledger.key_stores.model import BrokenSealError, SealingKey
from croupier.ledger.keys import Keys
from croupier.ledger.records import Entry
from croupier.ledger.store import Ledger
from croupier.ledger.verification import checkpoints, rotation
from tests.floor.floor_rig import House
from tests.ledger.books import append

RULES = "ma/high-card-flush"
MODULE = "/usr/lib/softhsm/libsofthsm2.so"


def croupier(data: Path, *words: str | Path) -> Result:
    return CliRunner().invoke(app, list(map(str, words)), env={"CROUPIER_DATA": str(data)})


def verdict(data: Path, *words: str | Path) -> tuple[int, set[str], dict[str, Any]]:
    done = croupier(data, "audit", "verify", *words, "--json")
    found = json.loads(done.stdout)
    return done.exit_code, {each["code"] for each in found["findings"]}, found


def in_files(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pass


def in_environment(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_SIGNING_KEY", secrets.token_hex(32))
    monkeypatch.setenv("CROUPIER_SEALING_KEY", secrets.token_hex(32))


def on_a_token(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if shutil.which("softhsm2-util") is None or not os.path.exists(MODULE):
        pytest.skip("needs SoftHSM: apt-get install softhsm2")
    monkeypatch.setenv("CROUPIER_KEY_TOKEN", _token())


@cache
def _token() -> str:
    """The URI of a token. The module looks for tokens once in a process, so all tests share it."""
    place = Path(tempfile.mkdtemp(prefix="croupier-token-"))
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    pin, label = place / "pin", f"house-{secrets.token_hex(4)}"
    if "SOFTHSM2_CONF" not in os.environ:
        (place / "tokens").mkdir()
        (place / "conf").write_text(f"directories.tokendir = {place / 'tokens'}\nlog.level = ERROR\n")
        os.environ["SOFTHSM2_CONF"] = str(place / "conf")
    words = ["--init-token", "--free", "--label", label, "--so-pin", "87654321", "--pin", "24680"]
    subprocess.run(["softhsm2-util", *words], check=True, capture_output=True, timeout=60)
    pin.write_text("24680\n")
    pin.chmod(0o600)
    return f"pkcs11:token={label}?module-path={MODULE}&pin-source=file:{pin}"


@pytest.fixture(params=[in_files, in_environment, on_a_token], ids=["files", "environment", "token"])
def data(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data directory of a house that does not exist yet, with its keys in one of the three places."""
    request.param(tmp_path, monkeypatch)
    return tmp_path / "house"


def rotated(data: Path, monkeypatch: pytest.MonkeyPatch) -> Result:
    """Both keys are replaced, as docs/security.md says for the place where they are."""
    if "CROUPIER_SIGNING_KEY" not in os.environ:
        return croupier(data, "keys", "rotate", "--json")
    refused = croupier(data, "keys", "rotate", "--sealing")
    assert (refused.exit_code, "CROUPIER_RETIRED_SEALING_KEYS" in refused.output) == (2, True)
    retired = [os.environ["CROUPIER_SEALING_KEY"], os.environ.get("CROUPIER_RETIRED_SEALING_KEYS", "")]
    monkeypatch.setenv("CROUPIER_RETIRED_SEALING_KEYS", ",".join(retired))
    monkeypatch.setenv("CROUPIER_SEALING_KEY", secrets.token_hex(32))
    new = secrets.token_hex(32)
    monkeypatch.setenv("CROUPIER_NEXT_SIGNING_KEY", new)
    done = croupier(data, "keys", "rotate", "--signing", "--json")
    monkeypatch.setenv("CROUPIER_SIGNING_KEY", new)
    monkeypatch.delenv("CROUPIER_NEXT_SIGNING_KEY")
    return done


def test_keys_are_rotated_in_the_middle_of_a_round(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{data}/croupier.db"
    data.mkdir()
    house = House(url, data / "keys")
    house.furnish(RULES, "T")
    house.play_round("T")
    house.bet("T", 1)  # the deck of this round is sealed
    sealed = house.floor.tables["T"]
    old = house.keys.public.hex()
    running = croupier(data, "keys", "rotate")
    assert (running.exit_code, "a server runs this house" in running.output) == (2, True)
    house.close()
    for number in (1, 2):  # twice: the second follows the first
        done = rotated(data, monkeypatch)
        assert done.exit_code == 0, done.output
        assert json.loads(done.stdout)["public"] != old, number
    new = json.loads(done.stdout)["public"]
    assert json.loads(croupier(data, "keys", "show", "--json").stdout)["public"] == new
    files = {"signing", "sealing"} & {file.name for file in (data / "keys").iterdir()}
    assert bool(files) is not any(
        name in os.environ for name in ("CROUPIER_SIGNING_KEY", "CROUPIER_KEY_TOKEN")
    )
    again = House(url, data / "keys", tables=[("T", sealed.settings)])
    try:
        again.bet("T", 2)
        again.close_bets("T")
        while again.state("T").hands:
            again.decide("T")
        assert again.state("T").round >= 2
        checkpoints.checkpoint(again.ledger, 0)
    finally:
        again.close()
    for words in ([], ["--public", old], ["--public", new]):
        code, found, said = verdict(data, *words, "--max-unsigned", "0")
        assert (code, found) == (0, set()), (words, found)
        assert said["replayed"]["seeds"] >= 2
    stranger = (
        Keys.open(data / "stranger").public if not os.environ.get("CROUPIER_SIGNING_KEY") else bytes(32)
    )
    if stranger.hex() not in (old, new):
        assert verdict(data, "--public", stranger.hex())[:2] == (1, {"foreign_key"})
    file = data / "log.jsonl"
    assert croupier(data, "audit", "export", "-o", file).exit_code == 0
    assert verdict(data, file, "--public", old)[:2] == (0, set())


# ------------------------------------------------------------------------------------------- forgeries


@pytest.fixture
def signed(tmp_path: Path) -> Iterator[Ledger]:
    ledger = Ledger.open(f"sqlite:///{tmp_path}/croupier.db", Keys.open(tmp_path / "keys"))
    append(ledger, "house", "a", "b")
    checkpoints.checkpoint(ledger, 1)
    yield ledger
    ledger.close()


def forged(ledger: Ledger, entry: Entry) -> None:
    """The record of a forger who writes to the database, and a checkpoint by the key that it names."""
    with ledger.transaction() as tx:
        tx.append(rotation.STREAM, tx.lock(rotation.STREAM).version, [entry])


@pytest.mark.parametrize("lie", ["old key", "both by new", "checkpoint", "text", "other old"])
def test_a_forged_rotation_is_found_and_never_followed(signed: Ledger, tmp_path: Path, lie: str) -> None:
    last = checkpoints.newest(signed)
    assert last is not None
    ours, thief = signed.keys, Keys(secrets.token_bytes(32), None)
    true = rotation.rotation(ours, thief, last.hash, 5)
    body = msgspec.json.decode(true.body, type=rotation.SigningKeyRotated)
    by_thief = thief.sign(body.message).hex()
    bodies = {
        "old key": msgspec.json.encode(msgspec.structs.replace(body, by_old=by_thief)),
        "both by new": rotation.rotation(thief, thief, last.hash, 5).body,
        "checkpoint": rotation.rotation(ours, thief, "ab" * 32, 5).body,
        "text": b"{}",
        "other old": rotation.rotation(Keys(secrets.token_bytes(32), None), thief, last.hash, 5).body,
    }
    forged(signed, msgspec.structs.replace(true, body=bodies[lie]))
    checkpoints.checkpoint(signed, 6)  # the house goes on with its own key
    code, found, _ = verdict(tmp_path)
    assert (code, found) == (1, {"rotation_forged"}), found
    signed.keys.__dict__.update(thief.__dict__)  # and the thief cannot sign
    append(signed, "house", "c")
    with pytest.raises(Refusal) as refusal:
        checkpoints.checkpoint(signed, 7)
    assert refusal.value.code == "keys_differ"


def test_a_retired_key_signs_nothing_more(signed: Ledger, tmp_path: Path) -> None:
    old = Keys.to_sign(tmp_path / "keys")
    checkpoints.rotate_signing(signed, 5)
    append(signed, "house", "c")
    again = Ledger.open(f"sqlite:///{tmp_path}/croupier.db", old)
    with pytest.raises(Refusal) as refusal:
        checkpoints.checkpoint(again, 7)
    assert refusal.value.code == "keys_differ"
    again.close()
    with signed.transaction() as tx:  # a thief with the retired key and the database
        last = checkpoints.newest(signed)
        assert last is not None
        fake = msgspec.structs.replace(
            last, number=last.number + 1, previous=last.hash, public=old.public.hex()
        )
        fake = checkpoints.sign(old, fake)
        row = [v if isinstance(v, int) else bytes.fromhex(v) for v in msgspec.structs.astuple(fake)]
        tx.connection.exec_driver_sql("INSERT INTO checkpoints VALUES (?,?,?,?,?,?,?,?)", tuple(row))
    code, found, _ = verdict(tmp_path)
    assert code == 1
    assert "foreign_key" in found


def test_a_rotation_that_was_cut_off_is_finished_at_the_next_start(
    signed: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with signed.transaction() as tx:
        tx.append("table:1", 0, [Entry("noted.v1", b"{}", 1, "ana", "dealer")])
        tx.save_snapshot("table:1", 1, b"{}")

    def dies(keys: Keys) -> str:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Keys, "promote", dies)
        with pytest.raises(KeyboardInterrupt):
            checkpoints.rotate_signing(signed, 5)
    assert (tmp_path / "keys" / "signing.next").exists()
    keys = Keys.open(tmp_path / "keys")
    again = Ledger.open(f"sqlite:///{tmp_path}/croupier.db", keys)
    try:
        checkpoints.finish_rotation(again)
        assert not (tmp_path / "keys" / "signing.next").exists()
        checkpoints.check_key(again)
        checkpoints.checkpoint(again, 9)
        assert again.snapshot("table:1") == (1, b"{}"), "a saved state is the house's after a rotation too"
    finally:
        again.close()
    found = verdict(tmp_path, "--max-unsigned", "0")[1]
    assert found == {"not_replayable"}, found  # the record of this test is no table's


def test_a_token_has_its_keys_wherever_a_rotation_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pair has two labels and each is changed by itself, so a process may die between any two."""
    on_a_token(tmp_path, monkeypatch)
    for steps in range(6):
        _cut_off(os.environ["CROUPIER_KEY_TOKEN"], monkeypatch, steps)


def _cut_off(uri: str, monkeypatch: pytest.MonkeyPatch, steps: int) -> None:
    store = token.TokenStore(uri)
    store.make()
    following = store.next_signing(make=True)
    assert following is not None
    old, new = store.signing().public, following.public
    sealed = store.sealing().encrypt(bytes(12), b"a deck", b"")
    relabel, done = token._Session.relabel, 0

    def until_it_dies(session: token._Session, one: Any, to: str) -> None:
        nonlocal done
        if done == steps:
            raise KeyboardInterrupt
        done += 1
        relabel(session, one, to)

    with monkeypatch.context() as patch:
        patch.setattr(token._Session, "relabel", until_it_dies)
        with pytest.raises(KeyboardInterrupt):
            (store.promote(), store.rotate_sealing())
    again = token.TokenStore(uri)
    for _ in range(2):  # an audit makes nothing, and a server does
        assert again.available()
        assert again.signing().public == (new if steps else old), steps
        assert again.signing().sign(b"a checkpoint")
        opened = [key for key in (again.sealing(), *again.retired()) if opens(key, sealed)]
        assert len(opened) == 1, steps
        again.make()
    again.promote()
    again.rotate_sealing()
    assert (again.signing().public, again.next_signing(make=False)) == (new, None)
    assert not opens(again.sealing(), sealed)
    assert any(opens(key, sealed) for key in again.retired())


def opens(key: SealingKey, sealed: bytes) -> bool:
    try:
        return key.decrypt(bytes(12), sealed, b"") == b"a deck"
    except BrokenSealError:
        return False


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("CROUPIER_SIGNING_KEY", "ab"),
        ("CROUPIER_SIGNING_KEY", "zz" * 32),
        ("CROUPIER_SIGNING_KEY", "ab" * 32),  # without the sealing key
        ("CROUPIER_KEY_TOKEN", "pkcs11:token=house"),
        ("CROUPIER_KEY_TOKEN", f"pkcs11:token=nobody?module-path={MODULE}&pin-value=1"),
        ("CROUPIER_KEY_TOKEN", "pkcs11:token=house?module-path=/nowhere.so&pin-value=1"),
        ("CROUPIER_KEY_TOKEN", "token=house;slot=7"),
        ("CROUPIER_KEY_TOKEN", "pkcs11:token=house?module-path=/x&pin-source=/nowhere"),
    ],
)
def test_a_place_without_keys_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str, value: str
) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(Refusal) as refusal:
        Keys.open(tmp_path / "keys")
    assert refusal.value.code == "key_unusable"
    assert "allowed: " in refusal.value.message
