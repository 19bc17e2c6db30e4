"""The result of an audit; light, so that the library describes it without a database."""

import msgspec

from croupier.floor.audit.findings import Finding
from croupier.ledger.verification.findings import Finding as LedgerFinding


class Replayed(msgspec.Struct, frozen=True, kw_only=True):
    """The counts of what was replayed."""

    records: int = 0
    tables: int = 0
    rounds: int = 0
    links: int = 0
    seeds: int = 0


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """The result of an audit."""

    findings: tuple[LedgerFinding | Finding, ...]
    replayed: Replayed
    checkpoints: int
    signed: int
    """The position up to which the house has signed."""
    position: int
    """The position of the last record."""
    begun: bool
    """Whether the source is a log."""

    @property
    def whole(self) -> bool:
        """Whether nothing was found."""
        return not self.findings
