"""`rules coverage` counts are true: what is claimed exists, and what hands and money need is claimed."""

import importlib

import pytest

from croupier.rulebook.catalog import clauses
from croupier.rulebook.coverage import consumers, counts, coverage, documents
from croupier.rulebook.coverage import tested_by as marks
from tests import conftest


def test_the_index_of_clause_marks_is_current(request: pytest.FixtureRequest) -> None:
    if request.config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        pytest.skip("only a run of the whole suite collects every mark")
    assert conftest.INDEX.read_text() == conftest.index_text(), "run ./test --update-clause-index"


def test_every_mark_is_a_clause() -> None:
    assert set(marks()) <= set(clauses())


def test_every_claim_names_code_that_exists() -> None:
    named = {code for document in documents() for code in document.code}
    named |= set(consumers().data.values()) | set(consumers().facts.values())
    for code in named:
        module, _, function = code.partition(":")
        found = importlib.import_module(module)
        if function:
            assert callable(getattr(found, function)), code


def test_a_clause_is_said_once_and_is_of_the_register() -> None:
    for document in documents():
        listed = [clause for group in (*document.step, *document.physical) for clause in group.clauses]
        claimed = {clause for cited in document.code.values() for clause in cited}
        assert len(listed) == len(set(listed))
        assert set(listed) | claimed <= set(clauses())
        assert not set(listed) & {name for name, entry in coverage().items() if entry.status == "enforced"}


def test_every_reason_is_given() -> None:
    for name, entry in coverage().items():
        assert (entry.status == "enforced") == bool(entry.enforced_by), name
        assert entry.status == "enforced" or entry.reason, name


def test_every_testable_clause_is_enforced_and_tested() -> None:
    """Nothing waits for a part that is not built; what nobody can test has its reason."""
    for name, entry in coverage().items():
        if entry.testable == "no":
            assert entry.status == "physical", name
        else:
            assert entry.status == "enforced", name
            assert entry.tests, name


def test_what_is_enforced_is_tested() -> None:
    assert [
        name for name, entry in coverage().items() if entry.status == "enforced" and not entry.tests
    ] == []


def test_counts_add_up() -> None:
    table = counts(coverage())
    assert table["all"]["clauses"] == len(clauses()) == 1086
    for row in table.values():
        assert row["clauses"] == row["enforced"] + row["step"] + row["physical"] + row["later"]
    for column in table["all"]:
        assert table["all"][column] == sum(row[column] for kind, row in table.items() if kind != "all")
