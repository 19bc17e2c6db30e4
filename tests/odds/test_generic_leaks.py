"""A leak in a game without a solver of its own: against looking at every deal and choice of known cards."""

import random
from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from croupier.cards import card_set
from croupier.errors import Refusal
from croupier.jit import compiled
from croupier.odds.advice import advice
from croupier.odds.generic import leaks
from croupier.odds.generic.law import dealer_hands
from croupier.odds.generic.tree import tree_of
from croupier.odds.protection.hidden_cards import parse_hidden
from croupier.odds.protection.leak import classes, parse_leak
from croupier.odds.protection.signals import signals_of
from croupier.odds.protection.worth import WantedFigures, worth_of
from tests.odds.toy_games.rules import one_card, three_cards

DECK = range(52)


def _one_card_twin(dealer: Callable[[int], int] | None, gone: Callable[[int], int] | None) -> Fraction:
    """One card each, wagers of one ante: play where both wagers lose less than the ante on average."""
    total = cases = 0
    for own in DECK:
        sums: dict[object, list[int]] = defaultdict(lambda: [0, 0])
        for other in DECK:
            if other == own:
                continue
            net = 2 * ((own % 13 > other % 13) - (own % 13 < other % 13))
            for burned in DECK if gone else (-1,):
                if burned in (own, other):
                    continue
                seen = dealer and dealer(other), gone and gone(burned)
                sums[seen][0] += 1
                sums[seen][1] += net
        total += sum(max(-number, value) for number, value in sums.values())
        cases += sum(number for number, _ in sums.values())
    return Fraction(total, cases)


@pytest.mark.parametrize(
    "text",
    [
        "dealer:1",
        "dealer:1:rank",
        "dealer:1:suit",
        "dealer:1:color",
        "burn:1",
        "bottom:1:rank",
        "dealer:1:suit+burn:1:rank",
    ],
)
def test_one_card_each_with_a_leak_is_worth_what_every_deal_says(text: str) -> None:
    leak = parse_leak(text)
    of = {
        "dealer" if part.place == "dealer" else "gone": classes(part.detail).__getitem__
        for part in leak.parts
    }
    found = worth_of(one_card(), leak, WantedFigures())
    assert found.method == "exact"
    assert Fraction(found.player_edge.fraction or 0) == _one_card_twin(of.get("dealer"), of.get("gone"))
    assert Fraction(found.gain.fraction or 0) >= 0
    assert sum(found.actions.values()) == pytest.approx(1)
    if text == "dealer:1":
        # Everything is known: of the hands that lose, and no others, decisions may change.
        assert found.player_edge.percent == pytest.approx(100 * (2 * 24 / 51 - 24 / 51))


@pytest.mark.parametrize(
    "text", ["dealer:2", "dealer:1:color", "burn:1:suit", "dealer:1:rank+bottom:1", "burn:2:suit"]
)
def test_a_hand_is_counted_by_signal_as_by_dealing_every_hand(text: str) -> None:
    """Three cards each: one hand against every dealer's hand, in plain loops."""
    tree = tree_of(three_cards())
    dealer, signals = dealer_hands(tree), signals_of(parse_leak(text))
    assert signals is not None
    chance = random.Random(text)
    own = card_set(chance.sample(DECK, 3))
    # A few of the dealer's hands are enough.
    few = np.array(chance.sample(range(len(dealer.sets)), 300))
    sets, numbers = dealer.sets[few], dealer.numbers[few]
    pairing = len(signals.dealer_classes) - 1
    found = np.zeros((signals.places, len(dealer.strengths)), np.int64)
    compiled(leaks.count_known)(own, sets, numbers, signals, pairing, found)
    expected: Any = np.zeros_like(found)
    for hand, number in zip(sets.tolist(), numbers.tolist(), strict=True):
        if hand & own:
            continue
        held = [card for card in DECK if hand >> card & 1]
        rest = [card for card in DECK if not (hand | own) >> card & 1]
        for known in combinations(held, signals.dealer):
            for gone in combinations(rest, signals.undealt):
                seen = sorted(int(signals.dealer_classes[pairing, card]) for card in known)
                seen += sorted(int(signals.undealt_classes[pairing, card]) for card in gone)
                place = 0
                for each in seen:
                    place = place * signals.size + each
                expected[place, number] += 1
    assert (found == expected).all()


def test_other_leaks_are_refused_in_one_line_that_lists_the_allowed() -> None:
    for text in ("flop:1", "dealer:3", "others:2", "dealer:1+flop:1", "burn:1:rank+bottom:1:suit"):
        with pytest.raises(Refusal, match="one or two cards of dealer, burn and bottom") as found:
            leaks.informed(three_cards(), parse_leak(text))
        assert "\n" not in found.value.message
    with pytest.raises(Refusal, match="dealer, burn and bottom"):
        leaks.informed(one_card(), parse_leak("dealer:2"))  # the dealer has one card


def test_advice_with_the_dealers_card_known_says_who_wins() -> None:
    values = advice(one_card(), "Ks", hidden=parse_hidden(["dealer Qd"])).values
    assert values == {"fold": -1, "play_1x": 2}
