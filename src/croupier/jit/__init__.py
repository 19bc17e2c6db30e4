"""The one room that knows numba.

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
  names is replaced by its twin. numba is imported only to compile it (`compilation`); later processes load
  the machine code from disk (`machine_code`), and the server and the small commands need neither.

A kernel refers to tables by name (`from .ranks import HIGHEST`), to other kernels by name or through their
module, does not call itself, and takes what may change, such as a pay table, as an argument: numba
freezes globals when it compiles. Machine code is kept on disk in a directory named by a hash of all sources
and rule data: numba's own cache would serve stale code when a function in another module changes.
"""

import types
from collections.abc import Callable
from functools import partial
from typing import Any, ParamSpec, TypeVar, cast

from croupier.jit.marks import Table, can_compile, forget_if_changed, kept_on, kernel, numpy, table, view
from croupier.jit.places import (
    cache_directory,
    is_private,
    never_compiled,
    plugged_names,
    sources_digest,
)

__all__ = [
    "Table",
    "cache_directory",
    "can_compile",
    "compiled",
    "forget_if_changed",
    "is_private",
    "kernel",
    "never_compiled",
    "numpy",
    "plugged_names",
    "prepared",
    "sources_digest",
    "table",
    "view",
]

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


def compiled(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Return the compiled twin of a function, made once.

    The function itself need not be a kernel; the functions that it calls must be. The twin releases the
    interpreter lock while it runs, so that threads count on all cores.
    """
    if not isinstance(function, types.FunctionType):
        raise TypeError(f"only a function written in Python can be compiled, not {function!r}")
    return cast(Callable[Arguments, Result], kept_on(function, "_twin", _twin))


def _twin(function: types.FunctionType) -> Any:
    from croupier.jit.twin import twin_of

    return twin_of(function)


def prepared(function: Callable[Arguments, Result], *arguments: Any) -> Callable[[], Result]:
    """A call of the compiled twin with these arguments, for kernels called often with the same arrays."""
    twin: Any = compiled(function)
    if hasattr(twin, "prepared"):
        return cast(Callable[[], Result], twin.prepared(*arguments))
    return partial(twin, *arguments)
