"""Two documents side by side."""

import pytest

from croupier.law.compare import compare
from croupier.law.documents import document

MA, NJ, MD = "ma/high-card-flush", "nj/high-card-flush", "md/high-card-flush"


@pytest.mark.parametrize(("left", "right"), [(MA, NJ), (MA, MD), (MD, NJ), (MA, "ma/four-card-poker")])
def test_every_clause_of_both_documents_is_there_once(left: str, right: str) -> None:
    found = compare(left, right)
    for side, name in (("left", left), ("right", right)):
        shown = [getattr(pair, side) for pair in found.pairs if getattr(pair, side)]
        assert sorted(shown) == sorted(each.id for each in document(name).clauses)
    assert [pair.left for pair in found.pairs if pair.left] == [each.id for each in document(left).clauses]


@pytest.mark.parametrize(
    ("left", "right", "clause", "answer"),
    [
        (MA, NJ, "ma-hcf-9.e.1.ii.a", "nj-hcf-38.10.e.1.ii.A"),
        (MA, NJ, "ma-hcf-1.dealer-qualify.s1", "nj-hcf-38.1.dealer-qualify.s1"),
        (MA, NJ, "ma-hcf-11.c.H", "nj-hcf-38.11.c.H"),
        (MA, MD, "ma-hcf-11.c.F", "md-hcf-12.B.F"),
        (MA, MD, "ma-hcf-13.e", "md-hcf-13.G"),
        (MA, MD, "ma-hcf-7.f.s2", "md-hcf-8.H"),
    ],
)
def test_matching_clauses_are_side_by_side(left: str, right: str, clause: str, answer: str) -> None:
    assert {pair.left: pair.right for pair in compare(left, right).pairs}[clause] == answer


def test_a_clause_whose_closest_is_in_another_pair_names_it() -> None:
    for pair in compare(MA, MD).pairs:
        if pair.near:
            assert not (pair.left and pair.right)
            other = [each.right if pair.left else each.left for each in compare(MA, MD).pairs]
            assert pair.near in other


def test_a_clause_that_only_one_document_has_stands_alone() -> None:
    pairs = compare(MA, NJ).pairs
    alone = next(pair for pair in pairs if pair.left == "ma-hcf-4.a.s3")
    assert (alone.right, alone.near) == ("", "")
    assert next(pair for pair in pairs if pair.right == "nj-hcf-38.8.a").left == ""


def test_figures_that_differ_are_shown_beside_the_clauses_that_state_them() -> None:
    pairs = {pair.left: pair for pair in compare(MA, MD).pairs}
    said = {label: (ours, theirs) for label, ours, theirs in pairs["ma-hcf-6.b.s1"].figures}
    assert said["What wagers are made with"][0] != said["What wagers are made with"][1]
    assert pairs["ma-hcf-11.c.F"].figures == ()
