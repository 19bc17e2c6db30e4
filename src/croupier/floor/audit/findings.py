"""What a replay reads and what it says: records with their postings, and findings that name their place."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from croupier.ledger.records import Record

CODES: dict[str, str] = {
    "not_replayable": "an event that cannot be read, cannot have happened there, or is of no known stream",
    "postings_differ": "a record whose postings are not those that its event makes",
    "settlement_differs": "a result, a net or an award other than the rules give for the cards and wagers",
    "link_differs": "a link of meters that did not follow its tables, or whose accounts are not its meters",
    "deal_differs": "a seed that is missing, not in its time or not committed to, or a deck of another",
}

UNREADABLE = (msgspec.MsgspecError, UnicodeError, RecursionError)
"""What reading an altered event may raise."""

Move = tuple[str, int]
"""An account and what it got, in ten-thousandths of a cent."""


class Posted(NamedTuple):
    """A record with the postings that it caused."""

    record: Record
    moves: tuple[Move, ...]


class Finding(msgspec.Struct, frozen=True):
    """One thing that does not come out as it is recorded, and where it stands. As the ledger's findings."""

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
    """The postings of a record against those that its event makes."""
    due = [move for move in wanted if move[1]]
    if list(posted.moves) == due:
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
