"""Ultimate Texas Hold'em with cards known, by dealing everything: a twin in plain loops, for small decks.

For each hole: every board, every hole of the dealer's and every choice of the known cards among them. What is
known at a decision is the class of each known card; the best action is that with the larger sum over all
cases that look alike.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from tests.naive.hands import FIVE_CARD_LADDER, Rank
from tests.naive.paytables import BLIND

Net = Callable[[frozenset[int], frozenset[int], tuple[int, ...], int], int]
"""What a hole nets against a dealer's on a board with a play wager of so many antes; 0: a fold."""

Class = Callable[[int], int]


class Seen(NamedTuple):
    """How many cards of a place are known, and the class that a card shows."""

    number: int
    of: Class

    def signal(self, cards: Sequence[int]) -> tuple[int, ...]:
        return tuple(sorted(self.of(card) for card in cards))


class Found(NamedTuple):
    """Over all cases: how many, the net and its square, and how often each street is played."""

    cases: int
    net: int
    square: int
    before_flop: int
    on_flop: int
    on_river: int

    @property
    def mean(self) -> Fraction:
        return Fraction(self.net, self.cases)


PAIR = FIVE_CARD_LADDER.index("pair")


def settled(player: Rank, dealer: Rank, antes: int, ante: int) -> int:
    """What ante, blind and a play wager net; 0 antes: a fold (ma-uth-10.e.2, 10.g, 10.h, 11.b, 11.c)."""
    if antes == 0:
        return -2 * ante
    if player == dealer:
        return 0
    against = ante if dealer[0] >= PAIR else 0  # the ante goes back if the dealer has less than a pair
    if player < dealer:
        return -against - ante - antes * ante
    pays, on = BLIND.get(FIVE_CARD_LADDER[player[0]], (0, 1))
    blind, rest = divmod(ante * pays, on)
    assert not rest
    return against + blind + antes * ante


def best_play(
    hole: tuple[int, int],
    deck: Sequence[int],
    seen: tuple[Seen, Seen, Seen, Seen],
    net: Net,
    multiples: tuple[int, int, int],
) -> Found:
    """Best play of a hole; seen: of the dealer, undealt, on the flop, on turn and river; the multiples that
    may be played before the flop, on it and on the river."""
    dealer, undealt, on_flop, later = seen
    rest = [card for card in deck if card not in hole]
    boards: dict[tuple[int, ...], dict[object, list[list[int]]]] = {}
    for board in combinations(rest, 5):
        left = [card for card in rest if card not in board]
        by_signal: dict[object, list[list[int]]] = {}
        for two in combinations(left, 2):
            nets = [net(frozenset(hole), frozenset(two), board, each) for each in (0, *multiples)]
            others = [card for card in left if card not in two]
            for known in combinations(two, dealer.number):
                for gone in combinations(others, undealt.number):
                    by_signal.setdefault((dealer.signal(known), undealt.signal(gone)), []).append(nets)
        boards[board] = by_signal
    before: dict[object, list[int]] = {}
    for flop in combinations(rest, 3):
        after: dict[object, list[list[list[int]]]] = {}
        for two in combinations([card for card in rest if card not in flop], 2):
            for known in combinations(two, later.number):
                for hidden, cases in boards[tuple(sorted(flop + two))].items():
                    after.setdefault((hidden, later.signal(known)), []).append(cases)
        for signal, runs in after.items():
            for known in combinations(flop, on_flop.number):
                into = before.setdefault((signal, on_flop.signal(known)), [0] * 7)
                for place, value in enumerate(_on_flop(runs)):
                    into[place] += value
    total = [0] * 6
    for number, checked, square, most, most_square, played, river in before.values():
        raised = most > checked
        values = (
            number,
            most if raised else checked,
            most_square if raised else square,
            number if raised else 0,
            0 if raised else played,
            0 if raised else river,
        )
        total = [one + other for one, other in zip(total, values, strict=True)]
    return Found(*total)


def _on_flop(runs: list[list[list[int]]]) -> tuple[int, ...]:
    """The boards after a flop that look alike, each with its cases: what checking and the most are worth."""
    cases = sum(len(run) for run in runs)
    most = [each[1] for run in runs for each in run]
    played = [each[2] for run in runs for each in run]
    checked, river = [], 0
    for run in runs:
        plays = sum(each[3] for each in run) > sum(each[0] for each in run)
        checked += [each[3] if plays else each[0] for each in run]
        river += len(run) if plays else 0
    plays = sum(played) > sum(checked)
    chosen = played if plays else checked
    return (
        cases,
        sum(chosen),
        sum(each**2 for each in chosen),
        sum(most),
        sum(each**2 for each in most),
        cases if plays else 0,
        0 if plays else river,
    )
