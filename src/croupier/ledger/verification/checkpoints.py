"""Checkpoints: the house signs the heads of all streams, so that nobody can replace the history later.

Anybody who can write to the database can recompute a hash chain, but not a signed root that a witness keeps
elsewhere. The leaves are the heads of all streams at a position, sorted by name, with both of
their chains; every checkpoint names the one before it. Times are given by the caller, in milliseconds.
"""

import hmac
from collections.abc import Collection, Iterable, Mapping
from hashlib import sha256

import msgspec
from sqlalchemy import Connection, insert, select, update

from croupier.errors import Refusal
from croupier.ledger.keys import Keys, signed
from croupier.ledger.records import GENESIS, StreamHead, unhex
from croupier.ledger.schema import checkpoints, snapshots, streams
from croupier.ledger.store import Ledger
from croupier.ledger.transaction import snapshot_code
from croupier.ledger.verification import checkpoint_memory, merkle
from croupier.ledger.verification.rotation import STREAM, former_keys, key_after, rotation


class Checkpoint(msgspec.Struct, frozen=True):
    """The signed fields, and the signature. Hashes are in hexadecimal, as in the export."""

    number: int  # 1, 2, 3 …
    position: int  # of the last record that it covers
    at: int
    streams: int
    root: str
    previous: str  # the hash of the checkpoint before, signature included
    public: str
    signature: str = ""

    @property
    def message(self) -> bytes:
        """The signed bytes: canonical JSON of all fields except the signature."""
        fields = msgspec.structs.asdict(self)
        del fields["signature"]
        return msgspec.json.encode(fields, order="deterministic")

    @property
    def hash(self) -> str:
        return sha256(self.message + unhex(self.signature)).hexdigest()

    def stands(self) -> bool:
        """Whether the holder of the key that it names signed it."""
        try:
            return signed(unhex(self.public), self.message, unhex(self.signature))
        except ValueError:
            return False


class _Row(Checkpoint, frozen=True, array_like=True):
    """The same as a row."""

    def checkpoint(self) -> Checkpoint:
        return Checkpoint(**msgspec.structs.asdict(self))


class _Leaf(msgspec.Struct):
    """The fields of a leaf, sorted by name."""

    hash: str
    posted: str
    stream: str
    version: int


FIRST = GENESIS.hex()  # the hash before the first checkpoint


def leaf(stream: str, head: StreamHead) -> bytes:
    """The leaf of a stream: canonical JSON of its name and the ends of its chains."""
    return msgspec.json.encode(_Leaf(head.hash.hex(), head.posted.hex(), stream, head.version))


def root(heads: Mapping[str, StreamHead]) -> str:
    """The root over the heads of all streams."""
    return merkle.root([merkle.leaf_hash(leaf(name, head)) for name, head in sorted(heads.items())]).hex()


def checkpoint(ledger: Ledger, at: int) -> Checkpoint:
    """Sign the heads of all streams, while writers wait; without new records, return the last checkpoint.

    A log signed with another key is refused, under the lock that all signers take: of two servers that start
    for the first time at once, each with its own keys, one opens the house. So is a log without the last
    checkpoint that the house remembers.
    """
    with ledger.transaction() as tx:
        position = tx.lock_head()
        last = _last(tx.connection)
        _check_key(_next_key(tx.connection), ledger.keys)
        _check_remembered(tx.connection, ledger.keys)
        if last is not None and last.position == position:
            return last
        rows = tx.connection.execute(select(streams).where(streams.c.version > 0)).all()
        heads = {row.stream: StreamHead(row.version, row.hash, row.posted) for row in rows}
        made = sign(
            ledger.keys,
            Checkpoint(
                number=1 if last is None else last.number + 1,
                position=position,
                at=at,
                streams=len(heads),
                root=root(heads),
                previous=FIRST if last is None else last.hash,
                public=ledger.keys.public.hex(),
            ),
        )
        tx.connection.execute(insert(checkpoints).values(_row(made)))
    _remember(ledger.keys, made)
    return made


def check_history(ledger: Ledger, held: Iterable[Checkpoint] = (), where: str = "") -> None:
    """Refuse a log without a checkpoint that the house remembers, or that somebody else holds (`where`)."""
    with ledger.database.reading() as connection:
        _check_remembered(connection, ledger.keys)
        for each in held:
            _check_there(connection, each, where)


def remembered(keys: Keys, former: Collection[str] = ()) -> Checkpoint | None:
    """The last checkpoint that the house signed, by the file beside its keys.

    `former` are the keys that it signed with before the present one.
    """
    line = None if keys.directory is None else checkpoint_memory.read(keys.directory)
    if keys.directory is None or line is None:
        return None
    try:
        found = msgspec.json.decode(line, type=Checkpoint)
    except (msgspec.MsgspecError, UnicodeError):
        found = None
    if found is None or found.public not in (keys.public.hex(), *former) or not found.stands():
        file = keys.directory / checkpoint_memory.FILE
        raise Refusal(
            "key_unusable", f"{file}: not a checkpoint of this house; allowed: the house's own file"
        )
    return found


def _remember(keys: Keys, made: Checkpoint) -> None:
    if keys.directory is not None:
        checkpoint_memory.write(
            keys.directory,
            msgspec.json.encode(made),
            lambda before: msgspec.json.decode(before, type=Checkpoint).number < made.number,
        )


def _check_remembered(connection: Connection, keys: Keys) -> None:
    last = remembered(keys, former_keys(connection))
    if last is not None and keys.directory is not None:
        _check_there(connection, last, str(keys.directory / checkpoint_memory.FILE))


def _check_there(connection: Connection, held: Checkpoint, where: str) -> None:
    row = connection.execute(select(checkpoints).where(checkpoints.c.number == held.number)).one_or_none()
    if row is None or checkpoint_of(tuple(row)) != held:
        known = f"{where}: checkpoint {held.number}, up to position {held.position}"
        if _last(connection) is None:
            raise Refusal(
                "checkpoint_missing",
                f"{known}: the log has no checkpoint at all: it was emptied, or is another house's; allowed: "
                "the house's own log, for a new house a --data directory of its own, or, to accept the loss "
                "for good, remove that checkpoint",
            )
        found = "the log has none of this number" if row is None else "the log's is another"
        raise Refusal(
            "checkpoint_missing",
            f"{known}: {found}: records were lost or rewritten; allowed: the whole log, or, to accept the "
            "loss for good, remove that checkpoint",
        )


def check_key(ledger: Ledger, where: str = "") -> None:
    """Refuse keys that have not signed this log: every later audit would report their checkpoint."""
    with ledger.database.reading() as connection:
        _check_key(_next_key(connection), ledger.keys, where)


def _next_key(connection: Connection) -> str | None:
    """The key that must sign the next checkpoint; none before the first one."""
    last = _last(connection)
    return None if last is None else key_after(connection, last.public, last.position, last.hash)


def _check_key(public: str | None, keys: Keys, where: str = "") -> None:
    ours = keys.public.hex()
    if public is not None and public != ours:
        message = f"the log is signed with the key {public}, and the one{where} is {ours}"
        raise Refusal("keys_differ", f"{message}; allowed: the keys of this house{where}")


def rotate_signing(ledger: Ledger, at: int) -> str:
    """Replace the signing key: sign with the old one, record the rotation, sign with the new one.

    The record is the moment of the change. A process that dies after it leaves the next key in the store, and
    the next start finds it there. Words for the operator if they have to act.
    """
    finish_rotation(ledger)
    new = ledger.keys.following(make=True)
    assert new is not None
    last = checkpoint(ledger, at)
    with ledger.transaction() as tx:
        version = tx.lock(STREAM).version
        tx.lock_head()
        if _last(tx.connection) != last:
            raise Refusal("ledger_busy", "a server is signing this log; stop the servers first")
        tx.append(STREAM, version, [rotation(ledger.keys, new, last.hash, at)])
    words = finish_rotation(ledger)
    checkpoint(ledger, at)
    return words


def finish_rotation(ledger: Ledger) -> str:
    """Sign with the next key if the log says so: a rotation may have been cut off after its record."""
    keys = ledger.keys
    with ledger.database.reading() as connection:
        public = _next_key(connection)
    following = None if public in (None, keys.public.hex()) else keys.following()
    if following is None or following.public.hex() != public:
        return ""
    _authenticate_again(ledger, following)
    return keys.promote()


def _authenticate_again(ledger: Ledger, new: Keys) -> None:
    """Give the snapshots that the house saved the code of its new key, and its boundary the signature."""
    from croupier.ledger.verification.boundary import sign_again  # it has a checkpoint

    with ledger.database.writing() as connection:
        for stream, version, body, digest in connection.execute(select(snapshots)).all():
            code = snapshot_code(ledger.keys, stream, version, body)
            if code is not None and hmac.compare_digest(code, digest):
                here = (snapshots.c.stream == stream) & (snapshots.c.version == version)
                values = {"digest": snapshot_code(new, stream, version, body)}
                connection.execute(update(snapshots).where(here).values(**values))
        sign_again(connection, ledger.keys.public, new)
        connection.commit()


def sign(keys: Keys, unsigned: Checkpoint) -> Checkpoint:
    return msgspec.structs.replace(unsigned, signature=keys.sign(unsigned.message).hex())


def newest(ledger: Ledger) -> Checkpoint | None:
    """The last checkpoint, for a witness to keep elsewhere."""
    with ledger.database.reading() as connection:
        return _last(connection)


def _last(connection: Connection) -> Checkpoint | None:
    statement = select(checkpoints).order_by(checkpoints.c.number.desc()).limit(1)
    row = connection.execute(statement).one_or_none()
    return None if row is None else checkpoint_of(tuple(row))


def checkpoint_of(row: tuple[object, ...]) -> Checkpoint:
    """A checkpoint from a row of the table, with the fields in order; bytes become hexadecimal."""
    return msgspec.convert([v.hex() if isinstance(v, bytes) else v for v in row], _Row).checkpoint()


def _row(made: Checkpoint) -> dict[str, object]:
    fields = msgspec.structs.asdict(made)
    return {k: unhex(v) if isinstance(v, str) else v for k, v in fields.items()}
