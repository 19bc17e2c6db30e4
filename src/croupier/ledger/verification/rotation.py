"""Rotation of the signing key: the old key signs the new one in the log, and the new key signs the old one.

A record of the stream `keys` names both keys and the last checkpoint that the old key signed. Who trusts the
old key follows its signature to the new one; who trusts the new one follows its signature back. A checkpoint
after the record is the new key's. Nobody without the old key can make such a record, and nobody without the
new key can put a stranger's history before it.
"""

from collections.abc import Iterator

import msgspec
from sqlalchemy import Connection, select

from croupier.ledger.keys import Keys, signed
from croupier.ledger.records import Entry, Record, unhex
from croupier.ledger.schema import events
from croupier.ledger.store import Ledger

STREAM = "keys"
SIGNING_KEY, SEALING_KEY = "signing_key_rotated.v1", "sealing_key_rotated.v1"


class SigningKeyRotated(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of the record. Keys and hashes are in hexadecimal."""

    old: str
    new: str
    checkpoint: str
    """The hash of the last checkpoint that the old key signed."""
    by_old: str = ""
    by_new: str = ""

    @property
    def message(self) -> bytes:
        """The bytes that both keys sign."""
        return f"croupier/rotation/v1 {self.old} {self.new} {self.checkpoint}".encode()

    def stands(self) -> bool:
        """Whether both keys signed it."""
        try:
            by_old, by_new = unhex(self.by_old), unhex(self.by_new)
            old, new = unhex(self.old), unhex(self.new)
        except ValueError:
            return False
        return signed(old, self.message, by_old) and signed(new, self.message, by_new)


class KeyChain:
    """The signing keys of a log, one after the other, as far as it was read."""

    def __init__(self, trusted: bytes | None) -> None:
        self._trusted = None if trusted is None else trusted.hex()
        self._present: str | None = None
        self._seen: set[str] = set()
        self.reaches_trusted: bool = trusted is None
        """Whether the key that the auditor knows is one of them."""

    def trust(self, public: bytes) -> None:
        """The source's own key, where the auditor knows none."""
        if self._trusted is None:
            self._trusted, self.reaches_trusted = public.hex(), False
            self._follow(self._present)

    def signs(self, public: str) -> bool:
        """Whether a checkpoint may carry this key here. The first one in the log decides for the first."""
        if self._present is None:
            self._follow(public)
        return public == self._present

    def has(self, public: bytes) -> bool:
        """Whether this is one of them; before the first one, whether it is the trusted key."""
        return public.hex() in self._seen if self._seen else public.hex() == self._trusted

    def rotate(self, record: Record, previous: str | None) -> str:
        """Follow a rotation after the checkpoint of this hash; its problem in words, if any."""
        try:
            made = msgspec.json.decode(record.body, type=SigningKeyRotated)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            return "it cannot be read"
        if not made.stands():
            return "the two keys that it names have not both signed it"
        if made.old != self._present:
            return f"it replaces the key {made.old}, and the log is signed with {self._present or 'none yet'}"
        if previous is not None and made.checkpoint != previous:
            return "it names another checkpoint than the last one before it"
        self._follow(made.new)
        return ""

    def lead(self, made: SigningKeyRotated) -> str:
        """Follow a rotation that is later than the log that was read; its problem in words, if any."""
        if not made.stands():
            return "the two keys that it names have not both signed it"
        if made.old != self._present:
            return f"it replaces the key {made.old}, and the log is signed with {self._present or 'none yet'}"
        self._follow(made.new)
        return ""

    def ends_with(self, public: bytes) -> bool:
        """Whether this is the last one."""
        return public.hex() == self._present

    def _follow(self, public: str | None) -> None:
        self._present = public
        self._seen |= set() if public is None else {public}
        self.reaches_trusted |= public is not None and public == self._trusted


def is_rotation(record: Record) -> bool:
    """Whether a record says that it replaces the signing key."""
    return record.stream == STREAM and record.kind == SIGNING_KEY


def rotation(old: Keys, new: Keys, checkpoint: str, at: int) -> Entry:
    """The record that replaces one signing key by another."""
    plain = SigningKeyRotated(old.public.hex(), new.public.hex(), checkpoint)
    by_old, by_new = (keys.sign(plain.message).hex() for keys in (old, new))
    return _entry(SIGNING_KEY, msgspec.structs.replace(plain, by_old=by_old, by_new=by_new), at)


def record_sealing(ledger: Ledger, at: int) -> None:
    """Record that the sealing key was replaced; of the keys themselves nothing is said."""
    with ledger.transaction() as tx:
        tx.append(STREAM, tx.lock(STREAM).version, [_entry(SEALING_KEY, {}, at)])


def rotations(connection: Connection, after: int = 0) -> Iterator[SigningKeyRotated]:
    """The rotations after a position that stand, in the order of the log."""
    here = (events.c.stream == STREAM) & (events.c.kind == SIGNING_KEY) & (events.c.position > after)
    for body in connection.execute(select(events.c.body).where(here).order_by(events.c.position)).scalars():
        try:
            made = msgspec.json.decode(body, type=SigningKeyRotated)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            continue
        if made.stands():
            yield made


def key_after(connection: Connection, public: str, position: int, checkpoint: str) -> str:
    """The key that signs next: that of the last checkpoint, or the one that it was rotated to since."""
    for made in rotations(connection, position):
        if made.old == public and made.checkpoint == checkpoint:
            public = made.new
    return public


def former_keys(connection: Connection) -> list[str]:
    """The keys that this house signed with before its present one, the oldest first."""
    return [made.old for made in rotations(connection)]


def _entry(kind: str, body: object, at: int) -> Entry:
    return Entry(kind, msgspec.json.encode(body, order="sorted"), at, "system", "system")
