"""The house's memory of its last checkpoint, in a file beside its keys.

The database alone cannot say that something is missing from it: a log cut back to an older checkpoint, or
rewritten after it, is whole again. The memory is outside the database, so the house notices. It is written
after the checkpoint is committed, and may therefore be behind the log, but never ahead of it.
"""

import fcntl
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from croupier.errors import Refusal

FILE = "last_checkpoint"


def read(directory: Path) -> bytes | None:
    """The remembered checkpoint as it was written; none before the first one."""
    file = directory / FILE
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise Refusal("key_unusable", f"{file}: {error.strerror}; allowed: the house's own file") from None


def write(directory: Path, line: bytes, newer: Callable[[bytes], bool]) -> None:
    """Remember a checkpoint if it is newer than the remembered one, whatever other servers do meanwhile."""
    try:
        handle = os.open(directory, os.O_RDONLY)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            before = read(directory)
            if before is None or newer(before):
                _replace(directory / FILE, line)
                os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        raise Refusal("key_unusable", f"{directory / FILE}: {error.strerror}") from None


def _replace(file: Path, line: bytes) -> None:
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}-")  # mkstemp gives mode 600
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(line + b"\n")
            out.flush()
            os.fsync(out.fileno())
        os.replace(name, file)
    except BaseException:
        os.unlink(name)
        raise
