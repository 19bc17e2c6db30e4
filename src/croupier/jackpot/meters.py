"""Meters during a settlement: shares come off at once, a whole award starts the meter again.

Amounts are cents here, as a round to settle states them.
"""

from croupier.money import SHARE, WHOLE, Award, award_paid, share_of
from croupier.submission.house import HouseMeter, HouseProgressive


def pay_award(award: Award, stake: int, meters: dict[str, int], progressive: HouseProgressive) -> int:
    """Pay a progressive award: a share off its meter, or an amount, or odds on the stake."""
    if award.kind == SHARE:
        return take_share(award, meters, progressive)
    return award_paid(award.kind, award.number, award.per, stake)


def take_share(award: Award, meters: dict[str, int], progressive: HouseProgressive) -> int:
    """Take a share off its meter. What is left pays the next winner of the round."""
    paid = share_of(meters[award.meter], award.number)
    if award.number < WHOLE:
        meters[award.meter] -= paid
        return paid
    meter = next(each for each in progressive.meters if each.name == award.meter)
    if meter.after_whole_award == "takes_secondary":
        meters[award.meter] = meters["secondary"]
        meters["secondary"] = 0
    else:
        meters[award.meter] = meter.reset
    return paid


def contribution(stakes: int, meter: HouseMeter) -> int:
    """What stakes have put on a meter, where the rate is known: whole cents, the fraction stays behind."""
    return 0 if meter.rate is None else share_of(stakes, meter.rate)


def reverse_contributions(stakes: int, meters: dict[str, int], progressive: HouseProgressive) -> None:
    """Take back what wagers that go back had contributed; a meter never goes below zero."""
    for meter in progressive.meters:
        meters[meter.name] = max(0, meters[meter.name] - contribution(stakes, meter))
