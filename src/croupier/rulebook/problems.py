"""What is wrong with a file of the rulebook: the file, the line, the key, and what is allowed."""

from typing import NamedTuple


class Problem(NamedTuple):
    """One thing that is wrong."""

    file: str
    key: str
    text: str
    line: int | None = None

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{place}: {self.key}: {self.text}"


class RulebookError(ValueError):
    """A file of the rulebook that is not in order: its first problem, and how many more there are."""

    def __init__(self, first: Problem, *others: Problem) -> None:
        more = f" ({len(others)} more: see `croupier rules verify`)" if others else ""
        super().__init__(f"{first}{more}")
        self.problems = (first, *others)
