"""One player on several boxes: no more than the document allows, and side by side."""

from collections.abc import Iterator, Sequence

import msgspec

from croupier.errors import Refusal
from croupier.games.words import listed
from croupier.settlement.prepared_rules import PreparedRules
from croupier.settlement.round import Breach, Seat, Settlement


def breaches(prepared: PreparedRules, seats: Sequence[Seat]) -> Iterator[Refusal]:
    """The players on too many boxes, or on boxes that are not adjacent."""
    option = prepared.house.rules.options["boxes"]
    most = option.most or prepared.positions
    held: dict[str, list[int]] = {}
    for seat in seats:
        if seat.player is not None:
            held.setdefault(seat.player, []).append(seat.seat)
    for player, boxes in held.items():
        if len(boxes) > most:
            allowed = "one" if most == 1 else f"at most {most}"
            message = f"player {player!r} on {len(boxes)} positions; allowed: {allowed}"
            yield Refusal("too_many_boxes", message, option.clauses)
        if max(boxes) - min(boxes) >= len(boxes):
            seats_of = listed([str(each) for each in sorted(boxes)])
            message = f"player {player!r} on seats {seats_of}; allowed: adjacent positions"
            yield Refusal("not_adjacent", message, option.clauses)


def with_breaches(settlement: Settlement, found: Sequence[Refusal]) -> Settlement:
    """A settlement of a round as played, with the breaches that it was settled despite."""
    listing = [Breach(each.code, each.message, tuple(each.clauses)) for each in found]
    return msgspec.structs.replace(settlement, breaches=listing)
