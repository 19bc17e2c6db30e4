"""Search the documents by word, wager or clause."""

import re
from collections.abc import Iterator

from croupier.law.documents import document, readable
from croupier.law.model import ClauseEntry, Hit
from croupier.rulebook.catalog import cached_by_rulebook

_PLACE = re.compile(r"^§?\d[\w.()§ -]*$|^[a-z]{2,}-[\w.-]+$", re.IGNORECASE)
"""A text that looks like the place of a clause: "6(a)(5)", "§9", "9.e.1", "zz-abc-5.b"."""
_FILL = re.compile(r"[^a-z0-9]")


def search(asked: str, rules: str = "") -> tuple[Hit, ...]:
    """The clauses that have every word asked for, in one document or in all, the closest first."""
    text = asked.strip().lower()
    if not text:
        return ()
    found: list[tuple[int, Hit]] = []
    for name in (rules,) if rules else readable():
        for clause, whole in _indexed(name):
            rank = _rank(text, clause, whole)
            if rank is not None:
                found.append((rank, _hit(name, clause)))
    found.sort(key=lambda each: each[0])
    return tuple(hit for _, hit in found)


def _rank(text: str, clause: ClauseEntry, whole: str) -> int | None:
    """How close a clause is, 0 the closest; None: not found."""
    if _PLACE.match(text):
        place = _FILL.sub("", text)
        for asked_for in (clause.id, clause.id.split("-", 2)[-1], clause.section):
            squashed = _FILL.sub("", asked_for.lower())
            if squashed == place:
                return 0
            if squashed.startswith(place):
                return 1
    words = text.split()
    if all(word in clause.summary.lower() for word in words):
        return 2
    return 3 if all(word in whole for word in words) else None


@cached_by_rulebook(maxsize=64)
def _indexed(name: str) -> tuple[tuple[ClauseEntry, str], ...]:
    return tuple((clause, " ".join(_texts(clause)).lower()) for clause in document(name).clauses)


def _texts(clause: ClauseEntry) -> Iterator[str]:
    yield from (clause.id, clause.section, clause.summary, clause.note, clause.kind)
    yield from (clause.part, clause.reason)
    yield from clause.statuses
    for reading in clause.readings:
        yield from (reading.name, reading.problem, reading.taken, reading.alternative, reading.policy)
    for figures in clause.figures:
        yield figures.title
        for row in figures.rows:
            yield from row


def _hit(name: str, clause: ClauseEntry) -> Hit:
    return Hit(
        rules=name,
        id=clause.id,
        section=clause.section,
        summary=clause.summary,
        statuses=clause.statuses,
    )
