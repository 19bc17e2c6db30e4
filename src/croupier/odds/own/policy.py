"""A user's strategy: a function of the cards that a player can see, or one function for each street.

A function takes a `Seen` and returns the antes to wager: 0 to check, or to fold on the last street. Marked as
a kernel (`croupier.jit.kernel`) or compiled by numba it plays millions of rounds a second; any other function
runs as plain Python. It sees its own cards, the community cards so far and the dealer's face-up cards, and
nothing else: the deck is not in its reach.
"""

import hashlib
import importlib
import importlib.util
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from croupier.cards import text_of
from croupier.errors import Refusal
from croupier.jit import can_compile
from croupier.odds.own import OWN_MARK
from croupier.odds.protocol import Stage, solver_for
from croupier.rulebook.model import RuleSet


class Seen(NamedTuple):
    """A player's view at a decision. Cards are sets: bit n for card n, 0 (two of clubs) to 51 (ace of
    spades), suit by suit."""

    street: int
    """The number of the decision, from 0."""
    cards: int
    """The player's own cards."""
    board: int
    """The community cards so far."""
    up: int
    """The dealer's face-up cards."""
    least: int
    """The least wager allowed, in antes."""
    most: int
    """The most allowed with these cards, in antes."""


Decision = Callable[[Seen], int]
"""The antes to wager, or 0."""

OwnStrategy = str | Decision | Mapping[str, Decision]
"""A function, functions by street, or either by its name: `module:function` or `file.py:function`."""


@dataclass(frozen=True, eq=False)
class Policy:
    """A strategy ready to be played: its name, and its function on each street."""

    name: str
    functions: tuple[Decision, ...]

    @property
    def compiled(self) -> bool:
        """Whether every function can be compiled."""
        return all(can_compile(function) for function in self.functions)

    def refusal(self, stage: Stage, seen: Seen, legal: int, *chosen: object) -> Refusal:
        """The refusal of a wager that the rules do not allow with these cards.

        A compiled function is asked again for its wager; any other may answer differently, so `chosen` has
        it.
        """
        if not chosen:
            try:
                chosen = (self.functions[seen.street](seen),)
            except Exception as error:
                return unusable(self, error)
        allowed = [str(antes) for antes in range(legal.bit_length()) if legal >> antes & 1]
        shown = " | ".join(text_of(part) for part in (seen.cards, seen.board, seen.up) if part)
        return Refusal(
            "decision_out_of_bounds",
            f"{self.name}: {_shown(chosen[0])} antes at {stage.name} with {shown}; "
            f"allowed: {', '.join(allowed)}",
        )


_LONGEST = 80
"""The most characters shown of a foreign message or value."""
_REMEMBERED = 256
_NUMBER = "#"
_known: dict[str, Policy] = {}
"""Strategies of this process by name, since a plan names its strategy. Of several functions with one name all
but the first are numbered, and only the latest of these are kept."""
_numbers = count(2)


def register(source: Any, stages: tuple[Stage, ...]) -> str:
    """The name by which a plan knows a function, or functions by the name of their street."""
    functions = _by_street(source, stages)
    first = functions[0]
    called = getattr(first, "__qualname__", type(first).__qualname__)
    name = f"{getattr(first, '__module__', '?')}{OWN_MARK}{called}"
    alike = [each for each in tuple(_known) if each.partition(_NUMBER)[0] == name]
    for each in alike:
        if _known[each].functions == functions:
            return each
    if alike:
        name = f"{name}{_NUMBER}{next(_numbers)}"
        if len(alike) >= _REMEMBERED:
            del _known[alike[1]]
    _known[name] = Policy(name, functions)
    return name


def own_name(rules: RuleSet, strategy: Any) -> str:
    """The name of any strategy: a name itself, or that of a function, which is registered."""
    if isinstance(strategy, str):
        return strategy
    return register(strategy, solver_for(rules).stages(rules))


def policy_for(rules: RuleSet, strategy: Any) -> Policy:
    """A strategy of one's own, for the streets of a rule set."""
    stages = solver_for(rules).stages(rules)
    return policy_of(own_name(rules, strategy), stages)


def policy_of(name: str, stages: tuple[Stage, ...]) -> Policy:
    """The strategy of this name: one that was registered here, or `module:name`, which is imported."""
    if name not in _known:
        _known[name] = Policy(name, _by_street(load(name), stages))
    return _known[name]


def load(name: str) -> Any:
    """The object that `module:name` or `file.py:name` names; modules of the working directory count too."""
    place, _, attribute = name.rpartition(OWN_MARK)
    if not place or not attribute:
        raise _unusable(f"{name!r}; write module:function or file.py:function")
    module = _from_file(Path(place)) if place.endswith(".py") else _imported(place)
    found: Any = module
    for part in attribute.split("."):
        found = getattr(found, part, None)
        if found is None:
            raise _unusable(f"{place} has no {attribute!r}")
    return found


def _imported(module: str) -> ModuleType:
    here = str(Path.cwd())
    _add_to_path(here)
    sys.path.insert(0, here)  # first, for this import alone: a strategy may have the name of a package
    try:
        return importlib.import_module(module)
    except (Exception, SystemExit) as error:
        raise _unusable(f"{module} cannot be imported: {_reason(error)}") from None
    finally:
        sys.path.remove(here)  # the first of two


def _from_file(file: Path) -> ModuleType:
    if not file.is_file():
        raise _unusable(f"there is no file {file}")
    # Not by its stem alone, which may be that of a module that others import.
    name = f"croupier_own_{hashlib.sha256(str(file.absolute()).encode()).hexdigest()[:16]}"
    spec = importlib.util.spec_from_file_location(name, file.absolute())
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    _add_to_path(str(file.absolute().parent))
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise _unusable(f"{file} cannot be run: {_reason(error)}") from None
    return module


def _add_to_path(folder: str) -> None:
    """Let a strategy import what is beside it, last: a file there may have the name of a module of others.

    Numba comes first: it imports whatever is called `coverage`, even a folder of clauses.
    """
    if folder not in sys.path:
        importlib.import_module("numba")
        sys.path.append(folder)


def _reason(error: BaseException) -> str:
    """The kind of an error and its first line; of numba's the first one after the name of its step."""
    try:
        lines = str(error).strip().splitlines()
    except Exception:
        lines = []
    told = [line for line in lines if line and not line.startswith("Failed in nopython mode")]
    return f"{type(error).__name__}: {told[0][:_LONGEST]}" if told else type(error).__name__


def _shown(value: object) -> str:
    """A value that a function returned, as far as it can be shown."""
    try:
        found = repr(value)
    except Exception:
        found = type(value).__name__
    return found if len(found) <= _LONGEST else f"{found[:_LONGEST]} …"


def _by_street(source: Any, stages: tuple[Stage, ...]) -> tuple[Decision, ...]:
    names = [stage.name for stage in stages]
    if isinstance(source, Mapping):
        if set(source) != set(names) or not all(callable(each) for each in source.values()):
            raise _unusable(f"a function for each street is needed: {', '.join(names)}")
        return tuple(source[name] for name in names)
    if not callable(source):
        raise _unusable(f"{type(source).__name__}; allowed: a function, or functions by street")
    return (source,) * len(names)


def unusable(policy: Policy, error: BaseException) -> Refusal:
    """The refusal for a function that failed or does not compile."""
    return _unusable(f"{policy.name}: {_reason(error)}")


def _unusable(why: str) -> Refusal:
    return Refusal("strategy_unusable", f"strategy: {why}")
