"""The code or data of a clause, taken out: the datum that cites it, or the line that refuses or computes.

A mutant is applied in a child process that has collected the tests already, and the tests that count for the
clause run there. One of them must fail. Data are changed as in `mutations`, and a step is taken out whole.
Lines are found by running the tests once: those that raise a refusal or report a finding under the clause.
Where a claim names a function, each of its statements is taken out in turn.
"""

import ast
import importlib
import inspect
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import Any, NamedTuple

import croupier
from croupier.errors import Refusal
from croupier.games.steps import RoundStep
from croupier.rulebook.catalog import rule_sets
from croupier.rulebook.coverage import Status, claims
from croupier.rulebook.loader import citations
from croupier.submission.findings import Findings
from croupier.table import programs
from tests.rulebook.mutations import Mutation, mutations, ruled_by, source

ROOT = Path(croupier.__file__).parent


class Line(NamedTuple):
    """A statement of the package, by its file and first line."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{Path(self.file).relative_to(ROOT.parent)}:{self.line} taken out"


class Unasked(NamedTuple):
    """A step that no program asks for any more."""

    step: str


Mutant = Mutation | Unasked | tuple[Line, ...]
"""A changed datum, a step that is not asked for, or lines that are taken out together."""

WHOLE = ("steps", "instructions", "inscriptions", "layout")
"""Parts of a rule file whose data are removed whole."""


# ---------------------------------------------------------------------------------------------------- data


def data_mutants(clause: str) -> Iterator[Mutation]:
    """The deciding data that cite a clause, each changed; a step that cites it, taken out."""
    for name, rules in rule_sets().items():
        if not clause.startswith(f"{rules.rules.register}-"):
            continue
        keys = [tuple(_path(name, key)) for key, cited in citations(rules) if clause in cited]
        for key in keys:
            if key[0] in WHOLE:
                where = tuple(int(each) if each.isdigit() else each for each in key)
                yield Mutation(name, where, None)
        for mutation in mutations(name):
            path = tuple(map(str, mutation.path))
            words = path[-1] in ("prompt", "says")  # the words of a step are not what it does
            if not words and any(path[: len(key)] == key or _beside(path, key) for key in keys):
                yield mutation


def _beside(path: tuple[str, ...], key: tuple[str, ...]) -> bool:
    """Whether a citation is of an option's value, and the datum that value."""
    return key[0] == "options" and len(key) == 3 and path[:2] == key[:2] and path[-1] == key[2]


def _path(name: str, key: str) -> Iterator[str]:
    """The path of a dotted key in a rule file: the names between the points may have points themselves."""
    node: Any = source(name)
    rest = key.removesuffix(".posted")
    while rest and isinstance(node, dict | list):
        if isinstance(node, list):
            each, _, rest = rest.partition(".")
            node = node[int(each)] if each.isdigit() and int(each) < len(node) else None
        else:
            known = [each for each in node if rest == each or rest.startswith(f"{each}.")]
            each = max(known, key=len, default="")
            if not each and "tables" not in node:
                break
            if not each:
                each, rest = "tables", f"tables.{rest}"  # a pay table is cited by its wager and name
            node, rest = node[each], rest[len(each) + 1 :]
        yield each
    if rest:
        yield rest


# --------------------------------------------------------------------------------------------------- lines


@contextmanager
def refusing_lines(clause: str) -> Iterator[list[Line]]:
    """Gather the lines that refuse something under the clause, or else those that refuse anything."""
    own: list[Line] = []
    other: list[Line] = []
    found: list[Line] = []
    init, say = Refusal.__init__, Findings.say

    def refused(self: Refusal, code: str, message: str, clauses: Any = (), **more: Any) -> None:
        init(self, code, message, clauses, **more)
        (own if clause in clauses else other).append(_caller())

    def said(
        self: Findings, code: str, key: str, asked: object, allowed: str, clauses: Any = (), **more: Any
    ) -> None:
        say(self, code, key, asked, allowed, clauses, **more)
        if more.get("severity") != "warning":
            (own if clause in clauses else other).append(_caller())

    Refusal.__init__ = refused  # type: ignore[method-assign]
    Findings.say = said  # type: ignore[method-assign]
    try:
        yield found
    finally:
        Refusal.__init__, Findings.say = init, say  # type: ignore[method-assign]
        found.extend(dict.fromkeys(own or other))


def _caller() -> Line:
    """The line that raises a refusal, though another may have made it; or that reports a finding."""
    frame: FrameType | None = sys._getframe(2)
    assert frame is not None
    made = Line(frame.f_code.co_filename, frame.f_lineno)
    while frame is not None and frame.f_code.co_filename.startswith(str(ROOT)):
        if isinstance(_statement(_tree(frame.f_code.co_filename), frame.f_lineno), ast.Raise):
            return Line(frame.f_code.co_filename, frame.f_lineno)
        frame = frame.f_back
    return made


@cache
def _tree(file: str) -> ast.Module:
    return ast.parse(Path(file).read_text(encoding="utf-8"))


@contextmanager
def running_lines(clause: str, status: Status) -> Iterator[list[Line]]:
    """Gather the lines that run in the rooms whose code a claim names: something there does it."""
    rooms = {str(ROOT / room) for code in claims().get(clause, {}).get(status, ()) for room in _rooms(code)}
    found: dict[Line, None] = {}

    def trace(frame: FrameType, event: str, _: object) -> object:
        file = frame.f_code.co_filename
        if not file.startswith(tuple(rooms)):
            return None
        if event == "line":
            found[Line(file, frame.f_lineno)] = None
        return trace

    ran: list[Line] = []
    sys.settrace(trace)  # type: ignore[arg-type]
    try:
        yield ran
    finally:
        sys.settrace(None)
        ran.extend(found)


def _rooms(code: str) -> tuple[str, ...]:
    room = code.split(".")[1]
    return {"table": ("table/acts", "table/programs", "games"), "settlement": ("settlement", "games")}.get(
        room, (room,)
    )


def lines_of(code: str) -> Iterator[Line]:
    """The statements of a function that a claim names."""
    module, _, function = code.partition(":")
    if function:
        found = inspect.unwrap(getattr(importlib.import_module(module), function))
        file = inspect.getsourcefile(found)
        assert file is not None
        lines, first = inspect.getsourcelines(found)
        tree = ast.parse(Path(file).read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if not isinstance(node, ast.stmt) or isinstance(node, ast.FunctionDef) or _text(node):
                continue
            if first < node.lineno < first + len(lines):
                yield Line(file, node.lineno)


def _text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def take_out(lines: Sequence[Line]) -> bool:
    """Take the statements at these lines out of their functions, in this process; whether it is possible."""
    changed = False
    for file in dict.fromkeys(line.file for line in lines):
        numbers = [line.line for line in lines if line.file == file]
        tree = ast.parse(Path(file).read_text(encoding="utf-8"))
        statements = [_statement(tree, number) for number in numbers]
        without = _Without([each for each in statements if each is not None]).visit(tree)
        compiled = compile(ast.fix_missing_locations(without), file, "exec")
        module = _module(file)
        for code in _codes(compiled):
            function = _function(module, code.co_qualname)
            if function is not None and any(_encloses(code, number) for number in numbers):
                function.__code__ = code
                changed = True
    return changed


def _statement(tree: ast.Module, line: int) -> ast.stmt | None:
    """The smallest statement that contains a line and can be taken out."""
    found = None
    for node in ast.walk(tree):
        if not isinstance(node, ast.stmt) or isinstance(node, ast.FunctionDef | ast.ClassDef):
            continue
        if node.lineno <= line <= (node.end_lineno or node.lineno):
            found = node if found is None or node.lineno >= found.lineno else found
    return found


class _Without(ast.NodeTransformer):
    def __init__(self, statements: list[ast.stmt]) -> None:
        self.statements = statements

    def visit(self, node: ast.AST) -> Any:
        if any(node is each for each in self.statements):
            return ast.copy_location(ast.Pass(), node)
        return self.generic_visit(node)


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The code of the functions and methods of a module, but for those inside functions."""
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            if not each.co_flags & inspect.CO_NEWLOCALS:  # the body of a class
                yield from _codes(each)


def _encloses(code: CodeType, line: int) -> bool:
    last = max((each for _, _, each in code.co_lines() if each is not None), default=0)
    inner = max((_last(each) for each in code.co_consts if isinstance(each, CodeType)), default=0)
    return code.co_firstlineno <= line <= max(last, inner) + 20


def _last(code: CodeType) -> int:
    return max((each for _, _, each in code.co_lines() if each is not None), default=0)


def _module(file: str) -> ModuleType:
    return next(each for each in sys.modules.values() if getattr(each, "__file__", None) == file)


def _function(module: ModuleType, qualname: str) -> Any:
    found: Any = module
    for name in qualname.split("."):
        found = vars(found).get(name) if isinstance(found, type) else getattr(found, name, None)
        if found is None:
            return None
    found = getattr(found, "__func__", found)
    found = inspect.unwrap(found) if callable(found) else found
    return found if hasattr(found, "__code__") else None


# ------------------------------------------------------------------------------------------------- mutants


def mutants(clause: str, status: Status, refusing: Callable[[], list[Line]]) -> Iterator[Mutant]:
    """The mutants for a status of a clause, the most telling first."""
    if status == "refused":
        found = refusing()
        yield from ((line,) for line in found)
        yield tuple(found)  # one may refuse what another lets through
    if status == "recorded":
        yield from map(Unasked, _steps(clause))
    yield from data_mutants(clause)
    for code in claims().get(clause, {}).get(status, ()):
        yield from ((line,) for line in lines_of(code.partition(" ")[0]))


def _steps(clause: str) -> dict[str, None]:
    """The names of the steps that cite a clause."""
    return {
        name.partition(".")[0]: None
        for rules in rule_sets().values()
        for name, step in rules.steps.items()
        if clause in step.clauses
    }


def _leave_out(name: str) -> None:
    """Let no program of this process ask for a step."""
    for program in (
        "round_program",
        "opening_program",
        "shuffle_program",
        "alternate_program",
        "idle_program",
    ):
        found = getattr(programs, program)
        setattr(programs, program, lambda *given, found=found: _without(name, found(*given)))


def _without(name: str, steps: tuple[RoundStep, ...]) -> tuple[RoundStep, ...]:
    return tuple(step for step in steps if step.name != name)


@contextmanager
def applied(mutant: Mutant) -> Iterator[bool]:
    """Apply a mutant to this process; whether that was possible. `RulebookError` if the loader refuses it."""
    if isinstance(mutant, Mutation):
        with ruled_by(mutant):
            yield True
    elif isinstance(mutant, Unasked):
        _leave_out(mutant.step)
        yield True
    else:
        yield take_out(mutant)
