"""Classes of boards against the boards themselves: every board is in one class, and no class has too many."""

from collections import Counter
from random import Random

import numpy as np

from croupier.cards import card_set
from croupier.games.ultimate_texas_holdem.solver.boards.classes import (
    ALL_CLASSES,
    CLASSES,
    all_classes,
    board_of,
    cards_of,
    class_of,
    number_of_ranks,
    other_ranks,
    others_of,
    suited_count,
)
from croupier.games.ultimate_texas_holdem.solver.boards.showdown import flush_suit
from croupier.odds.counting.canonical import canonical_hands


def _class(board: int) -> int:
    """The class of a board, by its cards."""
    suit, cards = flush_suit(board), [card for card in range(52) if board >> card & 1]
    if suit == 4:
        return CLASSES + number_of_ranks(sum(1 << 3 * (card % 13) for card in cards))
    others = [*sorted(card % 13 for card in cards if card // 13 != suit), 0, 0]
    suited = board >> 13 * suit & 8191
    return class_of(suited, suited.bit_count(), others[0], others[1])


def test_classes_stand_for_all_boards() -> None:
    """By the boards up to a renaming of the suits, each as often as it stands for others."""
    counted: Counter[int] = Counter()
    for board, weight in zip(*(each.tolist() for each in canonical_hands(5)), strict=True):
        counted[_class(board)] += weight
    classes, found, kinds = all_classes(), Counter[int](), np.zeros(5, np.int64)
    for suited in classes.suited.tolist():
        count = suited_count(suited)
        for others in range(others_of(count) if suited else 0):
            low, high = other_ranks(count, others)
            number = class_of(suited, count, low, high)
            assert _class(board_of(suited, count, low, high)) == number
            found[number] += 4 * cards_of(suited, count, low, high, kinds)
    for number, (board, weight) in enumerate(
        zip(classes.boards.tolist(), classes.weights.tolist(), strict=True)
    ):
        if board:
            assert _class(board) == CLASSES + number
            found[CLASSES + number] += weight
    assert found == counted
    assert sum(found.values()) == 2_598_960
    assert len(found) == 42_783 == ALL_CLASSES - 13


def test_a_class_does_not_depend_on_the_names_of_the_suits() -> None:
    random = Random(3)
    for _ in range(300):
        cards, suits = random.sample(range(52), 5), random.sample(range(4), 4)
        renamed = [13 * suits[card // 13] + card % 13 for card in cards]
        assert _class(card_set(cards)) == _class(card_set(renamed))
