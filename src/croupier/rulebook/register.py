"""The clause register: every clause of the five documents, by id, in our words."""

import csv
from functools import cache
from importlib.resources import files

import msgspec


class Clause(msgspec.Struct, frozen=True):
    """One clause of a document: where it stands, what it says, what kind of rule it is."""

    id: str
    document: str
    section: str
    summary: str
    kind: str
    testable: str
    note: str


@cache
def clauses() -> dict[str, Clause]:
    """All clauses in the order of the documents."""
    text = files("croupier.rulebook").joinpath("data/clauses.csv").read_text(encoding="utf-8")
    return {row["id"]: msgspec.convert(row, Clause) for row in csv.DictReader(text.splitlines())}


def clauses_of(document: str) -> dict[str, Clause]:
    """The clauses of one document, by the prefix of its ids (`ma-hcf`)."""
    return {name: clause for name, clause in clauses().items() if name.startswith(document + "-")}
