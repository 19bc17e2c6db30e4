"""Tables that rank any hand with one addition per card and two lookups.

A card has a 32-bit key. Its upper 23 bits are the key of its rank, chosen so that two hands of up to seven
cards have the same sum only if they have the same ranks. Its lower nine bits count the suits, three bits
for each of the first three (the fourth has the rest), so that the same sum shows a flush.

There are 8,388,608 sums but only 49,205 rank multisets of seven cards. So sums are folded into a short
table by *row displacement*: the upper bits of a sum name a row, each row has an offset at which its few
entries fall into gaps that other rows left, and offset plus the lower bits of the sum is the place. A card
that is no card or is there twice gives some other place within the table, never one outside of it.

What stands in the table is a *rank*, a dense 16-bit number in the order of the strengths of
`croupier.hands`; tables from ranks back to strengths are here too. Everything for seven cards takes 166 KB,
which stays in the second-level cache of a core, the keys in the first.

Importing this module reads the tables from disk or, the first time, builds them in less than a second.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from croupier.cards import RANKS, SUITS
from croupier.hands import four_card, poker
from croupier.odds.counting.store import kept

RANK_KEY_BITS = 23
SUIT_BITS = 9
"""A key is a rank key above the counters of suits."""

CARD_BITS = 6
"""Two cards look up their common key at `first << CARD_BITS | second`."""

_RANK_COUNT, _SUIT_COUNT = len(RANKS), len(SUITS)

# Kenneth Shackleton's keys (SpecialKEval): the sums of any seven, at most four of a kind, are different
# and below 2**23. So are the sums of fewer, since the same cards added to two hands change nothing.
_SUMS_APART = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)

# An odd factor keeps them different modulo 2**23 and scatters them, and scattered rows fit together with
# few gaps. This one packed best of the few dozen tried.
_SCATTER = 4322865

# The first three suits count in three bits each, which seven cards cannot overflow.
_SUIT_KEYS = (0, 1 << 0, 1 << 3, 1 << 6)


@dataclass(frozen=True, eq=False)
class HandTables:
    """The tables that rank hands of a number of cards in a game."""

    cards: int
    shift: int
    """The bits of a sum of rank keys below its row."""
    offsets: npt.NDArray[np.uint16]
    """By row, where its entries begin."""
    ranks: npt.NDArray[np.int16]
    """At offset and column, the rank of the hand, were it no flush."""
    flushed: npt.NDArray[np.uint8]
    """By the counters of suits, 1 if some suit has enough cards for a flush."""
    suited: npt.NDArray[np.int16]
    """By the rank set of one suit, the rank of its flush; 0 where there are too few cards."""

    @cached_property
    def row_shift(self) -> int:
        """The bits of a key below its row."""
        return self.shift + SUIT_BITS

    @cached_property
    def column_mask(self) -> int:
        """The bits of a sum of rank keys that are its column."""
        return (1 << self.shift) - 1


@dataclass(frozen=True, eq=False)
class RankTables:
    """All tables, as they are kept on disk."""

    card_keys: npt.NDArray[np.uint32]
    pair_keys: npt.NDArray[np.uint32]
    poker_strengths: npt.NDArray[np.int32]
    four_card_strengths: npt.NDArray[np.int32]
    poker_five: HandTables
    poker_seven: HandTables
    four_of_five: HandTables
    four_of_six: HandTables


Tables = TypeVar("Tables", HandTables, RankTables)


def build() -> RankTables:
    """Build all tables."""
    poker_strengths, poker_suited = _dense(poker.poker_strength, poker.SUITED, 5)
    four_card_strengths, four_card_suited = _dense(four_card.four_card_strength, four_card.SUITED, 4)

    def of_poker(cards: int, shift: int) -> HandTables:
        return _hand_tables(cards, 5, shift, poker.poker_strength, poker_strengths, poker_suited)

    def of_four_card(cards: int, shift: int) -> HandTables:
        return _hand_tables(
            cards, 4, shift, four_card.four_card_strength, four_card_strengths, four_card_suited
        )

    card_keys = np.zeros(1 << CARD_BITS, dtype=np.uint32)
    for suit in range(_SUIT_COUNT):
        for rank in range(_RANK_COUNT):
            card_keys[_RANK_COUNT * suit + rank] = _rank_key(rank) << SUIT_BITS | _SUIT_KEYS[suit]
    return RankTables(
        card_keys=card_keys,
        pair_keys=np.add.outer(card_keys, card_keys).reshape(-1),
        poker_strengths=poker_strengths,
        four_card_strengths=four_card_strengths,
        poker_five=of_poker(5, 13),
        poker_seven=of_poker(7, 11),
        four_of_five=of_four_card(5, 13),
        four_of_six=of_four_card(6, 11),
    )


def _rank_key(rank: int) -> int:
    return _SUMS_APART[rank] * _SCATTER % (1 << RANK_KEY_BITS)


def _dense(
    strength_of: Callable[[int], int], strength_of_suit: Sequence[int], best: int
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int16]]:
    """All strengths of a game in ascending order, and the rank of each rank set of one suit.

    The hands of just so many cards as count have all the strengths there are.
    """
    suited = np.array(strength_of_suit, dtype=np.int32)
    unsuited = _unsuited(strength_of, _multisets(best))
    strengths = np.unique(np.concatenate([unsuited, suited[suited > 0]]))
    return strengths, np.where(suited > 0, np.searchsorted(strengths, suited), 0).astype(np.int16)


def _hand_tables(
    cards: int,
    flush: int,
    shift: int,
    strength_of: Callable[[int], int],
    strengths: npt.NDArray[np.int32],
    suited: npt.NDArray[np.int16],
) -> HandTables:
    """Return the tables of hands of `cards` cards, in which `flush` of one suit are a flush."""
    multisets = _multisets(cards)
    sums = multisets @ np.array([_rank_key(rank) for rank in range(_RANK_COUNT)]) % (1 << RANK_KEY_BITS)
    columns = (1 << shift) - 1
    offsets = np.array(_displace(sums.tolist(), shift), dtype=np.uint16)
    # Long enough for every offset and column, so that no sum of keys whatever leads outside.
    ranks = np.zeros(int(offsets.max()) + columns + 1, dtype=np.int16)
    places = offsets[sums >> shift] + (sums & columns)
    ranks[places] = np.searchsorted(strengths, _unsuited(strength_of, multisets))
    return HandTables(cards, shift, offsets, ranks, _flushed(cards, flush), suited)


def _multisets(cards: int) -> npt.NDArray[np.int64]:
    """Return every way to have `cards` cards of thirteen ranks; a row has the number of each."""
    rows = np.zeros((1, 0), dtype=np.int64)
    for _ in range(_RANK_COUNT):
        rows = np.concatenate(
            [np.column_stack([rows, np.full(len(rows), count)]) for count in range(_SUIT_COUNT + 1)]
        )
        rows = rows[rows.sum(axis=1) <= cards]
    full: npt.NDArray[np.int64] = rows[rows.sum(axis=1) == cards]
    return full


def _unsuited(strength_of: Callable[[int], int], multisets: npt.NDArray[np.int64]) -> npt.NDArray[np.int32]:
    """The strength of each multiset of ranks, were its cards no flush.

    Suits are given in turn, so that none has two cards more than another.
    """
    card_sets = np.zeros(len(multisets), dtype=np.int64)
    before = np.zeros(len(multisets), dtype=np.int64)
    for rank in range(_RANK_COUNT):
        for copy in range(_SUIT_COUNT):
            card = _RANK_COUNT * ((before + copy) % _SUIT_COUNT) + rank
            card_sets |= np.where(multisets[:, rank] > copy, np.int64(1) << card, 0)
        before += multisets[:, rank]
    return np.array([strength_of(cards) for cards in card_sets.tolist()], dtype=np.int32)


def _displace(sums: Sequence[int], shift: int) -> list[int]:
    """By row, the least offset at which its entries fall on free places, the fullest rows first.

    Sets of places are ints, so that one shift tries an entry at all offsets at once.
    """
    rows: list[list[int]] = [[] for _ in range(1 << RANK_KEY_BITS - shift)]
    for total in sums:
        rows[total >> shift].append(total & (1 << shift) - 1)
    offsets = [0] * len(rows)
    free = (1 << 2 * len(sums) + (1 << shift)) - 1
    for row in sorted(range(len(rows)), key=lambda row: -len(rows[row])):
        fits, entries = -1, 0
        for column in rows[row]:
            fits &= free >> column
            entries |= 1 << column
        if entries:
            offsets[row] = (fits & -fits).bit_length() - 1
            free ^= entries << offsets[row]
    return offsets


def _flushed(cards: int, flush: int) -> npt.NDArray[np.uint8]:
    """By the counters of the suits, whether some suit has enough cards for a flush."""
    flushed = np.zeros(1 << SUIT_BITS, dtype=np.uint8)
    for counters in range(1 << SUIT_BITS):
        counted = [counters & 7, counters >> 3 & 7, counters >> 6]
        flushed[counters] = max(*counted, cards - sum(counted)) >= flush
    return flushed


def _fixed(tables: Tables) -> Tables:
    """The same tables in arrays that cannot be written, whether they were just built or read from disk.

    A table that someone changed would still be the old one in compiled code. And the pickle of what a kernel
    closes over is part of its name on disk: that of an array that was read, whose dtype is not NumPy's own
    object but an equal one, is another than that of an array that was built.
    """
    changes: dict[str, Any] = {}
    for name, value in vars(tables).items():
        if isinstance(value, np.ndarray):
            changes[name] = np.frombuffer(value.tobytes(), dtype=value.dtype.type)
        elif isinstance(value, HandTables):
            changes[name] = _fixed(value)
    return replace(tables, **changes)


TABLES = _fixed(kept("rank-tables", (), build))
