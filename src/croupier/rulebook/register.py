"""The clause register: every clause of the documents, by id, in our words."""

import csv
from collections.abc import Iterator

import msgspec

from croupier.rulebook.problems import Problem, RulebookError


class Clause(msgspec.Struct, frozen=True):
    """One clause of a document: where it stands, what it says, what kind of rule it is."""

    id: str
    document: str
    section: str
    summary: str
    kind: str
    testable: str
    note: str


def read_register(text: str, file: str) -> dict[str, Clause]:
    """The clauses of a register in the order of the documents; a register out of order is an error."""
    if problems := list(register_problems(text, file)):
        raise RulebookError(*problems)
    return {row["id"]: msgspec.convert(row, Clause) for row in csv.DictReader(text.splitlines())}


def register_problems(text: str, file: str) -> Iterator[Problem]:
    """Everything that is wrong with a register, row by row."""
    reader = csv.DictReader(text.splitlines())
    columns = list(reader.fieldnames or ())
    if text and columns != list(Clause.__struct_fields__):
        yield Problem(file, "(columns)", f"{columns}; allowed: {', '.join(Clause.__struct_fields__)}", 1)
        return
    seen: set[str] = set()
    for row in reader:
        name = row["id"] or "(row)"
        if None in row or None in row.values():
            yield Problem(file, name, f"not {len(columns)} columns", reader.line_num)
        if not row["id"]:
            yield Problem(
                file, name, "no id; allowed: the register's prefix, a hyphen and a name", reader.line_num
            )
        if name in seen:
            yield Problem(file, name, "this clause stands here twice; allowed: once", reader.line_num)
        seen.add(name)
