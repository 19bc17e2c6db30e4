"""Shared hands of Ultimate: what is taken off a sample has the mean that is added to it."""

import pytest

from croupier.games.ultimate_texas_holdem.solver.boards.hole_places import hole_place
from croupier.games.ultimate_texas_holdem.solver.leaks.guesses import mean_guess
from croupier.games.ultimate_texas_holdem.solver.leaks.sharing import played_of
from croupier.jit import compiled
from croupier.submission.choices import house_rules
from croupier.submission.form import Choices


def test_guesses_by_flop_average_to_the_worth_of_a_raise_before_it() -> None:
    """With nothing known but the hole, over its 19,600 flops: two ways through the solver."""
    played = played_of(house_rules("ma/ultimate-texas-holdem", Choices()))
    for one, other in ((0, 1), (12, 25), (5, 33), (51, 27), (40, 3)):
        place = hole_place(one, other)
        found = compiled(mean_guess)(1 << one | 1 << other, place, played.guess)
        assert found == pytest.approx(float(played.margins[place]), abs=1e-6)
