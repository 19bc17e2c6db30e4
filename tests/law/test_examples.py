"""Worked examples: real rounds that rest on their clause, settled when they are opened."""

import json
from pathlib import Path

import msgspec
import pytest

from croupier.errors import Refusal
from croupier.law.documents import document, readable
from croupier.law.examples import example_of, examples_of, worked, worked_example
from croupier.law.model import WorkedRound
from croupier.rulebook.catalog import install
from croupier.settlement.json_lines import settle_line
from tests.rulebook import example_rounds
from tests.rulebook.test_editions import edition

INVENTED = Path(__file__).parents[2] / "examples/rulebook"


def cited(found: WorkedRound) -> set[str]:
    if found.refused is not None:
        return set(found.refused.clauses)
    assert found.settlement is not None
    seats = found.settlement.seats
    return {clause for seat in seats for result in seat.results.values() for clause in result.clauses}


def test_the_shipped_rounds_are_cases_of_the_tests(request: pytest.FixtureRequest) -> None:
    if request.config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        pytest.skip("the cases are compared when the whole suite runs, like the index of clause marks")
    for register, text in example_rounds.example_texts().items():
        shipped = (example_rounds.PLACE / f"{register}.jsonl").read_text(encoding="utf-8")
        assert shipped == text, "run ./test --update-clause-index"


@pytest.mark.parametrize("rules", readable())
def test_every_example_settles_or_is_refused_under_the_rules(rules: str) -> None:
    for clause, example in examples_of(rules).items():
        found = worked_example(clause)
        answer = json.loads(settle_line(example.line)[0])
        if found.settlement is None:
            assert found.refused is not None
            assert answer["error"]["code"] == found.refused.code, clause
        else:
            assert answer == json.loads(msgspec.json.encode(found.settlement)), clause


@pytest.mark.parametrize("rules", readable())
def test_every_clause_that_pays_or_ranks_has_an_example(rules: str) -> None:
    kinds = ("payout", "irregularity", "envy")
    without = [each.id for each in document(rules).clauses if each.kind in kinds and not each.example]
    assert without == []


@pytest.mark.parametrize(
    "clause", ["ma-hcf-9.e.1.ii.c", "nj-hcf-38.11.c.B", "md-hcf-12.C.D", "ma-uth-11.b", "ma-fcp-11.a.1"]
)
def test_the_example_of_a_settlement_clause_cites_it(clause: str) -> None:
    assert clause in cited(worked_example(clause))


def test_a_clause_without_a_round_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        example_of("ma-hcf-1.cover-card")
    assert refused.value.code == "unknown_example"


def test_a_line_that_is_no_round_is_refused_and_a_breach_is_shown_with_its_clause() -> None:
    with pytest.raises(Refusal) as refused:
        worked("{")
    assert refused.value.code == "malformed"
    line = {
        "rules": "ma/high-card-flush",
        "dealer": "2d 3d 9d 4c 5h 6s Kc",
        "seats": [
            {
                "seat": 1,
                "cards": "As Ks 9s 4s 2h 3c Jd",
                "wagers": {"ante": 1000},
                "decision": {"raise": 1001},
            }
        ],
    }
    found = worked(json.dumps(line))
    assert found.settlement is None
    assert found.refused is not None
    assert "ma-hcf-6.a.5.ii.a" in found.refused.clauses


def test_rounds_are_found_for_a_rule_set_that_ships_none() -> None:
    install([INVENTED])
    try:
        assert not (INVENTED / "examples").exists()
        found = examples_of("xx/high-card-flush")
        assert {"xx-hcf-7.2", "xx-hcf-7.3", "xx-hcf-7.4", "xx-hcf-8.2.a", "xx-hcf-9.1"} <= set(found)
        for clause in found:
            assert clause in cited(worked_example(clause)), clause
    finally:
        install(())


def test_an_example_is_settled_by_the_edition_that_is_read(tmp_path: Path) -> None:
    edition(tmp_path, "2.0", "310 to 1")
    install([tmp_path])
    try:
        new, old = (
            worked(examples_of(name)["md-hcf-12.B.A"].line)
            for name in ("md/high-card-flush", "md/high-card-flush@1.0")
        )
        assert new.settlement is not None
        assert old.settlement is not None
        assert new.round.rules == "md/high-card-flush"
        assert new.settlement.digest != old.settlement.digest
    finally:
        install(())
