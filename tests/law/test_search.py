"""Search by word, by wager and by clause."""

import pytest

from croupier.law.documents import document, readable
from croupier.law.search import search


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("ma-hcf-5.b.1", "ma-hcf-5.b.1"),
        ("MA-HCF-5.B.1", "ma-hcf-5.b.1"),
        ("38.10(e)(1)(ii)(A)", "nj-hcf-38.10.e.1.ii.A"),
        ("11.B.9.b", "md-hcf-11.B.9.b"),
    ],
)
def test_a_clause_is_found_by_its_id_or_by_its_place(asked: str, first: str) -> None:
    assert search(asked)[0].id == first


def test_a_place_finds_the_clauses_under_it() -> None:
    found = {hit.id for hit in search("9(e)(1)", "ma/high-card-flush")}
    assert {"ma-hcf-9.e.1", "ma-hcf-9.e.1.i", "ma-hcf-9.e.1.ii.c"} <= found
    assert not any(each.startswith("ma-hcf-12") for each in found)


def test_words_are_found_in_any_order_and_all_of_them() -> None:
    found = search("dealer qualifies")
    assert found == search("qualifies  DEALER")
    assert "ma-hcf-1.dealer-qualify.s1" in {hit.id for hit in found}
    assert search("qualifies zebra") == ()


def test_a_wager_finds_its_clauses_though_their_words_do_not_name_it() -> None:
    found = {hit.id for hit in search("flush bonus", "ma/high-card-flush")}
    named = [each for each in document("ma/high-card-flush").clauses if "Flush bonus" in each.wagers]
    assert any("flush bonus" not in each.summary.lower() for each in named)
    assert {each.id for each in named} <= found


def test_a_reading_is_found_by_its_name() -> None:
    found = search("MA-31")
    assert {hit.id for hit in found} == {"ma-hcf-1.dealer-qualify.s1", "ma-hcf-5.b.1"}


def test_all_documents_are_searched_unless_one_is_named() -> None:
    assert {hit.rules for hit in search("ante")} == set(readable())
    assert {hit.rules for hit in search("ante", "md/high-card-flush")} == {"md/high-card-flush"}
    assert search("   ") == ()


def test_a_status_finds_its_clauses() -> None:
    physical = {each.id for each in document("ma/high-card-flush").clauses if "physical" in each.statuses}
    assert physical <= {hit.id for hit in search("physical", "ma/high-card-flush")}
