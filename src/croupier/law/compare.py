"""Two documents side by side: clauses matched by the data they share and by their words.

No document says which clause of another answers to it. Rule data of all documents have the same names, and
summaries are written in the same words; each clause is paired with the closest one. A clause whose closest is
in another pair stands alone and names it, and where no other clause is close it stands alone.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from math import log, sqrt

from croupier.law.documents import data_by_name, document
from croupier.law.figures import Datum
from croupier.law.model import ClauseEntry, Comparison, Pair
from croupier.rulebook.catalog import cached_by_rulebook

_WORD = re.compile(r"[a-z0-9$%]+")
_CLOSE = 0.5
"""The least likeness of a pair."""
_DATA, _KIND = 0.6, 0.1
"""The weight of shared data and of the same kind, beside that of the words."""

_Weights = Mapping[str, float]


@cached_by_rulebook(maxsize=32)
def compare(left: str, right: str) -> Comparison:
    """Two documents side by side, in the order of the left one."""
    ours, theirs = document(left), document(right)
    data, others = data_by_name(left), data_by_name(right)
    scored = _scored(ours.clauses, theirs.clauses, _keys(data), _keys(others))
    matched, near = _matched(scored)
    values, other_values = _values(data), _values(others)
    pairs = []
    for clause in ours.clauses:
        other = matched.get(clause.id, "")
        figures = _differing(values.get(clause.id, {}), other_values.get(other, {}))
        closest = "" if other else near.get(clause.id, "")
        pairs.append(Pair(left=clause.id, right=other, near=closest, figures=figures))
    _insert_unmatched(pairs, [clause.id for clause in theirs.clauses], near)
    return Comparison(left=ours.head, right=theirs.head, pairs=tuple(pairs))


def _scored(
    ours: tuple[ClauseEntry, ...],
    theirs: tuple[ClauseEntry, ...],
    keys: Mapping[str, set[str]],
    other_keys: Mapping[str, set[str]],
) -> list[tuple[float, str, str]]:
    """Clauses that are close to each other, the closest first."""
    words, other_words = _weighed(ours, theirs)
    scored: list[tuple[float, int, int]] = []
    for number, one in enumerate(ours):
        for place, other in enumerate(theirs):
            likeness = _likeness(words[number], other_words[place])
            mine, its = keys.get(one.id, set()), other_keys.get(other.id, set())
            if mine and its:
                likeness += _DATA * len(mine & its) / sqrt(len(mine) * len(its))
            likeness += _KIND * (one.kind == other.kind)
            if likeness >= _CLOSE:
                drift = abs(number / len(ours) - place / len(theirs))
                scored.append((likeness - drift / 4, number, place))
    scored.sort(reverse=True)
    return [(score, ours[number].id, theirs[place].id) for score, number, place in scored]


def _matched(scored: Iterable[tuple[float, str, str]]) -> tuple[dict[str, str], dict[str, str]]:
    """The closest pairs, each clause in one at most; and for each clause of either side the closest one."""
    found: dict[str, str] = {}
    near: dict[str, str] = {}
    taken: set[str] = set()
    for _, one, other in scored:
        near.setdefault(one, other)
        near.setdefault(other, one)
        if one not in found and other not in taken:
            found[one] = other
            taken.add(other)
    return found, near


def _weighed(
    ours: tuple[ClauseEntry, ...], theirs: tuple[ClauseEntry, ...]
) -> tuple[list[_Weights], list[_Weights]]:
    """The words of every summary, rare ones heavier, each summary of length one."""
    told = [[set(_WORD.findall(clause.summary.lower())) for clause in each] for each in (ours, theirs)]
    counted = Counter(word for each in told for words in each for word in words)
    total = len(ours) + len(theirs)
    weighed = [
        [_of_length_one({word: log(total / counted[word]) + 0.1 for word in words}) for words in each]
        for each in told
    ]
    return weighed[0], weighed[1]


def _of_length_one(weights: dict[str, float]) -> _Weights:
    length = sqrt(sum(weight * weight for weight in weights.values())) or 1.0
    return {word: weight / length for word, weight in weights.items()}


def _likeness(one: _Weights, other: _Weights) -> float:
    return sum(weight * other[word] for word, weight in one.items() if word in other)


def _keys(data: Iterable[Datum]) -> dict[str, set[str]]:
    """By clause, the names of its data; a datum of many clauses says little about any of them."""
    found: dict[str, set[str]] = {}
    for datum in data:
        if len(datum.clauses) <= 8:
            for clause in datum.clauses:
                found.setdefault(clause, set()).add(datum.key)
    return found


def _values(data: Iterable[Datum]) -> dict[str, dict[tuple[str, str], str]]:
    """By clause, its figures in one line each: the name of the datum and the label, then the value."""
    found: dict[str, dict[tuple[str, str], str]] = {}
    for datum in data:
        for row in datum.figures.rows:
            label = row[0] if datum.figures.title == "As stated" else f"{datum.figures.title}: {row[0]}"
            for clause in datum.clauses:
                found.setdefault(clause, {})[datum.key, label] = ", ".join(row[1:])
    return found


def _differing(
    ours: Mapping[tuple[str, str], str], theirs: Mapping[tuple[str, str], str]
) -> tuple[tuple[str, str, str], ...]:
    """The figures that both state and state differently; how a step is worded is no difference."""
    return tuple(
        (key[1], value, theirs[key])
        for key, value in ours.items()
        if key in theirs and theirs[key] != value and not key[0].startswith("steps.")
    )


def _insert_unmatched(pairs: list[Pair], order: list[str], near: Mapping[str, str]) -> None:
    """Put the clauses of the right document that answer to none where they stand in it."""
    matched = {pair.right for pair in pairs if pair.right}
    at = 0
    for clause in order:
        if clause in matched:
            at = next(place for place, pair in enumerate(pairs) if pair.right == clause) + 1
        else:
            pairs.insert(at, Pair(left="", right=clause, near=near.get(clause, "")))
            at += 1
