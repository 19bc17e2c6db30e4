"""The exact law of many rounds: the distribution of the sum of n equal bets, by convolution.

A bet's net results lie on a lattice, so the law of n rounds is the n-th power of its Fourier transform, taken
on a window that holds all but 10**-12 of the probability (Chernoff's bound, both sides). The rest
wraps around; nothing else is left out, and no normal law is assumed. Probabilities are good to nine
digits.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, gcd, lcm
from numbers import Real
from typing import Any

from croupier.errors import Refusal
from croupier.jit import numpy
from croupier.odds.long_paths import MOST_ROOTS, MOST_STATES, downswing_within, ruin_within
from croupier.odds.model import Distribution

_TAIL = 28.5
"""Minus the logarithm of the probability that lies outside of the window on each side: 4 * 10**-13."""
MOST_POINTS = 1 << 24
MOST_STEPS = 100_000
"""The most rounds of a path, gone through one by one."""
FEW_STEPS = 2_000
"""The most rounds stepped through in every case; longer paths are, only if `long_paths` does not apply."""


MOST_ROUNDS, MOST_BANKROLL = 10**8, 10**6
"""The most rounds, and the largest bankroll in units, that a caller can request."""


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """A bet's law on whole units."""

    unit: Fraction
    nets: Any
    """Ascending, in units."""
    chances: Any


@dataclass(frozen=True, slots=True, eq=False)
class SumLaw:
    """The distribution of the net result of many rounds."""

    rounds: int
    unit: Fraction
    low: int
    """The first net of the window, in units."""
    chances: Any
    """The probability of each net from `low` up."""

    def below(self, net: Fraction | int) -> float:
        """Return the probability of a result below `net`."""
        try:
            if not isinstance(net, Real):
                raise TypeError
            place = ceil((Fraction(0) + net) / self.unit) - self.low
        except (TypeError, ValueError, OverflowError):
            raise Refusal("value_not_allowed", f"net: {net!r}; allowed: a number of units") from None
        return float(self.chances[: max(0, place)].sum())

    def quantile(self, share: float) -> Fraction:
        """Return the lowest net result that is not exceeded with this probability."""
        _check_share(share, "share")
        place = int(numpy().searchsorted(self.chances.cumsum(), share))
        return (self.low + min(place, len(self.chances) - 1)) * self.unit

    def hold_band(self, confidence: float) -> tuple[float, float]:
        """Return the bounds between which the house's share of the stakes lies with this probability."""
        _check_share(confidence, "confidence")
        tail = (1 - confidence) / 2
        return (
            float(-self.quantile(1 - tail) / self.rounds),
            float(-self.quantile(tail) / self.rounds),
        )

    @property
    def mean_loss(self) -> float:
        """Return the player's expected loss, with a win counted as zero."""
        np = numpy()
        nets = self.low + np.arange(len(self.chances))
        return float(-(self.chances * nets.clip(None, 0)).sum() * float(self.unit))

    @property
    def loss(self) -> float:
        """The probability that the player has lost."""
        return self.below(Fraction(0))


def _check_share(value: object, what: str) -> None:
    if not isinstance(value, int | float | Fraction) or not 0 <= value <= 1:
        raise Refusal("value_not_allowed", f"{what}: {value!r}; allowed: 0 to 1")


CONFIDENCES = {"90%": 0.90, "95%": 0.95, "99%": 0.99}
QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


def figures_after(law: Distribution, rounds: int, bankroll: int | None = None) -> dict[str, Any]:
    """Return the figures of many rounds of a bet, per unit; with a bankroll in units, also of its path."""
    after = law_of_rounds(law, rounds)
    found: dict[str, Any] = {
        "rounds": rounds,
        "loss": after.loss,
        "hold": {name: after.hold_band(confidence) for name, confidence in CONFIDENCES.items()},
        "net": {f"{share:.0%}": float(after.quantile(share)) for share in QUANTILES},
    }
    if bankroll is not None:
        found["bankroll"] = bankroll
        for name, path in (("ruin", ruin), ("downswing", downswing)):
            try:
                found[name] = path(law, Fraction(bankroll), rounds)
            except Refusal:
                found[name] = None  # more rounds, or a greater fall, than can be computed
    return found


def lattice_of(law: Distribution) -> Lattice:
    """A distribution on the coarsest lattice that holds all its results."""
    np = numpy()
    found = {net: chance for net, chance in law.items() if chance}
    whole = lcm(*(net.denominator for net in found))
    step = gcd(*(int(net * whole) for net in found)) or 1
    unit = Fraction(step, whole)
    nets = np.array([int(net / unit) for net in found], dtype=np.int64)
    return Lattice(unit, nets, np.array([float(chance) for chance in found.values()]))


def law_of_rounds(law: Distribution, rounds: int) -> SumLaw:
    """Return the distribution of the net result of `rounds` independent rounds of a bet."""
    np = numpy()
    bet = lattice_of(law)
    low, high = (int(bound) for bound in _window(bet, rounds))
    points = 1 << max(4, (high - low).bit_length())
    if points > MOST_POINTS:
        raise Refusal(
            "not_solved", f"the results of {rounds:,} rounds lie on more than {MOST_POINTS:,} points"
        )
    once = np.zeros(points)
    np.add.at(once, bet.nets % points, bet.chances)
    folded = np.fft.irfft(np.fft.rfft(once) ** rounds, points)
    chances = np.roll(folded, -(low % points))
    return SumLaw(rounds, bet.unit, low, np.clip(chances, 0, None))


def _window(bet: Lattice, rounds: int) -> tuple[float, float]:
    """Bounds that the sum exceeds with less than the probability of `_TAIL` on each side."""
    np = numpy()
    least, most = float(bet.nets.min()), float(bet.nets.max())
    reach = max(abs(least), abs(most), 1.0)
    rates = np.geomspace(1e-9, 60, 4000) / reach

    def bound(nets: Any) -> float:
        # log E[exp(t X)] of each rate t, without leaving the range of a float.
        top = nets.max()
        grown = np.log(np.exp(np.outer(rates, nets - top)) @ bet.chances) + rates * top
        return float(((rounds * grown + _TAIL) / rates).min())

    upper = min(bound(bet.nets.astype(float)), rounds * most)
    lower = max(-bound(-bet.nets.astype(float)), rounds * least)
    return np.floor(lower), np.ceil(upper) + 1


def ruin(law: Distribution, bankroll: Fraction, rounds: int) -> float:
    """Return the probability that all of a bankroll or more is lost at any time within `rounds` rounds."""
    np = numpy()
    bet = lattice_of(law)
    capital = ceil(bankroll / bet.unit)
    if rounds > FEW_STEPS and -MOST_ROOTS <= bet.nets.min() < 0:
        return ruin_within(bet.nets, bet.chances, capital, rounds)
    _check_steps(rounds)
    _, high = _window(bet, rounds)
    # The capital left, from 1 unit up to what it exceeds with no probability that counts.
    alive = np.zeros(capital + int(max(high, 0)) + 1)
    alive[capital] = 1.0
    lost = 0.0
    for _ in range(rounds):
        alive, gone = _step(alive, bet)
        lost += gone
    return lost


def downswing(law: Distribution, fall: Fraction, rounds: int) -> float:
    """Return the probability that the result at some time falls `fall` or more below its earlier high."""
    np = numpy()
    bet = lattice_of(law)
    depth = ceil(fall / bet.unit)
    if rounds > FEW_STEPS and depth <= MOST_STATES:
        return downswing_within(bet.nets, bet.chances, depth, rounds)
    _check_steps(rounds)
    # The distance from ruin: the high is `depth` away, and a new high does not move further.
    alive = np.zeros(depth + 1)
    alive[depth] = 1.0
    fallen = 0.0
    for _ in range(rounds):
        alive, gone = _step(alive, bet, top=depth)
        fallen += gone
    return fallen


def _check_steps(rounds: int) -> None:
    if not 1 <= rounds <= MOST_STEPS:
        raise Refusal("not_solved", f"a path of {rounds:,} rounds; allowed: 1 to {MOST_STEPS:,}")


def _step(alive: Any, bet: Lattice, top: int | None = None) -> tuple[Any, float]:
    """One round: what is left at each distance above nothing, and what fell to nothing or below.

    What would rise above the end of the array stays at its end (`top`), or is left out.
    """
    np = numpy()
    after, size = np.zeros_like(alive), len(alive)
    gone = 0.0
    for net, chance in zip(bet.nets.tolist(), bet.chances.tolist(), strict=True):
        if net <= 0:
            gone += chance * float(alive[1 : 1 - net].sum()) if net < 0 else 0.0
            if -net < size - 1:
                after[1 : size + net] += chance * alive[1 - net :]
        else:
            after[1 + net :] += chance * alive[1 : size - net] if net < size - 1 else 0.0
            if top is not None:
                after[top] += chance * float(alive[max(1, size - net) :].sum())
    return after, gone
