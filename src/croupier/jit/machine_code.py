"""Machine code on disk, loaded and called without numba.

To import numba takes as long as to solve a game. So a kernel that was compiled once (`twins`) is kept as the
object file that LLVM made of it, and later processes load that file with llvmlite alone and call it with
ctypes, which releases the interpreter's lock.

A compiled function takes a pointer to its result, a pointer for an exception, and its arguments one scalar
at a time: an array as two null pointers (nobody counts references to it), its number of items, their size,
its address, its shape and its strides; a tuple as its items. It answers 0 unless an exception is raised.
"""

import ctypes
import hashlib
import json
import sys
import threading
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from croupier.jit.places import is_private, kernel_directory, write_whole

SCALARS: dict[str, Any] = {
    "int8": ctypes.c_int8,
    "int16": ctypes.c_int16,
    "int32": ctypes.c_int32,
    "int64": ctypes.c_int64,
    "uint8": ctypes.c_uint8,
    "uint16": ctypes.c_uint16,
    "uint32": ctypes.c_uint32,
    "uint64": ctypes.c_uint64,
    "float64": ctypes.c_double,
    "bool": ctypes.c_bool,
}
"""By the name that NumPy has for it, a scalar as C passes it."""

EXTERNAL = frozenset({"memcpy", "memmove", "memset"})
"""The functions that a kernel may call outside itself: every process has these."""

_ORDER = "<" if sys.byteorder == "little" else ">"
_VIEWED = {"q": f"{_ORDER}i8", "i": f"{_ORDER}i4"}
"""By format of a memory view, the type of the same items in an array."""

_WORD = ctypes.c_int64
_HALF, _WHOLE = 1 << 63, 1 << 64

Result = Any
"""The type of a result: the name of a scalar, a list of results for a tuple, or None."""


class ObjectCode(NamedTuple):
    """A compiled kernel."""

    symbol: str
    result: Result
    content: bytes


class NotPassed(Exception):
    """An argument that only numba can pass."""


def flatten(arguments: Sequence[Any], types: list[Any], values: list[Any]) -> None:
    """Write the types of arguments, equal only where numba's are, and their scalars.

    A memory view is passed as the array over it. Types of scalars are their names; of an array and of a
    tuple, a tuple that begins with what it is.
    """
    for value in arguments:
        kind = type(value)
        if kind is int:
            if not -_HALF <= value < _WHOLE:
                raise OverflowError(f"{value} has more than 64 bits")
            types.append("int64" if value < _HALF else "uint64")
            values.append(value)
        elif hasattr(value, "strides") and hasattr(value, "ctypes"):
            flags = value.flags
            layout = "C" if flags.c_contiguous else "F" if flags.f_contiguous else "A"
            types.append(("array", value.dtype.str, value.ndim, layout, flags.writeable, flags.aligned))
            values += (0, 0, value.size, value.itemsize, value.__array_interface__["data"][0])
            values += value.shape
            values += value.strides
        elif kind is memoryview:
            if value.readonly or not value.c_contiguous or value.format not in _VIEWED:
                raise NotPassed(
                    "only a contiguous view of integers that may be written is passed as an array"
                )
            types.append(("array", _VIEWED[value.format], value.ndim, "C", True, True))
            address = ctypes.addressof(ctypes.c_char.from_buffer(value))
            values += (0, 0, value.nbytes // value.itemsize, value.itemsize, address)
            values += value.shape
            values += value.strides
        elif isinstance(value, tuple):
            inner: list[Any] = []
            flatten(value, inner, values)
            types.append(("tuple", "" if kind is tuple else f"{kind.__module__}.{kind.__qualname__}", *inner))
        elif kind is bool or kind is float:
            types.append("bool" if kind is bool else "float64")
            values.append(value)
        else:
            name = getattr(getattr(value, "dtype", None), "name", "")
            if name not in SCALARS:
                raise NotPassed(f"{kind.__name__} is passed by numba alone")
            types.append(name)
            values.append(value.item())


def _scalar_types(types: Sequence[Any], found: list[Any]) -> None:
    """The types by which C passes arguments of these types."""
    for each in types:
        if isinstance(each, str):
            found.append(SCALARS[each])
        elif each[0] == "array":
            found += [_WORD] * (5 + 2 * each[2])
        else:
            _scalar_types(each[2:], found)


def _result_type(result: Result) -> Any:
    """The type of a result in memory."""
    if isinstance(result, str):
        return SCALARS[result]
    fields = [(f"item{number}", _result_type(each)) for number, each in enumerate(result)]
    return type("Items", (ctypes.Structure,), {"_fields_": fields})


def _read(place: Any, result: Result) -> Any:
    """The Python value of a result in memory."""
    if isinstance(result, str):
        return place if isinstance(place, int | float) else place.value
    items = (getattr(place, name) for name, _ in place._fields_)
    return tuple([_read(item, each) for item, each in zip(items, result, strict=True)])


class Version:
    """A kernel loaded for arguments of these types: a function of their scalars."""

    def __init__(self, code: ObjectCode, types: Sequence[Any]) -> None:
        address = _load(code)
        self._scalars: list[Any] = []
        _scalar_types(types, self._scalars)
        outcome = ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p
        self._function = ctypes.CFUNCTYPE(*outcome, *self._scalars)(address)
        # Converted by hand in `prepared`: as many arguments as are given.
        self._converted = ctypes.CFUNCTYPE(ctypes.c_int32)(address)
        self._result = code.result
        self._place_of = _WORD if code.result is None else _result_type(code.result)

    def __call__(self, values: list[Any]) -> Any:
        """Call it."""
        place, exception = self._place_of(), ctypes.c_void_p()
        if self._function(ctypes.byref(place), ctypes.byref(exception), *values):
            raise ArithmeticError(RAISED)
        return None if self._result is None else _read(place, self._result)

    def prepared(self, values: list[Any]) -> Callable[[], Any]:
        """A call whose scalars are converted once, and stay the same."""
        place, exception = self._place_of(), ctypes.c_void_p()
        arguments = (
            ctypes.byref(place),
            ctypes.byref(exception),
            *[kind.from_param(value) for kind, value in zip(self._scalars, values, strict=True)],
        )
        function, result = self._converted, self._result

        def call() -> Any:
            if function(*arguments):
                raise ArithmeticError(RAISED)
            return None if result is None else _read(place, result)

        return call


RAISED = "a compiled function raised an exception, such as a division by zero"


# ------------------------------------------------------------------------------------------------- loading


class _Engine(NamedTuple):
    """LLVM's loader of object files; it keeps the memory of what it loaded."""

    binding: Any
    loader: Any
    processor: str


_lock = threading.Lock()


@cache
def _engine() -> _Engine:
    _put_off("llvmlite.ir")
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(jit=True)
    loader = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    processor = f"{llvm.get_default_triple()} {llvm.get_host_cpu_name()} {_features(llvm)} {llvm.__file__}"
    return _Engine(llvm, loader, processor)


def _put_off(name: str) -> None:
    """Import a module only when something of it is used: loading machine code uses nothing of LLVM's IR."""
    import importlib.util
    import sys

    if name not in sys.modules:
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.loader is not None:
            spec.loader = importlib.util.LazyLoader(spec.loader)
            sys.modules[name] = module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
            parent, _, child = name.rpartition(".")
            setattr(sys.modules[parent], child, module)


def _features(llvm: Any) -> str:
    try:
        return str(llvm.get_host_cpu_features().flatten())
    except RuntimeError:  # not known of this processor
        return ""


def _load(code: ObjectCode) -> int:
    engine = _engine()
    with _lock:
        engine.loader.add_object_file(engine.binding.ObjectFileRef.from_data(code.content))
        engine.loader.finalize_object()
        address = int(engine.loader.get_function_address(code.symbol))
    if not address:
        raise ImportError(f"no function {code.symbol} in its object file")
    return address


# ------------------------------------------------------------------------------------------------- on disk


@cache
def _maker() -> str:
    """The processor and the versions of numba and llvmlite, as which code was made."""
    import importlib.util

    spec = importlib.util.find_spec("numba")
    found = (
        "" if spec is None or spec.origin is None else f"{spec.origin} {Path(spec.origin).stat().st_mtime_ns}"
    )
    return f"{_engine().processor} {found}"


def file_of(name: str, types: Sequence[Any]) -> Path | None:
    """Where the code of a kernel for arguments of these types is kept; None if nothing is."""
    directory = kernel_directory()
    if directory is None:
        return None
    asked = hashlib.sha256(f"{name} {types!r} {_maker()}".encode()).hexdigest()[:32]
    return directory / f"{asked}.o"


def read(file: Path | None) -> ObjectCode | None:
    """The code kept in a file; None if it is not there or somebody else may have written it."""
    if file is None or not is_private(file):
        return None
    try:
        head, _, content = file.read_bytes().partition(b"\n")
        told = json.loads(head)
        whole = told["bytes"] == len(content)
        return ObjectCode(told["symbol"], told["result"], content) if whole else None
    except (OSError, ValueError, KeyError, TypeError):  # torn or foreign: compile it again
        return None


def write(file: Path | None, code: ObjectCode) -> None:
    """Keep code in a file."""
    if file is not None:
        head = {"symbol": code.symbol, "result": code.result, "bytes": len(code.content)}
        write_whole(file, json.dumps(head).encode() + b"\n" + code.content)
