"""Read and audit the log of a house: a SQLite file, a database URL or an export.

Nothing is created, migrated or changed, and no private key is needed.
"""

from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Union

from croupier.errors import Refusal
from croupier.extras import need
from croupier.floor.audit.findings import Finding as ReplayFinding
from croupier.floor.audit.findings import Replayed, Verdict
from croupier.input_types import file_path, whole
from croupier.ledger.records import Record
from croupier.ledger.verification.findings import Finding as LedgerFinding
from croupier.table.events import AnyEvent, decode_event
from croupier.table.transcript import transcript

if TYPE_CHECKING:
    # Without the packages of croupier[serve] the names are still there, for `help` and `import *`.
    from croupier.ledger.store import Ledger
    from croupier.ledger.verification.export import ExportFile

__all__ = ["LedgerFinding", "Log", "Record", "ReplayFinding", "Replayed", "Verdict", "open_log"]

_SQLITE = b"SQLite format 3\0"


class Log:
    """The log of a house, open for reading; use it in a `with` statement."""

    def __init__(self, source: Union["Ledger", "ExportFile"], public: bytes | None) -> None:
        self._source = source
        self._public = public

    def records(self) -> Iterator[Record]:
        """All records in the order in which they were written."""
        from croupier.ledger.verification.export import ExportFile

        if isinstance(self._source, ExportFile):
            yield from self._source.records()
            return
        after = 0
        while page := self._source.follow(after):
            yield from page
            after = page[-1].position

    def tables(self) -> tuple[str, ...]:
        """The names of the tables in the log."""
        streams = dict.fromkeys(record.stream for record in self.records())
        return tuple(name.removeprefix("table:") for name in streams if name.startswith("table:"))

    def events(self, table: str) -> tuple[AnyEvent, ...]:
        """The events of a table, oldest first; `croupier.replay` plays them again."""
        bodies = [record.body for record in self.records() if record.stream == f"table:{table}"]
        if not bodies:
            raise Refusal("unknown_table_name", f"no table {table!r} in this log")
        return tuple(map(decode_event, bodies))

    def transcript(self, table: str) -> str:
        """The history of a table in words, with its clauses."""
        return "\n".join(transcript(self.events(table)))

    def audit(self, *, most_unsigned: int | None = None) -> Verdict:
        """Verify every chain and signature, and play every round again; `whole` if nothing was found."""
        if most_unsigned is not None and whole(most_unsigned, "most_unsigned") < 0:
            raise Refusal("value_not_allowed", f"most_unsigned: {most_unsigned}; allowed: 0 or more records")
        from croupier.floor.audit.audit import audit

        return audit(self._source, self._public, most_unsigned=most_unsigned)

    def close(self) -> None:
        """Close the database."""
        from croupier.ledger.store import Ledger

        if isinstance(self._source, Ledger):
            self._source.close()

    def __enter__(self) -> "Log":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_log(source: str | Path, *, public: str | None = None) -> Log:
    """Open a log: a database URL, or the path of a SQLite ledger or an export.

    `public` is the house's public key in hexadecimal, from a source you trust; without it, the key that the
    log names is taken.
    """
    need("serve")
    from croupier.floor.audit.read_only import open_ledger, verifier
    from croupier.ledger.verification.export import ExportFile

    trusted = None if public is None else _key(public)
    keys = None if trusted is None else verifier(trusted)
    if isinstance(source, str) and "://" in source:
        return Log(open_ledger(source, keys), trusted)
    path = file_path(source, "source")
    try:
        with path.open("rb") as opened:
            start = opened.read(len(_SQLITE))
    except OSError as error:
        raise Refusal("ledger_unavailable", f"{str(path)!r}: {error.strerror}") from None
    if start == _SQLITE:
        return Log(open_ledger(f"sqlite:///{path.absolute()}", keys, still=True), trusted)
    return Log(ExportFile(path), trusted)


def _key(text: str) -> bytes:
    try:
        key = bytes.fromhex(text)
    except (TypeError, ValueError):
        key = b""
    if len(key) != 32:
        raise Refusal("key_unusable", f"public: {text!r}; allowed: 64 hexadecimal digits")
    return key
