"""Value a promotion, in the words of `croupier promotion`: match play, free play, a rebate on losses.

Values are in antes, of the game itself, without payout limits. Coupons are exact, under best play with them.
"""

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

from croupier.api.odds import subject_of
from croupier.errors import Refusal
from croupier.input_types import cents, text, truth, within
from croupier.money import WHOLE, AwardError, parse_percent
from croupier.odds.promotions import Coupon, Promotion, Rebate
from croupier.odds.promotions import promotion as _promotion
from croupier.submission.form import Submission

__all__ = ["Coupon", "Promotion", "Rebate", "promotion"]

MOST_ROUNDS = 10**7


def promotion(
    subject: str | Path | Submission,
    *,
    ante: int = 1000,
    match_play: int | None = None,
    free_play: bool = False,
    rebate: str | None = None,
    rounds: int = 100,
    policy: Mapping[str, str] | None = None,
) -> Promotion:
    """The value of a match play coupon in cents, of a free play, and of a rebate such as "10%".

    The rebate returns that share of a player's loss after so many rounds of equal antes.
    """
    face = Fraction(0 if match_play is None else cents(match_play, "match_play"), cents(ante, "ante"))
    share = Fraction(0 if rebate is None else _hundredths(rebate), WHOLE)
    free, length = truth(free_play, "free_play"), within(rounds, "rounds", MOST_ROUNDS)
    if not (face or free or share):
        raise Refusal("malformed", "no promotion; allowed: match_play, free_play, rebate")
    return _promotion(subject_of(subject, policy).house, face, free, share, length)


def _hundredths(rebate: str) -> int:
    try:
        found = parse_percent(text(rebate, "rebate"))
    except AwardError as error:
        raise Refusal("value_not_allowed", f"rebate: {error}") from None
    if not 0 < found <= WHOLE:
        raise Refusal("value_not_allowed", f'rebate: {rebate!r}; allowed: above "0%" up to "100%"')
    return found
