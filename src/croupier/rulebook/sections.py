"""The sections of a document: the part of a clause's place that several share, and its title in our words.

Titles stand in `sections.csv` beside the clause register; a section without one has its number alone.
"""

import csv
import re
from collections.abc import Callable, Iterable, Iterator

from croupier.rulebook.directory import Directory
from croupier.rulebook.problems import Problem, RulebookError
from croupier.rulebook.register import Clause

FILE = "sections.csv"
_COLUMNS = ["register", "section", "title"]
_SHARED = re.compile(r"^(.*?)(?=[(\[]| §| sentence| table|$)")
_LAST_NUMBER = re.compile(r"[.]\d+$")


def sections(clauses: Iterable[Clause]) -> dict[str, list[Clause]]:
    """The clauses of a document by section, in order.

    Where nearly every clause has a number of its own ("§4.2"), those of one number ("§4") are a section.
    """
    listed = list(clauses)
    found = _grouped(listed, lambda place: place)
    if len(found) * 2 > len(listed):
        found = _grouped(listed, lambda place: _LAST_NUMBER.sub("", place))
    return found


def _grouped(clauses: list[Clause], name: Callable[[str], str]) -> dict[str, list[Clause]]:
    found: dict[str, list[Clause]] = {}
    for clause in clauses:
        match = _SHARED.match(clause.section)
        place = (match.group(1) if match else clause.section).strip()
        found.setdefault(name(place), []).append(clause)
    return found


def titles(directories: Iterable[Directory], register: str) -> dict[str, str]:
    """The titles of a document's sections, by section: of the first directory that has some."""
    return next((found for each in directories if (found := _titles(each, register))), {})


def section_problems(directory: Directory) -> Iterator[Problem]:
    """The problems with the titles of a directory's sections."""
    columns = list(csv.DictReader((directory.text(FILE) or "").splitlines()).fieldnames or _COLUMNS)
    if columns != _COLUMNS:
        problem = f"{columns}; allowed: {', '.join(_COLUMNS)}"
        yield Problem(directory.name_of(FILE), "(columns)", problem, 1)


def _titles(directory: Directory, register: str) -> dict[str, str]:
    for problem in section_problems(directory):
        raise RulebookError(problem)
    text = directory.text(FILE) or ""
    reader = csv.DictReader(text.splitlines())
    return {row["section"]: row["title"] for row in reader if row["register"] == register}
