"""Where things computed once are kept on disk, and the digest of the sources that computed them."""

import hashlib
import importlib.util
import os
import stat
from contextlib import suppress
from functools import cache
from pathlib import Path

from croupier.plugins import plugins

_DIGITS = 20
_OTHERS = 3
"""Places of other sources that are kept: another checkout's, or those with and without a plug-in."""
_SUFFIXES = (".py", ".toml", ".csv")


@cache
def sources_digest() -> str:
    """A hash of every source and rule file of the package and its plug-ins: results are kept by it.

    Reading them all takes a tenth of a second, listing them a few milliseconds. So the digest is kept under
    the hash of their names, sizes, inodes and times of change: writing a file changes one of these.
    """
    packages = (Path(__file__).parent.parent, *_plugged_packages())
    files = [(package, file) for package in packages for file in _files(package)]
    listed = hashlib.sha256()
    for _, file in files:
        found = os.stat(file)
        stamp = found.st_size, found.st_ino, found.st_mtime_ns, found.st_ctime_ns
        listed.update(f"{file}\0{stamp}\0".encode())
    known = cache_directory() / f"sources-{listed.hexdigest()[:_DIGITS]}"
    with suppress(OSError):
        digest = known.read_text()
        if len(digest) == _DIGITS and is_private(known.parent) and is_private(known):
            return digest
    whole = hashlib.sha256()
    for package, file in files:
        path = Path(file)
        whole.update(str(path.relative_to(package)).encode() + b"\0" + path.read_bytes() + b"\0")
    digest = whole.hexdigest()[:_DIGITS]
    if private_directory(known.parent):
        remove_others(known, "sources-*")
        write_whole(known, digest.encode())
    return digest


def _files(package: Path) -> list[str]:
    """The sources and rule files of a package, in order."""
    found, folders = [], [str(package)]
    while folders:
        with os.scandir(folders.pop()) as entries:
            for entry in entries:
                if entry.name.endswith(_SUFFIXES):
                    found.append(entry.path)
                elif entry.is_dir(follow_symlinks=False):
                    folders.append(entry.path)
    return sorted(found)


@cache
def plugged_names() -> frozenset[str]:
    """The names of the packages that plug games in."""
    return frozenset(point.module.partition(".")[0] for point in plugins("croupier.games"))


def _plugged_packages() -> list[Path]:
    """The folders of the packages that plug games in, found without importing them."""
    specs = (importlib.util.find_spec(name) for name in sorted(plugged_names()))
    return [Path(place) for spec in specs if spec for place in spec.submodule_search_locations or ()]


def cache_directory() -> Path:
    """Where things computed once are kept; `CROUPIER_CACHE` names another place."""
    given = os.environ.get("CROUPIER_CACHE")
    if given:
        return Path(given)
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "croupier"
    except RuntimeError:  # a user without a home, as in some containers: a place where nothing can be kept
        return Path(os.devnull) / "croupier"


def is_private(path: Path) -> bool:
    """Whether nobody else can have put something here: the user's own, and writable by nobody else.

    Machine code is loaded from the cache, so a cache that others write to is not read.
    """
    try:
        found = path.lstat()
    except OSError:
        return False
    own = not hasattr(os, "getuid") or found.st_uid == os.getuid()
    return own and not found.st_mode & 0o022 and not stat.S_ISLNK(found.st_mode)


def private_directory(directory: Path) -> bool:
    """Whether there is such a directory, made if need be, in which nobody else can put something."""
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return False
    return is_private(directory)


def remove_others(kept: Path, pattern: str) -> None:
    """Remove what other sources left beside a place, but for the few that were used last."""
    import shutil

    def used(other: Path) -> float:
        with suppress(OSError):
            return other.lstat().st_mtime
        return 0

    others = sorted((each for each in kept.parent.glob(pattern) if each != kept), key=used)
    for other in others[:-_OTHERS]:
        if other.is_dir() and not other.is_symlink():
            shutil.rmtree(other, ignore_errors=True)
        else:
            other.unlink(missing_ok=True)


def write_whole(file: Path, content: bytes) -> None:
    """Write a file whole or not at all; a cache that cannot be written is no error."""
    import tempfile

    with suppress(OSError):
        handle, temporary = tempfile.mkstemp(dir=file.parent)
        with os.fdopen(handle, "wb") as out:
            out.write(content)
        Path(temporary).replace(file)


@cache
def kernel_directory() -> Path | None:
    """The directory of the machine code of these very sources; None where nothing can be written, or where
    others can write too."""
    directory = cache_directory() / f"kernels-{sources_digest()}"
    if not private_directory(directory.parent):
        return None
    new = not directory.exists()
    if not private_directory(directory) or not os.access(directory, os.W_OK):
        return None
    if new:
        remove_others(directory, "kernels-*")
    with suppress(OSError):
        os.utime(directory)  # used now
    return directory


@cache
def never_compiled() -> bool:
    """Whether no machine code of these sources is on disk yet; asked once, before the first is compiled."""
    directory = kernel_directory()
    return directory is not None and next(directory.glob("*.o"), None) is None
