"""`rules coverage` is true: every claim exists, and counts only with a test of its kind."""

import importlib

import pytest

from croupier.rulebook.catalog import clauses
from croupier.rulebook.coverage import STATUSES, consumers, counts, coverage, documents
from croupier.rulebook.coverage import tested_by as marks
from tests import conftest


def _whole_suite(request: pytest.FixtureRequest) -> None:
    if request.config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        pytest.skip("only a run of the whole suite collects every mark")


def test_the_index_of_clause_marks_is_current(request: pytest.FixtureRequest) -> None:
    _whole_suite(request)
    for prefix, index in conftest.INDEXES.items():
        assert index.read_text() == conftest.index_text(prefix), "run ./test --update-clause-index"


def test_every_clause_mark_names_a_status(request: pytest.FixtureRequest) -> None:
    _whole_suite(request)
    assert not conftest.silent


def test_every_mark_is_a_clause() -> None:
    assert set(marks()) <= set(clauses())


def test_every_claim_names_code_that_exists() -> None:
    named = {code for document in documents() for _, _, code in document.claims()}
    named |= {each.by for part in (consumers().data, consumers().facts) for each in part.values()}
    for code in named:
        module, _, function = code.partition(":")
        found = importlib.import_module(module)
        if function:
            assert callable(getattr(found, function)), code


def test_a_reason_is_given_once_for_a_clause_of_the_register() -> None:
    for document in documents():
        for groups in (document.physical, document.part):
            listed = [clause for group in groups for clause in group.clauses]
            assert len(listed) == len(set(listed))
            assert set(listed) <= set(clauses())
            assert all(group.reason for group in groups)
        assert {clause for clause, _, _ in document.claims()} <= set(clauses())


def test_a_status_counts_only_with_a_test_of_its_kind() -> None:
    for name, entry in coverage().items():
        for status in entry.statuses:
            assert entry.reason if status == "physical" else entry.tests[status], name
        assert not set(entry.statuses) & set(entry.untested), name


def test_clauses_in_the_same_words_have_the_same_statuses() -> None:
    alike: dict[str, list[str]] = {}
    for name, clause in clauses().items():
        alike.setdefault(clause.summary, []).append(name)
    assert sum(len(names) > 1 for names in alike.values()) > 200
    for names in alike.values():
        assert len({coverage()[name].statuses for name in names}) == 1, names


def test_every_clause_has_a_status_and_every_claim_its_test(request: pytest.FixtureRequest) -> None:
    _whole_suite(request)
    assert [name for name, entry in coverage().items() if entry.untested or not entry.statuses] == []


def test_counts_add_up() -> None:
    table = counts(coverage())
    assert table["all"]["clauses"] == len(clauses()) == 1086
    for row in table.values():
        assert row["clauses"] <= row["none"] + sum(row[status] for status in STATUSES)
    for column in table["all"]:
        assert table["all"][column] == sum(row[column] for kind, row in table.items() if kind != "all")
