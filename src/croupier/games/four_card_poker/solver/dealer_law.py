"""The distribution of the dealer's hand in Four Card Poker: six-card hands that contain given cards and win.

For a player's five cards P of strength s and the up-card u, the dealer's hands that contain u, avoid P and
beat s are counted by inclusion-exclusion over the subsets S of P: the sum of (-1)^|S| times the number of
six-card hands that contain S and u and beat s. That number depends only on the class of the set S + u, so it
is tabulated once for all rules: by strength and class for sets of one to four cards, by the strengths of the
47 completions for sets of five.

Strengths are numbered consecutively from 0, the worst of the 2,535 four-card hands.
"""

from functools import cache
from math import comb
from typing import NamedTuple

from croupier.games.four_card_poker.solver.classes import Array, extensions
from croupier.hands.four_card import four_card_strength
from croupier.jit import compiled, kernel, numpy, table
from croupier.odds.counting.canonical import canonical_hands
from croupier.odds.counting.deck import WHOLE, Deck
from croupier.odds.counting.threads import in_parallel
from croupier.odds.progress import Progress, silent

_TILE = 32
"""The classes counted side by side, so that the table by strength is written in full cache lines."""

PARTS = 16


class Strengths(NamedTuple):
    """Strengths, numbered consecutively."""

    values: Array
    """By number, ascending, the strength."""
    number: Array
    """By strength, its number."""


class DealerTables(NamedTuple):
    """The six-card hands that contain a set and beat a strength, counted by strength and class of the set."""

    with_one: Array
    with_two: Array
    with_three: Array
    with_four: Array
    completions: Array
    """By class of five cards and sixth card: the number of the hand's strength; -1 if it cannot be dealt."""
    by_strength: Array
    """The classes of five cards, once for each completion, ordered by the completion's strength …"""
    starts: Array
    """… those of strength n begin at `starts[n]`."""
    deck: int
    """The deck, as a set."""
    dealers: tuple[int, int, int]
    """The numbers of hands with the up-card and none of a player's cards, with 0, 1 or 2 more known cards."""


@cache
def strengths() -> Strengths:
    """Return all strengths of four cards."""
    np = numpy()
    sets = canonical_hands(4)[0]
    found = np.empty(len(sets), dtype=np.int64)
    compiled(_evaluate)(sets, found)
    values = np.unique(found)
    number = np.full(int(values[-1]) + 1, -1, dtype=np.int16)
    number[values] = np.arange(len(values))
    return Strengths(values, number)


@cache
def player_strengths() -> Array:
    """By class of five cards, the number of the strength of the best four."""
    np = numpy()
    sets = canonical_hands(5)[0]
    found = np.empty(len(sets), dtype=np.int64)
    compiled(_evaluate)(sets, found)
    return strengths().number[found]


def dealer_tables(progress: Progress = silent, deck: Deck = WHOLE) -> DealerTables:
    """Count all tables."""
    np = numpy()
    values, number = strengths()
    fours, fives = canonical_hands(4)[0], canonical_hands(5)[0]
    by_class = np.empty((len(fours), len(values)), dtype=np.int16)
    with_four = np.empty((len(values), len(fours)), dtype=np.int16)
    completions = np.empty((len(fives), 52), dtype=np.int16)
    beaten_with_four, complete = compiled(_beaten_with_four), compiled(_complete)

    def count(part: int) -> None:
        tiles = -(-len(fours) // _TILE)
        first, last = (_TILE * (tiles * each // PARTS) for each in (part, part + 1))
        beaten_with_four(first, min(last, len(fours)), fours, deck.cards, number, by_class, with_four)
        first, last = (len(fives) * each // PARTS for each in (part, part + 1))
        complete(first, last, fives, deck.cards, number, completions)

    in_parallel(count, range(PARTS), progress)
    with_three = _gathered(by_class, 3)
    with_two = _gathered(with_three, 2)
    with_one = _gathered(with_two, 1)
    by_strength = np.empty(int((completions >= 0).sum()), dtype=np.int32)
    starts = np.zeros(len(values) + 2, dtype=np.int64)
    compiled(_order)(completions, by_strength, starts)
    return DealerTables(
        np.ascontiguousarray(with_one.T),
        np.ascontiguousarray(with_two.T),
        np.ascontiguousarray(with_three.T.astype(np.int16)),  # at most C(49, 3)
        with_four,
        completions,
        by_strength,
        starts,
        deck.cards,
        dealers_left(deck),
    )


def dealers_left(deck: Deck) -> tuple[int, int, int]:
    """Count the dealer's possible hands, given five player cards, the up-card and 0, 1 or 2 more cards."""
    left = deck.size - 6
    return comb(left, 5), comb(left - 1, 4), comb(left - 2, 3)


def _gathered(bigger: Array, size: int) -> Array:
    """Compute the table of sets of a size, by class and strength, from that of sets with one more card."""
    np = numpy()
    sets, extended = canonical_hands(size)[0], extensions(size)
    gathered = np.zeros((len(sets), bigger.shape[1]), dtype=np.int32)
    gather = compiled(_gather)
    # A six-card hand that contains a set of n cards contains 6 - n of its extensions by one card.
    gather(0, len(sets), sets, bigger, extended, 6 - size, gathered)
    return gathered


def _evaluate(sets: Array, found: Array) -> None:
    for each in range(len(sets)):
        found[each] = four_card_strength(sets[each])


def _complete(first: int, last: int, sets: Array, deck: int, number: Array, completions: Array) -> None:
    for each in range(first, last):
        cards = sets[each]
        for card in range(52):
            if cards & ~deck or not (deck & ~cards) >> card & 1:
                completions[each, card] = -1
            else:
                completions[each, card] = number[four_card_strength(cards | 1 << card)]


def _beaten_with_four(
    first: int, last: int, sets: Array, deck: int, number: Array, by_class: Array, with_four: Array
) -> None:
    """For the classes of four cards from `first` on, write the six-card hands that beat each strength, in
    both layouts."""
    count = by_class.shape[1]
    for start in range(first, last, _TILE):
        end = min(start + _TILE, last)
        for each in range(start, end):
            row = by_class[each]
            row[:] = 0
            cards = sets[each]
            left = 0 if cards & ~deck else deck & ~cards
            for high in range(1, 52):
                if not left >> high & 1:
                    continue
                five = cards | 1 << high
                for low in range(high):
                    if left >> low & 1:
                        row[number[four_card_strength(five | 1 << low)]] += 1
            above = 0
            for strength in range(count - 1, -1, -1):
                here = row[strength]
                row[strength] = above
                above += here
        for strength in range(count):
            for each in range(start, end):
                with_four[strength, each] = by_class[each, strength]


def _gather(
    first: int, last: int, sets: Array, bigger: Array, extended: Array, times: int, gathered: Array
) -> None:
    for each in range(first, last):
        row = gathered[each]
        for card in range(52):
            if not sets[each] >> card & 1:
                other = bigger[extended[each, card]]
                for strength in range(len(row)):
                    row[strength] += other[strength]
        for strength in range(len(row)):
            row[strength] //= times


def _order(completions: Array, by_strength: Array, starts: Array) -> None:
    """Order the classes of five cards by the strength of each of their completions."""
    for each in range(len(completions)):
        for card in range(52):
            if completions[each, card] >= 0:
                starts[completions[each, card] + 2] += 1
    for strength in range(2, len(starts)):
        starts[strength] += starts[strength - 1]
    for each in range(len(completions)):
        for card in range(52):
            strength = completions[each, card]
            if strength >= 0:
                by_strength[starts[strength + 1]] = each
                starts[strength + 1] += 1


# ------------------------------------------------------------------------------- for a single hand

_COUNT = table([ranks.bit_count() for ranks in range(8192)])

_FLUSH = 4
_HAND = 6


@kernel
def _left_of(rank: int, known: int) -> int:
    """Count the unknown cards of a rank."""
    left = 0
    for suit in range(4):
        left += 1 - (known >> 13 * suit + rank & 1)
    return left


@kernel
def _scattered(a: int, b: int, c: int, d: int, e: int, f: int) -> int:
    """Return six cards of these ordered ranks, with no more than two of any suit."""
    return 1 << a | 1 << 13 + b | 1 << 26 + c | 1 << 39 + d | 1 << e | 1 << 13 + f


def count_beating_six(cards: int, up: int, strength: int) -> int:
    """Count the dealer's hands with this up-card, and none of these cards, that beat a strength.

    There are 1,370,754 hands, but few differ. Unless four or more cards are of one suit, only the ranks
    matter: there are 6,188 ways to choose five ranks besides the up-card's. With four or more of a suit, the
    ranks of that suit and of the others matter: 60,000 ways. So all hands are first counted as if none had a
    flush, and the count is then corrected for the hands with four or more of a suit.
    """
    known = cards | 1 << up
    beating = _count_ranks(known, up % 13, strength)
    for suit in range(4):
        beating += _put_right(known, up, suit, strength)
    return beating


@kernel
def _count_ranks(known: int, up: int, strength: int) -> int:
    """Count by the ranks of the five cards besides the up-card, as if there were no flushes."""
    beating = 0
    for a in range(13):
        for b in range(a + 1):
            for c in range(b + 1):
                for d in range(c + 1):
                    for e in range(d + 1):
                        ways = _ways_of_five(known, a, b, c, d, e)
                        if ways and four_card_strength(_with_up(a, b, c, d, e, up)) > strength:
                            beating += ways
    return beating


@kernel
def _ways_of_five(known: int, a: int, b: int, c: int, d: int, e: int) -> int:
    """Count the hands with five ranks, given in descending order."""
    ways, run, before = 1, 0, 13
    for place in range(5):
        rank = a if place == 0 else b if place == 1 else c if place == 2 else d if place == 3 else e
        run = run + 1 if rank == before else 1
        before = rank
        ways = ways * (_left_of(rank, known) - run + 1) // run
    return ways


@kernel
def _with_up(a: int, b: int, c: int, d: int, e: int, up: int) -> int:
    """Return six cards of five descending ranks and the up-card's rank, without a flush."""
    if up >= a:
        return _scattered(up, a, b, c, d, e)
    if up >= b:
        return _scattered(a, up, b, c, d, e)
    if up >= c:
        return _scattered(a, b, up, c, d, e)
    if up >= d:
        return _scattered(a, b, c, up, d, e)
    if up >= e:
        return _scattered(a, b, c, d, up, e)
    return _scattered(a, b, c, d, e, up)


@kernel
def _put_right(known: int, up: int, suit: int, strength: int) -> int:
    """Return the correction for hands with four or more of a suit: winners with the flush minus without."""
    with_up = 1 << up % 13 if up // 13 == suit else 0
    unknown = 8191 & ~(known >> 13 * suit)
    found = 0
    for ranks in range(8192):
        count = _COUNT[ranks]
        if _FLUSH <= count <= _HAND and ranks & with_up == with_up and not ranks & ~(unknown | with_up):
            others = _HAND - count
            if with_up:
                found += _with_others(ranks, others, known, suit, strength)
            elif others:
                found += _with_up_card(ranks, others, known, up, suit, strength)
    return found


@kernel
def _plain(rank: int, known: int, suit: int) -> int:
    """Count the unknown cards of a rank outside the suit."""
    return _left_of(rank, known) - (1 - (known >> 13 * suit + rank & 1))


@kernel
def _with_others(ranks: int, others: int, known: int, suit: int, strength: int) -> int:
    """Return the correction for hands with the up-card in the suit and `others` cards outside it."""
    if others == 0:
        return _changed(ranks, 13, 13, strength)
    found = 0
    for one in range(13):
        left = _plain(one, known, suit)
        if others == 1:
            found += left * _changed(ranks, one, 13, strength)
            continue
        if left > 1:
            found += left * (left - 1) // 2 * _changed(ranks, one, one, strength)
        for other in range(one):
            ways = left * _plain(other, known, suit)
            if ways:
                found += ways * _changed(ranks, one, other, strength)
    return found


@kernel
def _with_up_card(ranks: int, others: int, known: int, up: int, suit: int, strength: int) -> int:
    """Return the correction for hands with the up-card outside the suit, alone or with one more card."""
    if others == 1:
        return _changed(ranks, up % 13, 13, strength)
    found = 0
    for one in range(13):
        ways = _plain(one, known, suit)
        if ways:
            found += ways * _changed(ranks, up % 13, one, strength)
    return found


@kernel
def _changed(ranks: int, one: int, other: int, strength: int) -> int:
    """Return 1 if a hand beats the strength only because of its flush; rank 13 means no card.

    A flush never weakens a hand, so the result is never -1.
    """
    others = (0 if one == 13 else 1 << 26 + one) | (0 if other == 13 else 1 << 39 + other)
    if four_card_strength(ranks | others) <= strength:
        return 0
    # The same ranks, with at most three of the suit.
    low = ranks & -ranks
    low |= (ranks ^ low) & -(ranks ^ low)
    low |= (ranks ^ low) & -(ranks ^ low)
    return 0 if four_card_strength(low | (ranks ^ low) << 13 | others) > strength else 1
