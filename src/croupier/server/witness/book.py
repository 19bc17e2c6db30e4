"""The book of a witness: checkpoints of one house, each of which extends the last, countersigned.

Another party than the house runs it. The first checkpoint names the house's key, unless the witness knows it
already; from then on it takes only checkpoints of that key, or of a key that it was rotated to. A checkpoint
that the house signed and that does not extend the book is an alarm: the house has two histories. Alarms are
kept in a file of their own and never end.
"""

import logging
import os
import threading
import time
from pathlib import Path
from typing import TypeVar

import msgspec

from croupier.errors import Refusal
from croupier.ledger.key_stores.files import signing_key
from croupier.ledger.verification.checkpoints import Checkpoint
from croupier.ledger.verification.rotation import SigningKeyRotated

T = TypeVar("T")

log: logging.Logger = logging.getLogger("croupier.witness")

BOOK, ALARMS, KEY = "checkpoints.jsonl", "alarms.jsonl", "signing"
PAGE_BYTES = 1_000_000
"""Of the book in one answer: some two thousand checkpoints."""


class Countersignature(msgspec.Struct, frozen=True):
    """When the witness received a checkpoint, and its own signature over it and that time."""

    at: int
    public: str
    signature: str


class Alarm(msgspec.Struct, frozen=True):
    """A checkpoint of the house that contradicts the book."""

    at: int
    why: str
    received: Checkpoint
    held: Checkpoint


class Taken(msgspec.Struct, frozen=True):
    """The answer to a line that the witness has in its book."""

    number: int
    witness: Countersignature | None
    """None for a rotation of the key."""


class _Line(msgspec.Struct, frozen=True):
    """The witness's addition to a checkpoint in its book."""

    witness: Countersignature


class Book:
    """The checkpoints that a witness holds, in a directory of its own."""

    def __init__(self, directory: Path, house: str = "") -> None:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._file, self._alarm_file = directory / BOOK, directory / ALARMS
        self._key = signing_key(directory / KEY)
        self._lock = threading.Lock()
        self.public: str = self._key.public.hex()
        """The witness's own key."""
        self.house: str = house
        """The key with which the house signs now; empty before its first checkpoint."""
        self.held: list[Checkpoint] = []
        self.signatures: list[Countersignature] = []
        self.alarms: list[Alarm] = []
        self._rotated: set[str] = set()
        self._read()

    @property
    def last(self) -> Checkpoint | None:
        return self.held[-1] if self.held else None

    def page(self, after: int = 0) -> tuple[bytes, int | None]:
        """Whole lines from a place in the file on, and the place of the next page; none after the last."""
        with self._lock:
            if not self._file.exists():
                return b"", None
            with self._file.open("rb") as file:
                file.seek(after)
                lines = file.read(PAGE_BYTES)
                lines = lines[: lines.rfind(b"\n") + 1]
                place = file.seek(0, os.SEEK_END)
            return lines, after + len(lines) if lines and after + len(lines) < place else None

    def take(self, line: bytes) -> Taken:
        """Add a checkpoint, or a rotation of the house's key; one that is there already changes nothing."""
        with self._lock:
            rotation = _decoded(line, SigningKeyRotated)
            if rotation is not None:
                return self._rotate(rotation)
            made = _decoded(line, Checkpoint)
            if made is None or not made.stands():
                message = "not a signed checkpoint; allowed: one line as the house signs it"
                raise Refusal("checkpoint_altered", message)
            if made in self.held:
                place = self.held.index(made)
                return Taken(made.number, self.signatures[place])
            self._check_key(made)
            self._check_extends(made)
            return self._add(made)

    def _check_key(self, made: Checkpoint) -> None:
        if self.house and made.public != self.house:
            message = f"signed with the key {made.public}; allowed: {self.house}, or its rotation first"
            raise Refusal("foreign_key", message)

    def _check_extends(self, made: Checkpoint) -> None:
        """Refuse a gap, which the house can fill; raise the alarm for a second history."""
        last = self.last
        number = 0 if last is None else last.number
        if made.number > number + 1:
            message = f"checkpoint {made.number}; allowed: {number + 1}, and those after it in order"
            raise Refusal("checkpoint_gap", message)
        if last is None or (made.previous == last.hash and made.position >= last.position):
            return
        against = self.held[min(made.number, number) - 1]
        what = "differs from the one held" if made.number <= number else "does not follow the last one held"
        alarm = Alarm(_now(), f"checkpoint {made.number} {what}", made, against)
        _append(self._alarm_file, msgspec.json.encode(alarm))
        self.alarms.append(alarm)
        raise Refusal("witness_differs", f"{alarm.why}: the house has signed two histories")

    def _add(self, made: Checkpoint) -> Taken:
        at = _now()
        mark = Countersignature(at, self.public, self._key.sign(_countersigned(made, at)).hex())
        line = msgspec.to_builtins(made) | {"witness": msgspec.to_builtins(mark)}
        _append(self._file, msgspec.json.encode(line))
        self.held.append(made)
        self.signatures.append(mark)
        self.house = made.public
        return Taken(made.number, mark)

    def _rotate(self, rotation: SigningKeyRotated) -> Taken:
        last = self.last
        if rotation.by_old in self._rotated:
            return Taken(0 if last is None else last.number, None)
        follows = last is not None and rotation.checkpoint == last.hash
        if not (rotation.stands() and rotation.old == self.house and follows):
            message = "the house's key has not signed this one; allowed: its own rotation, in order"
            raise Refusal("rotation_forged", message)
        _append(self._file, msgspec.json.encode(rotation))  # as long as it must be: a page holds any line
        self._rotated.add(rotation.by_old)
        self.house = rotation.new
        assert last is not None
        return Taken(last.number, None)

    def _read(self) -> None:
        _mend(self._file)
        lines = self._file.read_bytes().splitlines() if self._file.exists() else []
        for number, line in enumerate(lines, 1):
            rotation = _decoded(line, SigningKeyRotated)
            if rotation is not None:
                self.house = rotation.new
                self._rotated.add(rotation.by_old)
                continue
            made, mark = _decoded(line, Checkpoint), _decoded(line, _Line)
            if made is None or mark is None or not made.stands() or not self._signed(made, mark.witness):
                message = (
                    f"{self._file}: line {number} is not as this witness wrote it; allowed: its own file"
                )
                raise Refusal("witness_unusable", message)
            self.held.append(made)
            self.signatures.append(mark.witness)
            self.house = made.public
        _mend(self._alarm_file)
        if self._alarm_file.exists():
            lines = self._alarm_file.read_bytes().splitlines()
            self.alarms = [each for line in lines if (each := _decoded(line, Alarm)) is not None]

    def _signed(self, made: Checkpoint, mark: Countersignature) -> bool:
        return self._key.sign(_countersigned(made, mark.at)).hex() == mark.signature


def _countersigned(made: Checkpoint, at: int) -> bytes:
    return f"croupier/witness/v1 {made.hash} {at}".encode()


def _decoded(line: bytes, kind: type[T]) -> T | None:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


def _mend(file: Path) -> None:
    """Complete or cut off a last line without its end, which a dying process or machine leaves.

    Nobody was answered for a line that is cut off, so the house sends its checkpoint again.
    """
    content = file.read_bytes() if file.exists() else b""
    torn = content[content.rfind(b"\n") + 1 :]
    if not torn:
        return
    with file.open("r+b") as book:
        if _decoded(torn, dict) is not None:
            book.seek(0, os.SEEK_END)
            book.write(b"\n")
        else:
            log.warning("%s: the last line is torn and was cut off; the house sends it again", file)
            book.truncate(len(content) - len(torn))
        book.flush()
        os.fsync(book.fileno())


def _append(file: Path, line: bytes) -> None:
    handle = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    before = os.fstat(handle).st_size
    try:
        if os.write(handle, line + b"\n") <= len(line):
            raise OSError(f"{file}: the disk is full")
        os.fsync(handle)
    except OSError:
        os.ftruncate(handle, before)  # or the next line would be joined to half of this one
        raise
    finally:
        os.close(handle)


def _now() -> int:
    return time.time_ns() // 1_000_000
