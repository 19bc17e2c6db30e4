"""One player on several boxes, who sees all their cards: against an independent audit's figures."""

from math import sqrt

import numpy as np
import pytest

from croupier.cards import parse_cards, set_of
from croupier.errors import Refusal
from croupier.games.four_card_poker.solver.dealer_law import strengths
from croupier.games.four_card_poker.solver.hidden_cards import count_beating, new_room
from croupier.games.four_card_poker.solver.leaks.collusion import Shared, played_of, runner
from croupier.games.four_card_poker.solver.leaks.gone_counts import (
    COUNT,
    LIMIT,
    ROW,
    count_beating_by_sets,
    gone_tables,
)
from croupier.hands.four_card import four_card_strength
from croupier.jit import compiled
from croupier.odds.price import main_odds
from croupier.odds.protection.sampling import GAIN, GAIN_SQUARE
from croupier.odds.together.boxes import figures_on_boxes, on_boxes
from croupier.submission.choices import house_rules
from croupier.submission.form import Choices


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
    """The command deals until the standard error is below 0.002 %; here 4,096 rounds.

    1,305,600 rounds found 2.5643 % with a standard error of 0.0010 % (docs/odds.md).
    """
    rounds = 4096
    sums = runner(TWO_BOXES, played_of(FOUR_CARD, TWO_BOXES))(0, rounds)
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
