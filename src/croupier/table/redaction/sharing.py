"""A finished hand to share: the viewer's own boxes as a line of `croupier settle`, with cards they saw."""

import msgspec

from croupier.settlement.round import Round
from croupier.submission.form import plain_choices
from croupier.table.events import RoundSettled
from croupier.table.redaction.replay import Step
from croupier.table.redaction.view import View

SHARED_HAND = "cover_all"
"""A wager that looks at the hands of others."""


def shared_line(step: Step | None, seen: View | None, player: str) -> str:
    """The line; empty if nothing was settled, amounts are unknown, or a wager looked at others' hands."""
    settled = None if step is None else step.event
    if not isinstance(settled, RoundSettled) or seen is None or not settled.record.amounts:
        return ""
    record = settled.record
    own = [seat for seat in record.seats if settled.players.get(seat.seat) == player]
    others = len(own) < len(record.seats)
    if not own or (others and any(SHARED_HAND in seat.wagers for seat in own)):
        return ""
    last = seen.last if seen.last is not None and seen.last.round == settled.round else seen
    dealer = record.dealer if last.dealer.revealed and not last.dealer.hidden else None
    shown = {seat.seat: seat.cards for seat in last.seats}
    if any(not shown.get(seat.seat) for seat in own):
        return ""
    line = Round(
        rules=record.rules,
        choices=record.choices,
        dealer=dealer,
        board=record.board,
        meters=record.meters,
        seats=[msgspec.structs.replace(seat, player=None) for seat in own],
    )
    return msgspec.json.encode(_brief(line)).decode()


def _brief(line: Round) -> dict[str, object]:
    """The fields that a line needs: none that has its default."""
    stated = msgspec.to_builtins(line)
    seats = [{key: value for key, value in seat.items() if value} for seat in stated["seats"]]
    brief = {key: value for key, value in stated.items() if value is not None and key != "amounts"}
    return {**brief, "seats": seats, "choices": plain_choices(line.choices)}
