"""The compiled twin of a function."""

import inspect
import os
import threading
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

from croupier.jit import machine_code
from croupier.jit.machine_code import NotPassed, Version, flatten
from croupier.jit.marks import fingerprint

_compiling = threading.Lock()


class Twin:
    """A function that runs compiled: loaded from disk if possible, else compiled now.

    Like numba it has a version for the types of each call's arguments.
    """

    def __init__(self, function: types.FunctionType) -> None:
        self.function = function
        self.compiled: int = 0
        """Versions compiled in this process …"""
        self.found: int = 0
        """… and versions found on disk."""
        self._versions: dict[tuple[Any, ...], Version] = {}
        self._numba: Callable[..., Any] | None = None
        self._count = function.__code__.co_argcount
        self._name = ""

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        if named or len(arguments) != self._count:
            bound = inspect.signature(self.function).bind(*arguments, **named)
            bound.apply_defaults()
            arguments = bound.args
        if self._numba is not None:
            return self._numba(*arguments)
        kinds: list[Any] = []
        values: list[Any] = []
        try:
            flatten(arguments, kinds, values)
            key = tuple(kinds)
            version = self._versions.get(key) or self._version(key, arguments)
        except NotPassed:
            version = None
        if version is None:
            return self._by_numba(*arguments)
        return version(values)

    def prepared(self, *arguments: Any) -> Callable[[], Any]:
        """A call with these very arguments, kept as long as the call is.

        To pass an array takes microseconds, as long as to settle a hundred rounds.
        """
        kinds: list[Any] = []
        values: list[Any] = []
        try:
            flatten(arguments, kinds, values)
            key = tuple(kinds)
            call = (self._versions.get(key) or self._version(key, arguments)).prepared(values)
        except NotPassed:
            return lambda: self._by_numba(*arguments)
        # The scalars hold addresses: the closure keeps what is there alive.
        return lambda kept=arguments: call()  # type: ignore[misc]

    def is_ready(self, key: tuple[Any, ...]) -> bool:
        """Whether the version for these types is loaded or on disk, or cannot be kept there."""
        file = self._file(key)
        return key in self._versions or file is None or file.exists()

    def compile(self, key: tuple[Any, ...], arguments: tuple[Any, ...]) -> None:
        """Have the version for these types, given arguments of them."""
        self._version(key, arguments)

    def _file(self, key: tuple[Any, ...]) -> Path | None:
        self._name = self._name or fingerprint(self.function)
        return machine_code.file_of(self._name, key)

    def _version(self, key: tuple[Any, ...], arguments: tuple[Any, ...]) -> Version:
        with _compiling:
            found = self._versions.get(key)
            if found is None:
                file = self._file(key)
                code = machine_code.read(file)
                if code is None:
                    from croupier.jit.compilation import object_code

                    code = object_code(self.function, arguments)
                    machine_code.write(file, code)
                    self.compiled += 1
                else:
                    self.found += 1
                found = self._versions[key] = Version(code, key)
        return found

    def _by_numba(self, *arguments: Any) -> Any:
        from croupier.jit.compilation import as_arrays, ordinary

        with _compiling:
            by_numba = ordinary(self.function)
            self._numba = self._numba or (lambda *given: by_numba(*as_arrays(given)))
            self.compiled += 1
        return self._numba(*arguments)


def twin_of(function: types.FunctionType) -> Callable[..., Any]:
    """The twin; with `NUMBA_DISABLE_JIT` set, a copy that runs as Python over the same arrays."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        from croupier.jit.compilation import with_twins

        return with_twins(function, twin_of)
    return Twin(function)
