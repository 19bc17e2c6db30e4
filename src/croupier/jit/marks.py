"""The marks of kernels and tables, which cost the live table nothing."""

import hashlib
import importlib
import types
from array import array
from collections.abc import Callable, Iterable, Sequence
from enum import EnumMeta
from math import prod
from typing import Any, TypeVar
from weakref import WeakSet

Function = TypeVar("Function", bound=Callable[..., Any])


class Table(tuple[int, ...]):
    """A lookup table of ints: a tuple to Python, an array to a kernel."""

    array: Any = None
    """The array, made when a kernel first reads the table."""


_kernels: WeakSet[Callable[..., Any]] = WeakSet()


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


def is_kernel(value: Any) -> bool:
    """Whether a value is a function that is marked as a kernel."""
    return isinstance(value, types.FunctionType) and value in _kernels


def can_compile(value: Any) -> bool:
    """Whether a value is a kernel, or a function that a user has compiled with numba."""
    return is_kernel(value) or hasattr(value, "py_func")


def array_of(values: Table) -> Any:
    """Return a table as an array of the smallest signed ints that hold it, to fit the fast caches.

    Signed, because numba makes a float of an unsigned and a signed 64-bit int together.
    """
    if values.array is None:
        np = numpy()
        needed = np.result_type(np.min_scalar_type(min(values, default=0)), np.int8)
        needed = np.result_type(np.min_scalar_type(-1 - max(values, default=0)), needed)
        values.array = np.array(values, dtype=needed)
    return values.array


def kept_on(function: types.FunctionType, name: str, make: Callable[[types.FunctionType], Any]) -> Any:
    """A value made once from a function and kept on it, so that both are freed together."""
    known = function.__dict__.get(name)
    if known is None or known[0] is not function:  # `functools.wraps` copies attributes to another function
        known = function.__dict__[name] = (function, make(function))
    return known[1]


def numpy() -> Any:
    """NumPy, imported when it is needed."""
    return package("numpy")


def view(kind: str, *shape: int, values: Sequence[int] = ()) -> memoryview:
    """Integers in memory for a kernel, without NumPy: zero, or with these values; "q": 64 bits, "i": 32."""
    found = array(kind, values) if values else array(kind, bytes(array(kind).itemsize * prod(shape)))
    return memoryview(found).cast("B").cast(kind, shape)  # type: ignore[call-overload,no-any-return]


def package(name: str) -> Any:
    """A package that compiling needs, imported when it is needed."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise RuntimeError(f"compiling kernels needs the package {name}, which is not installed") from error


def kernels_of_module(module: types.ModuleType, function: types.FunctionType) -> dict[str, Any]:
    """The kernels of a module that a function may mean: `module.kernel(…)`."""
    names = sorted(_names(function.__code__))
    return {name: getattr(module, name) for name in names if can_compile(getattr(module, name, None))}


def named_values(function: types.FunctionType) -> dict[str, Any]:
    """The globals that a function, or a function within it, names; not itself, which it does not call.

    Names of attributes are among them: `most` names `seen.most`, and is no reason to look for itself.
    """
    scope = function.__globals__
    found = {name: scope[name] for name in sorted(_names(function.__code__)) if name in scope}
    return {name: value for name, value in found.items() if getattr(value, "py_func", value) is not function}


def _names(code: types.CodeType) -> set[str]:
    """Return the names that a piece of code, or a piece within it, may look up among the globals."""
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names |= _names(constant)
    return names


def fingerprint(function: types.FunctionType) -> str:
    """A hash of a function and of all that it names and closes over.

    The directory of the machine code is named by the sources of the package and its plug-ins; this tells
    functions of other files, and functions that were made by a function, from each other.
    """
    digest = hashlib.sha256(f"{function.__module__}.{function.__qualname__}".encode())
    _add_code(function.__code__, digest)
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    for value in (*named_values(function).values(), *cells, *(function.__defaults__ or ())):
        _add_value(value, digest)
        if isinstance(value, types.ModuleType):
            _add_module(value, _names(function.__code__), digest, set())
    return digest.hexdigest()


def forget_if_changed(function: types.FunctionType) -> None:
    """Forget what was compiled of a kernel and of those that it calls, if a value that one names changed.

    A kernel reads its globals when it is compiled; those of the package never change, a user's may.
    """
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    values = [*named_values(function).values(), *cells]
    inside = [
        each
        for value in values
        if isinstance(value, types.ModuleType)
        for each in kernels_of_module(value, function).values()
    ]
    for each in (*values, *inside):
        if is_kernel(each) and not each.__module__.startswith("croupier."):
            forget_if_changed(each)
    now = fingerprint(function)
    if function.__dict__.get("_fingerprint", now) != now:
        for kept in ("_twin", "_ordinary", "_bare"):
            function.__dict__.pop(kept, None)
    function.__dict__["_fingerprint"] = now


def _add_module(module: types.ModuleType, names: set[str], digest: Any, known: set[str]) -> None:
    """Add what a function may mean by `module.name`: kernels and constants, also of a module within it."""
    known.add(module.__name__)
    for name in sorted(names & vars(module).keys()):
        value = vars(module)[name]
        _add_value(value, digest)
        if isinstance(value, types.ModuleType) and value.__name__ not in known:
            _add_module(value, names, digest, known)


def _add_code(code: types.CodeType, digest: Any) -> None:
    digest.update(code.co_code + repr((code.co_names, code.co_varnames, code.co_freevars)).encode())
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            _add_code(constant, digest)
        else:
            digest.update(repr(constant).encode())


def _add_value(value: Any, digest: Any) -> None:
    if can_compile(value):
        digest.update(fingerprint(getattr(value, "py_func", value)).encode())
    elif isinstance(value, Table):
        digest.update(f"table {hash(value)}".encode())
    elif hasattr(value, "tobytes") and hasattr(value, "dtype") and not isinstance(value, type):
        digest.update(f"array {value.dtype} {value.shape}".encode() + value.tobytes())
    elif isinstance(value, tuple):
        for each in (type(value).__qualname__, len(value), *value):
            _add_value(each, digest)
    elif isinstance(value, int | float | str | bytes | frozenset):
        digest.update(repr(value).encode())
    elif isinstance(value, EnumMeta):
        members: dict[str, Any] = dict(value.__members__)
        digest.update(repr([(name, each.value) for name, each in members.items()]).encode())
    else:
        digest.update(getattr(value, "__qualname__", type(value).__qualname__).encode())
