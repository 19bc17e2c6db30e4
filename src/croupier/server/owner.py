"""The name by which a server owns its tables: the same after a restart, and never two servers' at once.

The name stands in a file beside the keys and is locked for as long as the process lives. Whoever gets the
lock knows that the former process of that name is dead, and may have its tables at once; a second server with
the same directory goes by a name of its own.
"""

import fcntl
import os
import secrets
import socket
from pathlib import Path
from typing import IO


class Owner:
    """This process among those that share a ledger."""

    def __init__(self, directory: Path) -> None:
        self.name = f"{socket.gethostname()[:40]}:{secrets.token_hex(6)}"
        self.directory = directory
        """Where the keys of the house are."""
        self._file: IO[str] | None = None
        directory.mkdir(parents=True, exist_ok=True)
        file = os.fdopen(os.open(directory / "server", os.O_RDWR | os.O_CREAT, 0o600), "r+")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()  # another server of this directory runs
            return
        named = file.read().strip()
        if named:
            self.name = named
        else:
            file.write(self.name)
            file.flush()
        self._file = file

    def release(self) -> None:
        """Let the next server have the name."""
        if self._file is not None:
            self._file.close()
            self._file = None
