"""Hold by chips: a live table's shifts by their counts, compared with their rounds.

The win by rounds follows the entries, so a mispay shows only in the chips. A shift's drop counts once the box
is counted, which may be days later.
"""

from bisect import bisect
from collections.abc import Sequence

import msgspec

from croupier.floor.desks.inventory import Shift, shifts_of, win_by_rounds
from croupier.ledger.store import Ledger


class ShiftHold(msgspec.Struct, frozen=True, kw_only=True):
    """A shift of a live table by its chips and by its rounds, the progressive in both; amounts are cents."""

    opened_at: int
    closed_at: int
    rounds: int
    drop: int
    """The counted drop; 0 before the count."""
    by_chips: int
    """Closing, credits and drop, less opening and fills."""
    by_rounds: int | None
    """None if amounts were not entered."""
    difference: int | None
    """By the chips less by the rounds: a mispay, a miscount, a wrong entry, an award paid from elsewhere."""


def shift_holds(ledger: Ledger, table: str, ended: Sequence[tuple[int, bool]]) -> list[ShiftHold]:
    """The shifts with both counts, oldest first.

    `ended` has each round's log position of settlement, and whether its amounts were entered.
    """
    positions = [position for position, _ in ended]
    told = []
    for shift in shifts_of(ledger, table):
        rounds = ended[bisect(positions, shift.opened) : bisect(positions, shift.closed)]
        told.append(_shift_hold(ledger, table, shift, [amounts for _, amounts in rounds]))
    return told


def _shift_hold(ledger: Ledger, table: str, shift: Shift, rounds: Sequence[bool]) -> ShiftHold:
    day = shift.day
    assert day.win is not None
    assert day.closed_at is not None
    by_rounds = win_by_rounds(ledger, table, shift) if all(rounds) else None
    return ShiftHold(
        opened_at=day.opened_at,
        closed_at=day.closed_at,
        rounds=len(rounds),
        drop=day.drop,
        by_chips=day.win,
        by_rounds=by_rounds,
        difference=None if by_rounds is None else day.win - by_rounds,
    )
