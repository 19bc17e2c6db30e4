"""Findings: what a check has to say about a submission, each with what was asked, what is allowed, and why."""

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
