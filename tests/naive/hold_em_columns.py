"""Ultimate Texas Hold'em with cards known, every deal of a small deck: `hold_em_leaks` as arrays.

Twenty cards have flushes, which twelve lack, and too many deals for plain loops. A *case* is a board, a hole
of the dealer's and a choice of the known cards; cases that look alike have one number, and sums go by it.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np

from tests.naive.cards import Card
from tests.naive.hands import Rank, five_card_rank
from tests.naive.hold_em_leaks import Found, Seen

Nets = Callable[[Any, Any], Sequence[Any]]
"""What strengths of the player net against the dealer's: folded, and with each of the three multiples."""

BOARD, HOLE = 5, 2


def strengths_of(deck: Sequence[Card]) -> tuple[list[Rank], Any]:
    """The ranks of five cards from the lowest, and by places in the deck as bits the best of every seven.

    A rank is meant by its number, from 1 on; 0 is no seven cards.
    """
    fives = {
        sum(1 << place for place in five): five_card_rank([deck[place] for place in five])
        for five in combinations(range(len(deck)), BOARD)
    }
    ranks = sorted(set(fives.values()))
    number = {rank: place for place, rank in enumerate(ranks, start=1)}
    of_five = np.zeros(1 << len(deck), np.int64)
    of_five[list(fives)] = [number[rank] for rank in fives.values()]
    sevens = 1 << np.array(list(combinations(range(len(deck)), BOARD + HOLE)))
    found = np.zeros(1 << len(deck), np.int64)
    found[sevens.sum(axis=1)] = np.max(
        [of_five[sevens[:, list(five)].sum(axis=1)] for five in combinations(range(BOARD + HOLE), BOARD)],
        axis=0,
    )
    return ranks, found


def _numbers(seen: Seen, cards: Any, deck: Sequence[int]) -> Any:
    """What is known of cards, the last axis, as one number: their classes in ascending order as digits."""
    classes = np.array([seen.of(card) for card in deck])
    total = np.zeros(cards.shape[:-1], np.int64)
    for digit in np.moveaxis(np.sort(classes[cards], axis=-1), -1, 0):
        total = total * (classes.max() + 1) + digit
    return total


@cache
def _positions(left: int, dealer: int, undealt: int) -> tuple[Any, Any, Any]:
    """Every hole of the dealer's and choice of the known cards, by places among the cards left."""
    found = [
        (two, known, gone)
        for two in combinations(range(left), HOLE)
        for known in combinations(two, dealer)
        for gone in combinations([place for place in range(left) if place not in two], undealt)
    ]
    return tuple(np.array(each, np.int64).reshape(len(found), -1) for each in zip(*found, strict=True))  # type: ignore[return-value]


@cache
def _boards(left: int) -> tuple[Any, Any]:
    """Every board, and the cards that it leaves."""
    boards = list(combinations(range(left), BOARD))
    return np.array(boards), np.array([sorted({*range(left)} - {*board}) for board in boards])


@cache
def _runs(left: int, later: int) -> tuple[Any, Any, Any]:
    """Every flop, board after it and choice of known later cards: the flop, the board's number, the cards."""
    number = {board: place for place, board in enumerate(combinations(range(left), BOARD))}
    found = [
        (flop, (number[tuple(sorted(flop + two))],), known)
        for flop in combinations(range(left), 3)
        for two in combinations([place for place in range(left) if place not in flop], 2)
        for known in combinations(two, later)
    ]
    return tuple(np.array(each, np.int64).reshape(len(found), -1) for each in zip(*found, strict=True))  # type: ignore[return-value]


def best_play(
    hole: tuple[int, int], deck: Sequence[int], seen: Sequence[Seen], strengths: Any, nets: Nets
) -> Found:
    """Best play of a hole; seen: of the dealer, undealt, on the flop, on turn and river."""
    dealer, undealt, on_flop, later = seen
    rest = np.array([place for place, card in enumerate(deck) if card not in hole])
    own = sum(1 << place for place, card in enumerate(deck) if card in hole)
    boards, left = (rest[each] for each in _boards(len(rest)))
    two, known, gone = _positions(left.shape[1], dealer.number, undealt.number)
    signal = _numbers(dealer, left[:, known], deck)
    signal = signal * 10**6 + _numbers(undealt, left[:, gone], deck)
    different, signal = np.unique(signal, return_inverse=True)
    cells = np.arange(len(boards))[:, None] * len(different) + signal.reshape(len(boards), -1)
    sets = (1 << boards).sum(axis=1)[:, None]
    dealt = strengths[sets | (1 << left[:, two]).sum(axis=2)]
    values = nets(np.broadcast_to(strengths[sets | own], dealt.shape), dealt)

    def summed(each: Any) -> Any:
        total = np.bincount(cells.ravel(), each.ravel(), len(boards) * len(different))
        return total.astype(np.int64).reshape(len(boards), -1)

    cases = summed(np.ones(cells.shape))
    fold, most, flop, river = map(summed, values)
    fold_square, most_square, flop_square, river_square = (summed(each**2) for each in values)
    plays = river > fold
    by_board = (
        cases, np.where(plays, river, fold), np.where(plays, river_square, fold_square), flop, flop_square,
        most, most_square, np.where(plays, cases, 0),
    )  # fmt: skip
    flops, number, later_cards = _runs(len(rest), later.number)
    follows = flops @ [400, 20, 1] * 10**6 + _numbers(later, rest[later_cards], deck)
    order = np.argsort(follows, kind="stable")
    runs, first = np.unique(follows[order], return_index=True)
    in_order = number[order, 0]
    on_flops = [np.add.reduceat(each[in_order], first, axis=0) for each in by_board]
    return _before(rest[flops[order[first]]], runs % 10**6, (on_flop, deck), on_flops)


def _before(flops: Any, later: Any, seen: tuple[Seen, Sequence[int]], by_flop: Sequence[Any]) -> Found:
    """Decide on the flops, then before them by what is known of flop, later and hidden cards."""
    cases, river, river_square, played, played_square, most, most_square, on_river = by_flop
    plays = played > river
    rows = (
        cases, np.where(plays, played, river), np.where(plays, played_square, river_square), most,
        most_square, np.where(plays, cases, 0), np.where(plays, 0, on_river),
    )  # fmt: skip
    total: list[Any] = []
    chosen = np.array(list(combinations(range(3), seen[0].number)), np.int64)
    known = _numbers(seen[0], flops[:, chosen], seen[1]) * 10**6 + later[:, None]
    different, alike = np.unique(known, return_inverse=True)
    for each in rows:
        summed = np.zeros((len(different), each.shape[1]), np.int64)
        np.add.at(summed, alike.reshape(known.shape).T, each[None])
        total.append(summed)
    number, checked, square, most, most_square, flop, last = total
    raised = most > checked
    return Found(
        int(number.sum()),
        int(np.where(raised, most, checked).sum()),
        int(np.where(raised, most_square, square).sum()),
        int(np.where(raised, number, 0).sum()),
        int(np.where(raised, 0, flop).sum()),
        int(np.where(raised, 0, last).sum()),
    )
