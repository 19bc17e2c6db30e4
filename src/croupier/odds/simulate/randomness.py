"""Cards dealt by counting: every round's deal is a function of the seed and the round's number alone.

The generator is SplitMix64 used as a counter: word number n of a seed is `mixed(key + n * GOLDEN)`, and a
round takes as many words as it has triples of cards, so that no two rounds of a seed share a word. A round
has the same cards on every worker and in every order of play.

A word gives three cards. Its upper 58 bits are a fraction; times the number of cards left, the whole part is
the place of the card among those left and the rest the fraction of the next. Three places have at most
52 * 51 * 50 < 2**17 values, and no probability is off by more than one part in 2**58 / 2**17 = 2**41.

Places become cards by stepping over the cards dealt before, which is the same as taking cards out of a row
and closing the gap. That is a comparison and an addition for each pair of cards, done for many rounds at once
by vector instructions, and much faster than swapping cards in a deck.
"""

from typing import Any

import numpy as np

from croupier.cards import DECK_SIZE
from croupier.jit import kernel

GOLDEN = np.uint64(0x9E37_79B9_7F4A_7C15)
_FIRST_FACTOR, _SECOND_FACTOR = np.uint64(0xBF58_476D_1CE4_E5B9), np.uint64(0x94D0_49BB_1331_11EB)
_S27, _S30, _S31 = np.uint64(27), np.uint64(30), np.uint64(31)

_BITS = 58
_DROPPED, _FRACTION = np.uint64(64 - _BITS), np.uint64(_BITS)
_MASK = np.uint64((1 << _BITS) - 1)

TRIPLE = 3
"""The number of cards drawn from one word."""


@kernel
def mixed(word: Any) -> Any:
    """A word with its bits mixed: the finishing function of SplitMix64."""
    word = (word ^ word >> _S30) * _FIRST_FACTOR
    word = (word ^ word >> _S27) * _SECOND_FACTOR
    return word ^ word >> _S31


def key_of(seed: int) -> Any:
    """The key of a seed: seeds that are neighbors have keys far apart."""
    with np.errstate(over="ignore"):
        return mixed(mixed(np.uint64(seed)) + GOLDEN)


def columns_for(cards: int, rounds: int) -> Any:
    """Return an array for the deals of `rounds` rounds, with a row for each card dealt, in full triples."""
    return np.zeros((-(-cards // TRIPLE) * TRIPLE, rounds), dtype=np.uint8)


@kernel
def deal(key: Any, first: int, cards: int, columns: Any) -> None:
    """Deal `cards` cards in each of the rounds from `first` on, one round per column."""
    words = np.uint64(columns.shape[0] // 3)
    for word in range(columns.shape[0] // 3):
        _draw(
            key + GOLDEN * (np.uint64(first) * words + np.uint64(word)),
            GOLDEN * words,
            np.uint64(DECK_SIZE - 3 * word),
            columns[3 * word],
            columns[3 * word + 1],
            columns[3 * word + 2],
        )
    # From the last card back, since a card steps over the places of those before it.
    for later in range(cards - 1, 0, -1):
        for earlier in range(later - 1, -1, -1):
            _step_over(columns[later], columns[earlier])


@kernel
def deal_next(at: Any, cards: int, columns: Any) -> None:
    """Deal rounds and count them: `at` has the key and the number of the next round."""
    deal(at[0], at[1], cards, columns)
    at[1] += np.uint64(columns.shape[1])


@kernel
def _draw(counter: Any, step: Any, left: Any, one: Any, two: Any, three: Any) -> None:
    """The places of three cards among those left, for each round."""
    second, third = left - np.uint64(1), left - np.uint64(2)
    for number in range(one.shape[0]):
        product = (mixed(counter + np.uint64(number) * step) >> _DROPPED) * left
        one[number] = product >> _FRACTION
        product = (product & _MASK) * second
        two[number] = product >> _FRACTION
        product = (product & _MASK) * third
        three[number] = product >> _FRACTION


@kernel
def _step_over(cards: Any, earlier: Any) -> None:
    for number in range(cards.shape[0]):
        cards[number] += np.uint8(cards[number] >= earlier[number])
