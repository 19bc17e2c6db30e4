"""Worked examples beside a clause register: `examples/<register>.jsonl`, a round a line with its clauses.

A line has a title, a sentence that says what happens, the clauses, and the round as `croupier settle` reads
it. No result is stored: an example is settled when it is opened.
"""

from collections.abc import Iterable, Iterator

import msgspec

from croupier.rulebook.directory import Directory
from croupier.rulebook.problems import Problem, RulebookError


class Example(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A round that rests on clauses, as a line of `croupier settle`."""

    title: str
    clauses: tuple[str, ...]
    round: msgspec.Raw
    says: str = ""

    @property
    def line(self) -> bytes:
        """The line."""
        return bytes(self.round)

    def under(self, rules: str) -> "Example":
        """The same round under another edition of its rules."""
        stated = msgspec.json.decode(self.round, type=dict[str, msgspec.Raw])
        stated["rules"] = msgspec.Raw(msgspec.json.encode(rules))
        return msgspec.structs.replace(self, round=msgspec.Raw(msgspec.json.encode(stated)))


_decoder = msgspec.json.Decoder(Example)


def place_of(register: str) -> str:
    """The file of a register's examples."""
    return f"examples/{register}.jsonl"


def examples(directories: Iterable[Directory], register: str) -> list[Example]:
    """The examples of a document, from the first directory that has some; `RulebookError` if one is wrong."""
    for directory in directories:
        if directory.text(place_of(register)) is not None:
            problems = tuple(example_problems(directory, register))
            if problems:
                raise RulebookError(*problems)
            return [_decoder.decode(line) for _, line in _lines(directory, register)]
    return []


def example_problems(directory: Directory, register: str) -> Iterator[Problem]:
    """Everything wrong with the examples of a document in a directory."""
    file = directory.name_of(place_of(register))
    for number, line in _lines(directory, register):
        try:
            example = _decoder.decode(line)
            msgspec.json.decode(example.round, type=dict[str, msgspec.Raw])
        except msgspec.DecodeError as error:
            allowed = "a JSON object with title, says, clauses and round"
            yield Problem(file, "(line)", f"{error}; allowed: {allowed}", number)
            continue
        for clause in example.clauses:
            if not clause.startswith(register + "-"):
                problem = f"clause {clause!r}; allowed: an id of the register {register}"
                yield Problem(file, "clauses", problem, number)


def _lines(directory: Directory, register: str) -> Iterator[tuple[int, str]]:
    text = directory.text(place_of(register)) or ""
    return ((number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip())
