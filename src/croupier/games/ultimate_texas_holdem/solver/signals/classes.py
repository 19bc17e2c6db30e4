"""What a player knows as *signals*: the classes of the cards known, and how a renaming of suits moves them.

A class is a set of cards that give the same signal: one card, a rank, a suit or a color. Four suits without
names share two colors in three ways (a *pairing*), and each pairing is looked at in turn. A *row* is what is
known after the flop (hidden cards, and cards of turn and river), a *group* what is known of the flop. Rows
that renamings lead to one another belong into one pass over the boards.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import combinations, combinations_with_replacement, product
from math import comb
from typing import Any, NamedTuple

from croupier.cards import DECK_SIZE, cards_in
from croupier.games.ultimate_texas_holdem.solver.boards import hole_places as layout
from croupier.games.ultimate_texas_holdem.solver.boards import known as boards
from croupier.jit import numpy
from croupier.odds.protection.leak import CARD, COLOR, PAIRINGS, classes

ROWS_OF_A_PASS = 16
"""At most, unless one orbit has more."""

Renaming = tuple[int, ...]


class Place(NamedTuple):
    """How many cards of one place are known, and what of each."""

    number: int = 0
    detail: str = CARD


class Row(NamedTuple):
    """What is known after the flop: the pairing of the suits, and sets of cards."""

    pairing: int
    first: int
    """The class of the hidden card, or of the dealer's; 0: none."""
    second: int
    """The class of the second hidden card."""
    later: tuple[int, ...]
    """The classes of the known cards of turn and river."""


class Question(NamedTuple):
    """A leak in numbers, on a deck of so many ranks."""

    dealer: Place = Place()
    undealt: Place = Place()
    flop: Place = Place()
    later: Place = Place()
    ranks: int = 13

    @property
    def hidden(self) -> int:
        """Which hidden cards are known (`boards.known`)."""
        return {
            (0, 0): boards.NOTHING,
            (1, 0): boards.DEALER,
            (0, 1): boards.UNDEALT,
            (2, 0): boards.BOTH_DEALER,
            (1, 1): boards.DEALER_AND_UNDEALT,
            (0, 2): boards.BOTH_UNDEALT,
        }[self.dealer.number, self.undealt.number]

    @property
    def pairings(self) -> int:
        """The ways in which suits share colors; 1 if no color is known."""
        places = (self.dealer, self.undealt, self.flop, self.later)
        return len(PAIRINGS) if any(place.number and place.detail == COLOR for place in places) else 1

    @property
    def absent(self) -> int:
        """The cards that the deck lacks."""
        return sum(1 << card for card in range(DECK_SIZE) if card % 13 >= self.ranks)

    @property
    def dealers(self) -> int:
        """The dealer's holes that can follow, the hidden cards being known."""
        left = 4 * self.ranks - 7 - self.undealt.number
        return comb(left - self.dealer.number, 2 - self.dealer.number)

    @property
    def cases(self) -> int:
        """Pairings, holes, known cards, flops, boards after them and holes of the dealer's."""
        deck = 4 * self.ranks
        known = self.dealer.number + self.undealt.number
        hidden = comb(deck - 2, known) * (2 if self.hidden == boards.DEALER_AND_UNDEALT else 1)
        left, later = deck - 2 - known, self.later.number
        flops = comb(left, later) * comb(left - later, 3) * comb(3, self.flop.number)
        rest = comb(left - later - 3, 2 - later)
        return self.pairings * comb(deck, 2) * hidden * flops * rest * self.dealers

    def classes_of(self, place: Place, pairing: int) -> list[int]:
        """The sets of cards that give one signal, in the order of their numbers."""
        of = classes(place.detail, pairing)
        found = [0] * (max(of) + 1)
        for card in range(DECK_SIZE):
            if not self.absent >> card & 1:
                found[of[card]] |= 1 << card
        return found

    def rows(self) -> list[Row]:
        """Everything that may be known after the flop."""
        found = []
        for pairing in range(self.pairings):
            for first, second in self._hidden(pairing):
                known = [each for each in self.classes_of(self.later, pairing) if each]
                later = combinations_with_replacement(known, self.later.number)
                found += [Row(pairing, first, second, each) for each in later]
        return found

    def _hidden(self, pairing: int) -> Iterable[tuple[int, int]]:
        dealer = [each for each in self.classes_of(self.dealer, pairing) if each]
        undealt = [each for each in self.classes_of(self.undealt, pairing) if each]
        match self.dealer.number, self.undealt.number:
            case 0, 0:
                return [(0, 0)]
            case 1, 0:
                return [(each, 0) for each in dealer]
            case 0, 1:
                return [(each, 0) for each in undealt]
            case 1, 1:
                return product(dealer, undealt)
            case _:
                return combinations_with_replacement(dealer if self.dealer.number else undealt, 2)

    def renamed(self, row: Row, to: Renaming) -> Row:
        """The row after a renaming of the suits."""
        first, second = moved(row.first, to), moved(row.second, to)
        if self.hidden in (boards.BOTH_DEALER, boards.BOTH_UNDEALT):
            first, second = sorted((first, second), key=_lowest)
        later = tuple(sorted((moved(each, to) for each in row.later), key=_lowest))
        return Row(renamed_pairing(row.pairing, to) if self.pairings > 1 else 0, first, second, later)

    def passes(self) -> list[tuple[Row, ...]]:
        """Rows gathered in one pass over the boards, orbit by orbit."""
        seen: set[Row] = set()
        found: list[list[Row]] = []
        for row in self.rows():
            if row in seen:
                continue
            orbit = sorted({self.renamed(row, to) for _, to in layout.renamings()})
            seen.update(orbit)
            if found and len(found[-1]) + len(orbit) <= ROWS_OF_A_PASS:
                found[-1] += orbit
            else:
                found.append(orbit)
        return [tuple(rows) for rows in found]


def _lowest(cards: int) -> int:
    return cards & -cards


def moved(cards: int, to: Renaming) -> int:
    """A set of cards after a renaming of the suits."""
    return sum((cards >> 13 * suit & 8191) << 13 * to[suit] for suit in range(4))


def renamed_pairing(pairing: int, to: Renaming) -> int:
    """The pairing that a renaming leads to."""
    colors = PAIRINGS[pairing]
    partner = next(suit for suit in range(1, 4) if colors[suit] == colors[0])
    pair = {to[0], to[partner]}
    return next(
        number
        for number, each in enumerate(PAIRINGS)
        if {suit for suit in range(4) if each[suit] == each[min(pair)]} == pair
    )


class Groups(NamedTuple):
    """What is known of the flop."""

    question: Question

    @property
    def total(self) -> int:
        """How many groups there are."""
        return len(self.members)

    @property
    def size(self) -> int:
        """The classes of one card."""
        return len(self.question.classes_of(self.question.flop, 0))

    @property
    def members(self) -> list[tuple[int, ...]]:
        """By group, the numbers of its classes in ascending order."""
        return list(combinations_with_replacement(range(self.size), self.question.flop.number))

    def table(self) -> Any:
        """By the numbers of the classes in ascending order, as digits: the group."""
        found = numpy().full(max(1, self.size**self.question.flop.number), -1, dtype="int64")
        for group, numbers in enumerate(self.members):
            found[self._key(numbers)] = group
        return found

    def _key(self, numbers: Iterable[int]) -> int:
        key = 0
        for number in numbers:
            key = key * self.size + number
        return key

    def of_flops(self) -> Any:
        """By pairing and canonical flop: the groups that it counts for."""
        number = self.question.flop.number
        index = {numbers: group for group, numbers in enumerate(self.members)}
        found = []
        for pairing in range(self.question.pairings):
            of = classes(self.question.flop.detail, pairing)
            for flop in layout.flops()[0].tolist():
                held = [of[card] for card in cards_in(flop)]
                found.append([index[tuple(sorted(each))] for each in combinations(held, number)])
        shape = self.question.pairings, -1, comb(3, number)
        return numpy().array(found, dtype="int64").reshape(shape)

    def moved(self, pairing: int, to: Renaming) -> list[int]:
        """By group of a pairing, the group that a renaming leads to."""
        after = renamed_pairing(pairing, to) if self.question.pairings > 1 else 0
        before = self.question.classes_of(self.question.flop, pairing)
        images = self.question.classes_of(self.question.flop, after)
        number = [images.index(moved(each, to)) if each else place for place, each in enumerate(before)]
        index = {numbers: group for group, numbers in enumerate(self.members)}
        return [index[tuple(sorted(number[each] for each in numbers))] for numbers in self.members]


class Pass:
    """The rows of one pass, ready for the kernels."""

    def __init__(self, question: Question, rows: tuple[Row, ...]) -> None:
        self.question: Question = question
        self.rows: tuple[Row, ...] = rows
        self.groups: Groups = Groups(question)

    @cached_property
    def hidden(self) -> list[tuple[int, int, int]]:
        """Pairing and hidden classes, each once."""
        return list(dict.fromkeys((row.pairing, row.first, row.second) for row in self.rows))

    @cached_property
    def moved_rows(self) -> Any:
        """By renaming and row, the row to which it moves."""
        index = {row: number for number, row in enumerate(self.rows)}
        found = numpy().zeros((layout.RENAMINGS, len(self.rows)), dtype="int64")
        for code, to in layout.renamings():
            found[code] = [index[self.question.renamed(row, to)] for row in self.rows]
        return found

    def moved_signals(self) -> Iterator[tuple[int, Any]]:
        """By renaming: its code, and by row and group the place among all to which they move."""
        np, count = numpy(), self.groups.total
        for code, to in layout.renamings():
            of_group = {pairing: self.groups.moved(pairing, to) for pairing in range(self.question.pairings)}
            yield (
                code,
                np.concatenate([
                    self.moved_rows[code, number] * count + np.array(of_group[row.pairing])
                    for number, row in enumerate(self.rows)
                ]),
            )  # fmt: skip

    def row_of(self) -> Any:
        """By hidden signal and number of the later classes as digits: the row, or -1 if not of this pass."""
        later = self.question.later
        size = len(self.question.classes_of(later, 0))
        found = numpy().full((len(self.hidden), max(1, size**later.number)), -1, dtype="int64")
        for number, row in enumerate(self.rows):
            numbers = [self.question.classes_of(later, row.pairing).index(each) for each in row.later]
            key = 0
            for each in sorted(numbers):
                key = key * size + each
            found[self.hidden.index((row.pairing, row.first, row.second)), key] = number
        return found
