"""What a table's events do to the link that it plays for, as events of the link."""

from collections.abc import Iterator, Sequence

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
    """Winners whom internal procedures have put in an order, as their link follows them: the meters are as
    the winners were reckoned, so all awards are locked at the first of these seats, in that order."""
    awards = [award for event in settled for award in event.awards]
    first = {seat: place for place, seat in enumerate(order)}
    awards.sort(key=lambda award: (first.get(award.seat, len(first)), -award.seat))
    return msgspec.structs.replace(settled[0], awards=tuple(awards))


def follow(link: Link, table: str, round_: int, event: e.AnyEvent) -> tuple[list[AnyLinkEvent], Link]:
    """The link's events that a table's event causes, and the link after them."""
    caused: list[AnyLinkEvent] = []
    for each in _caused(link, table, round_, event):
        caused.append(each)
        link = evolve(link, each)
    return caused, link


def _caused(link: Link, table: str, round_: int, event: e.AnyEvent) -> Iterator[AnyLinkEvent]:
    at, by = event.at, table
    if isinstance(event, e.BetsClosed) and event.contributions:
        yield decisions.contribute(link, table, round_, event.contributions, at=at, by=by)
    elif isinstance(event, e.Corrected) and event.contributions:
        more = {meter: units for meter, units in event.contributions.items() if units > 0}
        less = {meter: -units for meter, units in event.contributions.items() if units < 0}
        if more:
            yield decisions.contribute(link, table, round_, more, at=at, by=by)
        if less:
            yield decisions.return_contributions(link, table, round_, less, at=at, by=by)
    elif isinstance(event, e.SeatSettled) and event.awards:
        yield from decisions.lock_awards(link, table, round_, event.awards, at=at, by=by)
    elif isinstance(event, e.RoundSettled) and event.returned_contributions:
        yield decisions.return_contributions(link, table, round_, event.returned_contributions, at=at, by=by)
    elif isinstance(event, e.AwardValidated):
        number = _number(link, table, event.award)
        if number is not None:
            yield decisions.validate(link, number, at=at, by=event.by)
    elif isinstance(event, e.AwardRejected):
        number = _number(link, table, event.award)
        if number is not None:
            yield decisions.reject(link, number, event.reason, at=at, by=event.by)
    elif isinstance(event, e.AwardTakenBack) and event.meter:
        reason = f"award {event.award} of {table} taken back"
        number = _number(link, table, event.award, "paid")
        if number is not None:
            yield decisions.take_back(link, number, reason, at=at, by=event.by)
    elif isinstance(event, e.Resettled):
        yield from _resettled(link, table, event)


def _resettled(link: Link, table: str, event: e.Resettled) -> Iterator[AnyLinkEvent]:
    """Awards that were not won go back as they came, those that were come off as any award does; whatever
    else a meter is due is a correction."""
    due = dict(event.meters)
    won = [award for award in event.awards if award.meter] if event.locked else []
    for award in won:
        due[award.meter] = due.get(award.meter, 0) + award.paid * UNIT
    for name in event.awards_back:
        number = _number(link, table, name, "paid")
        if number is not None:
            locked = link.awards[number].locked
            due[locked.meter] = due.get(locked.meter, 0) - locked.paid * UNIT
            back = decisions.take_back(link, number, event.reason, at=event.at, by=event.by)
            link = evolve(link, back)
            yield back
    for meter, units in due.items():
        if units:
            changed = decisions.correct(link, meter, units, event.reason, at=event.at, by=event.by)
            link = evolve(link, changed)
            yield changed
    for award in won:
        mine = MeterAward(award.seat, award.hand, award.meter, award.share, award.paid)
        for each in decisions.lock_anew(
            link, table, event.round, mine, event.reason, at=event.at, by=event.by
        ):
            link = evolve(link, each)
            yield each


def _number(link: Link, table: str, award: str, standing: str = "pending") -> int | None:
    """The link's number of a table's award; none for a fixed one, which is no link's."""
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
