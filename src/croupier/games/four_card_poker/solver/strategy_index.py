"""An index of a Four Card Poker strategy: decisions by small tables, the most decisive first.

Strength and up-card rank decide nine hands in ten; the five ranks and the up-card's rank decide half of the
others; the suits, relative to the up-card's, decide the rest.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from croupier.games.four_card_poker.solver.dealer_law import strengths as all_strengths
from croupier.games.four_card_poker.solver.solution import PlayerIndex, decision_of, player_index
from croupier.games.four_card_poker.solver.verdicts import Verdicts
from croupier.hands.four_card import FLUSH, STRAIGHT_FLUSH, four_card_category
from croupier.jit import compiled, kernel
from croupier.odds.counting.canonical import canonical_hands
from croupier.odds.counting.rank_tables import SUIT_BITS, TABLES

DEPENDS = 3
"""In a table of decisions, values from here on refer to the next table, at the value minus `DEPENDS`."""
PATTERNS = 4**5
"""The number of suit patterns of five cards."""

_KEYS, _FIVE = TABLES.card_keys, TABLES.four_of_five
_OFFSETS, _SHIFT, _MASK = _FIVE.offsets, np.uint32(_FIVE.row_shift), np.uint32(_FIVE.column_mask)
_SUIT = np.uint32(SUIT_BITS)
_UP_RANKS = 16
_TWO, _THREE = np.uint32(2), np.uint32(3)


class DecisionTables(NamedTuple):
    """A strategy as tables."""

    numbers: Any
    """By strength, its number."""
    by_strength: Any
    """By number of a strength and rank of the up-card, the decision, or `DEPENDS`."""
    by_ranks: Any
    """By place of five ranks and rank of the up-card, the decision, or `DEPENDS` plus an index."""
    by_suits: Any
    """By that index and the suits of the five cards in order of rank: four decisions per byte."""
    antes_of: Any
    """By decision, the number of antes wagered."""


def rule_tables(rule: Callable[[int, int], int], antes_of: Any) -> DecisionTables:
    """Return the tables of a rule by strength and rank of the up-card."""
    values = all_strengths().values.tolist()
    by_strength = np.array([[rule(each, up) for up in range(13)] for each in values])
    nothing = np.zeros((1, _UP_RANKS), np.uint16)
    return _tables_of(by_strength, nothing, np.zeros((1, PATTERNS // 4), np.uint8), antes_of)


def optimal_tables(verdicts: Verdicts, antes_of: Any) -> DecisionTables:
    """Return the tables of a solution's decisions."""
    # If only one decision is ever best, strength and up-card determine it.
    alone = (verdicts.weights > 0).sum(axis=2) <= 1
    by_strength = np.where(alone, verdicts.weights.argmax(2), DEPENDS)
    seen = np.zeros((len(_FIVE.ranks), _UP_RANKS), np.uint8)
    sets, _ = canonical_hands(5)
    categories = four_card_category(all_strengths().values)
    flushes = (categories == FLUSH) | (categories == STRAIGHT_FLUSH)
    longest = 5 if (by_strength[flushes] == DEPENDS).any() else 3
    compiled(_mark_decisions)(sets, longest, verdicts.decisions, seen)
    by_ranks = np.array([0, 0, 1, DEPENDS, 2, DEPENDS, DEPENDS, DEPENDS], np.uint16)[seen]
    depends = by_ranks == DEPENDS
    cells = int(depends.sum())
    assert cells < (1 << 16) - DEPENDS
    by_ranks[depends] += np.arange(cells, dtype=np.uint16)
    by_suits = np.zeros((max(1, cells), PATTERNS // 4), np.uint8)
    compiled(_write_suits)(by_ranks, player_index(), verdicts.decisions, by_suits)
    return _tables_of(by_strength, by_ranks, by_suits, antes_of)


def _tables_of(by_strength: Any, by_ranks: Any, by_suits: Any, antes_of: Any) -> DecisionTables:
    values = all_strengths().values
    numbers = np.zeros(int(values.max()) + 1, dtype=np.uint16)
    numbers[values] = np.arange(len(values))
    return DecisionTables(numbers, by_strength.astype(np.uint8), by_ranks, by_suits.reshape(-1), antes_of)


@kernel
def _ranks_place(key: Any) -> Any:
    """Return the place of five ranks, given the sum of the keys of the cards."""
    return np.uint32(_OFFSETS[key >> _SHIFT] + (key >> _SUIT & _MASK))


def _mark_decisions(sets: Any, longest: int, decisions: Any, seen: Any) -> None:
    """By place of five ranks and rank of the up-card, a bit for each decision that is best with them.

    Hands with more than `longest` cards of a suit are skipped.
    """
    for hand in range(len(sets)):
        cards, key = sets[hand], np.uint32(0)
        most = 0
        for suit in range(4):
            count = 0
            for rank in range(13):
                if cards >> 13 * suit + rank & 1:
                    key = np.uint32(key + _KEYS[13 * suit + rank])
                    count += 1
            most = max(most, count)
        if most <= longest:
            place = _ranks_place(key)
            for up in range(52):
                if not cards >> up & 1:
                    seen[place, up % 13] |= 1 << (decisions[hand, up % 13] >> 2 * (up // 13) & 3)


def _write_suits(by_ranks: Any, players: PlayerIndex, decisions: Any, by_suits: Any) -> None:
    """Write the decisions that ranks do not determine, with the up-card in the first suit."""
    for e in range(13):
        for d in range(e + 1):
            for c in range(d + 1):
                for b in range(c + 1):
                    for a in range(b + 1):
                        if a < e:
                            key = np.uint32(_KEYS[a] + _KEYS[b] + _KEYS[c] + _KEYS[d] + _KEYS[e])
                            place = _ranks_place(key)
                            for up in range(13):
                                if by_ranks[place, up] >= DEPENDS:
                                    row = by_suits[by_ranks[place, up] - DEPENDS]
                                    _write_patterns((a, b, c, d, e), up, players, decisions, row)


@kernel
def _write_patterns(
    ranks: tuple[int, int, int, int, int], up: int, players: PlayerIndex, decisions: Any, row: Any
) -> None:
    for pattern in range(PATTERNS):
        cards, count = 1 << up, 1
        for each in range(5):
            card = 13 * (pattern >> 2 * each & 3) + ranks[each]
            count += 1 - (cards >> card & 1)
            cards |= 1 << card
        if count == 6:
            row[pattern >> 2] |= decision_of(cards ^ 1 << up, up, players, decisions) << 2 * (pattern & 3)


@kernel
def _suits(columns: Any, hand: int, up: int, number: int) -> Any:
    """Return the suits of five cards in order of rank, relative to the suit of the up-card."""
    away = columns[up, number] // np.uint8(13)
    a, b = _by_rank(columns[hand, number], away), _by_rank(columns[hand + 1, number], away)
    c, d = _by_rank(columns[hand + 2, number], away), _by_rank(columns[hand + 3, number], away)
    e = _by_rank(columns[hand + 4, number], away)
    a, b = min(a, b), max(a, b)
    d, e = min(d, e), max(d, e)
    c, e = min(c, e), max(c, e)
    c, d = min(c, d), max(c, d)
    a, d = min(a, d), max(a, d)
    a, c = min(a, c), max(a, c)
    b, e = min(b, e), max(b, e)
    b, d = min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    return a & 3 | (b & 3) << 2 | (c & 3) << 4 | (d & 3) << 6 | (e & 3) << 8


@kernel
def _by_rank(card: Any, away: Any) -> Any:
    """Return a card as an int that sorts by rank, with its suit relative to another."""
    suit = card // np.uint8(13)
    return np.uint32(card % np.uint8(13)) << np.uint32(2) | np.uint32(suit ^ away)


class Room(NamedTuple):
    """Working arrays, by round."""

    spots: Any
    left: Any


@kernel
def play_four_card(
    columns: Any, rows: tuple[int, int], strengths: Any, told: DecisionTables, room: Room, antes: Any
) -> None:
    """Decide by strength and up-card; if these are not enough, by ranks and up-card; then also by suits.

    `rows` are the first row of the hand and the row of the up-card.
    """
    hand, up = rows
    spots, left = room
    count = 0
    for number in range(len(antes)):
        strength = told.numbers[np.uint32(strengths[number])]
        decision = told.by_strength[strength, columns[up, number] % np.uint8(13)]
        antes[number] = told.antes_of[decision % np.uint8(DEPENDS)]
        # No branch: the processor cannot predict which hands depend on more.
        left[count] = number
        count += decision == DEPENDS
    by_suits = 0
    for each in range(count):
        number = left[each]
        key = np.uint32(0)
        for row in range(hand, hand + 5):
            key = np.uint32(key + _KEYS[columns[row, number]])
        found = told.by_ranks[_ranks_place(key), columns[up, number] % np.uint8(13)]
        antes[number] = told.antes_of[min(found, DEPENDS - 1)]
        left[by_suits], spots[by_suits] = number, found
        by_suits += found >= DEPENDS
    # First find the places of the decisions, then read them, so that the memory accesses overlap.
    for each in range(by_suits):
        cell = np.uint32(spots[each] - np.uint32(DEPENDS))
        spots[each] = np.uint32(cell * np.uint32(PATTERNS)) + _suits(columns, hand, up, left[each])
    for each in range(by_suits):
        spot = spots[each]
        antes[left[each]] = told.antes_of[told.by_suits[spot >> _TWO] >> (spot & _THREE) * _TWO & _THREE]
