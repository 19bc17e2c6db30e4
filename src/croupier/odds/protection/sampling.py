"""Leaks that are too large to count: only the gain over the honest decision is sampled.

A round is dealt only as far as the leak goes. Given the known cards, the value of every decision is exact, so
the gain of a round, the value of the best decision minus that of the honest one, has no luck of the cards
that stay hidden. The honest player's own mean is exact and is added. Deals are numbered
(`croupier.odds.simulate.randomness`): the figure is the same on every machine.
"""

from collections.abc import Callable
from fractions import Fraction
from math import hypot, sqrt
from typing import Any, NamedTuple

from croupier.odds.counting.threads import in_parallel
from croupier.odds.model import MainOdds, Moments
from croupier.odds.progress import Progress, silent
from croupier.odds.protection.model import Informed

GAIN, GAIN_SQUARE, SQUARE, CHANGED, DECISIONS = range(5)
"""The sums of a block: the gain of a round and its square, the change of the squared net, the share of
decisions changed; then the share of each decision."""

STANDARD_ERROR = 1e-4
"""The standard error of the mean, in antes: 0.01%."""
MOST_ROUNDS = 1 << 26
SEED = 17
_BLOCK = 256
_FIRST_BLOCKS = 32
_GROWTH = 4
"""The most by which a wave can exceed all waves before it: an early estimate of the variance can be off."""

Run = Callable[[int, int], Any]
"""Takes the first round and the number of rounds; returns the sums over them."""


class Known(NamedTuple):
    """A part of the gain whose mean is known separately, so that rounds sample only the rest."""

    mean: float = 0.0
    standard_error: float = 0.0


NOTHING = Known()


def sampled(
    honest: MainOdds,
    names: tuple[str, ...],
    run: Run,
    progress: Progress = silent,
    known: Known = NOTHING,
    most_rounds: int = MOST_ROUNDS,
    standard_error: float = STANDARD_ERROR,
) -> Informed:
    """Best play with a leak, to a standard error or as far as so many rounds go, whichever comes first.

    Decisions are named in the order of their sums. `known`: a part of the gain that `run` leaves out.
    """
    sums, rounds, wanted = None, 0, min(_BLOCK * _FIRST_BLOCKS, most_rounds)
    needed = min(_GROWTH * wanted, most_rounds)  # a guess, until the first wave tells the spread
    while True:
        start, blocks = rounds, max(1, -(-(wanted - rounds) // _BLOCK))

        def shown(part: int, _: int, start: int = start, needed: int = max(needed, wanted, 1)) -> None:
            progress(min(start + part * _BLOCK, needed), needed)

        firsts = [start + _BLOCK * block for block in range(blocks)]
        for found in in_parallel(lambda first: run(first, _BLOCK), firsts, shown):
            sums = found if sums is None else sums + found
        rounds += blocks * _BLOCK
        assert sums is not None
        mean = float(sums[GAIN]) / rounds
        spread = max(float(sums[GAIN_SQUARE]) / rounds - mean * mean, 0.0)
        error = hypot(sqrt(spread / rounds), known.standard_error)
        if error <= standard_error or rounds >= most_rounds:
            break
        needed = min(int(rounds * (error / standard_error) ** 2) + _BLOCK, most_rounds)
        wanted = min(needed, _GROWTH * rounds)
    gain, square = Fraction(mean + known.mean), Fraction(float(sums[SQUARE]) / rounds)
    return Informed(
        net=Moments(honest.net.mean + gain, honest.net.square + square),
        decisions={
            name: Fraction(float(sums[DECISIONS + place]) / rounds) for place, name in enumerate(names)
        },
        changed=Fraction(float(sums[CHANGED]) / rounds),
        standard_error=error,
    )
