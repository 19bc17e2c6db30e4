"""Every deciding datum of a rule set, changed one at a time, and what the change does.

A rule file is taken apart into its data. Citations, readings and prose decide nothing and are left alone;
every other number, hand, outcome, order, option or word is changed. The file as changed is either refused by
the loader or by the game, or it must change something that a user sees: a settled round, a finding of
`check`, the table's steps and offers, the terms that the mathematics is computed from, the felt or the sign.
"""

import copy
import re
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from croupier.rulebook import catalog
from croupier.rulebook.catalog import PACKAGED, Rulebook
from croupier.rulebook.loader import Surroundings, read_text
from croupier.rulebook.model import RuleSet
from croupier.rulebook.problems import RulebookError
from tests.rulebook.toml_text import toml_text

Path = tuple[str | int, ...]

APART = {"rules", "prose", "readings", "readings_on", "clauses_on"}
"""Parts that decide nothing: who the document is, what else it says, how it is read, what is cited."""
CITATIONS = {
    "clauses",
    "reading",
    "posted",
    "source",
    "stake_clauses",
    "amount_clauses",
    "minimums_clauses",
}
"""Keys whose values are citations, or say whose word decides."""

OTHERS = {
    "outcome": ("win", "lose", "push"),
    "placed": ("before_deal", "by_decision", "automatic"),
    "offered": ("always", "by_choice"),
    "seed_is": ("fixed", "least", "per_dollar"),
    "after_whole_award": ("takes_secondary", "to_zero", "to_reset"),
    "hand": ("straight_flush", "four_card", "five_card"),
    "void": ("none", "hand", "all"),
    "deck": ("stays", "reshuffle", "remove"),
    "role": ("dealer", "floorperson", "supervisor", "administrator"),
    "by": ("player", "dealer", "floorperson", "supervisor"),
    "since": ("bets", "revealed"),
    "before": ("settled", "bets"),
    "pattern": ("consecutive", "one_at_a_time", "stacks"),
    "awards": ("all", "meter"),
    "where": ("layout", "layout_or_sign", "layout_generic_or_sign"),
    "place": ("in front of ante", "behind ante"),
}
"""By key, the words that the model knows there."""


class Mutation(NamedTuple):
    """One datum changed."""

    rules: str
    path: Path
    value: Any
    """None: taken away."""

    @property
    def key(self) -> str:
        """The datum by its dotted key."""
        return ".".join(map(str, self.path))

    def __str__(self) -> str:
        return f"{self.rules}: {self.key} = {self.value!r}"


def source(name: str) -> dict[str, Any]:
    """A rule file of the package as data."""
    return tomllib.loads(PACKAGED.joinpath(f"{name}.toml").read_text(encoding="utf-8"))


def mutations(name: str) -> Iterator[Mutation]:
    """Every deciding datum of a rule set, changed."""
    for path, value in _leaves(source(name), ()):
        for other in _others(path, value):
            yield Mutation(name, path, other)


def _leaves(node: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    if isinstance(node, dict):
        for key, value in node.items():
            if key in CITATIONS or (not path and key in APART):
                continue
            if path[:1] == ("options",) and path[-1:] == ("values",):
                yield (*path, key), ()  # a value that the document allows, with its clauses
            else:
                yield from _leaves(value, (*path, key))
    elif isinstance(node, list):
        for place, value in enumerate(node):
            yield from _leaves(value, (*path, place))
    else:
        yield path, node


def _others(path: Path, value: Any) -> Iterator[Any]:
    key = next(str(each) for each in reversed(path) if isinstance(each, str))
    if value == () or (isinstance(path[-1], int) and isinstance(value, str)):
        yield None
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
    elif key in OTHERS:
        yield next(each for each in OTHERS[key] if each != value)
    elif key == "value" and path[-2] == "dealer_least":
        yield value.replace("9s", "8s").replace("2s 2h", "3s 3h")
    else:
        text = re.sub(r"\d[\d,]*", lambda found: str(int(found[0].replace(",", "")) + 1), str(value), count=1)
        yield text if text != value else f"{value} otherwise"


def changed(mutation: Mutation) -> str:
    """The rule file as changed, as TOML text."""
    data = copy.deepcopy(source(mutation.rules))
    node: Any = data
    for each in mutation.path[:-1]:
        node = node[each]
    if mutation.value is None:
        del node[mutation.path[-1]]
    else:
        node[mutation.path[-1]] = mutation.value
    return toml_text(data)


def load_text(text: str, file: str, beside: Surroundings) -> RuleSet:
    """A rule set from TOML text; `RulebookError` if it has any problem."""
    rules, problems = read_text(text, file, beside)
    if problems or rules is None:
        raise RulebookError(*problems)
    return rules


@contextmanager
def ruled_by(mutation: Mutation) -> Iterator[None]:
    """Let this process go by the changed rule file; `RulebookError` if the loader refuses it."""
    before = catalog.rulebook()
    before.usable()
    book = Rulebook(before.paths)
    book._read.update(before._read)
    beside = book.surroundings(book.files[mutation.rules].directory)
    book._read[mutation.rules] = load_text(changed(mutation), f"{mutation.rules}.toml", beside)
    _install(book)
    try:
        yield
    finally:
        _install(before)


def _install(book: Rulebook) -> None:
    catalog._installed, catalog._chosen = book, True
    for forget in catalog._forget:
        forget()


def verdict(mutation: Mutation, fingerprint: "Fingerprint", before: dict[str, str]) -> str:
    """`refused`, the first part of the fingerprint that changed, or `survived`."""
    try:
        with ruled_by(mutation):
            for part in fingerprint.parts:
                if _said(part, mutation.rules) != before[part.__name__]:
                    return part.__name__
    except RulebookError:
        return "refused"
    return "survived"


def _said(part: Callable[[str], str], name: str) -> str:
    """What a part says of changed rules, which may make a round impossible: then what went wrong."""
    try:
        return part(name)
    except RulebookError:
        raise
    except Exception as error:
        return f"{type(error).__name__}: {error}"


class Fingerprint:
    """The decisions of a rule set, part by part, in text that changes when a decision does."""

    def __init__(self) -> None:
        from tests.rulebook import fingerprints

        self.parts = fingerprints.PARTS

    def __call__(self, name: str) -> Iterator[tuple[str, str]]:
        """Of the rules as they are: an error is an error, since a part that always fails sees no change."""
        for part in self.parts:
            yield part.__name__, part(name)
