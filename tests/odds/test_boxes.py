"""One player on several boxes, who sees all their cards: against an independent audit's figures."""

import random
from fractions import Fraction
from itertools import combinations
from math import sqrt

import numpy as np
import pytest

from croupier.cards import parse_cards, set_of, text_of
from croupier.errors import Refusal
from croupier.games.four_card_poker.solver.dealer_law import strengths
from croupier.games.four_card_poker.solver.hidden_cards import count_beating, new_room
from croupier.games.four_card_poker.solver.leaks.collusion import (
    Hidden,
    Shared,
    played_of,
    runner,
    weigh_rounds,
)
from croupier.games.four_card_poker.solver.leaks.gone_counts import (
    COUNT,
    LIMIT,
    ROW,
    count_beating_by_sets,
    gone_tables,
)
from croupier.games.four_card_poker.solver.solution import decision_of, player_index, solved
from croupier.hands.four_card import four_card_strength
from croupier.jit import compiled
from croupier.odds.price import main_odds
from croupier.odds.protection.sampling import CHANGED, DECISIONS, GAIN, GAIN_SQUARE
from croupier.odds.together.boxes import figures_on_boxes, on_boxes
from croupier.submission.choices import house_rules
from croupier.submission.form import Choices
from tests.naive import money, paytables
from tests.naive.cards import cards as naive
from tests.naive.hands import Rank, best_four, four_card_rows


@pytest.mark.parametrize(
    ("rules", "boxes", "edge"),
    [
        ("ma/high-card-flush", 2, 0.02586),
        ("ma/high-card-flush", 3, 0.02425),
    ],
)
def test_each_further_box_lowers_the_edge(rules: str, boxes: int, edge: float) -> None:
    house = house_rules(rules, Choices())
    found = on_boxes(house, boxes)
    printed = figures_on_boxes(found)
    assert printed["method"] == "sampled"
    assert 0 < printed["std_error"] <= 1e-4
    assert printed["house_edge"] == pytest.approx(edge, abs=4 * printed["std_error"] + 5e-6)
    assert printed["house_edge"] < float(main_odds(house).house_edge) - 4 * printed["std_error"]
    assert 0 < printed["changed"] < 0.05


FOUR_CARD = house_rules("ma/four-card-poker", Choices())
TWO_BOXES = Shared(seats=2, dealer=0, undealt=0)


def test_two_boxes_of_four_card_poker() -> None:
    """The command deals until the standard error is below 0.002%; here 4,096 rounds.

    1,305,600 rounds found 2.5643% with a standard error of 0.0010% (docs/odds.md).
    """
    rounds = 4096
    sums = runner(TWO_BOXES, played_of(FOUR_CARD, TWO_BOXES.dealers, solved(FOUR_CARD).verdicts.decisions))(
        0, rounds
    )
    gain = sums[GAIN] / rounds
    error = sqrt((sums[GAIN_SQUARE] / rounds - gain**2) / rounds)
    assert error < 2e-4
    assert float(main_odds(FOUR_CARD).house_edge) - gain == pytest.approx(0.025643, abs=4 * error)
    assert gain > 10 * error


@pytest.mark.parametrize("ties_lose", [0, 1])
def test_hands_counted_by_sets_are_those_looked_at_one_by_one(ties_lose: int) -> None:
    """The boxes share a rank, a suit, and the lowest hand there is, which every dealer beats if ties lose."""
    up = parse_cards("7h")[0]
    for texts in (
        ("2c 3d 4h 6s 7c", "As Ah Ad Ac Ks"),
        ("9s 9d Kc 5h 2s", "9h 9c Kd Kh Qs"),
        ("Ts 9s 8s 7s 2d", "6s 5s 4s 3s Ad"),
    ):
        hands = [set_of(text) for text in texts]
        gone = hands[0] | hands[1]
        seats = np.zeros((4, 2), np.int64)
        for seat, hand in enumerate(hands):
            strength = four_card_strength(hand)
            seats[LIMIT, seat] = strength - ties_lose
            seats[ROW, seat] = strengths().number[strength] - ties_lose
        compiled(count_beating_by_sets)(gone, up, TWO_BOXES.dealers, seats, new_room(), gone_tables())
        counts = np.zeros(2, np.int64)
        left = ~(gone | 1 << up) & (1 << 52) - 1
        compiled(count_beating)(1 << up, left, 5, seats[LIMIT], counts, new_room())
        assert seats[COUNT].tolist() == counts.tolist()


SMALL_DECK = [card for card in range(52) if card % 13 in (0, 1, 2, 3, 7, 11)]
"""Twos to fives, nines and kings."""


def test_two_boxes_decide_as_a_player_who_sees_both_hands() -> None:
    """From a small deck, against the document's settlement of every dealer's hand: both boxes, each deal."""
    absent = [card for card in range(52) if card not in SMALL_DECK]
    shared = Shared(seats=2, dealer=0, undealt=len(absent))
    drawn = [random.Random(seed).sample(SMALL_DECK, 11) for seed in range(14)]
    columns = np.array([[*cards, *absent] for cards in drawn], np.uint8).T.copy()
    sums, seats = np.zeros(DECISIONS + 3), np.zeros((4, 2), np.int64)
    hidden = Hidden(shared.draw, shared.dealers, by_sets=False)
    honest_decisions = solved(FOUR_CARD).verdicts.decisions
    played = played_of(FOUR_CARD, shared.dealers, honest_decisions)
    compiled(weigh_rounds)(columns, shared, played, hidden, seats, new_room(), sums)
    gain, decided, changed = Fraction(0), [0, 0, 0], 0
    for cards in drawn:
        naive_cards = [naive(text_of(1 << card))[0] for card in cards]
        unseen = [naive(text_of(1 << card))[0] for card in SMALL_DECK if card not in cards]
        dealers = [best_four((naive_cards[10], *five)) for five in combinations(unseen, 5)]
        for first in (0, 5):
            values = _values(best_four(naive_cards[first : first + 5]), dealers)
            best = values.index(max(values))
            own = sum(1 << card for card in cards[first : first + 5])
            honest = decision_of(own, cards[10], player_index(), honest_decisions)
            gain += (values[best] - values[honest]) / 2
            decided[best] += 1
            changed += best != honest
    assert min(decided) > 0
    assert changed > 2
    assert sums[GAIN] == pytest.approx(float(gain))
    assert sums[CHANGED] == changed / 2
    assert sums[DECISIONS:].tolist() == [each / 2 for each in decided]


def _values(mine: Rank, dealers: list[Rank]) -> list[Fraction]:
    """A fold, one and three antes played: ante and play pay 1 to 1, ties win; and the ante bonus."""
    row = money.highest_row("ante_bonus", paytables.ANTE_BONUS, four_card_rows(mine))
    bonus = Fraction(*paytables.ANTE_BONUS[row]) if row else Fraction(0)
    lost = Fraction(sum(each > mine for each in dealers), len(dealers))
    return [Fraction(-1), *(bonus + (1 + antes) * (1 - 2 * lost) for antes in (1, 3))]


@pytest.mark.clause("ma-uth-12", shows="refused")
@pytest.mark.parametrize(
    ("rules", "boxes", "allowed"),
    [("ma/ultimate-texas-holdem", 2, "one box a player"), ("ma/four-card-poker", 3, "2 to 2")],
)
def test_more_boxes_than_the_document_allows(rules: str, boxes: int, allowed: str) -> None:
    with pytest.raises(Refusal, match=f"{boxes} boxes; allowed: {allowed}") as refused:
        on_boxes(house_rules(rules, Choices()), boxes)
    assert refused.value.code == "too_many_boxes"
    assert refused.value.clauses
