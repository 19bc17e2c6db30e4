"""Compilation by numba: the one module that imports it, and only when something has to be compiled."""

import types
from collections.abc import Callable, Sequence
from typing import Any

from croupier.jit.machine_code import EXTERNAL, SCALARS, NotPassed, ObjectCode, Result
from croupier.jit.marks import Table, array_of, is_kernel, kept_on, kernels_of_module, named_values, package

# Without the wrappers that Python would need to call it and without counting references to arrays: code that
# stands alone, is small, and is compiled in half the time.
_BARE = {"nogil": True, "_nrt": False, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def with_twins(function: types.FunctionType, twin: Callable[[Any], Any]) -> types.FunctionType:
    """Copy a function so that the kernels and tables it names are their twins."""

    def stand_in(value: Any) -> Any:
        if isinstance(value, Table):
            return array_of(value)
        if isinstance(value, types.ModuleType):
            return _with_twins_inside(value, function, twin)
        return twin(value) if is_kernel(value) else value

    scope = dict(function.__globals__)
    scope.update({name: stand_in(value) for name, value in named_values(function).items()})
    cells = tuple([types.CellType(stand_in(cell.cell_contents)) for cell in function.__closure__ or ()])
    copy = types.FunctionType(
        function.__code__, scope, function.__name__, function.__defaults__, cells or None
    )
    copy.__kwdefaults__ = function.__kwdefaults__
    copy.__module__ = function.__module__
    copy.__qualname__ = function.__qualname__
    return copy


def _with_twins_inside(
    module: types.ModuleType, function: types.FunctionType, twin: Callable[[Any], Any]
) -> types.ModuleType:
    """A copy of a module in which the kernels that a function means are their twins."""
    inside = {name: each for name, each in kernels_of_module(module, function).items() if is_kernel(each)}
    if not inside:
        return module
    copy = types.ModuleType(module.__name__)
    copy.__dict__.update(vars(module))
    copy.__dict__.update({name: twin(each) for name, each in inside.items()})
    return copy


def result_type(function: types.FunctionType, *examples: Any) -> str:
    """The type that a compiled function returns for arguments like these, as numba names it."""
    numba, twin = package("numba"), ordinary(function)
    signature = tuple([numba.typeof(each) for each in examples])
    twin.compile(signature)
    return str(twin.overloads[signature].signature.return_type)


def ordinary(function: types.FunctionType) -> Any:
    """numba's own twin of a function, for Python to call; compiled in every process.

    Only for functions that make arrays, or that take or return what numba alone can pass.
    """

    def make(function: types.FunctionType) -> Any:
        return package("numba").njit(nogil=True)(with_twins(function, ordinary))

    return kept_on(function, "_ordinary", make)


def as_arrays(arguments: Sequence[Any]) -> list[Any]:
    """Arguments with arrays in place of memory views."""
    found = []
    for each in arguments:
        if isinstance(each, memoryview):
            found.append(package("numpy").asarray(each))
        elif isinstance(each, tuple):
            items = as_arrays(each)
            found.append(tuple(items) if type(each) is tuple else type(each)(*items))
        else:
            found.append(each)
    return found


def _bare_twin(function: types.FunctionType) -> Any:
    """numba's twin of a function for other twins to call."""

    def make(function: types.FunctionType) -> Any:
        return package("numba").njit(**_BARE)(with_twins(function, _bare_twin))

    return kept_on(function, "_bare", make)


def object_code(function: types.FunctionType, arguments: Sequence[Any]) -> ObjectCode:
    """Compile a function for arguments of these types; `NotPassed` if only numba can call the result."""
    numba, twin = package("numba"), _bare_twin(function)
    signature = tuple([numba.typeof(each) for each in as_arrays(arguments)])
    try:
        twin.compile(signature)
    except numba.core.errors.NumbaError as error:  # it makes an array, or `ordinary` raises the same
        raise NotPassed(f"{function.__qualname__} does not stand alone") from error
    made = twin.overloads[signature]
    result = _result(made.signature.return_type)
    needed = {each.name for each in made.library._final_module.functions if each.is_declaration}
    foreign = {name for name in needed - EXTERNAL if not name.startswith("llvm.")}
    if foreign:
        raise NotPassed(f"{function.__qualname__} calls {', '.join(sorted(foreign))}")
    if made.library.has_dynamic_globals:  # a large array is not copied: its address is of this process
        raise NotPassed(f"{function.__qualname__} reads an array of this process")
    return ObjectCode(made.fndesc.llvm_func_name, result, bytes(made.library._get_compiled_object()))


def _result(kind: Any) -> Result:
    """The type of a result; `machine_code` knows scalars, tuples of them and none."""
    numba_types = package("numba").types
    if isinstance(kind, numba_types.NoneType):
        return None
    if isinstance(kind, numba_types.BaseAnonymousTuple):
        return [_result(each) for each in kind]
    name = str(kind)
    if name not in SCALARS:
        raise NotPassed(f"a result of type {name} is read by numba alone")
    return name
