"""The exact optimal policy of an environment: what the solver plays, for one round or many at once."""

from fractions import Fraction
from typing import Any

from croupier.gym.environment import RoundEnv
from croupier.gym.vector import RoundVectorEnv


class Oracle:
    """Optimal play of the game itself, in an environment or a vector of them."""

    def __init__(self, environment: Any) -> None:
        found = environment.unwrapped
        assert isinstance(found, RoundEnv | RoundVectorEnv)
        self._found = found

    def actions(self) -> Any:
        """The best action in each round now; one for a single environment."""
        best = self._found.process.best()
        return best if isinstance(self._found, RoundVectorEnv) else int(best[0])

    @property
    def value(self) -> Fraction:
        """The exact expectation of a round under optimal play, side bets included, in antes.

        The regret of a policy is this less the mean of its rewards.
        """
        return self._found.process.value()
