"""Findings of a check: the value asked for, the allowed values, and the clauses."""

from collections.abc import Callable, Iterable
from typing import Literal

import msgspec

from croupier.errors import CODES, Refusal

Severity = Literal["violation", "approval", "warning"]


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One finding. `approval`: legal once the regulator approves it; `warning`: legal but worth knowing."""

    severity: Severity = "violation"
    code: str
    key: str
    line: int | None = None
    asked: str
    allowed: str
    clauses: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        assert self.code in CODES, self.code

    def refusal(self) -> Refusal:
        """The finding as a refusal of a round."""
        return Refusal(self.code, f"{self.key}: asked {self.asked}; allowed: {self.allowed}", self.clauses)


class Findings:
    """A growing list of findings."""

    def __init__(self) -> None:
        self.all: list[Finding] = []

    def say(
        self,
        code: str,
        key: str,
        asked: object,
        allowed: str,
        clauses: tuple[str, ...] = (),
        *,
        severity: Severity = "violation",
        readings: tuple[str, ...] = (),
    ) -> None:
        """Add a finding."""
        self.all.append(
            Finding(
                severity=severity,
                code=code,
                key=key,
                asked=str(asked),
                allowed=allowed,
                clauses=tuple(dict.fromkeys(clauses)),
                readings=readings,
            )
        )

    def about(self, key: str) -> bool:
        """Whether a violation concerns the key, or a key inside it."""
        return any(finding.severity == "violation" and within(finding.key, key) for finding in self.all)

    def drop(self, unwanted: Callable[[Finding], bool]) -> None:
        """Remove findings that another finding makes redundant."""
        self.all = [finding for finding in self.all if not unwanted(finding)]


def within(key: str, outer: str) -> bool:
    """Whether a dotted key is another, or inside it."""
    return key == outer or key.startswith(outer + ".")


def one_of(names: Iterable[str]) -> str:
    """The names in words: `one of A, B`, or the only one."""
    listed = list(names)
    return listed[0] if len(listed) == 1 else f"one of {', '.join(listed)}"


def cited(reading: str | None) -> tuple[str, ...]:
    """The reading of a datum, as a tuple of none or one."""
    return () if reading is None else (reading,)


def as_text(value: object) -> str:
    """A value as an option names it.

    >>> as_text(True), as_text(2)
    ('true', '2')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)
