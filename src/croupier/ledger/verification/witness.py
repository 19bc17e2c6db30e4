"""Checkpoints that a witness keeps elsewhere, checked against the log.

The holder of the house's signing key can rewrite the whole history and sign it, but cannot change a
checkpoint that a witness has put away: it names the root over all streams at a position, and the log must
have exactly this checkpoint under its number.
"""

import os
import re
from collections.abc import Iterator, Sequence
from ipaddress import ip_address
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request

import msgspec
from sqlalchemy import Connection, select

from croupier.errors import Refusal
from croupier.ledger.outgoing import send
from croupier.ledger.schema import checkpoints
from croupier.ledger.verification.checkpoints import Checkpoint, checkpoint_of
from croupier.ledger.verification.findings import Finding
from croupier.ledger.verification.rotation import SigningKeyRotated, rotations
from croupier.ledger.verification.sources import Item, Logged, Source, Verified

PATIENCE_SECONDS = 5.0
MOST_BYTES = 256 * 1024 * 1024
"""Read from an address: years of checkpoints."""
MOST_AT_ONCE = 1000
"""Checkpoints given in one request."""
MOST_WORDS = 1000
_NEXT = re.compile(r'<(\?after=[0-9]{1,15})>; rel="next"')


def read_witness(where: str | Path, *, empty: bool = False) -> list[Checkpoint]:
    """The checkpoints of a witness, one line each, from a file or an http address. ValueError names the
    unusable line, and a witness without any, unless it may be `empty`; OSError if it cannot be read."""
    held = _checkpoints(_fetched(str(where)) if is_address(str(where)) else Path(where).read_bytes())
    if not held and not empty:
        raise ValueError("no checkpoint in it")
    return held


def give_witness(where: str, made: Sequence[Checkpoint | SigningKeyRotated]) -> None:
    """Give checkpoints and rotations to the witness, in order: lines at the end of the file, or a POST.

    OSError if the witness did not take them; Refusal if it holds another history.
    """
    lines = b"".join(msgspec.json.encode(each) + b"\n" for each in made)
    if is_address(where):
        _post(where, lines)
        return
    handle = os.open(where, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        os.write(handle, lines)
        os.fsync(handle)
    finally:
        os.close(handle)


def _post(where: str, lines: bytes) -> None:
    _check_encrypted(where)
    request = Request(where, data=lines, method="POST", headers={"Content-Type": "application/x-ndjson"})
    try:
        with send(request, PATIENCE_SECONDS):
            return
    except HTTPError as error:
        with error:
            told = error.read(MOST_WORDS).decode(errors="replace")
        if "witness_differs" in told:
            raise Refusal(
                "checkpoint_missing", f"{where}: the witness holds another history: {told}"
            ) from None
        raise OSError(f"{error.code}: {told}") from None


def owed(connection: Connection, given: int) -> list[Checkpoint | SigningKeyRotated]:
    """The checkpoints after a number, for a witness that lacks them, and the rotations among them."""
    statement = select(checkpoints).where(checkpoints.c.number >= given).order_by(checkpoints.c.number)
    made = [checkpoint_of(tuple(row)) for row in connection.execute(statement).fetchmany(MOST_AT_ONCE)]
    after = {each.checkpoint: each for each in rotations(connection)}
    lines: list[Checkpoint | SigningKeyRotated] = []
    for each in made:
        if each.number > given:
            lines.append(each)
        if each.hash in after and each != made[-1]:
            lines.append(after[each.hash])
    return lines


def is_address(where: str) -> bool:
    """Whether a witness is reached by http."""
    return where.startswith(("http://", "https://"))


def _check_encrypted(address: str) -> None:
    """ValueError for a plain http address of another machine: who sits between could hide checkpoints."""
    where = urlsplit(address)
    host = where.hostname or ""
    try:
        here = host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        here = False
    if where.scheme != "https" and not here:
        raise ValueError("plain http to another machine; allowed: https, or this machine itself")


def _fetched(address: str) -> bytes:
    """The whole book of a witness, page by page: the header `Link` of an answer names the next one."""
    _check_encrypted(address)
    found, page = b"", ""
    while True:
        with send(address + page, PATIENCE_SECONDS) as response:
            lines = bytes(response.read(MOST_BYTES))
            following = _NEXT.fullmatch(response.headers.get("Link") or "")
        found += lines
        if len(found) >= MOST_BYTES:
            raise ValueError(f"more than {MOST_BYTES:,} bytes; allowed: the checkpoints of one house")
        if following is None or not lines:
            return found
        page = following[1]


def _checkpoints(text: bytes) -> list[Checkpoint]:
    held = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        if b'"by_old"' in line:  # a rotation of the key; the log has it too
            continue
        try:
            found = msgspec.json.decode(line, type=Checkpoint)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            words = f"line {number}: not a checkpoint as `croupier audit checkpoint` prints it"
            raise ValueError(words) from None
        if not found.stands():
            raise ValueError(f"line {number}: altered since it was signed: the signature is not over this")
        held.append(found)
    return sorted(held, key=lambda each: each.number)


class Witnessed:
    """A log, and after it every disagreement with the checkpoints that somebody holds."""

    def __init__(self, source: Source, held: Sequence[Checkpoint], who: str = "a witness") -> None:
        self._who = who
        self.has_streams: bool = source.has_streams
        self._source = source
        self._held = held
        self._wanted = {number for each in held for number in (each.number, each.number - 1)}
        self._found: dict[int, Checkpoint] = {}
        self._last = 0
        self._position = 0

    def items(self) -> Iterator[Item]:
        for item in self._source.items():
            yield item
            if isinstance(item.what, Logged):
                self._position = item.what.record.position
            elif isinstance(item.what, Verified):
                self._position = item.what.position
            elif isinstance(item.what, Checkpoint):
                self._last = item.what.number
                if item.what.number in self._wanted:
                    self._found[item.what.number] = item.what
        agreed = 0
        for held in self._held:
            if self._found.get(held.number) == held:
                agreed = held.position
            else:
                agreed = max(agreed, self._agreed_before(held))
                yield Item(self._finding(held, agreed))

    def _agreed_before(self, held: Checkpoint) -> int:
        """The position up to which the log is the witness's, by the checkpoint that its own one follows."""
        before = self._found.get(held.number - 1)
        return before.position if before is not None and _hash(before) == held.previous else 0

    def _finding(self, held: Checkpoint, agreed: int) -> Finding:
        found = self._found.get(held.number)
        if found is None:
            what = (
                f"the log has no checkpoint {held.number}: its last is {self._last or 'none'}, "
                f"and its records end at position {self._position}"
            )
        else:
            names = held.__struct_fields__
            other = [name for name in names if getattr(held, name) != getattr(found, name)]
            what = f"the log's checkpoint {held.number} is another: {', '.join(other)}"
        where = f"the log departs from it after position {agreed}, at {held.position} at the latest"
        return Finding(
            "witness_differs",
            f"by {self._who}: {what}; {where}",
            position=held.position,
            checkpoint=held.number,
        )


def _hash(checkpoint: Checkpoint) -> str:
    return checkpoint.hash if checkpoint.stands() else ""
