"""`check` on the layout section of a submission: choices, the name, and the filing."""

import pytest

from croupier.submission.check import check_text
from croupier.submission.findings import Finding


def about(rules: str, key: str, *lines: str) -> list[Finding]:
    text = "\n".join((f'rules = "{rules}"', "boxes_per_player = 1", *lines)) + "\n"
    return [finding for finding in check_text(text).findings if finding.key == key]


@pytest.mark.clause("nj-hcf-13Y.b.5", shows="shown")
def test_new_jersey_leaves_no_sign_instead_of_the_layout() -> None:
    (found,) = about("nj/high-card-flush", "layout.odds", 'layout.odds = "sign"')
    assert (found.severity, found.code, found.clauses) == ("violation", "unknown_choice", ("nj-hcf-13Y.b.5",))
    assert about("nj/high-card-flush", "layout.odds", 'layout.odds = "layout"') == []


@pytest.mark.clause("md-hcf-2.B.7.a", "md-hcf-2.B.7.d", shows="shown")
def test_maryland_knows_these_places_and_no_other() -> None:
    for key, allowed in (("odds", ("layout", "sign")), ("limit", ("layout", "generic", "sign"))):
        for value in allowed:
            assert about("md/high-card-flush", f"layout.{key}", f'layout.{key} = "{value}"') == []
        (found,) = about("md/high-card-flush", f"layout.{key}", f'layout.{key} = "brochure"')
        assert (found.severity, found.code) == ("violation", "value_not_allowed")
        assert found.clauses == (f"md-hcf-2.B.7.{'a' if key == 'odds' else 'd'}",)


@pytest.mark.clause("nj-hcf-13Y.c", shows="shown")
def test_new_jersey_has_one_place_for_the_tip_box() -> None:
    (found,) = about("nj/high-card-flush", "layout.tip_box", 'layout.tip_box = "alternative"')
    assert (found.severity, found.code, found.clauses) == ("violation", "unknown_choice", ("nj-hcf-13Y.c",))
    assert about("nj/high-card-flush", "layout.tip_box", 'layout.tip_box = "standard"') == []
    (asked,) = about("md/high-card-flush", "layout.tip_box", 'layout.tip_box = "alternative"')
    assert asked.severity == "approval"


@pytest.mark.parametrize(
    ("rules", "name", "filing"),
    [
        pytest.param(
            "nj/high-card-flush",
            "nj-hcf-13Y.b.1",
            "nj-hcf-13Y.b.s1",
            marks=pytest.mark.clause("nj-hcf-13Y.b.1", "nj-hcf-13Y.b.s1", shows="refused"),
        ),
        pytest.param(
            "md/high-card-flush",
            "md-hcf-2.B.1",
            "md-hcf-2.B",
            marks=pytest.mark.clause("md-hcf-2.B.1", "md-hcf-2.B", shows="refused"),
        ),
    ],
)
def test_a_name_and_a_filing_that_are_missing_are_violations(rules: str, name: str, filing: str) -> None:
    for key, clause, line in (
        ("operator", name, 'operator = "A House"'),
        ("layout.filed", filing, 'layout.filed = "2 March 2026"'),
    ):
        (found,) = about(rules, key)
        assert (found.severity, found.code, found.clauses) == ("violation", "filing_missing", (clause,))
        assert about(rules, key, line) == []


@pytest.mark.parametrize("rules", ["ma/high-card-flush", "ma/ultimate-texas-holdem", "ma/four-card-poker"])
def test_massachusetts_asks_for_neither_and_is_free_in_the_place_of_the_odds(rules: str) -> None:
    assert about(rules, "operator") == []
    assert about(rules, "layout.filed") == []
    for place in ("layout", "sign"):
        assert about(rules, "layout.odds", f'layout.odds = "{place}"') == []
