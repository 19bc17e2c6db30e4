"""The clause register: every clause of the documents, by id, in our words."""

import csv
from typing import NamedTuple

import msgspec

from croupier.rulebook.problems import Problem


class Clause(msgspec.Struct, frozen=True):
    """One clause of a document: its location, its text in our words, its kind."""

    id: str
    document: str
    section: str
    summary: str
    kind: str
    testable: str
    note: str


class Register(NamedTuple):
    """The readable clauses of a directory, and the problems of the others."""

    clauses: dict[str, Clause]
    problems: tuple[Problem, ...]


def read_register(text: str, file: str) -> Register:
    """The clauses of a register in the order of the documents, row by row."""
    reader = csv.DictReader(text.splitlines())
    columns = list(reader.fieldnames or ())
    if text and columns != list(Clause.__struct_fields__):
        problem = f"{columns}; allowed: {', '.join(Clause.__struct_fields__)}"
        return Register({}, (Problem(file, "(columns)", problem, 1),))
    found: dict[str, Clause] = {}
    problems = []
    for row in reader:
        name = row["id"]
        if None in row or None in row.values():
            problems.append(Problem(file, name or "(row)", f"not {len(columns)} columns", reader.line_num))
        elif not name:
            allowed = "the register's prefix, a hyphen and a name"
            problems.append(Problem(file, "(row)", f"no id; allowed: {allowed}", reader.line_num))
        elif name in found:
            problem = "this clause stands here twice; allowed: once"
            problems.append(Problem(file, name, problem, reader.line_num))
        else:
            found[name] = msgspec.convert(row, Clause)
    return Register(found, tuple(problems))
