"""Keys in files of 32 bytes, made on the first start and readable only by their owner.

`sealing.1`, `sealing.2` … are the retired sealing keys.
"""

import fcntl
import os
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from croupier.errors import Refusal
from croupier.ledger.key_stores.model import (
    NEXT,
    SEALING,
    SIGNING,
    SIZE,
    PlainSealingKey,
    PlainSigningKey,
    one_of_two,
)


class FileStore:
    """A directory of keys."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self.where: str = str(directory)

    def make(self) -> None:
        with _usable(self._directory):
            self._directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            both = [self._directory / name for name in (SIGNING, SEALING)]
            if not all(file.exists() for file in both):
                self._make(both)

    def available(self) -> bool:
        return os.path.exists(self._directory / SIGNING)

    def signing(self) -> PlainSigningKey:
        return PlainSigningKey(_key(self._directory / SIGNING))

    def sealing(self) -> PlainSealingKey:
        return PlainSealingKey(_key(self._directory / SEALING))

    def retired(self) -> list[PlainSealingKey]:
        return [PlainSealingKey(_key(file)) for file in self._retired()]

    def next_signing(self, *, make: bool) -> PlainSigningKey | None:
        file = self._directory / NEXT
        if make and not file.exists():
            with _usable(file):
                _write(file)
        return PlainSigningKey(_key(file)) if file.exists() else None

    def promote(self) -> str:
        with _usable(self._directory / NEXT):
            os.replace(self._directory / NEXT, self._directory / SIGNING)
            self._sync()
        return ""

    def rotate_sealing(self) -> str:
        present = self._directory / SEALING
        with _usable(present):
            number = max((int(file.suffix[1:]) for file in self._retired()), default=0) + 1
            os.link(present, present.with_name(f"{SEALING}.{number}"))  # first: it is never without a name
            new = present.with_name(f".{SEALING}.next")
            new.unlink(missing_ok=True)
            _write(new)
            os.replace(new, present)
            self._sync()
        return ""

    def _retired(self) -> list[Path]:
        """The retired keys, the newest first."""
        found = [file for file in self._directory.glob(f"{SEALING}.*") if file.suffix[1:].isdecimal()]
        return sorted(found, key=lambda file: -int(file.suffix[1:]))

    def _sync(self) -> None:
        handle = os.open(self._directory, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

    def _make(self, both: list[Path]) -> None:
        """New keys where there is neither; of two processes that start at once the first one's count."""
        handle = os.open(self._directory, os.O_RDONLY)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)  # who is second finds both, and never one of two
            there = [file for file in both if file.exists()]
            if not there:
                try:
                    for file in both:
                        _write(file)
                    os.fsync(handle)
                except BaseException:
                    for file in both:
                        file.unlink(missing_ok=True)
                    raise
            elif len(there) < len(both):
                (lost,) = set(both) - set(there)
                raise one_of_two(str(lost), there[0].name)
        finally:
            os.close(handle)


def signing_key(file: Path) -> PlainSigningKey:
    """The signing key in a file of its own, such as a witness's; made if it is not there."""
    if not file.exists():
        with _usable(file):
            _write(file)
    return PlainSigningKey(_key(file))


@contextmanager
def _usable(path: Path) -> Iterator[None]:
    """The refusal for an operating-system error about a file or directory of keys."""
    try:
        yield
    except FileNotFoundError:
        raise Refusal("key_unusable", f"{path}: there is no such key; allowed: the house's own") from None
    except OSError as error:
        raise Refusal("key_unusable", f"{path}: {error.strerror}; allowed: the house's keys") from None


def _key(file: Path) -> bytes:
    with _usable(file):
        mode = file.stat().st_mode & 0o777
        if mode & 0o077:
            raise Refusal("key_unusable", f"{file}: mode {mode:o}, others may read it; allowed: 600")
        key = file.read_bytes()
    if len(key) != SIZE:
        raise Refusal("key_unusable", f"{file}: {len(key)} bytes; a key has {SIZE}")
    return key


def _write(file: Path) -> None:
    """A new key, whole or not at all."""
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}-")  # mkstemp gives mode 600
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(secrets.token_bytes(SIZE))
            out.flush()
            os.fsync(out.fileno())
        os.link(name, file)
    finally:
        os.unlink(name)
