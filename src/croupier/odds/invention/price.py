"""The price of an invented bet: every hand is counted under the first condition that it meets."""

from fractions import Fraction
from math import comb
from typing import Any, NamedTuple

from croupier.cards import DECK_SIZE
from croupier.errors import Refusal
from croupier.jit import compiled, numpy
from croupier.odds.counting.canonical import canonical_hands
from croupier.odds.counting.threads import in_parallel
from croupier.odds.invention.bet import NOTHING, Bet, returned
from croupier.odds.invention.conditions import PAIRINGS, count_hands
from croupier.odds.model import BetOdds, Level, Moments
from croupier.odds.progress import Progress, silent

_PARTS = 16


class Counted(NamedTuple):
    """A bet, and by hand in how many of the equally likely cases it is the one that is paid."""

    bet: Bet
    counts: tuple[int, ...]
    cases: int


def counted(bet: Bet, progress: Progress = silent) -> Counted:
    """Count the hands of a bet. A hand that no cards make, or only better hands, is refused by name."""
    np = numpy()
    sets, weights = canonical_hands(bet.cards)
    conditions = np.array([hand.condition for hand in bet.hands], dtype=np.int64)
    bounds = np.linspace(0, len(sets), _PARTS + 1).astype(np.int64)
    count = compiled(count_hands)

    def part(number: int) -> Any:
        span = slice(bounds[number], bounds[number + 1])
        found = np.zeros(len(bet.hands) + 1, dtype=np.int64)
        count(sets[span], weights[span], conditions, found)
        return found

    totals: list[int] = np.sum(in_parallel(part, range(_PARTS), progress), axis=0).tolist()
    for hand, total in zip(bet.hands, totals, strict=False):
        if not total:
            raise Refusal(
                "bad_bet", f"no cards are paid as {hand.name!r}: it cannot occur below the hands above it"
            )
    return Counted(bet, tuple(total // PAIRINGS for total in totals[:-1]), comb(DECK_SIZE, bet.cards))


def priced(found: Counted, pays: tuple[str, ...]) -> BetOdds:
    """The odds of a counted bet with one payout for each hand."""
    levels: dict[str, Level] = {}
    mean = square = hit = Fraction(0)
    for hand, count, payout in zip(found.bet.hands, found.counts, pays, strict=True):
        chance = Fraction(count, found.cases)
        levels[hand.name] = Level(payout, count, chance)
        if payout != NOTHING:
            hit += chance
            net = returned(payout) - 1
            mean += chance * net
            square += chance * net**2
    lost = 1 - hit
    return BetOdds(Moments(mean - lost, square + lost), hit, levels)
