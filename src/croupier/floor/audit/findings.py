"""The input and output of a replay: records with their postings, and findings with their position."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from croupier.ledger.records import Record
from croupier.ledger.verification.findings import Finding as LedgerFinding

CODES: dict[str, str] = {
    "not_replayable": "an event that is unreadable, impossible at its place, or in an unknown stream",
    "postings_differ": "a record whose postings do not follow from its event",
    "settlement_differs": "a result, net or award that the rules do not give for these cards and wagers",
    "control_differs": "a correction made by one person alone, or work approved by the person who did it",
    "link_differs": "a link that does not match its tables, or whose accounts do not match its meters",
    "deal_differs": "a seed that is missing, out of order or not committed to, or a deck from another seed",
    "snapshot_differs": "a saved state that differs from the replayed state",
}

UNREADABLE = (msgspec.MsgspecError, UnicodeError, RecursionError)
"""Exceptions that an altered event may raise when it is read."""

Move = tuple[str, int]
"""An account and the amount posted to it, in ten-thousandths of a cent."""


class Posted(NamedTuple):
    """A record with its postings."""

    record: Record
    moves: tuple[Move, ...]


class Finding(msgspec.Struct, frozen=True):
    """One difference between the log and its replay, with its position."""

    code: str
    message: str
    stream: str = ""
    version: int = 0
    position: int = 0

    def __post_init__(self) -> None:
        assert self.code in CODES, self.code

    def __str__(self) -> str:
        return f"{self.code}: position {self.position}, {self.stream} version {self.version}: {self.message}"


Report = Callable[[str, Record, str], None]
"""The code of a finding, the record and the words."""


def compare_moves(report: Report, posted: Posted, wanted: Sequence[Move]) -> None:
    """Compare a record's postings with those its event requires."""
    found_moves = list(posted.moves)
    if found_moves == wanted:
        return
    due = [move for move in wanted if move[1]]
    if found_moves == due:
        return
    for number, (found, asked) in enumerate(zip(posted.moves, due, strict=False), start=1):
        if found != asked:
            text = f"posting {number} is {_move(found)}; the event makes {_move(asked)}"
            report("postings_differ", posted.record, text)
            return
    text = f"{len(posted.moves)} postings; the event makes {len(due)}"
    if len(due) > len(posted.moves):
        text += f", and {_move(due[len(posted.moves)])} is missing"
    else:
        text += f", and {_move(posted.moves[len(due)])} is too much"
    report("postings_differ", posted.record, text)


def _move(move: Move) -> str:
    return f"{move[1]:+} on {move[0]}"


class Replayed(msgspec.Struct, frozen=True, kw_only=True):
    """How much was replayed."""

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
