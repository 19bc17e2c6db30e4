"""Prints of slips: each is recorded, so that every print after the first is marked as a reprint.

The stream `prints:<table>` has an event for each print of an award's slip or of a fill or credit slip.
"""

from collections import Counter

import msgspec

from croupier.floor.host.batch import Unit
from croupier.floor.people.model import Actor
from croupier.floor.registry.house_events import HouseEvent, encode_house_event
from croupier.ledger.store import Ledger


class SlipPrinted(HouseEvent, frozen=True, kw_only=True):
    """A slip was printed."""

    table: str
    slip: str
    """`award 12.3` or `slip 4`."""
    copy: int
    """From 1; a higher number is a reprint."""


_decoder = msgspec.json.Decoder(SlipPrinted)


def decode_print(body: bytes) -> SlipPrinted:
    """An event of the prints from JSON."""
    return _decoder.decode(body)


def stream_of(table: str) -> str:
    """The stream of the prints of a table's slips."""
    return f"prints:{table}"


def award_slip(award: str) -> str:
    """The name of an award's slip among the prints."""
    return f"award {award}"


def chip_slip(slip: int) -> str:
    """The name of a fill or credit slip among the prints."""
    return f"slip {slip}"


def record_print(unit: Unit, table: str, slip: str, actor: Actor) -> int:
    """Record that a slip is printed; the number of the copy."""
    stream = stream_of(table)
    unit.batch.tx.lock(stream)
    bodies = [record.body for record in unit.batch.tx.read(stream)]
    bodies += [each.entry.body for each in (*unit.batch.pending, *unit.pending) if each.stream == stream]
    copy = 1 + sum(decode_print(body).slip == slip for body in bodies)
    event = SlipPrinted(
        at=unit.batch.now,
        by=actor.id,
        role=actor.role,
        address=actor.address,
        table=table,
        slip=slip,
        copy=copy,
    )
    kind = str(event.__struct_config__.tag)
    unit.append(stream, kind, encode_house_event(event), by=actor.id, role=actor.role)
    return copy


def copies(ledger: Ledger, table: str, slip: str) -> int:
    """How many times a slip was printed."""
    return all_copies(ledger, table)[slip]


def all_copies(ledger: Ledger, table: str) -> Counter[str]:
    """How many times each slip of a table was printed."""
    return Counter(decode_print(record.body).slip for record in ledger.read(stream_of(table)))


def print_mark(copy: int) -> str:
    """The mark of a print: none on the first."""
    if copy == 0:
        return "PREVIEW: not printed yet, not valid"
    return "" if copy == 1 else f"REPRINT, copy {copy}"
