"""Seats of High Card Flush that tell each other their suits, against a naive count of every dealer's hand.

Most of the deck is known to be out of play, so that every hand can be dealt in turn.
"""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb, prod

import numpy as np
import pytest

from croupier.games.high_card_flush.solver import collusion
from croupier.games.high_card_flush.solver.solution import decide, solved
from croupier.jit import compiled
from croupier.odds.protection.leak import parse_leak
from croupier.odds.protection.sampling import CHANGED, DECISIONS, GAIN
from croupier.odds.subject import subject_of_rules
from tests.naive.cards import Card
from tests.naive.hands import dealer_qualifies, high_card_flush
from tests.odds.sessions import FLUSH

SEATS, UNDEALT, OWN = 2, 30, 7
LARGEST_RAISE = {5: 2, 6: 3, 7: 3}
"""By length of the flush, in antes; 1 for a shorter one."""


def naive_card(card: int) -> Card:
    return card % 13 + 2, "cdhs"[card // 13]


def naive_values(deal: list[int], seat: int) -> dict[int, Fraction]:
    """By raise in antes, 0 for a fold: its value by own cards, undealt ones and the other seat's suits."""
    own, other = deal[OWN * seat : OWN * seat + OWN], deal[OWN * (1 - seat) : OWN * (1 - seat) + OWN]
    told = Counter(card // 13 for card in other)
    unseen = [card for card in range(52) if card not in own and card not in deal[OWN * SEATS :]]
    mine = high_card_flush([naive_card(card) for card in own])
    most = LARGEST_RAISE.get(int(mine[0]), 1)
    whole, nets = 0, dict.fromkeys(range(1, most + 1), 0)
    for dealer in combinations(unseen, OWN):
        left = Counter(card // 13 for card in unseen)
        left.subtract(card // 13 for card in dealer)
        ways = prod(comb(left[suit], told[suit]) for suit in range(4))
        if not ways:
            continue
        hand = [naive_card(card) for card in dealer]
        theirs = high_card_flush(hand)
        whole += ways
        for antes in nets:
            if not dealer_qualifies(hand):
                nets[antes] += ways
            elif mine != theirs:
                nets[antes] += ways * (1 + antes) * (1 if mine > theirs else -1)
    return {0: Fraction(-1), **{antes: Fraction(net, whole) for antes, net in nets.items()}}


@pytest.fixture(scope="module")
def deals() -> list[list[int]]:
    chance = random.Random(17)
    return [chance.sample(range(52), OWN * SEATS + UNDEALT) for _ in range(60)]


def test_seats_that_disclose_suits_decide_and_gain_as_every_deal_shows(deals: list[list[int]]) -> None:
    solution = solved(subject_of_rules(FLUSH).house)
    shared = collusion.shared_of(parse_leak("others:1:suits+burn:30"))
    assert shared == collusion.Shared(SEATS, 0, UNDEALT, True)
    played = collusion.Played(
        solution.stakes, solution.fold_below, solution.raise_from, np.zeros(0, np.int64)
    )
    weigh = compiled(collusion.weigh_rounds)
    changed = unchanged = 0
    for deal in deals:
        sums = np.zeros(DECISIONS + 4)
        rooms = np.zeros(SEATS + 2, np.int64), np.zeros((4, 3), np.int64), np.zeros(OWN + 1, np.int64)
        weigh(np.array(deal, dtype=np.uint8).reshape(-1, 1), shared, played, *rooms, sums)
        if changed == 3 if sums[CHANGED] else unchanged == 1:
            continue
        changed, unchanged = changed + bool(sums[CHANGED]), unchanged + (not sums[CHANGED])
        gain, decisions = Fraction(0), Counter[int]()
        for seat in range(SEATS):
            values = naive_values(deal, seat)
            best = max(values, key=lambda antes: values[antes])
            own = sum(1 << card for card in deal[OWN * seat : OWN * seat + OWN])
            honest = decide(own, solution.fold_below, solution.raise_from, solution.stakes)
            gain += values[best] - values[honest]
            decisions[best] += 1
        assert sums[GAIN] == pytest.approx(float(gain / SEATS), abs=1e-12)
        assert [sums[DECISIONS + antes] for antes in range(4)] == [
            decisions[antes] / SEATS for antes in range(4)
        ]
    assert (changed, unchanged) == (3, 1)
