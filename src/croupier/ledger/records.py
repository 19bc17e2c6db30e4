"""The records of the log, and their hash chain.

The hash of a record is SHA-256 over the hash of the record before it in its stream (32 zero bytes before the
first), the canonical JSON of its fields and, after a line feed, the bytes of its body. The postings of a
stream are a second chain of the same kind, each link bound to the hash of the record that it belongs to.
Anyone can recompute both with a hash function and a JSON writer: keys sorted, no spaces, UTF-8.
"""

from hashlib import sha256
from typing import NamedTuple

import msgspec

GENESIS = bytes(32)


class Entry(msgspec.Struct, frozen=True):
    """An event to append. The body is its canonical JSON."""

    kind: str
    body: bytes
    at: int
    by: str
    role: str


class Record(Entry, frozen=True):
    """A record of the log."""

    stream: str
    version: int  # 1, 2, 3 … within the stream
    position: int  # 1, 2, 3 … over all streams, in the order of the commits
    hash: bytes


class Head(NamedTuple):
    """The head of a stream: the version and the hash of its last record."""

    version: int
    hash: bytes


class Line(NamedTuple):
    """A posting in the books: a line of the record that caused it."""

    line: int  # 1, 2, 3 … within the record
    account: str
    amount: int
    hash: bytes


class StreamHead(NamedTuple):
    """The ends of both chains of a stream, for the next record and the next posting."""

    version: int
    hash: bytes
    posted: bytes

    @property
    def head(self) -> Head:
        return Head(self.version, self.hash)


class _Fields(msgspec.Struct):
    """The fields of a record that are hashed before its body, sorted by name."""

    at: int
    by: str
    kind: str
    position: int
    role: str
    stream: str
    version: int


class _Posting(msgspec.Struct):
    """The fields of a posting that are hashed, sorted by name."""

    account: str
    amount: int
    line: int
    record: str  # the hash of the record, in hexadecimal


_encode = msgspec.json.Encoder().encode


def record_hash(previous: bytes, stream: str, version: int, position: int, entry: Entry) -> bytes:
    """The link of a record to the one before it."""
    fields = _Fields(entry.at, entry.by, entry.kind, position, entry.role, stream, version)
    return sha256(b"%b%b\n%b" % (previous, _encode(fields), entry.body)).digest()


def posting_hash(previous: bytes, record: bytes, line: int, account: str, amount: int) -> bytes:
    """The link of a posting to the one before it in its stream, and to its record."""
    return line_hash(previous, record.hex(), line, account, amount)


def line_hash(previous: bytes, record: str, line: int, account: str, amount: int) -> bytes:
    """The same, with the record's hash in hexadecimal."""
    return sha256(previous + _encode(_Posting(account, amount, line, record))).digest()


def unhex(text: str) -> bytes:
    """Bytes from hexadecimal in the one spelling that is written: lower case, no spaces."""
    found = bytes.fromhex(text)
    if found.hex() != text:
        raise ValueError(f"{text!r} is not spelled as hexadecimal is written")
    return found
