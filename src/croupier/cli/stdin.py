"""Files that a command reads: `-` is stdin."""

import atexit
import os
import shutil
import sys
import tempfile
from pathlib import Path

from croupier.cli.errors import fail

STDIN = "-"


def file_bytes(file: Path) -> bytes:
    """The bytes of a file, or of stdin."""
    return sys.stdin.buffer.read() if str(file) == STDIN else file.read_bytes()


def file_text(file: Path) -> str:
    """The text of a file, or of stdin; fail if it cannot be read."""
    try:
        written = file_bytes(file)
    except OSError as error:
        fail(f"{file}: {error.strerror}")
    try:
        return written.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = written.count(b"\n", 0, error.start) + 1
        fail(f"{file}: not UTF-8 text: {error.reason} (at line {line})")


def spooled(file: Path) -> Path:
    """The file itself; of stdin or a pipe a private copy, removed when the program ends."""
    if str(file) != STDIN and (file.is_file() or not file.exists()):
        return file
    handle, name = tempfile.mkstemp(prefix="croupier-")
    atexit.register(Path(name).unlink, missing_ok=True)
    with os.fdopen(handle, "wb") as out:
        if str(file) == STDIN:
            shutil.copyfileobj(sys.stdin.buffer, out)
        else:
            with file.open("rb") as pipe:
                shutil.copyfileobj(pipe, out)
    return Path(name)
