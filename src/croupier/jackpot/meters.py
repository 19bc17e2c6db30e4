"""Meters: shares come off at once, a whole award starts the meter again, contributions grow it.

Meters are in units, ten-thousandths of a cent, so that a rate in hundredths of a percent of a stake in
cents is always a whole number of them. An award is paid down to the cent; the fraction stays on the meter.
"""

from typing import NamedTuple, Protocol

import msgspec

from croupier.money import SHARE, WHOLE, Award, award_paid, share_of
from croupier.submission.house import HouseMeter, HouseProgressive

UNIT = 10_000
"""Units a cent."""


class MeterAward(msgspec.Struct, frozen=True):
    """A progressive award as it was paid in a settlement."""

    seat: int
    row: str
    """In words."""
    meter: str
    """Empty for a fixed award, which comes from no meter."""
    share: int
    """Hundredths of a percent of the meter; 0 for a fixed award."""
    paid: int
    """Cents."""
    reseeded: int = 0
    """Units of fresh seed that a whole award put on the meter; none where it took the secondary's amount."""
    below_initial: bool = False
    """The meter starts again below its initial amount, as MA and NJ allow (readings MA-16, NJ-16)."""
    stood: int = 0
    """Units on the meter when this award was paid from it, after those before it; 0 for a fixed award."""


class Restart(Protocol):
    """The rule for a meter emptied by a whole award."""

    @property
    def name(self) -> str: ...
    @property
    def reset(self) -> int: ...
    @property
    def after_whole_award(self) -> str: ...


class Taken(NamedTuple):
    """The amount that a share took off a meter, and the amount put back on it."""

    paid: int
    """Cents."""
    reseeded: int = 0
    """Units of fresh seed."""
    moved: int = 0
    """Units that came over from the secondary meter."""


def take_share(share: int, meters: dict[str, int], meter: Restart) -> Taken:
    """Take a share (hundredths of a percent) off its meter. The rest pays the next winner."""
    return take_paid(share_of(meters[meter.name], share) // UNIT, share, meters, meter)


def take_paid(paid: int, share: int, meters: dict[str, int], meter: Restart) -> Taken:
    """Take the paid cents of a share off its meter; a whole award resets the meter."""
    name = meter.name
    meters[name] -= paid * UNIT
    if share < WHOLE:
        return Taken(paid)
    # The rest, less than a cent in the round of the award, stays on the meter.
    if meter.after_whole_award == "takes_secondary":
        moved = meters["secondary"]
        meters["secondary"] = 0
        meters[name] += moved
        return Taken(paid, 0, moved)
    reseeded = meter.reset * UNIT
    meters[name] += reseeded
    return Taken(paid, reseeded)


def award_to(
    seat: int, row: str, award: Award, stake: int, meters: dict[str, int], progressive: HouseProgressive
) -> MeterAward:
    """Pay a progressive award to a seat: a share off its meter, or an amount, or odds on the stake."""
    if award.kind != SHARE:
        return MeterAward(seat, row, "", 0, award_paid(award.kind, award.number, award.per, stake))
    meter = meter_of(progressive, award.meter)
    stood = meters[meter.name]
    taken = take_share(award.number, meters, meter)
    below = award.number == WHOLE and meters[meter.name] < meter.seed * UNIT
    return MeterAward(seat, row, meter.name, award.number, taken.paid, taken.reseeded, below, stood)


def pay_award(award: Award, stake: int, meters: dict[str, int], progressive: HouseProgressive) -> int:
    """Pay a progressive award where meters are stated in whole cents, as a report states them."""
    if award.kind != SHARE:
        return award_paid(award.kind, award.number, award.per, stake)
    units = {name: cents * UNIT for name, cents in meters.items()}
    paid = take_share(award.number, units, meter_of(progressive, award.meter)).paid
    meters.update((name, amount // UNIT) for name, amount in units.items())
    return paid


def meter_of(progressive: HouseProgressive, name: str) -> HouseMeter:
    """The meter of that name."""
    return next(each for each in progressive.meters if each.name == name)


def contribution_units(stake: int, rate: int) -> int:
    """The exact contribution of a stake in cents to a meter at a rate in hundredths of a percent.

    A cent is 10,000 units and the whole is 10,000 hundredths of a percent, so the two cancel.
    """
    return stake * rate


def contribution(stakes: int, meter: HouseMeter) -> int:
    """The contributions of stakes to a meter with a known rate, in whole cents; the fraction is dropped."""
    return 0 if meter.rate is None else share_of(stakes, meter.rate)


def reverse_contributions(stakes: int, meters: dict[str, int], progressive: HouseProgressive) -> None:
    """Take back the cents that wagers that go back had contributed; a meter never goes below zero."""
    for meter in progressive.meters:
        meters[meter.name] = max(0, meters[meter.name] - contribution(stakes, meter) * UNIT)
