"""The gate of a live table: no cards without an opener, no end of its day without a closer.

The house may turn the refusal into a warning. Tables of the demo have no chips and no gate.
"""

import msgspec

from croupier.errors import Refusal
from croupier.floor.desks import inventory_events as i
from croupier.floor.host.batch import Unit
from croupier.floor.host.hosted_table import Settings
from croupier.floor.registry.settings import REFUSE, standing
from croupier.table import commands as c
from croupier.table.state import State

_OPENED, _CLOSED = (str(kind.__struct_config__.tag) for kind in (i.InventoryOpened, i.InventoryClosed))
_STEP = 50
"""Records read at first: more than most shifts have."""


class Gate(msgspec.Struct, frozen=True, kw_only=True):
    """How a table stands at its gate."""

    opener: bool
    """Whether it has an opener and no closer yet."""
    refuses: bool
    """Whether cards without an opener are refused; else the station warns."""
    words: str
    """For the station; empty if nothing is missing."""


def gate_of(rack: i.Rack, setting: str, table: str) -> Gate:
    """A live table at its gate."""
    refuses = setting == REFUSE
    no_cards = "No cards before it." if refuses else "The house allows cards before it."
    words = "" if rack.open else f"Table {table} has no opener. {no_cards}"
    return Gate(opener=rack.open, refuses=refuses, words=words)


def has_gate(state: State, settings: Settings) -> bool:
    """Whether a table has chips to count."""
    return state.rules is not None and not state.electronic and not settings.demo


def check_gate(unit: Unit, table: str, asked: c.AnyAct) -> None:
    """Refuse to close bets without an opener, and to end a table's day without a closer."""
    if not isinstance(asked, c.CloseBets | c.CloseTable):
        return
    if not has_gate(unit.state(table), unit.hosted(table).settings):
        return
    if standing(unit).gate != REFUSE:
        return
    is_open = _is_open(unit, table)
    if isinstance(asked, c.CloseBets) and not is_open:
        message = f"table {table} has no opener, so no cards are dealt"
        raise Refusal("no_opener", f"{message}; allowed: a floorperson and a dealer count the opener first")
    if isinstance(asked, c.CloseTable) and is_open:
        message = f"table {table} has no closer, so its day does not end"
        raise Refusal("no_closer", f"{message}; allowed: a floorperson and a dealer count the closer first")


def _is_open(unit: Unit, table: str) -> bool:
    """Whether a table has an opener and no closer yet. Every round asks, so it reads back to the last one."""
    stream, transaction = i.stream_of(table), unit.batch.tx
    last = transaction.lock(stream).version
    for each in reversed((*unit.batch.pending, *unit.pending)):
        if each.stream == stream and each.entry.kind in (_OPENED, _CLOSED):
            return each.entry.kind == _OPENED
    step = _STEP
    while True:
        after = max(0, last - step)
        for record in reversed(transaction.read(stream, after)):
            if record.kind in (_OPENED, _CLOSED):
                return record.kind == _OPENED
        if not after:
            return False
        step *= 4
