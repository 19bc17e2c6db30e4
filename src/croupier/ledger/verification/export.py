"""The whole log as a file of JSON lines that anyone can verify without the database.

First a header with the house's key; then every record with its postings, in the order of the log, each
checkpoint right after the last record that it covers; then the balances of the accounts; last a trailer with
the SHA-256 of all the lines above it, signed. Bytes are in hexadecimal, and a line has one spelling only.
"""

import gzip
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import IO, BinaryIO

import msgspec

from croupier.errors import Refusal
from croupier.ledger.keys import Keys, signed
from croupier.ledger.records import Line, Record, unhex
from croupier.ledger.store import Ledger
from croupier.ledger.verification.audit import verify
from croupier.ledger.verification.boundary import boundary_of
from croupier.ledger.verification.checkpoints import Checkpoint
from croupier.ledger.verification.findings import Finding
from croupier.ledger.verification.rotation import SigningKeyRotated
from croupier.ledger.verification.sources import (
    Account,
    Answered,
    DatabaseSource,
    Item,
    Logged,
    Orphan,
    Rotated,
    Saved,
    Source,
    Start,
    Stream,
    Verified,
)

FORMAT = 1


class _Line(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """A line of the file."""


class _Header(_Line, frozen=True, tag="croupier-ledger"):
    format: int
    public: str
    position: int
    signature: str = ""

    @property
    def message(self) -> bytes:
        return f"croupier-ledger {self.format} {self.public} {self.position}".encode()


class _State(_Line, frozen=True, tag="state"):
    """The second line of an archive: the signed state of the verification before its first record."""

    state: str


class _Posting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    account: str
    amount: int
    line: int
    hash: str


class RecordLine(_Line, frozen=True, tag="record"):
    position: int
    stream: str
    version: int
    at: int
    by: str
    role: str
    kind: str
    hash: str
    postings: tuple[_Posting, ...] = ()
    body: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET  # the bytes as they are, if JSON on one line …
    base64: str | msgspec.UnsetType = msgspec.UNSET  # … or else this


class _Checkpoint(_Line, frozen=True, tag="checkpoint"):
    checkpoint: Checkpoint


class _Rotation(_Line, frozen=True, tag="rotation"):
    """In an archive of records from before a rotation of the signing key: the rotation."""

    rotation: SigningKeyRotated


class _Account(_Line, frozen=True, tag="account"):
    account: str
    balance: int


class _Trailer(_Line, frozen=True, tag="end"):
    lines: int
    digest: str
    signature: str = ""

    @property
    def message(self) -> bytes:
        return f"croupier-ledger end {self.lines} {self.digest}".encode()


AnyLine = _Header | _State | RecordLine | _Checkpoint | _Rotation | _Account | _Trailer
_encode = msgspec.json.Encoder().encode
_decoder = msgspec.json.Decoder(AnyLine)


def export(ledger: Ledger, out: BinaryIO) -> int:
    """Write the current log and return the number of lines. A damaged log is refused: the house does not sign
    records that it has not written."""
    with ledger.database.reading() as connection:
        if boundary_of(connection, ledger.keys.public) is not None:
            raise Refusal(
                "records_pruned",
                "earlier records are in the archives and not in the database; allowed: `croupier audit "
                "archive`, which continues the archives",
            )
    writing = Writing(DatabaseSource(ledger, beside=False), ledger.keys, out)
    for finding in verify(writing, ledger.keys.public):
        raise Refusal("ledger_damaged", f"{finding}; audit verify shows all of it")
    return writing.end()


class Writing:
    """A source that is exported while it is verified: a line is written once no problem was found in it."""

    def __init__(
        self, source: Source, keys: Keys, out: IO[bytes] | gzip.GzipFile, state: bytes = b""
    ) -> None:
        self._state = state
        self.has_streams: bool = source.has_streams
        self._source = source
        self._keys = keys
        self._out = out
        self._digest = sha256()
        self._lines = 0

    def items(self) -> Iterator[Item]:
        for item in self._source.items():
            yield item
            line = _line_of(item)
            if isinstance(line, _Header):
                line = msgspec.structs.replace(line, signature=self._keys.sign(line.message).hex())
            if line is not None:
                self._write(line)
            if isinstance(line, _Header) and self._state:
                self._write(_State(b64encode(self._state).decode()))

    def _write(self, line: AnyLine) -> None:
        text = _encode(line) + b"\n"
        self._digest.update(text)
        self._out.write(text)
        self._lines += 1

    def end(self) -> int:
        """The trailer; the number of all lines."""
        trailer = _Trailer(self._lines, self._digest.hexdigest())
        self._write(msgspec.structs.replace(trailer, signature=self._keys.sign(trailer.message).hex()))
        return self._lines


class ExportFile:
    """An export, read line by line."""

    has_streams = False

    def __init__(self, path: Path) -> None:
        self.path = path
        self.public: bytes | None = None
        """The key that its header names, once that was read."""
        self.recognized: bool = False
        """Whether any line that was read is one of an export."""
        self.damage: Finding | None = None
        """The first problem that `records` met."""

    def items(self) -> Iterator[Item]:
        digest = sha256()
        trailer: _Trailer | None = None
        number = 0
        with lines_of(self.path) as lines:
            for number, text in enumerate(lines, 1):
                if trailer is not None:
                    yield Item(Finding("file_cut", "more after the end", line=number), number)
                    return
                line = _read(text, number)
                self.recognized |= not isinstance(line, Finding)
                if isinstance(line, _Trailer):
                    trailer = line
                    yield from _ended(trailer, digest.hexdigest(), self.public, number)
                    continue
                digest.update(text)
                if (number == 1) != isinstance(line, _Header) and not isinstance(line, Finding):
                    yield Item(Finding("unreadable", "a header is the first line, and no other", line=number))
                    continue
                if isinstance(line, _State) and number == 2:
                    continue
                item = line if isinstance(line, Finding) else _item_of(line, number)
                if isinstance(item, Start):
                    self.public = item.public
                yield Item(item, number)
        if trailer is None:
            yield Item(Finding("file_cut", "the end is missing", line=number + 1))

    def state(self) -> bytes | None:
        """The signed state with which an archive begins; none in an export, which begins with nothing."""
        with lines_of(self.path) as lines:
            for number, text in enumerate(islice(lines, 2), 1):
                line = _read(text, number)
                if isinstance(line, _Header):
                    with suppress(ValueError):  # a key that is not hexadecimal is a finding of `items`
                        self.public = unhex(line.public)
                elif isinstance(line, _State):
                    try:
                        return b64decode(line.state, validate=True)
                    except ValueError:
                        return b""  # nobody's signature fits it
        return None

    def records(self) -> Iterator[Record]:
        """Only the records, for a replay; unreadable ones are left out (`damage`).

        A file without a line of an export is a `Refusal` (`ledger_damaged`).
        """
        for item in self.items():
            if isinstance(item.what, Logged):
                yield item.what.record
            elif isinstance(item.what, Finding) and self.damage is None:
                self.damage = item.what
        if not self.recognized:
            raise Refusal("ledger_damaged", f"{self.path}: not a Croupier export")


@contextmanager
def lines_of(path: Path) -> Iterator[Iterator[bytes]]:
    """The lines of an export: plain, compressed, or as a Parquet file."""
    with path.open("rb") as file:
        start = file.peek(4)[:4]
        if start == b"PAR1":
            from croupier.ledger.verification.parquet import parquet_lines

            yield _whole(parquet_lines(path))
        elif start[:2] == b"\x1f\x8b":
            with gzip.open(file) as plain:
                yield _whole(plain)
        else:
            yield file


def _whole(plain: Iterable[bytes]) -> Iterator[bytes]:
    """Lines up to where a compressed file is damaged; the missing end is a finding."""
    with suppress(OSError, EOFError, ValueError, zlib.error):
        yield from plain


def _ended(trailer: _Trailer, digest: str, public: bytes | None, number: int) -> Iterator[Item]:
    if trailer.lines != number - 1:
        message = f"said to have {trailer.lines} lines before it; there are {number - 1}"
        yield Item(Finding("file_cut", message, line=number))
    if trailer.digest != digest:
        yield Item(Finding("file_altered", "the lines above are not those that were signed", line=number))
    if public is not None and not _signed(public, trailer):  # if not, the header is the finding
        yield Item(Finding("file_altered", "the signature is not over this", line=number))


def _signed(public: bytes, line: _Header | _Trailer) -> bool:
    try:
        return signed(public, line.message, unhex(line.signature))
    except ValueError:
        return False


def _line_of(item: Item) -> AnyLine | None:
    match item.what:
        case Start(public, position):
            return _Header(FORMAT, public.hex(), position)
        case Logged(record, lines):
            return _record_line(record, lines)
        case Checkpoint():
            return _Checkpoint(item.what)
        case Rotated(rotation):
            return _Rotation(rotation)
        case Account(account, balance):
            return _Account(account, balance)
        case Stream() | Answered() | Saved():
            return None
        case Finding() | Orphan() | Verified():
            raise AssertionError  # it was found


def _record_line(r: Record, lines: list[Line]) -> RecordLine:
    posted = tuple(_Posting(p.account, p.amount, p.line, p.hash.hex()) for p in lines)
    plain = _one_line(r.body)
    return RecordLine(
        r.position,
        r.stream,
        r.version,
        r.at,
        r.by,
        r.role,
        r.kind,
        r.hash.hex(),
        posted,
        msgspec.Raw(r.body) if plain else msgspec.UNSET,
        msgspec.UNSET if plain else b64encode(r.body).decode(),
    )


def _one_line(body: bytes) -> bool:
    """Whether a body can be written in a line unchanged."""
    if not body or b"\n" in body or body != body.strip():
        return False
    try:
        msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeError):
        return False
    return True


def _read(text: bytes, number: int) -> AnyLine | Finding:
    """A line, if it is in canonical form: any other spelling of the same data was altered."""
    try:
        line: AnyLine = _decoder.decode(text)
        if _encode(line) + b"\n" == text:
            return line
        message = "not spelled as it was written"
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        message = str(error)
    return Finding("unreadable", message, line=number)


def _item_of(line: AnyLine, number: int) -> Start | Logged | Checkpoint | Rotated | Account | Finding:
    try:
        match line:
            case _Header(format, public, position):
                if format != FORMAT:
                    return Finding("unreadable", f"format {format}; known: {FORMAT}", line=number)
                if not _signed(unhex(public), line):
                    return Finding("file_altered", "the signature is not over this", line=number)
                return Start(unhex(public), position)
            case RecordLine():
                return _logged(line)
            case _Checkpoint(checkpoint):
                return checkpoint
            case _Rotation(rotation):
                return Rotated(rotation)
            case _Account(account, balance):
                return Account(account, balance)
            case _State():
                return Finding("unreadable", "a state is the second line, and no other", line=number)
            case _Trailer():
                raise AssertionError
    except ValueError as error:
        return Finding("unreadable", str(error), line=number)


def _logged(line: RecordLine) -> Logged:
    if isinstance(line.base64, str):
        body = b64decode(line.base64, validate=True)
    elif isinstance(line.body, msgspec.Raw):
        body = bytes(line.body)
    else:
        raise ValueError("a record without its body")
    record = Record(
        line.kind,
        body,
        line.at,
        line.by,
        line.role,
        line.stream,
        line.version,
        line.position,
        unhex(line.hash),
    )
    return Logged(record, [Line(p.line, p.account, p.amount, unhex(p.hash)) for p in line.postings])
