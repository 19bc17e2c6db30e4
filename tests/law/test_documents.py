"""A document as people read it is the register, the rule data and the coverage, and nothing else."""

from pathlib import Path

import msgspec
import pytest

from croupier.errors import Refusal
from croupier.games.verification import verify
from croupier.law.documents import document, heads, readable
from croupier.law.model import ClauseEntry
from croupier.rulebook.catalog import clauses_of, install, rule_set
from croupier.rulebook.coverage import coverage
from tests.rulebook.copies import copy_rules
from tests.rulebook.test_editions import edition

ROOT = Path(__file__).parents[2]
INVENTED = ROOT / "examples/rulebook"


def entry(rules: str, clause: str) -> ClauseEntry:
    return next(each for each in document(rules).clauses if each.id == clause)


@pytest.mark.parametrize("rules", readable())
def test_a_document_has_every_clause_once_in_the_order_of_the_register(rules: str) -> None:
    register = clauses_of(rule_set(rules).rules.register)
    shown = document(rules).clauses
    assert sorted(each.id for each in shown) == sorted(register)
    for section in document(rules).sections:
        places = [list(register).index(each.id) for each in section.clauses]
        assert places == sorted(places), section.name
        assert section.title, section.name
    assert {each.id: each.summary for each in shown} == {
        name: each.summary for name, each in register.items()
    }


def test_a_clause_is_listed_under_the_clauses_that_it_is_part_of() -> None:
    assert entry("ma/high-card-flush", "ma-hcf-9.e").depth == 0
    assert entry("ma/high-card-flush", "ma-hcf-9.e.1").depth == 1
    assert entry("ma/high-card-flush", "ma-hcf-9.e.1.ii.a").depth == 3


def test_the_statuses_code_and_tests_are_those_of_the_coverage() -> None:
    for each in document("nj/high-card-flush").clauses:
        known = coverage()[each.id]
        assert each.statuses == known.statuses
        assert each.code == known.by
        assert each.tests == known.tests
        assert (each.part, each.reason) == (known.part, known.reason)


def test_the_figures_of_a_pay_table_are_the_rule_datas() -> None:
    table = rule_set("md/high-card-flush").paytables["flush_bonus"].tables["H"]
    figures = entry("md/high-card-flush", "md-hcf-12.B.H").figures
    assert [row[1] for row in figures[0].rows] == list(table.pays.values())
    assert figures[0].title == "Flush bonus, table H"


def test_a_clause_that_lists_tables_has_them_beside_each_other() -> None:
    (figures,) = (
        each
        for each in entry("ma/high-card-flush", "ma-hcf-11.c").figures
        if each.title.endswith("every table")
    )
    tables = rule_set("ma/high-card-flush").paytables["flush_bonus"].tables
    assert figures.columns == tuple(tables)
    assert figures.rows[0][1:] == tuple(table.pays["flush_7"] for table in tables.values())


def test_a_clause_carries_its_readings_and_the_policy_that_switches_one() -> None:
    readings = {each.name: each for each in entry("ma/high-card-flush", "ma-hcf-12.c.s1").readings}
    stated = rule_set("ma/high-card-flush")
    assert readings
    for name, reading in readings.items():
        assert reading.taken == stated.readings[name].taken
    assert any(each.policy in stated.policies for each in readings.values())


def test_the_clauses_of_a_wager_name_it() -> None:
    assert entry("ma/high-card-flush", "ma-hcf-11.c.A").wagers == ("Flush bonus",)


def test_an_unknown_document_is_refused_and_the_known_ones_are_listed() -> None:
    with pytest.raises(Refusal, match="ma/high-card-flush") as refused:
        document("zz/nothing")
    assert refused.value.code == "unknown_rules"


def test_every_document_can_be_encoded_and_has_a_head() -> None:
    for head in heads():
        found = document(head.rules)
        assert msgspec.json.decode(msgspec.json.encode(found), type=type(found)) == found
        assert head.clauses == len(found.clauses)
        assert sum(head.statuses.values()) >= head.clauses


def test_a_rule_set_of_ones_own_is_read_like_any_other() -> None:
    install([INVENTED])
    try:
        found = document("xx/high-card-flush")
        assert [each.name for each in found.sections] == [f"§{number}" for number in range(1, 10)]
        assert [each.title for each in found.sections][:2] == ["Table and cards", "Opening and shuffle"]
        assert found.head.place == "Example State (invented)"
        assert found.head.examples >= 10
        assert any(each.figures for each in found.clauses)
    finally:
        install(())
    assert "xx/high-card-flush" not in readable()


def test_two_editions_are_two_documents_with_their_own_figures(tmp_path: Path) -> None:
    edition(tmp_path, "2.0", "310 to 1")
    install([tmp_path])
    try:
        for name, pays in (("md/high-card-flush", "310 to 1"), ("md/high-card-flush@1.0", "300 to 1")):
            assert entry(name, "md-hcf-12.B.A").figures[0].rows[0][1] == pays
            assert document(name).sections[1].title == "Definitions"
            assert document(name).head.examples > 100
        assert document("md/high-card-flush@2.0").head.edition == "2.0"
    finally:
        install(())


def test_a_broken_file_is_listed_with_its_problem(tmp_path: Path) -> None:
    place = tmp_path / "zz"
    place.mkdir()
    (place / "high-card-flush.toml").write_text("[rules]\n")
    install([tmp_path])
    try:
        (broken,) = (head for head in heads() if head.rules == "zz/high-card-flush")
        assert broken.problem
        assert "ma/high-card-flush" in readable()
    finally:
        install(())


def test_verify_reports_wrong_examples_and_titles_and_other_documents_stay_readable(
    tmp_path: Path,
) -> None:
    rules = copy_rules(tmp_path)
    (tmp_path / "sections.csv").write_text("register,title\n")
    (tmp_path / "examples").mkdir()
    lines = [
        '{"title": "no round", "clauses": ["zz-hcf-5.b.1"]}',
        '{"title": "of another", "clauses": ["ma-hcf-5.b.1"], "round": {}}',
    ]
    (tmp_path / "examples/zz-hcf.jsonl").write_text("\n".join(lines))
    told = [str(problem) for problem in verify(tmp_path)]
    assert any("sections.csv:1" in each and "register, section, title" in each for each in told), told
    assert any("zz-hcf.jsonl:1" in each and "round" in each for each in told), told
    assert any("zz-hcf.jsonl:2" in each and "ma-hcf-5.b.1" in each for each in told), told
    install([tmp_path])
    try:
        assert {head.rules: bool(head.problem) for head in heads()}[rules]
        assert "ma/high-card-flush" in readable()
        with pytest.raises(Refusal) as refused:
            document(rules)
        assert refused.value.code == "rules_unusable"
    finally:
        install(())
