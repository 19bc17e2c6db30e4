"""A link: one set of meters that many tables, of different games too, feed and win from.

The state, and the fold of events into it; `croupier.jackpot.decisions` says which events may happen. Amounts
are units unless a line says cents. At every step the money is all there: `Link.conserved`.
"""

from collections.abc import Mapping
from typing import Literal, assert_never

import msgspec
from msgspec.structs import replace

from croupier.jackpot.events import (
    AnyLinkEvent,
    AwardLocked,
    AwardRejected,
    AwardValidated,
    Contributed,
    ContributionsReturned,
    LinkMeter,
    LinkOpened,
    MeterCorrected,
    RatesChanged,
    ToppedUp,
)
from croupier.jackpot.meters import UNIT
from croupier.money import WHOLE


class LinkAward(msgspec.Struct, frozen=True):
    """An award that came off a meter of the link, and its state."""

    locked: AwardLocked
    state: Literal["pending", "paid", "rejected"]


class RoundContributions(msgspec.Struct, frozen=True):
    """The contributions of the latest round of a table that were not returned."""

    round: int
    amounts: dict[str, int]


class Link(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a link."""

    link: str
    meters: tuple[LinkMeter, ...]
    amounts: dict[str, int]
    """By meter."""
    seeds: int
    top_ups: int = 0
    contributions: int = 0
    """Less those returned."""
    corrections: int = 0
    pending: int = 0
    paid: int = 0
    latest: dict[str, RoundContributions] = {}
    """By table."""
    awards: dict[int, LinkAward] = {}
    """By number."""
    just_won: frozenset[str] = frozenset()
    """Meters that a whole award has emptied and to which no wager has contributed since."""

    @property
    def conserved(self) -> bool:
        """All that ever came on the meters has been won from them or is still there."""
        came = self.seeds + self.top_ups + self.contributions + self.corrections
        return came == self.pending + self.paid + sum(self.amounts.values())

    def restarts_at(self, meter: LinkMeter) -> int:
        """The cents at which a meter starts again after a whole award, as its document says."""
        if meter.after_whole_award == "takes_secondary":
            return self.amounts["secondary"] // UNIT
        return meter.reset if meter.after_whole_award == "to_reset" else 0

    def may_change_rates(self, meter: str) -> bool:
        """Only right after a win: the whole award is paid, and no wager has contributed since."""
        return meter in self.just_won and not any(
            each.state == "pending" and each.locked.meter == meter and each.locked.share == WHOLE
            for each in self.awards.values()
        )


# ---------------------------------------------------------------------------------------------- the fold


def evolve(link: Link | None, event: AnyLinkEvent) -> Link:
    """The link after an event; none before it is opened."""
    if isinstance(event, LinkOpened):
        assert link is None, "a link is opened once"
        amounts = {meter.name: meter.seed * UNIT for meter in event.meters}
        return Link(link=event.link, meters=event.meters, amounts=amounts, seeds=sum(amounts.values()))
    assert link is not None, "a link begins by being opened"
    match event:
        case Contributed():
            return _contributed(link, event)
        case ContributionsReturned():
            return _returned(link, event)
        case AwardLocked():
            return _locked(link, event)
        case AwardValidated():
            moved = link.awards[event.award].locked.paid * UNIT
            return replace(
                link,
                awards=_decided(link, event.award, "paid"),
                pending=link.pending - moved,
                paid=link.paid + moved,
            )
        case AwardRejected():
            return _rejected(link, event)
        case ToppedUp():
            amounts = _moved(link, {event.meter: event.amount})
            return replace(link, amounts=amounts, top_ups=link.top_ups + event.amount)
        case MeterCorrected():
            amounts = _moved(link, {event.meter: event.amount})
            return replace(link, amounts=amounts, corrections=link.corrections + event.amount)
        case RatesChanged():
            meters = tuple(
                replace(meter, rate=event.rates.get(meter.name, meter.rate)) for meter in link.meters
            )
            return replace(link, meters=meters)
        case _:
            assert_never(event)


def _moved(link: Link, by: Mapping[str, int]) -> dict[str, int]:
    return {name: amount + by.get(name, 0) for name, amount in link.amounts.items()}


def _contributed(link: Link, event: Contributed) -> Link:
    latest = link.latest.get(event.table)
    before = latest.amounts if latest is not None and latest.round == event.round else {}
    total = {name: before.get(name, 0) + event.amounts.get(name, 0) for name in before | event.amounts}
    return replace(
        link,
        amounts=_moved(link, event.amounts),
        contributions=link.contributions + sum(event.amounts.values()),
        latest=link.latest | {event.table: RoundContributions(event.round, total)},
        just_won=link.just_won - event.amounts.keys(),
    )


def _returned(link: Link, event: ContributionsReturned) -> Link:
    latest = link.latest[event.table]
    left = {name: amount - event.amounts.get(name, 0) for name, amount in latest.amounts.items()}
    off = {name: event.short.get(name, 0) - amount for name, amount in event.amounts.items()}
    return replace(
        link,
        amounts=_moved(link, off),
        contributions=link.contributions - sum(event.amounts.values()),
        corrections=link.corrections + sum(event.short.values()),
        latest=link.latest | {event.table: RoundContributions(latest.round, left)},
    )


def _locked(link: Link, event: AwardLocked) -> Link:
    taken = event.paid * UNIT
    on = {event.meter: event.reseeded + event.moved - taken}
    if event.moved:
        on["secondary"] = -event.moved
    won = {event.meter} if event.share == WHOLE else set()
    return replace(
        link,
        amounts=_moved(link, on),
        seeds=link.seeds + event.reseeded,
        pending=link.pending + taken,
        awards=link.awards | {event.award: LinkAward(event, "pending")},
        just_won=link.just_won | won,
    )


def _rejected(link: Link, event: AwardRejected) -> Link:
    meter = link.awards[event.award].locked.meter
    on = {meter: event.put_back - event.seed_taken_back - event.moved_back + event.correction}
    if event.moved_back:
        on["secondary"] = event.moved_back
    was_paid = link.awards[event.award].state == "paid"
    return replace(
        link,
        amounts=_moved(link, on),
        seeds=link.seeds - event.seed_taken_back,
        corrections=link.corrections + event.correction,
        pending=link.pending - (0 if was_paid else event.put_back),
        paid=link.paid - (event.put_back if was_paid else 0),
        awards=_decided(link, event.award, "rejected"),
        just_won=link.just_won - {meter},
    )


def _decided(link: Link, award: int, state: Literal["paid", "rejected"]) -> dict[int, LinkAward]:
    return link.awards | {award: LinkAward(link.awards[award].locked, state)}
