"""Evaluators of many hands at once, over NumPy arrays.

    ranks = evaluate_seven(hands)              # int16, a bigger rank is a better hand
    strengths = TABLES.poker_strengths[ranks]  # the ints of croupier.hands.poker

`hands` is an array of card codes (`croupier.cards`, uint8) of shape (n, cards). It may lie in memory in
either order: hand after hand, as NumPy makes it, or all first cards, then all second cards and so on, as
`columns.T` of an array `columns` of shape (cards, n); the latter is the faster. Neither is copied. Any
other order, such as a slice of a wider array, is copied in small parts.

A card code above 51 is refused. Duplicate cards in a hand are not detected: the answer for such a hand is
meaningless.

Five-card and four-card hands are answered in *ranks*, dense ints in the order of the strengths of
`croupier.hands`, found in tables (`croupier.odds.counting.rank_tables`); flushes and straight flushes are the
very functions of `croupier.hands`, compiled.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.cards import DECK_SIZE
from croupier.hands.flush import flush_strength, longest_straight_flush
from croupier.jit import compiled, kernel
from croupier.odds.counting.rank_tables import CARD_BITS, SUIT_BITS, TABLES, HandTables

Hands = npt.NDArray[np.uint8]
Ranks = npt.NDArray[np.int16]

# Hands evaluated in one go: what is set aside for them stays in the first-level cache.
_BLOCK = 512

# Hands copied in one go where their order in memory is neither of the two.
_COPIED = 1 << 16

_UP_TO_SEVEN = (1, 2, 3, 4, 5, 6, 7)

# Added to a code, it carries into the bits above `CARD_BITS` unless the code is a card.
_BEYOND_DECK = np.uint8((1 << CARD_BITS) - DECK_SIZE)


def evaluate_five(hands: Hands, out: Ranks | None = None) -> Ranks:
    """Rank five-card poker hands, from 0 up: places in `TABLES.poker_strengths`.

    `out` is an array of n int16 to write into, to reuse memory.
    """
    return _ranked(hands, (TABLES.poker_five,), out)


def evaluate_seven(hands: Hands, out: Ranks | None = None) -> Ranks:
    """Rank the best five of seven cards; ranks are those of `evaluate_five`.

    >>> from croupier.cards import parse_cards
    >>> texts = "As Ks Qs Js Ts 2d 2c", "As Ah Ks Kh 9s 9d 9c", "As Ah Ks Kh 9s 8d 9c"
    >>> evaluate_seven(np.array([parse_cards(text) for text in texts], dtype=np.uint8)).tolist()
    [7461, 7235, 4991]
    """
    return _ranked(hands, (TABLES.poker_seven,), out)


def evaluate_best_four(hands: Hands, out: Ranks | None = None) -> Ranks:
    """Rank the best four of five or six cards, from 0 up: places in `TABLES.four_card_strengths`."""
    return _ranked(hands, (TABLES.four_of_five, TABLES.four_of_six), out)


def evaluate_flush(hands: Hands, out: npt.NDArray[np.int32] | None = None) -> npt.NDArray[np.int32]:
    """The strength (`croupier.hands.flush`) of the largest flush of each hand of up to seven cards."""
    _check(hands, _UP_TO_SEVEN)
    answers: npt.NDArray[np.int32] = _answers(hands, out, np.int32)
    evaluator = _by_card_sets(flush_strength, hands.shape[1])
    _run(hands, answers, evaluator, evaluator)
    return answers


def evaluate_straight_flush(
    hands: Hands, ace_low: bool, out: npt.NDArray[np.int8] | None = None
) -> npt.NDArray[np.int8]:
    """The length of the longest straight flush of each hand of up to seven cards.

    With `ace_low` the ace may stand below the two; else it is high alone.
    """
    _check(hands, _UP_TO_SEVEN)
    answers: npt.NDArray[np.int8] = _answers(hands, out, np.int8)
    longest = _longest_with_low_ace if ace_low else _longest_with_high_ace
    evaluator = _by_card_sets(longest, hands.shape[1])
    _run(hands, answers, evaluator, evaluator)
    return answers


def _ranked(hands: Hands, choice: tuple[HandTables, ...], out: Ranks | None) -> Ranks:
    """Rank hands by those of the tables that are for their number of cards."""
    sizes = tuple([tables.cards for tables in choice])
    _check(hands, sizes)
    tables = choice[sizes.index(hands.shape[1])]
    answers: Ranks = _answers(hands, out, np.int16)
    _run(hands, answers, _rank_by_rows(tables), _rank_by_columns(tables))
    return answers


def _check(hands: Any, sizes: tuple[int, ...]) -> None:
    """Refuse what is no array of hands of one of these sizes."""
    if not isinstance(hands, np.ndarray) or hands.dtype != np.uint8:
        kind = getattr(hands, "dtype", type(hands).__name__)
        raise TypeError(f"hands are an array of card codes as uint8, not {kind}")
    if hands.ndim != 2 or hands.shape[1] not in sizes:
        allowed = " or ".join(str(size) for size in sizes)
        turned = hands.ndim == 2 and hands.shape[0] in sizes
        advice = "; pass hands.T, which copies nothing" if turned else ""
        raise ValueError(f"hands have the shape (n, {allowed}), not {hands.shape}{advice}")


def _answers(hands: Hands, out: Any, dtype: Any) -> Any:
    """The array to write into: the one given, if it fits, or a new one."""
    if out is None:
        return np.empty(len(hands), dtype=dtype)
    if out.shape != (len(hands),) or out.dtype != dtype or not out.flags.c_contiguous:
        raise ValueError(f"out is a contiguous array of {len(hands)} {np.dtype(dtype)}")
    return out


Evaluator = Callable[[Any, Any], bool]
"""Writes the answers for hands, and says whether all cards are of the deck."""


def _run(hands: Hands, out: Any, by_rows: Evaluator, by_columns: Evaluator) -> None:
    """Evaluate hands by the kernel for their order in memory."""
    # Keys wrap around by design; without the compiler, NumPy would warn of that.
    with np.errstate(over="ignore"):
        if hands.flags.c_contiguous:
            valid = compiled(by_rows)(hands, out)
        elif hands.flags.f_contiguous:
            valid = compiled(by_columns)(hands, out)
        else:
            valid = True
            for start in range(0, len(hands), _COPIED):
                part = slice(start, start + _COPIED)
                valid = valid and compiled(by_rows)(np.ascontiguousarray(hands[part]), out[part])
    if not valid:
        hand, place = np.argwhere(hands >= DECK_SIZE)[0].tolist()
        raise ValueError(
            f"hand {hand} has the card {hands[hand, place]}: a card is a code from 0 to {DECK_SIZE - 1}"
        )


@kernel
def _in_deck(cards: Any) -> bool:
    """Say whether all codes in a row of them are cards; without a branch, so that it is vectorized."""
    seen = np.uint8(0)
    for card in cards:
        seen = np.uint8(seen | card | np.uint8(card + _BEYOND_DECK))
    return bool(seen < 1 << CARD_BITS)


# --- Ranks, from tables ---
#
# Tables and sizes are closed over, so that they are constants to the compiler: handed in as arguments, they
# cost several times as much. Numbers are unsigned, because an index that might be negative costs a test.


@cache
def _rank_by_columns(tables: HandTables) -> Evaluator:
    """The kernel for hands of which all first cards lie together, all second cards and so on.

    Cards are taken in pairs, whose common keys are in a table, so that seven cards cost four looks; the
    places in that table are computed beforehand, many at a time, by vector instructions. Flushes, rare and
    hard for the processor to foresee, are noted without a branch and ranked after the rest of the block.
    """
    size = tables.cards
    pairs, odd = divmod(size, 2)
    card_keys, pair_keys = TABLES.card_keys, TABLES.pair_keys
    offsets, ranks, flushed, suited = tables.offsets, tables.ranks, tables.flushed, tables.suited
    row_shift, column_mask = np.uint32(tables.row_shift), np.uint32(tables.column_mask)
    suit_bits, suit_mask = np.uint32(SUIT_BITS), np.uint32((1 << SUIT_BITS) - 1)
    card_bits, block_size = np.uint16(CARD_BITS), np.uint64(_BLOCK)

    def rank_by_columns(hands: Any, out: Any) -> bool:
        columns = hands.T
        pair_places = np.empty(pairs * _BLOCK, np.uint16)
        flushes = np.empty(_BLOCK + 1, np.uint16)
        for start in range(0, len(hands), _BLOCK):
            stop = min(start + _BLOCK, len(hands))
            length = np.uint64(stop - start)
            for pair in range(pairs):
                first, second = columns[2 * pair, start:stop], columns[2 * pair + 1, start:stop]
                if not (_in_deck(first) and _in_deck(second)):
                    return False
                places = pair_places[pair * _BLOCK : (pair + 1) * _BLOCK]
                for hand in range(length):
                    places[hand] = np.uint16(first[hand]) << card_bits | np.uint16(second[hand])
            last = columns[2 * pairs + odd - 1, start:stop]
            if odd and not _in_deck(last):
                return False

            block, answers = hands[start:stop], out[start:stop]
            flush_count = np.uint64(0)
            for hand in range(length):
                key = card_keys[last[hand]] if odd else np.uint32(0)
                for pair in range(np.uint64(pairs)):
                    key = np.uint32(key + pair_keys[pair_places[pair * block_size + hand]])
                column = key >> suit_bits & column_mask
                answers[hand] = ranks[np.uint32(offsets[key >> row_shift] + column)]
                flushes[flush_count] = hand
                flush_count += np.uint64(flushed[key & suit_mask])
            for place in range(flush_count):
                flush = np.uint64(flushes[place])
                cards = np.int64(0)
                for card in range(size):
                    cards |= np.int64(1) << np.int64(block[flush, card])
                rank = suited[cards & 8191] | suited[cards >> 13 & 8191]
                rank |= suited[cards >> 26 & 8191] | suited[cards >> 39]
                answers[flush] = max(answers[flush], rank)
        return True

    return rank_by_columns


@cache
def _rank_by_rows(tables: HandTables) -> Evaluator:
    """The kernel for hands that lie one after the other."""
    size = tables.cards
    card_keys = TABLES.card_keys
    offsets, ranks, flushed, suited = tables.offsets, tables.ranks, tables.flushed, tables.suited
    row_shift, column_mask = np.uint32(tables.row_shift), np.uint32(tables.column_mask)
    suit_bits, suit_mask = np.uint32(SUIT_BITS), np.uint32((1 << SUIT_BITS) - 1)

    def rank_by_rows(hands: Any, out: Any) -> bool:
        codes = hands.reshape(-1)
        flushes = np.empty(_BLOCK + 1, np.uint16)
        for start in range(0, len(hands), _BLOCK):
            stop = min(start + _BLOCK, len(hands))
            if not _in_deck(codes[size * start : size * stop]):
                return False
            block, answers = hands[start:stop], out[start:stop]
            flush_count = np.uint64(0)
            for hand in range(np.uint64(stop - start)):
                key = np.uint32(0)
                for card in range(size):
                    key = np.uint32(key + card_keys[block[hand, card]])
                column = key >> suit_bits & column_mask
                answers[hand] = ranks[np.uint32(offsets[key >> row_shift] + column)]
                flushes[flush_count] = hand
                flush_count += np.uint64(flushed[key & suit_mask])
            for place in range(flush_count):
                flush = np.uint64(flushes[place])
                cards = np.int64(0)
                for card in range(size):
                    cards |= np.int64(1) << np.int64(block[flush, card])
                rank = suited[cards & 8191] | suited[cards >> 13 & 8191]
                rank |= suited[cards >> 26 & 8191] | suited[cards >> 39]
                answers[flush] = max(answers[flush], rank)
        return True

    return rank_by_rows


# --- Strengths, from the functions of the live table ---


@kernel
def _longest_with_high_ace(cards: int) -> int:
    return longest_straight_flush(cards, 0)


@kernel
def _longest_with_low_ace(cards: int) -> int:
    return longest_straight_flush(cards, 1)


@cache
def _by_card_sets(strength_of: Callable[[Any], int], size: int) -> Evaluator:
    """The kernel that asks a function of `croupier.hands` of the card set of each hand."""

    def strength_by_card_sets(hands: Any, out: Any) -> bool:
        for start in range(0, len(hands), _BLOCK):
            stop = min(start + _BLOCK, len(hands))
            block, answers = hands[start:stop], out[start:stop]
            for card in range(size):
                if not _in_deck(block[:, card]):
                    return False
            for hand in range(np.uint64(stop - start)):
                cards = np.int64(0)
                for card in range(size):
                    cards |= np.int64(1) << np.int64(block[hand, card])
                answers[hand] = strength_of(cards)
        return True

    return strength_by_card_sets
