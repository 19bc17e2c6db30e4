"""The clause index: which test shows which status of which clause.

A test says it with `@pytest.mark.clause("ma-hcf-5.b.1", shows="computed")`, in the words of
`croupier.rulebook.coverage`: `refused` attempts the breach, `computed` compares the outcome with the text's,
`recorded` tries to pass over the step and reads the record, `shown` reads the felt, sign or page. A test that
sees no more than an id printed shows nothing. When the whole suite is collected the marks become the
`tests.json` beside the clause register, which `croupier rules coverage` reads; a stale index fails
`tests/rulebook/test_coverage.py`. `./test --update-clause-index` rewrites it, and the rounds that the package
ships as worked examples (`tests/rulebook/example_rounds.py`).
"""

import gc
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.jit.twin import Twin
from croupier.rulebook.coverage import STATUSES
from tests.rulebook import example_rounds

# Ten thousand collected tests are some millions of objects that live to the end: they are not searched for
# garbage while they are collected, and set aside after it.
gc.disable()

ROOT = Path(__file__).parents[1]
INDEXES = {
    "ex-tcp-": ROOT / "examples/three-card-poker/three_card_poker/rulebook/tests.json",
    "xx-hcf-": ROOT / "examples/rulebook/tests.json",
    "": ROOT / "src/croupier/rulebook/data/tests.json",
}
"""The indexes, by the prefix of their clauses; the last is that of the packaged documents."""

SHOWS = STATUSES[:-1]

collected: dict[str, dict[str, set[str]]] = {}
"""By clause and status, the tests."""

silent: set[str] = set()
"""Tests with a mark that names no status: they count for nothing."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-clause-index", action="store_true", help="rewrite tests.json and the examples")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    collected.clear()
    silent.clear()
    for item in items:
        for clause, shows in marked(item):
            if not shows:
                silent.add(_name(item))
                continue
            collected.setdefault(clause, {}).setdefault(shows, set()).add(_name(item))
    if config.getoption("--update-clause-index"):
        for prefix, index in INDEXES.items():
            index.write_text(index_text(prefix))
        example_rounds.write()


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    gc.enable()


def marked(item: pytest.Item) -> list[tuple[str, str]]:
    """The clauses of a test, each with the status that the test shows."""
    found = []
    for mark in item.iter_markers("clause"):
        shows = mark.kwargs.get("shows", "")
        if shows and shows not in SHOWS:
            raise pytest.UsageError(
                f"{item.nodeid}: clause mark shows={shows!r}; allowed: {', '.join(SHOWS)}"
            )
        found += [(clause, shows) for clause in mark.args]
    return found


def _name(item: pytest.Item) -> str:
    """A test without its parameters; a case of `tests/cases` by its file and title."""
    test, _, parameters = item.nodeid.partition("[")
    return f"tests/cases/{parameters.rstrip(']')}" if test.endswith("test_cases.py::test_case") else test


def index_text(prefix: str) -> str:
    """The index of the marks that were collected, as it stands in the file of these clauses."""
    found = {
        clause: {shows: sorted(by_kind[shows]) for shows in SHOWS if shows in by_kind}
        for clause, by_kind in sorted(collected.items())
        if next(each for each in INDEXES if clause.startswith(each)) == prefix
    }
    return json.dumps(found, indent=0) + "\n"


@pytest.fixture(scope="session", autouse=True)
def _machine_code_of_games_is_kept() -> Iterator[None]:
    """A game's kernel whose machine code cannot be kept would be compiled again by every process.

    Kernels made for a user's own strategy are compiled with it, and `look_at_sets` sorts by numba.
    """
    by_numba = Twin._by_numba

    def refused(twin: Twin, *arguments: Any) -> Any:
        name = f"{twin.function.__module__}.{twin.function.__qualname__}"
        of_a_game = name.startswith("croupier.games.") and "<locals>" not in name
        assert not of_a_game or name.endswith(".look_at_sets"), f"{name} needs numba in every process"
        return by_numba(twin, *arguments)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Twin, "_by_numba", refused)
        yield
