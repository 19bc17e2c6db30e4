"""The state of a verification at a checkpoint, signed by the house: the next verification continues from it.

It holds the knowledge of a verification between two commits: the ends of all streams, the balances, and every
table, link and seed as replayed. The ends must be those that the checkpoint signs, so a forged state is
refused even before its own signature counts.
"""

import gzip
import os
import tempfile
import zlib
from collections.abc import Collection, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from croupier.errors import Refusal
from croupier.floor.audit.replay import Replay
from croupier.floor.audit.seeds import SavedSeeds
from croupier.floor.audit.table import SavedTable
from croupier.floor.desks.inventory_events import Rack
from croupier.floor.host.snapshots import form_of
from croupier.floor.registry.settings import HouseSettings
from croupier.jackpot.link import Link
from croupier.ledger.keys import Keys, signed
from croupier.ledger.records import StreamHead
from croupier.ledger.verification.audit import Begin
from croupier.ledger.verification.checkpoints import Checkpoint, root


class Part(msgspec.Struct, frozen=True):
    """The state of a replay between two commits, without its links: of the whole log, or of some streams."""

    tables: dict[str, SavedTable]
    seeds: dict[str, SavedSeeds]
    settings: HouseSettings | None
    listed: dict[str, str]
    racks: dict[str, Rack]
    copies: dict[tuple[str, str], int]

    @classmethod
    def of(cls, replay: Replay) -> "Part":
        """The state of a replay."""
        tables = {name: each.saved() for name, each in replay.tables.items()}
        seeds = {name: each.saved() for name, each in replay.fair.items()}
        racks, copies = replay.books.racks, replay.prints.copies
        return cls(tables, seeds, replay.settings.standing, replay.listed, racks, copies)

    @classmethod
    def together(cls, parts: Sequence["Part"]) -> "Part":
        """The parts of all streams as one. Every part has the listings, and the first one the settings."""
        return cls(
            {name: each for part in parts for name, each in part.tables.items()},
            {name: each for part in parts for name, each in part.seeds.items()},
            parts[0].settings,
            parts[0].listed,
            {name: each for part in parts for name, each in part.racks.items()},
            {key: each for part in parts for key, each in part.copies.items()},
        )

    def of_streams(self, streams: Collection[str]) -> "Part":
        """The part that a replay of some streams alone needs."""
        named = frozenset(streams)
        own = {name.partition(":")[2] for name in streams if name.startswith(("table:", "fair:"))}
        return Part(
            {name: each for name, each in self.tables.items() if name in own},
            {name: each for name, each in self.seeds.items() if name in own},
            self.settings,
            self.listed,
            {name: each for name, each in self.racks.items() if f"inventory:{name}" in named},
            {key: each for key, each in self.copies.items() if f"prints:{key[0]}" in named},
        )

    def resume(self, replay: Replay) -> None:
        """Let a replay continue from here."""
        replay.listed.update(self.listed)
        replay.settings.standing = self.settings
        replay.books.racks.update(self.racks)
        replay.prints.copies.update(self.copies)
        for name, table in self.tables.items():
            replay.table(name).resume(table)
        for name, seeds in self.seeds.items():
            replay.seeds(name).resume(seeds)


class VerifiedState(msgspec.Struct, frozen=True, kw_only=True):
    """A log as verified and replayed up to a checkpoint."""

    form: str
    """The form of the states below: another version of Croupier may have another."""
    checkpoint: Checkpoint
    heads: dict[str, StreamHead]
    balances: dict[str, int]
    links: dict[str, Link]
    part: Part
    """Of the whole log."""

    def begin(self, alone: bool = False) -> Begin:
        """Where the ledger's own verification continues; `alone` without the checkpoints before it."""
        return Begin(self.checkpoint, self.heads, self.balances, not alone)


class _Signed(msgspec.Struct, frozen=True, array_like=True):
    """A state as stored."""

    public: bytes
    signature: bytes
    body: bytes


def capture(
    replay: Replay, checkpoint: Checkpoint, heads: dict[str, StreamHead], balances: dict[str, int]
) -> bytes:
    """The state at the checkpoint that the replay has reached, encoded now because the replay goes on."""
    replay.commit_complete()
    return encode_state(
        checkpoint=checkpoint,
        heads=heads,
        balances=balances,
        links=replay.linked.saved(),
        part=Part.of(replay),
    )


def encode_state(**parts: Any) -> bytes:
    """The fields of a state except its form, as signed."""
    return msgspec.msgpack.encode(VerifiedState(form=_form(), **parts))


def resume(replay: Replay, state: VerifiedState) -> None:
    """Let a replay continue from a state."""
    state.part.resume(replay)
    replay.linked.resume(state.links, state.balances)


def sign_state(body: bytes, keys: Keys) -> bytes:
    """A captured state, signed and compressed, as a file or a database keeps it."""
    packed = msgspec.msgpack.encode(_Signed(keys.public, keys.sign(_message(body)), body))
    return gzip.compress(packed, compresslevel=3, mtime=0)


def read_state(stored: bytes, public: bytes, where: str) -> VerifiedState:
    """The state as stored, if the house signed it and it fits its checkpoint."""
    try:
        found = msgspec.msgpack.decode(gzip.decompress(stored), type=_Signed)
    except (OSError, EOFError, zlib.error, msgspec.MsgspecError, ValueError):
        raise _unusable(where, "it cannot be read") from None
    if found.public != public or not signed(public, _message(found.body), found.signature):
        raise _unusable(where, "this house has not signed it")
    return decode_state(found.body, where)


def decode_state(body: bytes, where: str) -> VerifiedState:
    """A captured state, if this version made it and it fits its checkpoint."""
    try:
        state = msgspec.msgpack.decode(body, type=VerifiedState)
    except (msgspec.MsgspecError, ValueError):
        raise _unusable(where, "another version of Croupier made it") from None
    if state.form != _form():
        raise _unusable(where, "another version of Croupier made it")
    last = state.checkpoint
    if (
        not last.stands()  # by this key, or one from which a rotation in the log must lead to it
        or last.streams != len(state.heads)
        or last.root != root(state.heads)
        or sum(state.balances.values()) != 0
    ):
        raise _unusable(where, f"it does not match its checkpoint {last.number}")
    return state


def write_state(file: Path, stored: bytes) -> None:
    """Replace a state on disk, whole or not at all. It has cards that lie face down: its owner's alone."""
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}-")  # mkstemp gives mode 600
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(stored)
            out.flush()
            os.fsync(out.fileno())
        os.replace(name, file)
    except BaseException:
        os.unlink(name)
        raise


def _message(body: bytes) -> bytes:
    return b"croupier-verified " + sha256(body).hexdigest().encode()


def _form() -> str:
    return form_of(VerifiedState)


def _unusable(where: str, what: str) -> Refusal:
    return Refusal(
        "state_unusable",
        f"{where}: {what}; allowed: a state that this house saved, or none, to verify from the first record",
    )
