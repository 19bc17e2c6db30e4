"""The log to audit, a database or an export, and the public key to trust."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from croupier.cli.errors import fail
from croupier.cli.house.data import DB, default_url, keys_directory, known_keys, open_to_read, refuse
from croupier.cli.stdin import spooled

if TYPE_CHECKING:
    from croupier.ledger.store import Ledger
    from croupier.ledger.verification.export import ExportFile

_SQLITE = b"SQLite format 3\0"

FileArgument = Annotated[
    Path | None,
    typer.Argument(
        metavar="[FILE]", help="An export, or a SQLite ledger, instead of a database URL; - for stdin."
    ),
]
PublicOption = Annotated[
    str | None,
    typer.Option("--public", metavar="HEX", help="The house's public key, from a source you trust."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]

GIVEN, HOUSE, LOG = "public", "keys", "log"
"""Where the key comes from: --public, the house's keys, or the log itself."""

_WORDS = {GIVEN: "from --public", HOUSE: "from this house's keys", LOG: "from the log itself"}


class Key(NamedTuple):
    """The public key that signatures were verified with."""

    public: bytes | None
    origin: str
    note: str = ""

    def __str__(self) -> str:
        if self.public is None:
            return "key: none; the readable part of the log names none"
        return f"key: {self.public.hex()}, {_WORDS[self.origin]}"

    def as_json(self) -> dict[str, str | None]:
        """The key as `--json` prints it."""
        return {"public": None if self.public is None else self.public.hex(), "from": self.origin}


class Opened(NamedTuple):
    """A log to audit and the trusted key; without one, the key that the log names."""

    source: "Ledger | ExportFile"
    trusted: bytes | None
    origin: str

    def key(self) -> Key:
        """The key used; an export's own key is known only after it was read."""
        from croupier.ledger.verification.export import ExportFile

        if not isinstance(self.source, ExportFile):
            public = self.source.keys.public
            return Key(public if any(public) else None, self.origin)
        if self.trusted is not None:
            return Key(self.trusted, self.origin)
        named, own = self.source.public, _own()
        if named is None or own is None:
            return Key(named, LOG)
        if named == own:
            return Key(named, HOUSE)
        return Key(named, LOG, f"this house has another key: {own.hex()}")

    def close(self) -> None:
        from croupier.ledger.store import Ledger

        if isinstance(self.source, Ledger):
            self.source.close()


def open_source(file: Path | None, db: str | None, keys: Path | None, public: str | None = None) -> Opened:
    """Open an export, or a ledger by URL or file. A key from --public overrides all others."""
    given = _public(public)
    if file is not None and db == os.environ.get(DB):
        db = None  # the variable names the house in general, FILE this log
    if file is not None and db is not None:
        fail("give FILE or --db, not both")
    if file is None:
        return _ledger(db or default_url(), keys, given)
    try:
        file = spooled(file)
        with file.open("rb") as opened:
            start = opened.read(len(_SQLITE))
    except OSError as error:
        fail(f"{file}: {error.strerror}")
    if start == _SQLITE:
        return _ledger(f"sqlite:///{file.absolute()}", keys, given, still=True)
    from croupier.ledger.verification.export import ExportFile

    if given is None and keys is not None:
        known = known_keys(keys)
        assert known is not None
        return Opened(ExportFile(file), known.public, HOUSE)
    return Opened(ExportFile(file), given, GIVEN if given else LOG)


def _ledger(url: str, keys: Path | None, given: bytes | None, *, still: bool = False) -> Opened:
    from croupier.errors import Refusal
    from croupier.floor.audit.read_only import open_ledger, verifier

    if given is None:
        opened = open_to_read(url, keys, still=still)
        return Opened(opened, None, LOG if known_keys(keys, url) is None else HOUSE)
    try:
        return Opened(open_ledger(url, verifier(given), still=still), given, GIVEN)
    except Refusal as refusal:
        refuse(refusal)


def _own() -> bytes | None:
    """The public key of the house in the default data directory, if it can be read."""
    from croupier.errors import Refusal
    from croupier.ledger.keys import Keys

    try:
        return Keys.to_sign(keys_directory()).public
    except Refusal:
        return None  # perhaps another user's; the key only serves for a note


def _public(text: str | None) -> bytes | None:
    if text is None:
        return None
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != 32:
        fail(f"--public {text!r}: a key is 64 hexadecimal digits")
    return key
