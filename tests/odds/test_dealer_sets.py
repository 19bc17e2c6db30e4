"""Four Card Poker with several of the dealer's cards known: the sweep over hands against each hand alone."""

import random
from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from croupier.cards import card_set
from croupier.games.four_card_poker.solver.dealer_law import strengths
from croupier.games.four_card_poker.solver.hidden_cards import advise_knowing
from croupier.games.four_card_poker.solver.leaks import dealer_sets
from croupier.games.four_card_poker.solver.leaks.collusion import played_of
from croupier.games.four_card_poker.solver.leaks.dealer_sets import (
    hands_of,
    known_sets,
    look_at_sets,
    new_room,
)
from croupier.games.four_card_poker.solver.solution import decision_of, player_index, solved, worth
from croupier.hands.four_card import four_card_strength
from croupier.jit import compiled
from croupier.odds.counting.deck import WHOLE
from croupier.odds.protection.hidden_cards import Hidden
from croupier.odds.subject import subject_of_rules

ACTIONS = ("fold", "play_1x", "play_3x")


@pytest.fixture(scope="module")
def house() -> Any:
    return subject_of_rules("ma/four-card-poker").house


@pytest.mark.parametrize("dealer", [2, 3, 4, 5])
def test_decisions_of_a_sweep_are_those_of_each_hand_by_itself(house: Any, dealer: int) -> None:
    """Random sets and hands: values, decisions, changes and gain against advice with the cards known."""
    chance, known = random.Random(dealer), known_sets(dealer)
    drawn = [sorted(chance.sample(range(52), 5)) for _ in range(25)]
    hands = hands_of(np.array([card_set(each) for each in drawn]), np.array(drawn, np.uint8))
    place = chance.randrange(len(known.sets))
    count = len(worth(house).bonus)
    one = known._replace(starts=np.zeros((len(known.sets), 1), np.int64), step=1)
    room, gains = new_room(one, count), np.zeros((len(known.sets), 1))
    played = played_of(house, known.dealers, solved(house).verdicts.decisions)
    compiled(look_at_sets)((place, place + 1), one, hands, played, room, gains)
    held, orbit = int(known.sets[place]), int(known.orbits[place])
    weights: Counter[tuple[int, int]] = Counter()
    changed, gained = 0, Fraction(0)
    for own in map(card_set, drawn):
        if own & held:
            continue
        for up in (card for card in range(52) if held >> card & 1):
            values = advise_knowing(house, own, up, Hidden(dealer=held & ~(1 << up)))
            tried = [values[action] for action in ACTIONS]
            best = tried.index(max(tried))
            honest = decision_of(own, up, player_index(), solved(house).verdicts.decisions)
            weights[int(strengths().number[four_card_strength(own)]), best] += orbit
            changed += orbit * (best != honest)
            gained += tried[best] - tried[honest]
    assert gained > 0
    assert {key: int(room.weights[key[0], 0, key[1]]) for key in weights} == weights
    assert int(room.weights.sum()) == sum(weights.values())
    assert int(room.changed[0]) == changed
    assert gains[place, 0] == pytest.approx(float(gained))


def test_every_set_is_looked_at_and_every_hand_may_be() -> None:
    for dealer in (3, 4):
        known = known_sets(dealer)
        assert int(known.orbits.sum()) == {3: 270_725, 4: 2_598_960}[dealer]
        assert known.starts.shape == (len(known.sets), 2)
        assert known.starts.min() == 0
        assert known.starts.max() == known.step - 1


def test_the_standard_error_is_that_of_the_two_samples() -> None:
    """Sums of chance alone: the estimate strays from its mean by its standard error."""
    known = known_sets(3)._replace(step=1)
    normal, cases = np.random.default_rng(3).normal, dealer_sets._cases(3, WHOLE)
    found = [dealer_sets._estimate(5 + normal(size=(len(known.sets), 2)), known, cases) for _ in range(60)]
    means, errors = np.array(found).T
    assert np.std(means) == pytest.approx(np.mean(errors), rel=0.3)
