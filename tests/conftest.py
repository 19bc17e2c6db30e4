"""The clause index: which test is written from which clause.

Tests say it with `@pytest.mark.clause("ma-hcf-5.b.1")`. When the whole suite is collected the marks become
`src/croupier/rulebook/data/tests.json`, which `croupier rules coverage` reads; a stale index fails
`tests/rulebook/test_coverage.py`. `./test --update-clause-index` rewrites it.
"""

import json
from pathlib import Path

import pytest

INDEX = Path(__file__).parents[1] / "src/croupier/rulebook/data/tests.json"

collected: dict[str, set[str]] = {}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-clause-index", action="store_true", help=f"rewrite {INDEX.name}")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    collected.clear()
    for item in items:
        for mark in item.iter_markers("clause"):
            for clause in mark.args:
                collected.setdefault(clause, set()).add(_name(item))
    if config.getoption("--update-clause-index"):
        INDEX.write_text(index_text())


def _name(item: pytest.Item) -> str:
    """A test without its parameters; a case of `tests/cases` by its file and title."""
    test, _, parameters = item.nodeid.partition("[")
    return f"tests/cases/{parameters.rstrip(']')}" if test.endswith("test_cases.py::test_case") else test


def index_text() -> str:
    """The index of the marks that were collected, as it stands in the file."""
    return json.dumps({clause: sorted(tests) for clause, tests in sorted(collected.items())}, indent=0) + "\n"
