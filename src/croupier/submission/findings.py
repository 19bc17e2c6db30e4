"""Findings: what a check has to say about a submission, with what was asked, what is allowed, and why."""

from collections.abc import Callable, Iterable
from typing import Literal

import msgspec

from croupier.errors import CODES, Refusal

Severity = Literal["violation", "approval", "warning"]


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One finding. `approval` is legal with the regulator's word; `warning` is legal and worth knowing."""

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
        """The same, for a round that rests on it."""
        return Refusal(self.code, f"{self.key}: asked {self.asked}; allowed: {self.allowed}", self.clauses)


class Findings:
    """Findings as they gather."""

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
        """Add one."""
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
        """Take back the findings that another one makes needless."""
        self.all = [finding for finding in self.all if not unwanted(finding)]


def within(key: str, outer: str) -> bool:
    """Whether a dotted key is another, or inside it."""
    return key == outer or key.startswith(outer + ".")


def one_of(names: Iterable[str]) -> str:
    """The names in words: `one of A, B`, or the only one."""
    listed = list(names)
    return listed[0] if len(listed) == 1 else f"one of {', '.join(listed)}"


def cited(reading: str | None) -> tuple[str, ...]:
    """A datum's reading as findings and house rules carry it."""
    return () if reading is None else (reading,)
