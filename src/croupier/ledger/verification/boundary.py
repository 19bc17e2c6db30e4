"""The boundary of a pruned log: signed by the house where its archived records end.

Records of some streams up to a checkpoint are in archives and no longer in the database. The boundary says in
plain JSON, which every version can read, where all streams stand at that checkpoint, the balances of the
accounts, the version from which the database has each stream, and the archives that have the rest. The last
one counts.
"""

from hashlib import sha256
from weakref import WeakKeyDictionary, WeakSet

import msgspec
from sqlalchemy import Connection, insert, select

from croupier.errors import Refusal
from croupier.ledger.keys import Keys, signed
from croupier.ledger.records import StreamHead, unhex
from croupier.ledger.schema import boundaries, starts
from croupier.ledger.store import Ledger
from croupier.ledger.verification.checkpoints import Checkpoint, root

_SINCE = "0007"
"""The revision since which a log can be pruned."""

Ends = tuple[int, str, str]
"""A stream's version and the ends of its two chains, in hexadecimal."""


class Archive(msgspec.Struct, frozen=True):
    """An archive of pruned records."""

    file: str
    first: int
    last: int
    digest: str


class Boundary(msgspec.Struct, frozen=True, kw_only=True):
    """A log as it stands at the last checkpoint of its archives."""

    checkpoint: Checkpoint
    heads: dict[str, Ends]
    """Where every stream stands there."""
    starts: dict[str, Ends]
    """Of pruned streams: the last record that is only in the archives."""
    states: dict[str, str]
    """Of pruned streams: the digest of the state after that record."""
    balances: dict[str, int]
    archives: tuple[Archive, ...]
    state: str
    """The digest of the state of the verification there."""

    @property
    def position(self) -> int:
        """The position of the last record in the archives."""
        return self.checkpoint.position

    def message(self) -> bytes:
        """The signed message: the digest of its canonical JSON."""
        body = msgspec.json.encode(self, order="deterministic")
        return b"croupier-boundary " + sha256(body).hexdigest().encode()

    def all_heads(self) -> dict[str, StreamHead]:
        """Where every stream stands there, as the verification takes it."""
        return {stream: head_of(ends) for stream, ends in self.heads.items()}


def head_of(ends: Ends) -> StreamHead:
    """The ends of a stream as bytes."""
    return StreamHead(ends[0], unhex(ends[1]), unhex(ends[2]))


def ends_of(head: StreamHead) -> Ends:
    """The ends of a stream as text."""
    return head.version, head.hash.hex(), head.posted.hex()


class Stored(msgspec.Struct, frozen=True):
    """A boundary as read, with the state of the verification beside it."""

    number: int
    boundary: Boundary
    state: bytes


def boundary_of(connection: Connection, public: bytes) -> Stored | None:
    """The boundary of a log; none if nothing was pruned. One that `public` has not signed is refused."""
    if not _prunable(connection):
        return None
    row = connection.execute(select(boundaries).order_by(boundaries.c.number.desc()).limit(1)).one_or_none()
    if row is None:
        return None
    try:
        found = msgspec.json.decode(row.body, type=Boundary)
        sound = (
            signed(public, found.message(), row.signature)
            and sha256(row.state).hexdigest() == found.state
            and found.checkpoint.stands()
            and found.checkpoint.streams == len(found.heads)
            and found.checkpoint.root == root(found.all_heads())
            and sum(found.balances.values()) == 0
        )
    except (msgspec.MsgspecError, ValueError, UnicodeError):
        sound = False
    if not sound:
        raise Refusal(
            "boundary_forged",
            f"boundary {row.number} of the pruned log: this house has not signed it so; allowed: the house's "
            "own database, or one restored from its backup",
        )
    return Stored(row.number, found, row.state)


def _prunable(connection: Connection) -> bool:
    revision = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    return str(revision) >= _SINCE


_known: WeakKeyDictionary[Ledger, tuple[int, Boundary]] = WeakKeyDictionary()
"""By ledger: the number of its last boundary, and the boundary, once its signature was checked."""


_can_be_pruned: WeakSet[Ledger] = WeakSet()
"""Ledgers whose schema has boundaries."""


def known_boundary(ledger: Ledger) -> Boundary | None:
    """The boundary of a house's own log; none if nothing was pruned."""
    with ledger.database.reading() as connection:
        if ledger not in _can_be_pruned:
            if not _prunable(connection):
                return None
            _can_be_pruned.add(ledger)
        number = connection.exec_driver_sql("SELECT max(number) FROM boundaries").scalar()
        if number is None:
            return None
        known = _known.get(ledger)
        if known is None or known[0] != number:
            stored = boundary_of(connection, ledger.keys.public)
            assert stored is not None
            known = _known[ledger] = stored.number, stored.boundary
    return known[1]


def start_of(ledger: Ledger, stream: str) -> tuple[int, bytes] | None:
    """The last version of a stream that is only in the archives, and the state after it; none: from 1 on."""
    boundary = known_boundary(ledger)
    if boundary is None or stream not in boundary.starts:
        return None
    with ledger.database.reading() as connection:
        row = connection.execute(select(starts).where(starts.c.stream == stream)).one_or_none()
    version = boundary.starts[stream][0]
    if row is None or row.version != version or sha256(row.body).hexdigest() != boundary.states[stream]:
        message = f"{stream}: its state at version {version} is not the one that the house signed"
        raise Refusal("boundary_forged", f"{message}; allowed: run `croupier audit prune` with the archives")
    return version, row.body


def save_boundary(connection: Connection, made: Boundary, state: bytes, keys: Keys) -> None:
    """Sign a boundary; from now on it is the one that counts."""
    last = connection.execute(
        select(boundaries.c.number).order_by(boundaries.c.number.desc()).limit(1)
    ).scalar()
    row = {
        "number": 1 if last is None else last + 1,
        "body": msgspec.json.encode(made, order="deterministic"),
        "state": state,
        "signature": keys.sign(made.message()),
    }
    connection.execute(insert(boundaries).values(row))


def sign_again(connection: Connection, old: bytes, new: Keys) -> None:
    """Sign the boundary with the key that follows the one it was signed with."""
    try:
        stored = boundary_of(connection, old)
    except Refusal:
        return  # signed with another key: the audit says so
    if stored is not None:
        save_boundary(connection, stored.boundary, stored.state, new)
