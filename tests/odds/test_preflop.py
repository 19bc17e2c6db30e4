"""The starting hands that the package ships are those of the solver, every figure of them."""

from croupier.games.ultimate_texas_holdem.solver import solution as holdem
from croupier.games.ultimate_texas_holdem.solver.preflop import solved_values
from croupier.games.ultimate_texas_holdem.terms import terms
from croupier.odds.subject import subject_of_rules

HOUSE = subject_of_rules("ma/ultimate-texas-holdem").house


def test_the_shipped_starting_hands_are_those_of_the_solver() -> None:
    shipped = holdem.starting_hands(HOUSE)
    assert len(shipped) == 169
    assert shipped == holdem.solution(HOUSE).starting_hands


def test_other_terms_are_not_answered_from_the_file() -> None:
    numbers = terms(HOUSE)
    assert solved_values((numbers.main, numbers.play_multiples))
    assert solved_values((numbers.main._replace(play_odds=(3, 2)), numbers.play_multiples)) is None
