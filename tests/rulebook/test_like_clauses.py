"""Like clauses of different documents have like status, or the difference is explained here."""

from itertools import combinations

import pytest

from croupier.law.compare import _likeness, _weighed
from croupier.law.documents import document
from croupier.rulebook.catalog import clauses, rule_set_names
from croupier.rulebook.coverage import STATUSES, claims, coverage

LIKE = 0.55
"""Summaries are written in the same words: from here on two clauses say the like."""

EXPLAINED = {
    "ma-hcf-4.a.s1": "the one document that allows no manual shuffle: another one is refused",
    "ma-uth-1.suit": "the one that says that no suit ranks above another: that is computed",
    "ma-uth-2.b.1": "of a second deck, whose receipt is recorded; the other clause is of any deck",
    "ma-uth-9.a": "the shoe needs an approval, which no submission proves",
    "ma-fcp-9.a": "the shoe needs an approval, which no submission proves",
    "md-hcf-10.C": "one clause has what the others say in two: that it is counted, and how the cards lie",
    "md-hcf-5.G.2": "face down unless a player asks: who asked is seen at the table; the others allow both",
}
"""By the clause that differs."""


def status(clause: str) -> tuple[str, ...]:
    """The statuses claimed for a clause."""
    claimed = claims().get(clause, {})
    physical = ("physical",) if coverage()[clause].reason else ()
    return (*(each for each in STATUSES if each in claimed), *physical)


def new_jersey(clause: str) -> str:
    """The clause of New Jersey whose words a Massachusetts clause has: hand dealing is a section more."""
    section, _, rest = clause.removeprefix("ma-hcf-").partition(".")
    number = int(section) + (int(section) in (8, 9))
    return f"nj-hcf-38.{number}.{rest}"


@pytest.mark.parametrize("clause", [each for each in clauses() if each.startswith("ma-hcf-")])
def test_massachusetts_and_new_jersey_are_claimed_alike(clause: str) -> None:
    other = new_jersey(clause)
    if other in clauses() and clauses()[clause].summary == clauses()[other].summary:
        assert status(clause) == status(other)


@pytest.mark.parametrize(("left", "right"), list(combinations(rule_set_names(), 2)))
def test_clauses_that_say_the_like_are_claimed_alike(left: str, right: str) -> None:
    ours, theirs = document(left).clauses, document(right).clauses
    words, others = _weighed(ours, theirs)
    unlike = []
    for one, mine in zip(ours, words, strict=True):
        likeness, other = max(
            ((_likeness(mine, its), each) for its, each in zip(others, theirs, strict=True)),
            key=lambda found: found[0],
        )
        explained = {one.id, other.id} & EXPLAINED.keys()
        if likeness >= LIKE and not explained and status(one.id) != status(other.id):
            unlike.append((round(likeness, 2), one.id, status(one.id), other.id, status(other.id)))
    assert unlike == []


def test_no_explanation_is_left_over() -> None:
    assert set(EXPLAINED) <= set(clauses())
