"""Link events: the effect of a table's events on the meters that it plays for."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from croupier.jackpot import decisions
from croupier.jackpot.events import AnyLinkEvent
from croupier.jackpot.link import Link, evolve
from croupier.jackpot.meters import UNIT, MeterAward
from croupier.table import events as e

_decoder = msgspec.json.Decoder(AnyLinkEvent)


def encode_link_event(event: AnyLinkEvent) -> bytes:
    """A link's event as JSON."""
    return msgspec.json.encode(event)


def decode_link_event(body: bytes) -> AnyLinkEvent:
    """A link's event from JSON."""
    event: AnyLinkEvent = _decoder.decode(body)
    return event


def kind_of(event: AnyLinkEvent) -> str:
    """The tag of a link's event."""
    return str(event.__struct_config__.tag)


def at_the_first(settled: Sequence[e.SeatSettled], order: Sequence[int]) -> e.SeatSettled:
    """Winners in the order of the internal procedures: all of their awards are locked at the first of these
    seats, in that order, because the winners were computed on those meters."""
    awards = [award for event in settled for award in event.awards]
    first = {seat: place for place, seat in enumerate(order)}
    awards.sort(key=lambda award: (first.get(award.seat, len(first)), -award.seat))
    return msgspec.structs.replace(settled[0], awards=tuple(awards))


def follow(link: Link, table: str, round_: int, event: e.AnyEvent) -> tuple[list[AnyLinkEvent], Link]:
    """The link events that a table's event causes, and the link after them."""
    cause = _CAUSES.get(type(event))
    if cause is None:
        return [], link
    record = _Recorder(link, table, round_, event.at)
    cause(record, event)
    return record.events, record.link


class _Recorder:
    """The link events of one table event, each folded once as it comes."""

    __slots__ = ("at", "events", "link", "round", "table")

    def __init__(self, link: Link, table: str, round_: int, at: int) -> None:
        self.link = link
        self.table = table
        self.round = round_
        self.at = at
        self.events: list[AnyLinkEvent] = []

    def add(self, *events: AnyLinkEvent) -> None:
        for event in events:
            self.events.append(event)
            self.link = evolve(self.link, event)

    def contribute(self, amounts: Mapping[str, int]) -> None:
        if amounts:
            self.add(
                decisions.contribute(self.link, self.table, self.round, amounts, at=self.at, by=self.table)
            )

    def give_back(self, amounts: Mapping[str, int]) -> None:
        if amounts:
            self.add(
                decisions.return_contributions(
                    self.link, self.table, self.round, amounts, at=self.at, by=self.table
                )
            )


def _bets_closed(record: _Recorder, event: e.BetsClosed) -> None:
    record.contribute(event.contributions)


def _seat_settled(record: _Recorder, event: e.SeatSettled) -> None:
    if event.awards:
        table, round_ = record.table, record.round
        record.add(*decisions.lock_awards(record.link, table, round_, event.awards, at=event.at, by=table))


def _round_settled(record: _Recorder, event: e.RoundSettled) -> None:
    record.give_back(event.returned_contributions)


def _award_validated(record: _Recorder, event: e.AwardValidated) -> None:
    number = _number(record.link, record.table, event.award)
    if number is not None:
        record.add(decisions.validate(record.link, number, at=event.at, by=event.by))


def _award_rejected(record: _Recorder, event: e.AwardRejected) -> None:
    number = _number(record.link, record.table, event.award)
    if number is not None:
        record.add(decisions.reject(record.link, number, event.reason, at=event.at, by=event.by))


def _award_taken_back(record: _Recorder, event: e.AwardTakenBack) -> None:
    number = _number(record.link, record.table, event.award, "paid") if event.meter else None
    if number is not None:
        reason = f"award {event.award} of {record.table} taken back"
        record.add(decisions.take_back(record.link, number, reason, at=event.at, by=event.by))


def _resettled(record: _Recorder, event: e.Resettled) -> None:
    """Awards that were not won go back, those that were won come off their meters and are pending; the
    remaining difference of a meter is a correction."""
    due = dict(event.meters)
    for name in event.awards_back:
        number = _number(record.link, record.table, name, "paid")
        if number is not None:
            locked = record.link.awards[number].locked
            due[locked.meter] = due.get(locked.meter, 0) - locked.paid * UNIT
            record.add(decisions.take_back(record.link, number, event.reason, at=event.at, by=event.by))
    for meter, units in due.items():
        if units:
            record.add(decisions.correct(record.link, meter, units, event.reason, at=event.at, by=event.by))
    for award in event.awards:
        if not award.meter:
            continue
        mine = MeterAward(award.seat, award.hand, award.meter, award.share, award.paid)
        again = decisions.lock_resettled(
            record.link, record.table, event.round, mine, event.reason, at=event.at, by=event.by
        )
        record.add(*again)


_CAUSES: dict[type, Callable[[_Recorder, Any], None]] = {
    e.BetsClosed: _bets_closed,
    e.SeatSettled: _seat_settled,
    e.RoundSettled: _round_settled,
    e.AwardValidated: _award_validated,
    e.AwardRejected: _award_rejected,
    e.AwardTakenBack: _award_taken_back,
    e.Resettled: _resettled,
}
"""The effect of each kind of table event on the link; other kinds have none."""


def _number(link: Link, table: str, award: str, standing: str = "pending") -> int | None:
    """The link's number of a table's award; none for a fixed award, which comes from no link."""
    round_, _, seat = award.partition(".")
    for number, each in link.awards.items():
        locked = each.locked
        if each.state == standing and (locked.table, locked.round, locked.seat) == (
            table,
            int(round_),
            int(seat),
        ):
            return number
    return None
