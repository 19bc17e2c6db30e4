"""Kernels compiled ahead of their calls, on several cores.

numba compiles one kernel at a time in a process. So on a first run other processes compile a share of what a
command is about to call, and leave it on disk, where this process finds it.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any

from croupier.jit import compiled, sources_digest
from croupier.jit.machine_code import NotPassed, flatten
from croupier.jit.marks import numpy
from croupier.jit.twin import Twin

Call = tuple[Callable[..., Any], tuple[Any, ...]]
"""A function, and arguments of the types with which it will be called."""


def compile_ahead(*groups: Sequence[Call]) -> None:
    """Compile what is not on disk of several groups of calls, each group in a process of its own.

    Calls that share kernels belong in one group. The first is compiled here. Whatever another process could
    not do is compiled here too, when it is called.
    """
    missing = [left for group in groups if (left := _missing(group))]
    if len(missing) < 2 or (os.cpu_count() or 1) < 2 or not sys.executable:
        return
    others: list[subprocess.Popen[bytes]] = []
    try:
        with suppress(OSError):  # no process can be started: all is compiled here
            others.extend(_other_process(group) for group in missing[1:])
        for twin, key in missing[0]:
            with suppress(NotPassed):
                twin.compile(key, _examples(key))
    finally:
        for process in others:
            process.wait()


def _missing(group: Sequence[Call]) -> list[tuple[Twin, tuple[Any, ...]]]:
    """The twins, with the types of their arguments, that are not on disk but can be."""
    found = []
    for function, arguments in group:
        twin: Any = compiled(function)
        with suppress(NotPassed):
            key = key_of(arguments)
            if isinstance(twin, Twin) and not twin.is_ready(key):
                found.append((twin, key))
    return found


def key_of(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """The types of arguments, by which versions of a kernel are known."""
    types: list[Any] = []
    flatten(arguments, types, [])
    return tuple(types)


def _other_process(group: Sequence[tuple[Twin, tuple[Any, ...]]]) -> subprocess.Popen[bytes]:
    asked = [(twin.function.__module__, twin.function.__qualname__, key) for twin, key in group]
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", __name__],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    assert process.stdin is not None
    with suppress(BrokenPipeError), process.stdin as pipe:
        pipe.write(json.dumps([sources_digest(), asked]).encode())
    return process


def _main() -> None:
    """Compile what another process asks for on stdin, if both see the same sources."""
    digest, asked = json.load(sys.stdin)
    if digest != sources_digest():  # this process would remove the other's kernels
        return
    for module, name, types in asked:
        key = _as_tuple(types)
        twin: Any = compiled(getattr(import_module(module), name))
        twin.compile(key, _examples(key))


def _as_tuple(types: Any) -> Any:
    return tuple([_as_tuple(each) for each in types]) if isinstance(types, list) else types


def _examples(key: tuple[Any, ...]) -> tuple[Any, ...]:
    """Arguments of these types."""
    found = tuple([_example(each) for each in key])
    if key_of(found) != key:
        raise NotPassed(f"no arguments of the types {key}")
    return found


def _example(kind: Any) -> Any:
    np = numpy()
    if isinstance(kind, str):
        plain = {"int64": 0, "uint64": 1 << 63, "float64": 0.0, "bool": False}
        return plain[kind] if kind in plain else np.dtype(kind).type(0)
    if kind[0] == "array":
        _, dtype, dimensions, layout, writeable, _ = kind
        made = np.zeros((2,) * dimensions, dtype, order=layout)
        made.flags.writeable = writeable
        return made
    items = [_example(each) for each in kind[2:]]
    if not kind[1]:
        return tuple(items)
    module, _, name = kind[1].rpartition(".")
    return getattr(import_module(module), name)(*items)


if __name__ == "__main__":
    _main()
