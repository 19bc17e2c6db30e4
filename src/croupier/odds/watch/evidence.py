"""Evidence from one round: how much likelier the hidden cards are if the player knew some of them.

For a player who knows no hidden card, the cards they did not see are independent of what they did, given all
that they saw. So for any fixed chance `c(x)` that somebody who knows the candidate x would have decided so,

    e = mean of c(x) over the candidates that were true / mean of c(x) over all candidates

has the expectation 1, whatever the player's reasons: an e-value. Products over rounds, and mixtures of such
products, stay below 1/a for ever with probability 1 - a (Ville). docs/protection.md has the proof.
"""

from collections.abc import Sequence
from math import log
from typing import Any, NamedTuple

from croupier.jit import numpy
from croupier.odds.watch.hand import Choices


class Thief(NamedTuple):
    """Somebody who sees the cards in a share of the rounds, and errs in a share of the decisions."""

    sees: float
    errs: float


THIEVES = tuple(Thief(sees, errs) for sees in (1.0, 0.6, 0.3) for errs in (0.01, 0.1, 0.25))
"""The mixture: each of these is as likely as any other. Fixed before any hand is looked at."""


def chances(boxes: Sequence[Choices], thief: Thief) -> Any:
    """By candidate: the chance that this thief would have decided so in one round, on all their boxes."""
    np = numpy()
    seen = np.ones(len(boxes[0].held))
    unseen = 1.0
    for choices in boxes:
        for decision in choices.decisions:
            right, wrong = 1 - thief.errs, thief.errs / (decision.options - 1)
            seen *= np.where(decision.informed == decision.taken, right, wrong)
            unseen *= right if decision.honest == decision.taken else wrong
    return thief.sees * seen + (1 - thief.sees) * unseen


def e_values(boxes: Sequence[Choices], thieves: Sequence[Thief] = THIEVES) -> list[float]:
    """By thief: the e-value of one round, given the player's boxes in it."""
    held = boxes[0].held
    if not held.any():
        return [1.0] * len(thieves)
    found = []
    for thief in thieves:
        chance = chances(boxes, thief)
        found.append(float(chance[held].mean() / chance.mean()))
    return found


class Evidence:
    """The evidence against one player for one leak, over rounds."""

    def __init__(self) -> None:
        self._logs = numpy().full(len(THIEVES), -log(len(THIEVES)))
        """By thief: the natural logarithm of prior share times e-values."""

    def add(self, values: Sequence[float]) -> float:
        """Count a round; returns the evidence so far, as a natural logarithm."""
        self._logs += numpy().log(values)
        return self.total

    @property
    def total(self) -> float:
        """The natural logarithm of the mixture over thieves."""
        return float(numpy().logaddexp.reduce(self._logs))
