"""The search backward: all pay tables of a shape whose edge and hit rate lie in a window.

A shape is a bet whose hands have payouts to choose from. A hand never pays less than the hand below it, so
the hands that pay nothing are the last ones; where they begin fixes the hit rate. For each such beginning
the paid hands are split in two halves. Every table is a choice for the upper half and one for the lower half
that pays no more, and its return is the sum of theirs; with the lower half sorted by return, the tables in
the window are counted, and the closest found, without listing them all.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

from croupier.errors import Refusal
from croupier.jit import numpy
from croupier.odds.invention.bet import NOTHING, returned
from croupier.odds.invention.price import Counted, priced
from croupier.odds.model import BetOdds

MOST_CHOICES = 2_000_000
"""The most choices for one half of the hands."""


class Window(NamedTuple):
    """The least and the greatest value allowed, both included."""

    least: Fraction
    most: Fraction

    @property
    def middle(self) -> Fraction:
        return (self.least + self.most) / 2


class Found(NamedTuple):
    """The number of tables in the window, and the best of them, nearest to the middle of the edge first."""

    total: int
    tables: tuple[BetOdds, ...]


class _Half(NamedTuple):
    """The choices for some neighboring hands: payouts by place, and their returns in units."""

    places: Any
    returns: Any
    first: Any
    """The payout of the first hand, and of the last, in units."""
    last: Any


def search(found: Counted, edge: Window, hit_rate: Window, top: int) -> Found:
    """Find all pay tables in the window; the `top` nearest to the middle of the edge are priced."""
    total = 0
    nearest: list[tuple[Fraction, tuple[str, ...]]] = []
    for paid in range(1, len(found.bet.hands) + 1):
        hit = Fraction(sum(found.counts[:paid]), found.cases)
        if not hit_rate.least <= hit <= hit_rate.most or not _may_end(found, paid):
            continue
        count, tables = _search_paid(found, paid, edge, top)
        total += count
        nearest += tables
    nearest.sort(key=lambda each: each[0])
    return Found(total, tuple(priced(found, pays) for _, pays in nearest[:top]))


def _may_end(found: Counted, paid: int) -> bool:
    """Whether all hands from this one on may pay nothing, and all before it something."""
    hands = found.bet.hands
    return all(NOTHING in hand.payouts for hand in hands[paid:]) and all(
        hand.payouts != (NOTHING,) for hand in hands[:paid]
    )


def _search_paid(
    found: Counted, paid: int, edge: Window, top: int
) -> tuple[int, list[tuple[Fraction, tuple[str, ...]]]]:
    """Search the tables that pay only the first `paid` hands."""
    choices = [
        sorted((each for each in hand.payouts if each != NOTHING), key=returned)
        for hand in found.bet.hands[:paid]
    ]
    unit = lcm(*(returned(each).denominator for row in choices for each in row))
    values = [[int(returned(each) * unit) for each in row] for row in choices]
    counts = found.counts[:paid]
    middle = paid // 2
    upper, lower = _half(values[:middle], counts[:middle]), _half(values[middle:], counts[middle:])
    whole = unit * found.cases
    least, most = _ceiling((1 - edge.most) * whole), int((1 - edge.least) * whole)
    # With no upper half the lower one is the table.
    pairs = _Pairs(upper, lower)
    total = pairs.count(least, most)
    center = (1 - edge.middle) * whole
    tables = []
    for returns, above, below in pairs.nearest(least, most, center, top):
        places = [*upper.places[above], *lower.places[below]]
        pays = tuple(row[place] for row, place in zip(choices, places, strict=True))
        distance = abs(returns - center) / whole
        tables.append((distance, pays + (NOTHING,) * (len(found.bet.hands) - paid)))
    return total, tables


def _ceiling(value: Fraction) -> int:
    return -int(-value // 1)


def _half(values: Sequence[Sequence[int]], counts: Sequence[int]) -> _Half:
    """All choices for some hands, from the first down, none paying more than the one above it."""
    np = numpy()
    places = np.zeros((1, 0), dtype=np.int16)
    returns = np.zeros(1, dtype=np.int64)
    last = first = np.full(1, np.iinfo(np.int64).max)
    for number, (row, count) in enumerate(zip(values, counts, strict=True)):
        kept, chosen, paid = [], [], np.array(row, dtype=np.int64)
        for place, value in enumerate(row):
            allowed = np.flatnonzero(last >= value)
            kept.append(allowed)
            chosen.append(np.full(len(allowed), place, dtype=np.int16))
        before, place = np.concatenate(kept), np.concatenate(chosen)
        if len(before) > MOST_CHOICES:
            raise Refusal(
                "bad_bet",
                f"more than {MOST_CHOICES:,} ways to pay half of the hands; give fewer payouts",
            )
        places = np.column_stack([places[before], place])
        last = paid[place]
        returns = returns[before] + count * last
        first = last if number == 0 else first[before]
    return _Half(places, returns, first, last)


class _Pairs:
    """The choices of the upper half, each with the choices of the lower half that pay no more."""

    def __init__(self, upper: _Half, lower: _Half) -> None:
        np = numpy()
        self._upper, self._lower = upper, lower
        order = np.argsort(lower.returns, kind="stable")
        self._groups = []
        # By the payout of the last hand above: the choices above that end in it, those below that fit.
        for limit in np.unique(upper.last):
            above = np.flatnonzero(upper.last == limit)
            below = order[lower.first[order] <= limit]
            if len(below):
                self._groups.append((above, below, lower.returns[below]))

    def count(self, least: int, most: int) -> int:
        """The tables with a return from `least` to `most`."""
        return sum(int((end - start).sum()) for _, _, start, end in self._spans(least, most))

    def _spans(self, least: int, most: int) -> Any:
        np = numpy()
        for above, below, returns in self._groups:
            asked = self._upper.returns[above]
            start = np.searchsorted(returns, least - asked, side="left")
            end = np.searchsorted(returns, most - asked, side="right")
            yield above, below, start, np.maximum(start, end)

    def nearest(self, least: int, most: int, center: Fraction, top: int) -> list[tuple[int, int, int]]:
        """The `top` tables nearest to a return: return, choice above, choice below.

        The distance within which there are enough is found by halving, so only these are listed.
        """
        if not self.count(least, most):
            return []
        low, high = -1, int(max(abs(least - center), abs(most - center))) + 1
        while high - low > 1:
            tried = (low + high) // 2
            near, far = max(least, _ceiling(center - tried)), min(most, int(center + tried))
            if self.count(near, far) >= top:
                high = tried
            else:
                low = tried
        # Fewer than `top` lie nearer; as many as are missing are taken of those at this distance.
        listed = self._listed(max(least, _ceiling(center - low)), min(most, int(center + low)), top)
        known = set(listed)
        outer = self._listed(max(least, _ceiling(center - high)), min(most, int(center + high)), 2 * top)
        listed += [each for each in outer if each not in known][: top - len(listed)]
        return sorted(listed, key=lambda each: (abs(each[0] - center), each[1:]))

    def _listed(self, least: int, most: int, limit: int) -> list[tuple[int, int, int]]:
        """Return up to `limit` tables whose return lies from `least` to `most`."""
        found: list[tuple[int, int, int]] = []
        for above, below, start, end in self._spans(least, most):
            for number in (end > start).nonzero()[0].tolist():
                choice = int(above[number])
                for place in below[start[number] : end[number]].tolist():
                    if len(found) == limit:
                        return found
                    total = int(self._upper.returns[choice] + self._lower.returns[place])
                    found.append((total, choice, place))
        return found


def is_shape(found: Counted) -> bool:
    """Whether some hand has payouts to choose from."""
    return any(len(hand.payouts) > 1 for hand in found.bet.hands)
