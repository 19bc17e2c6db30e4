"""Hands of many rounds at once, from the cards as they lie in columns.

Poker and four-card hands are ranked by sums of keys (`croupier.odds.counting.rank_tables`), which costs a few
looks a hand; flushes, which are rare, by the very functions of `croupier.hands`. The strengths that come out
are those of the live table.
"""

from typing import Any

import numpy as np

from croupier.hands.flush import flush_strength
from croupier.hands.four_card import four_card_strength
from croupier.hands.poker import poker_strength
from croupier.jit import kernel
from croupier.odds.counting.rank_tables import CARD_BITS, SUIT_BITS, TABLES, HandTables

_KEYS, _PAIR_KEYS = TABLES.card_keys, TABLES.pair_keys
_CARD, _SUIT, _SUIT_MASK = np.uint16(CARD_BITS), np.uint32(SUIT_BITS), np.uint32((1 << SUIT_BITS) - 1)


def _numbers(tables: HandTables) -> tuple[Any, Any]:
    return np.uint32(tables.row_shift), np.uint32(tables.column_mask)


def _strengths(tables: HandTables, strengths: Any) -> Any:
    return np.ascontiguousarray(strengths[tables.ranks])


_SEVEN, _FIVE, _SIX = TABLES.poker_seven, TABLES.four_of_five, TABLES.four_of_six
_SEVEN_SHIFT, _SEVEN_MASK = _numbers(_SEVEN)
_SEVEN_OFFSETS, _SEVEN_FLUSHED = _SEVEN.offsets, _SEVEN.flushed
_SEVEN_STRENGTHS = _strengths(_SEVEN, TABLES.poker_strengths)
_FIVE_SHIFT, _FIVE_MASK = _numbers(_FIVE)
_FIVE_OFFSETS, _FIVE_FLUSHED = _FIVE.offsets, _FIVE.flushed
_FIVE_STRENGTHS = _strengths(_FIVE, TABLES.four_card_strengths)
_SIX_SHIFT, _SIX_MASK = _numbers(_SIX)
_SIX_OFFSETS, _SIX_FLUSHED = _SIX.offsets, _SIX.flushed
_SIX_STRENGTHS = _strengths(_SIX, TABLES.four_card_strengths)


@kernel
def card_at(columns: Any, row: int, number: int) -> Any:
    """A card as an int, which may be shifted and added to."""
    return np.int64(columns[row, number])


@kernel
def set_at(columns: Any, first: int, count: int, number: int) -> Any:
    """The set of the cards in `count` rows from `first` on, of one round."""
    cards = np.int64(0)
    for row in range(first, first + count):
        cards |= np.int64(1) << card_at(columns, row, number)
    return cards


@kernel
def card_sets(columns: Any, first: int, count: int, sets: Any) -> None:
    """The sets of the cards in `count` rows from `first` on."""
    sets[:] = 0
    for row in range(first, first + count):
        # Row by row, so that many rounds are done at once by vector instructions.
        add_cards(columns[row], sets)


@kernel
def add_cards(cards: Any, sets: Any) -> None:
    """Add one card to the set of each round."""
    for number in range(len(sets)):
        sets[number] |= np.int64(1) << np.int64(cards[number])


@kernel
def board_keys(columns: Any, board: int, keys: Any) -> None:
    """The sums of the keys of the five cards in the rows from `board` on."""
    for number in range(len(keys)):
        keys[number] = (
            _PAIR_KEYS[np.uint16(columns[board, number]) << _CARD | np.uint16(columns[board + 1, number])]
            + _PAIR_KEYS[
                np.uint16(columns[board + 2, number]) << _CARD | np.uint16(columns[board + 3, number])
            ]
            + _KEYS[columns[board + 4, number]]
        )


@kernel
def with_board(columns: Any, hole: int, board: int, keys: Any, strengths: Any) -> None:
    """The strengths of the two cards from row `hole` on with the board."""
    for number in range(len(strengths)):
        pair = np.uint16(columns[hole, number]) << _CARD | np.uint16(columns[hole + 1, number])
        key = np.uint32(keys[number] + _PAIR_KEYS[pair])
        place = np.uint32(_SEVEN_OFFSETS[key >> _SEVEN_SHIFT] + (key >> _SUIT & _SEVEN_MASK))
        strengths[number] = _SEVEN_STRENGTHS[place]
        if _SEVEN_FLUSHED[key & _SUIT_MASK]:
            strengths[number] = poker_strength(
                set_at(columns, hole, 2, number) | set_at(columns, board, 5, number)
            )


@kernel
def best_four_of_five(columns: Any, first: int, strengths: Any) -> None:
    """The strengths of the best four of the five cards from row `first` on."""
    for number in range(len(strengths)):
        key = np.uint32(0)
        for row in range(first, first + 5):
            key = np.uint32(key + _KEYS[columns[row, number]])
        place = np.uint32(_FIVE_OFFSETS[key >> _FIVE_SHIFT] + (key >> _SUIT & _FIVE_MASK))
        strengths[number] = _FIVE_STRENGTHS[place]
        if _FIVE_FLUSHED[key & _SUIT_MASK]:
            strengths[number] = four_card_strength(set_at(columns, first, 5, number))


@kernel
def best_four_of_six(columns: Any, first: int, strengths: Any) -> None:
    """The strengths of the best four of the six cards from row `first` on."""
    for number in range(len(strengths)):
        key = np.uint32(0)
        for row in range(first, first + 6):
            key = np.uint32(key + _KEYS[columns[row, number]])
        place = np.uint32(_SIX_OFFSETS[key >> _SIX_SHIFT] + (key >> _SUIT & _SIX_MASK))
        strengths[number] = _SIX_STRENGTHS[place]
        if _SIX_FLUSHED[key & _SUIT_MASK]:
            strengths[number] = four_card_strength(set_at(columns, first, 6, number))


@kernel
def flushes(sets: Any, strengths: Any) -> None:
    """The strengths of the largest flushes of card sets."""
    for number in range(len(strengths)):
        strengths[number] = flush_strength(sets[number])
