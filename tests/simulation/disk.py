"""A disk that can lose power: a shim in SQLite's own file layer that knows which writes were synced.

SQLite reaches the disk through its VFS. The shim is the library's usual VFS with four functions replaced, so
the product's own code runs on it unchanged, by the file's plain name. A write is durable once its file was
synced. When the power fails, each of the others is kept, lost or torn at a sector, in any order, as the seed
decides.
"""

import ctypes
import os
from collections.abc import Callable
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_int, c_int64, c_void_p
from pathlib import Path
from random import Random

SECTOR = 512
_IOERR = 10
_NAMES = (
    "xClose xRead xWrite xTruncate xSync xFileSize xLock xUnlock xCheckReservedLock xFileControl xSectorSize "
    "xDeviceCharacteristics xShmMap xShmLock xShmBarrier xShmUnmap xFetch xUnfetch"
)
_VFS_NAMES = (
    "xOpen xDelete xAccess xFullPathname xDlOpen xDlError xDlSym xDlClose xRandomness xSleep xCurrentTime "
    "xGetLastError xCurrentTimeInt64 xSetSystemCall xGetSystemCall xNextSystemCall"
)


class _Methods(ctypes.Structure):
    _fields_ = [("iVersion", c_int), *((name, c_void_p) for name in _NAMES.split())]


class _Vfs(ctypes.Structure):
    _fields_ = [
        ("iVersion", c_int),
        ("szOsFile", c_int),
        ("mxPathname", c_int),
        ("pNext", c_void_p),
        ("zName", c_char_p),
        ("pAppData", c_void_p),
        *((name, c_void_p) for name in _VFS_NAMES.split()),
    ]


class _File(ctypes.Structure):
    _fields_ = [("pMethods", POINTER(_Methods))]


_Open = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
_Delete = CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)
_Close = CFUNCTYPE(c_int, c_void_p)
_Write = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_Truncate = CFUNCTYPE(c_int, c_void_p, c_int64)
_Sync = CFUNCTYPE(c_int, c_void_p, c_int)

Image = dict[str, bytes]
"""The files as they are found after a loss of power."""


class _Content:
    """One file: what is durable, and the writes since its last sync (a truncation has no bytes)."""

    def __init__(self, durable: bytes) -> None:
        self.durable = bytearray(durable)
        self.pending: list[tuple[int, bytes | None]] = []

    def sync(self) -> None:
        for write in self.pending:
            _apply(self.durable, *write)
        self.pending.clear()


def _apply(content: bytearray, at: int, data: bytes | None) -> None:
    if data is None:
        del content[at:]
        return
    if len(content) < at:
        content.extend(bytes(at - len(content)))
    content[at : at + len(data)] = data


class Writes:
    """The files of a disk: what is durable of each, and the writes since its last sync."""

    def __init__(self) -> None:
        self._files: dict[str, _Content] = {}

    def open(self, path: str) -> None:
        """Know a file, as it is found."""
        if path not in self._files:
            file = Path(path)
            self._files[path] = _Content(file.read_bytes() if file.exists() else b"")

    def delete(self, path: str) -> None:
        """A file is gone."""
        self._files.pop(path, None)

    def write(self, path: str, at: int, data: bytes | None) -> None:
        """Bytes at a place; None cuts the file off there."""
        self._files[path].pending.append((at, data))

    def sync(self, path: str) -> None:
        """Every write to this file is durable."""
        self._files[path].sync()

    @property
    def unsynced(self) -> int:
        """Writes that a loss of power may take."""
        return sum(len(each.pending) for each in self._files.values())

    def image(self, chance: Random | None = None, kept: float = 0.0) -> Image:
        """The files after a loss of power now: writes that were not synced survive with this chance."""
        found = {}
        for path, each in self._files.items():
            content, pending = bytearray(each.durable), each.pending
            if chance is not None:
                pending = [write for write in pending if chance.random() < kept]
                chance.shuffle(pending)
                pending = [_torn(write, chance) for write in pending]
            else:
                pending = pending if kept else []
            for write in pending:
                _apply(content, *write)
            found[path] = bytes(content)
        return found


class Disk(Writes):
    """The disk under one directory. One shim serves the whole process."""

    def __init__(self, directory: Path) -> None:
        super().__init__()
        self._directory = str(directory) + os.sep
        self.broken = False
        """The power is off: every write and sync fails."""
        self.before_sync: Callable[[str], None] = lambda path: None
        """Called with the file before a sync makes its writes durable."""
        self.syncs = 0
        _Shim.get().disks.append(self)

    def covers(self, path: str) -> bool:
        return path.startswith(self._directory)

    def remove(self) -> None:
        """The shim forgets this disk."""
        _Shim.get().disks.remove(self)

    def sync(self, path: str) -> None:
        self.before_sync(path)
        if not self.broken:
            self.syncs += 1
            super().sync(path)

    def lose_power(self, chance: Random) -> None:
        """Put the disk into the state after a loss of power. Nobody may have a file of it open."""
        image = self.image(chance, chance.choice((0.0, 0.5, 1.0)))
        self.restore(image)

    def restore(self, image: Image) -> None:
        """Put the disk into the state of an image."""
        for path in {*self._files, *(path + "-shm" for path in self._files)}:
            Path(path).unlink(missing_ok=True)
        self._files.clear()
        for path, content in image.items():
            Path(path).write_bytes(content)
            Path(path).chmod(0o600)
            self._files[path] = _Content(content)
        self.broken = False


def _torn(write: tuple[int, bytes | None], chance: Random) -> tuple[int, bytes | None]:
    at, data = write
    if data is None or len(data) <= SECTOR or chance.random() < 0.5:
        return write
    return at, data[: SECTOR * chance.randrange(len(data) // SECTOR)]


class _Shim:
    """SQLite's usual VFS, with four functions that also report to the disks."""

    _one: "_Shim | None" = None

    @classmethod
    def get(cls) -> "_Shim":
        if cls._one is None:
            cls._one = cls()
        return cls._one

    def __init__(self) -> None:
        import _sqlite3

        # Through the extension's own handle, so that it is the library that Python's module uses.
        library = ctypes.CDLL(_sqlite3.__file__)
        library.sqlite3_vfs_find.restype = POINTER(_Vfs)
        library.sqlite3_vfs_find.argtypes = [c_char_p]
        library.sqlite3_vfs_register.argtypes = [POINTER(_Vfs), c_int]
        self.disks: list[Disk] = []
        self._usual = library.sqlite3_vfs_find(None)
        self._open_usual = _Open(self._usual.contents.xOpen)
        self._delete_usual = _Delete(self._usual.contents.xDelete)
        self._open_files: dict[int, tuple[Disk, str, _Methods]] = {}
        self._methods: dict[int, tuple[_Methods, _Methods]] = {}
        self._calls: dict[int, tuple[Callable[..., int], ...]] = {}
        self._mine = [
            _Open(self._open),
            _Delete(self._delete),
            _Close(self._close),
            _Write(self._write),
            _Truncate(self._truncate),
            _Sync(self._sync),
        ]
        self._vfs = _Vfs.from_buffer_copy(self._usual.contents)
        self._vfs.zName = b"simulated"
        self._vfs.pNext = None
        self._vfs.xOpen = ctypes.cast(self._mine[0], c_void_p).value
        self._vfs.xDelete = ctypes.cast(self._mine[1], c_void_p).value
        assert library.sqlite3_vfs_register(ctypes.byref(self._vfs), 1) == 0

    def _disk(self, path: str) -> Disk | None:
        return next((disk for disk in self.disks if disk.covers(path)), None)

    def _open(self, _vfs: int, name: int | None, file: int, flags: int, out: int | None) -> int:
        code = self._open_usual(ctypes.addressof(self._usual.contents), name, file, flags, out)
        if code or not name:
            return int(code)
        path = ctypes.string_at(name).decode()
        disk = self._disk(path)
        if disk is None:
            return 0
        handle = ctypes.cast(file, POINTER(_File)).contents
        usual = ctypes.addressof(handle.pMethods.contents)
        if usual not in self._methods:
            self._methods[usual] = self._patched(handle.pMethods.contents)
        ours, theirs = self._methods[usual]
        disk.open(path)
        self._open_files[file] = (disk, path, theirs)
        handle.pMethods = ctypes.pointer(ours)
        return 0

    def _patched(self, usual: _Methods) -> tuple[_Methods, _Methods]:
        ours, theirs = _Methods.from_buffer_copy(usual), _Methods.from_buffer_copy(usual)
        names = ("xClose", "xWrite", "xTruncate", "xSync")
        for name, call in zip(names, self._mine[2:], strict=True):
            setattr(ours, name, ctypes.cast(call, c_void_p).value)
        kinds = (_Close, _Write, _Truncate, _Sync)
        self._calls[id(theirs)] = tuple(
            kind(getattr(theirs, name)) for kind, name in zip(kinds, names, strict=True)
        )
        return ours, theirs

    def _delete(self, _vfs: int, name: bytes, sync: int) -> int:
        disk = self._disk(name.decode())
        if disk is not None:
            if disk.broken:
                return _IOERR
            disk.delete(name.decode())
        return int(self._delete_usual(ctypes.addressof(self._usual.contents), name, sync))

    def _close(self, file: int) -> int:
        _, _, theirs = self._open_files.pop(file)
        return int(self._calls[id(theirs)][0](file))

    def _write(self, file: int, data: int, count: int, at: int) -> int:
        disk, path, theirs = self._open_files[file]
        if disk.broken:
            return _IOERR
        disk.write(path, at, ctypes.string_at(data, count))
        return int(self._calls[id(theirs)][1](file, data, count, at))

    def _truncate(self, file: int, size: int) -> int:
        disk, path, theirs = self._open_files[file]
        if disk.broken:
            return _IOERR
        disk.write(path, size, None)
        return int(self._calls[id(theirs)][2](file, size))

    def _sync(self, file: int, flags: int) -> int:
        disk, path, _ = self._open_files[file]
        disk.sync(path)  # the real disk under it is memory: nothing to wait for
        return _IOERR if disk.broken else 0
