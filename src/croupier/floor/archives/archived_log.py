"""Archives as a log to be audited: alone, or together with the database that they were pruned from."""

from collections.abc import Iterator, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path

import msgspec

from croupier.errors import Refusal
from croupier.ledger.store import Ledger
from croupier.ledger.verification.boundary import Archive, Boundary
from croupier.ledger.verification.boundary_check import kept_items
from croupier.ledger.verification.checkpoints import Checkpoint
from croupier.ledger.verification.export import ExportFile
from croupier.ledger.verification.findings import Finding
from croupier.ledger.verification.sources import (
    Account,
    DatabaseSource,
    Item,
    Logged,
    Reading,
    Rotated,
    Start,
)

LINES = ".jsonl.gz"
"""The end of an archive's name."""


def archives_in(directory: Path) -> list[Archive]:
    """The archives of a directory by their names, oldest first, without their digests."""
    found = []
    for file in sorted(directory.glob(f"records-*-*{LINES}")):
        _, first, last = file.name.removesuffix(LINES).split("-", 2)
        if first.isascii() and first.isdigit() and last.isascii() and last.isdigit():
            found.append(Archive(file.name, int(first), int(last), ""))
    return found


def with_digest(directory: Path, each: Archive) -> Archive:
    """An archive with the digest of its file."""
    with (directory / each.file).open("rb") as file:
        digest = sha256()
        while some := file.read(1 << 20):
            digest.update(some)
    return msgspec.structs.replace(each, digest=digest.hexdigest())


def pruned_archives(directory: Path, boundary: Boundary) -> list[Path]:
    """The files of all pruned records; a missing or changed file is refused."""
    for each in boundary.archives:
        if not (directory / each.file).is_file():
            words = f"records {each.first} to {each.last} are in {each.file}, which is not in {directory}"
            raise Refusal("archive_unusable", f"{words}; allowed: the directory with every archive")
        if with_digest(directory, each) != each:
            words = f"{directory / each.file} is not the archive that the boundary names"
            raise Refusal(
                "archive_unusable", f"{words}; allowed: the file as it was when its records were pruned"
            )
    return [directory / each.file for each in boundary.archives]


class ArchivedLog:
    """Archives one after the other, as one log that ends with the last of them."""

    has_streams = False

    def __init__(self, files: Sequence[Path]) -> None:
        self._files = files

    def items(self) -> Iterator[Item]:
        last = self._files[-1]
        start = next((item for item in ExportFile(last).items() if isinstance(item.what, Start)), None)
        if start is not None:
            yield start
        for file in self._files:
            for item in ExportFile(file).items():
                what = item.what
                if isinstance(what, Finding):
                    yield Item(_named(what, file))
                elif isinstance(what, Logged | Checkpoint) or (
                    isinstance(what, Account | Rotated) and file is last
                ):
                    yield Item(what)


class WithArchives(DatabaseSource):
    """A pruned database with its archives: the whole log, from the first record."""

    def __init__(self, ledger: Ledger, files: Sequence[Path], boundary: Boundary) -> None:
        super().__init__(ledger, kept=partial(kept_items, boundary=boundary))
        self._files, self._position = files, boundary.position

    def log(self, reading: Reading, position: int) -> Iterator[Item]:
        """The records of the archives, then those of the database; the checkpoints are the database's."""
        checkpoints = [each for each in reading.checkpoints() if each.position <= self._position]
        for file in self._files:
            for item in ExportFile(file).items():
                what = item.what
                if isinstance(what, Finding):
                    yield Item(_named(what, file))
                elif isinstance(what, Logged):
                    while checkpoints and checkpoints[0].position < what.record.position:
                        yield Item(checkpoints.pop(0))
                    yield Item(what)
        yield from (Item(each) for each in checkpoints)
        for item in reading.log(self._position):
            if not isinstance(item.what, Checkpoint) or item.what.position > self._position:
                yield item


def _named(found: Finding, file: Path) -> Finding:
    return msgspec.structs.replace(found, message=f"{file.name}: {found.message}")
