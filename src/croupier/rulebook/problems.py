"""Problems in a file of the rulebook: the file, the line, the key, and what is allowed."""

from typing import NamedTuple


class Problem(NamedTuple):
    """One problem."""

    file: str
    key: str
    text: str
    line: int | None = None

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{place}: {self.key}: {self.text}"


class RulebookError(ValueError):
    """A broken file of the rulebook: its first problem, and the number of others."""

    def __init__(self, first: Problem, *others: Problem) -> None:
        more = f" ({len(others)} more: see `croupier rules verify`)" if others else ""
        super().__init__(f"{first}{more}")
        self.problems: tuple[Problem, ...] = (first, *others)
