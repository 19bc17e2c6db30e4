"""The one place that knows numba.

Hands, decisions and settlement are written once and run twice: as plain Python at the live table, where
a round is settled now and then and start-up time matters, and compiled in the mathematics, where
billions of hands are counted. Shared source cannot disagree with itself, so the house edge that `odds`
prints is the edge of the very rules by which the table pays.

Three marks make this work, and none of them costs the live table anything:

- `kernel` marks a function that numba may compile. It returns the function unchanged.
- `table` marks a module-level lookup table. In plain Python it is a tuple, whose items are plain ints
  (an array would leak `np.int64` into events); in a kernel it becomes an array, because numba unrolls
  long tuples.
- `compiled` gives the compiled twin of a function, in which every kernel and table that the function
  names is replaced by its twin. Only then is numba imported; the server and the small commands never
  call it.

A kernel refers to other kernels and tables by name (`from .ranks import HIGHEST`), not through a
module, does not call itself, and takes what may change, such as a pay table, as an argument: numba
freezes globals when it compiles. Twins are kept on disk in a directory named by a hash of all sources and
rule data: numba's own cache would serve stale code when a function in another module changes.
"""

import hashlib
import importlib.util
import os
import stat
import types
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])
Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class Table(tuple[int, ...]):
    """A lookup table of ints: a tuple to Python, an array to a kernel."""

    __slots__ = ()


_kernels: set[Callable[..., Any]] = set()
_twins: dict[Callable[..., Any], Any] = {}
# By identity, since hashing 8,192 numbers to find them again would be silly; the table is kept so that its
# identity is not used again.
_arrays: dict[int, tuple[Table, Any]] = {}


def kernel(function: Function) -> Function:
    """Mark a function as one that numba may compile, and return it unchanged."""
    _kernels.add(function)
    return function


def table(values: Iterable[int]) -> Table:
    """Mark a module-level lookup table.

    >>> squares = table(number * number for number in range(10))
    >>> squares[7]
    49
    """
    return Table(values)


def compiled(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Return the compiled twin of a function, made once in a process.

    The function itself need not be a kernel; the functions that it calls must be. The twin releases the
    interpreter lock while it runs, so that threads count on all cores.
    """
    twin = _twins.get(function)
    if twin is None:
        copy = _with_twins(function)
        numba, cached = _numba(), _kernel_directory() is not None
        twin = _twins[function] = numba.njit(nogil=True, cache=cached)(copy)
        if copy.__closure__ is None and hasattr(twin, "_set_uuid"):
            # What a function closes over is part of the name of its twin on disk, and of a twin that is the
            # pickle, random number included: with a number of our own, the next process finds it again.
            twin._set_uuid(f"{sources_digest()} {copy.__module__}.{copy.__qualname__}")
    return cast(Callable[Arguments, Result], twin)


def _with_twins(function: Callable[..., Any]) -> types.FunctionType:
    """Copy a function so that the kernels and tables it names are their twins."""
    if not isinstance(function, types.FunctionType):
        raise TypeError(f"only a function written in Python can be compiled, not {function!r}")
    names = _names(function.__code__)
    scope = dict(function.__globals__)
    for name in names & scope.keys():
        scope[name] = _twin_of(scope[name])
    cells = tuple([types.CellType(_twin_of(cell.cell_contents)) for cell in function.__closure__ or ()])
    copy = types.FunctionType(
        function.__code__, scope, function.__name__, function.__defaults__, cells or None
    )
    copy.__kwdefaults__ = function.__kwdefaults__
    copy.__module__ = function.__module__
    copy.__qualname__ = function.__qualname__
    return copy


def _names(code: types.CodeType) -> set[str]:
    """Return the names that a piece of code, or a piece within it, may look up among the globals."""
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names |= _names(constant)
    return names


def _twin_of(value: Any) -> Any:
    """Return what stands for a global in compiled code: a twin, an array, or the value itself."""
    if isinstance(value, Table):
        return _array(value)
    if isinstance(value, types.FunctionType) and value in _kernels:
        return compiled(value)
    return value


def _array(values: Table) -> Any:
    """Return a table as an array of the smallest signed ints that hold it, to fit the fast caches.

    Signed, because numba makes a float of an unsigned and a signed 64-bit int together.
    """
    known = _arrays.get(id(values))
    if known is None:
        np = numpy()
        needed = np.result_type(np.min_scalar_type(min(values, default=0)), np.int8)
        needed = np.result_type(np.min_scalar_type(-1 - max(values, default=0)), needed)
        known = _arrays[id(values)] = (values, np.array(values, dtype=needed))
    return known[1]


def numpy() -> Any:
    """NumPy, imported when it is needed."""
    return _import("numpy")


@cache
def sources_digest() -> str:
    """A hash of every source and rule file of the package and its plug-ins: results are kept by it."""
    digest = hashlib.sha256()
    for package in (Path(__file__).parent, *_plugged_packages()):
        for file in sorted(package.rglob("*")):
            if file.suffix in (".py", ".toml", ".csv"):
                digest.update(str(file.relative_to(package)).encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:20]


@cache
def plugged_names() -> frozenset[str]:
    """The names of the packages that plug games in."""
    from importlib.metadata import entry_points

    return frozenset(point.module.partition(".")[0] for point in entry_points(group="croupier.games"))


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

    Compiled twins are loaded as code, so a cache that others write to is not read.
    """
    try:
        found = path.lstat()
    except OSError:
        return False
    own = not hasattr(os, "getuid") or found.st_uid == os.getuid()
    return own and not found.st_mode & 0o022 and not stat.S_ISLNK(found.st_mode)


@cache
def _kernel_directory() -> Path | None:
    """The directory of the compiled twins of these very sources; None where nothing can be written, or where
    others can write too."""
    import shutil
    import tempfile

    directory = cache_directory() / f"kernels-{sources_digest()}"
    try:
        directory.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not is_private(directory.parent) or (directory.exists() and not is_private(directory)):
            return None
        if not directory.exists():
            directory.mkdir(mode=0o700, exist_ok=True)
            # Twins of earlier sources can never be used again.
            for other in directory.parent.glob("kernels-*"):
                if other != directory:
                    shutil.rmtree(other, ignore_errors=True)
        with tempfile.TemporaryFile(dir=directory):
            return directory
    except OSError:
        return None


def _numba() -> Any:
    """numba, configured to keep compiled twins in a directory of these very sources.

    Without one nothing is kept: numba's next choice would be beside the sources, where twins go stale.
    """
    numba = _import("numba")
    directory = _kernel_directory()
    if directory is not None:
        numba.config.CACHE_DIR = str(directory)
    return numba


def _import(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise RuntimeError(f"compiling kernels needs the package {name}, which is not installed") from error
