"""Promotions valued: match play, free play and a rebate on losses.

A *match play* coupon beside the ante is paid even money if the ante wins, and is never money itself. That is
an ante which wins more, so the game is solved with such an ante: best play with the coupon is part of its
value. A *free play* coupon stands for the ante itself: a win is paid and the coupon is taken, a loss costs
nothing. That is an ante which wins nothing and whose stake is given: the game is solved with it, and the
stake added. Both are exact. A *rebate* returns a share of what a player has lost after so many rounds of
equal antes: its expectation is that of the loss under the exact law of so many rounds, with play as in the
game itself. All are per unit of ante; payout limits are left out.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import msgspec

from croupier.errors import Refusal
from croupier.games.common import PUSH
from croupier.money import Award
from croupier.odds.laws import law_of_rounds
from croupier.odds.outcomes import outcomes
from croupier.odds.price import main_odds
from croupier.odds.progress import Progress, silent
from croupier.odds.side_bets import play_of
from croupier.submission.house import HouseRules

ANTE = "ante"


@dataclass(frozen=True, slots=True)
class Coupon:
    """A coupon for one round, in antes."""

    value: Fraction
    """The gain over the same ante without it; of free play, over no round at all."""
    edge: Fraction
    """The player's expectation of the round with the coupon."""
    if_push_keeps: Fraction | None = None
    """Of free play: the value if a push leaves the coupon, which then counts at its face."""


@dataclass(frozen=True, slots=True)
class Rebate:
    """A share of the loss of a session returned, in antes."""

    share: Fraction
    rounds: int
    value: float
    """The expected rebate."""
    loss: float
    """The expected loss of the sessions that lose, over all sessions."""
    hold: float
    """What the house keeps of a session on average, rebates paid."""
    break_even: float
    """The share at which the house keeps nothing."""


@dataclass(frozen=True, slots=True)
class Promotion:
    """The value of each promotion asked for."""

    match_play: Coupon | None = None
    free_play: Coupon | None = None
    rebate: Rebate | None = None


def promotion(
    house: HouseRules, face: Fraction, free: bool, share: Fraction, rounds: int, progress: Progress = silent
) -> Promotion:
    """Value a match play coupon of this face in antes, a free play and a rebate; 0 asks for none."""
    return Promotion(
        match_play(house, face, progress) if face else None,
        free_play(house, progress) if free else None,
        rebate(house, share, rounds, progress) if share else None,
    )


def match_play(house: HouseRules, face: Fraction, progress: Progress = silent) -> Coupon:
    """A match play coupon of so many antes beside an ante: no more than the ante itself."""
    if not 0 < face <= 1:
        raise Refusal("bad_amount", f"match play of {float(face):g} antes; allowed: up to the ante beside it")
    alone = main_odds(house, progress).net.mean
    (won,) = {Fraction(award.number, award.per) for award in house.tables[ANTE].awards}
    with_coupon = main_odds(_paying(house, won + face), progress).net.mean
    return Coupon(with_coupon - alone, with_coupon)


def free_play(house: HouseRules, progress: Progress = silent) -> Coupon:
    """A coupon that stands for the ante: taken by a win, a loss and a push."""
    without = _paying(house, Fraction(0))
    kept = 1 + main_odds(without, progress).net.mean
    stated = house.rules.settlement[ANTE]
    lost = {
        name: msgspec.structs.replace(each, outcome="lose") if each.outcome == "push" else each
        for name, each in stated.items()
    }
    rules = msgspec.structs.replace(
        house.rules,
        settlement={**house.rules.settlement, ANTE: lost},
        digest=f"{house.rules.digest}, a push of the ante lost",  # solutions are kept by the digest
    )
    changed = replace(without, rules=rules)
    if play_of(changed).settle_main(1, 1, 0, 1, 1)[1] == PUSH:
        name = house.rules.rules.name
        raise Refusal("not_solved", f"{name}: its rules do not state its pushes; free play is not valued")
    value = 1 + main_odds(changed, progress).net.mean
    return Coupon(value, value, kept)


def _paying(house: HouseRules, odds: Fraction) -> HouseRules:
    """The house with these odds on every ante that wins."""
    table = house.tables[ANTE]
    awards = tuple(Award(award.kind, odds.numerator, odds.denominator, award.meter) for award in table.awards)
    return replace(house, tables={**house.tables, ANTE: replace(table, awards=awards)})


def rebate(house: HouseRules, share: Fraction, rounds: int, progress: Progress = silent) -> Rebate:
    """A share of the loss after so many rounds of equal antes, by the exact law of the rounds."""
    if not 0 < share <= 1:
        raise Refusal("bad_amount", f"a rebate of {float(share):.0%}; allowed: above 0% up to 100%")
    law = outcomes(house, progress)
    after = law_of_rounds(law, rounds)
    loss = after.mean_loss
    held = -rounds * float(sum((net * chance for net, chance in law.items()), Fraction(0)))
    value = float(share) * loss
    return Rebate(share, rounds, value, loss, held - value, held / loss)


def figures_of_promotion(found: Promotion) -> dict[str, Any]:
    """The figures of the promotions asked for, in antes."""
    coupons = {"match_play": found.match_play, "free_play": found.free_play}
    figures = {name: figures_of_coupon(each) for name, each in coupons.items() if each is not None}
    return figures if found.rebate is None else figures | {"rebate": figures_of_rebate(found.rebate)}


def figures_of_coupon(coupon: Coupon) -> dict[str, Any]:
    """The figures of a coupon, in antes."""
    found = {"value": str(coupon.value), "value_float": float(coupon.value), "ev": str(coupon.edge)}
    if coupon.if_push_keeps is not None:
        found["value_if_push_keeps"] = str(coupon.if_push_keeps)
    return found


def figures_of_rebate(found: Rebate) -> dict[str, Any]:
    """The figures of a rebate, in antes."""
    return {
        "share": str(found.share),
        "rounds": found.rounds,
        "value": found.value,
        "mean_loss": found.loss,
        "hold": found.hold,
        "break_even": found.break_even,
    }
