"""The name by which a server owns its tables: kept across restarts, and never used by two servers.

The name is in a file beside the keys, locked while the process lives. A process that gets the lock knows that
the former process of that name is dead, and may take over its tables at once; a second server with the same
directory gets another name.

A lock does not reach other machines, and files are copied: the keys on purpose, and whole directories with
images of machines and containers. So the file also names the place where it is valid: the running kernel and
the file itself. Anywhere else, or after a reboot, the server takes a new name, and takes over the tables of
its former name when their leases end, which is soon.
"""

import fcntl
import os
import secrets
import socket
import uuid
from pathlib import Path
from typing import IO

import msgspec

_BOOT = Path("/proc/sys/kernel/random/boot_id")


class _Kept(msgspec.Struct):
    """The content of the file."""

    name: str
    place: str


class Owner:
    """This process among those that share a ledger."""

    def __init__(self, directory: Path) -> None:
        self.name: str = f"{socket.gethostname()[:40]}:{secrets.token_hex(6)}"
        self.directory = directory
        """Where the keys of the house are."""
        self._file: IO[bytes] | None = None
        directory.mkdir(parents=True, exist_ok=True)
        file = os.fdopen(os.open(directory / "server", os.O_RDWR | os.O_CREAT, 0o600), "r+b")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()  # another server of this directory runs
            return
        self._file = file
        self._recall(_place_of(file))

    def _recall(self, place: str) -> None:
        """Use the name kept at this place, or keep the new one."""
        assert self._file is not None
        try:
            kept = msgspec.json.decode(self._file.read(), type=_Kept)
        except msgspec.DecodeError:
            kept = _Kept("", "")
        if kept.name and kept.place == place:
            self.name = kept.name
            return
        self._file.seek(0)
        self._file.truncate()
        self._file.write(msgspec.json.encode(_Kept(self.name, place)))
        self._file.flush()

    def release(self) -> None:
        """Release the name for the next server."""
        if self._file is not None:
            self._file.close()
            self._file = None


def _place_of(file: IO[bytes]) -> str:
    """The place of an open file: unique among all files of all machines while it exists."""
    here = os.fstat(file.fileno())
    return f"{machine()}:{here.st_dev:x}:{here.st_ino:x}"


def machine() -> str:
    """The boot id of the running kernel; where there is none, the machine's id."""
    try:
        return _BOOT.read_text(encoding="ascii").strip()
    except OSError:
        return f"{uuid.getnode():x}"
