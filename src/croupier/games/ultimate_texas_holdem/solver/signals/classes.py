"""A player's knowledge as *signals*: the classes of the known cards, and their images when suits are renamed.

A class is a set of cards that give the same signal: one card, a rank, a suit or a color. Four unnamed suits
share two colors in three ways, the *pairings*, and each pairing is examined in turn. A *row* is the
knowledge after the flop (hidden cards, turn and river cards), a *group* the knowledge of the flop. Rows that
renamings turn into one another (an orbit) belong in one pass over the boards.
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
"""The most rows in a pass, unless one orbit has more."""

Renaming = tuple[int, ...]


class Place(NamedTuple):
    """The number of known cards in one place, and the part of each that is known."""

    number: int = 0
    detail: str = CARD


class Row(NamedTuple):
    """The knowledge after the flop: the pairing of the suits, and sets of cards."""

    pairing: int
    first: int
    """The class of the hidden card, or of the dealer's card; 0 for none."""
    second: int
    """The class of the second hidden card."""
    later: tuple[int, ...]
    """The classes of the known turn and river cards."""


class Question(NamedTuple):
    """A leak in numbers, on a deck of `ranks` ranks."""

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
        """The number of ways in which suits share colors; 1 if no color is known."""
        places = (self.dealer, self.undealt, self.flop, self.later)
        return len(PAIRINGS) if any(place.number and place.detail == COLOR for place in places) else 1

    @property
    def absent(self) -> int:
        """The cards missing from the deck."""
        return sum(1 << card for card in range(DECK_SIZE) if card % 13 >= self.ranks)

    @property
    def dealers(self) -> int:
        """The number of holes that the dealer can have, given the hidden cards."""
        left = 4 * self.ranks - 7 - self.undealt.number
        return comb(left - self.dealer.number, 2 - self.dealer.number)

    @property
    def cases(self) -> int:
        """The number of combinations of pairing, hole, known cards, flop, board and dealer hole."""
        deck = 4 * self.ranks
        known = self.dealer.number + self.undealt.number
        hidden = comb(deck - 2, known) * (2 if self.hidden == boards.DEALER_AND_UNDEALT else 1)
        left, later = deck - 2 - known, self.later.number
        flops = comb(left, later) * comb(left - later, 3) * comb(3, self.flop.number)
        rest = comb(left - later - 3, 2 - later)
        return self.pairings * comb(deck, 2) * hidden * flops * rest * self.dealers

    def classes_of(self, place: Place, pairing: int) -> list[int]:
        """Return the sets of cards that give one signal, in the order of their numbers."""
        of = classes(place.detail, pairing)
        found = [0] * (max(of) + 1)
        for card in range(DECK_SIZE):
            if not self.absent >> card & 1:
                found[of[card]] |= 1 << card
        return found

    def rows(self) -> list[Row]:
        """Return every possible row."""
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
        """Return the image of a row under a renaming of the suits."""
        first, second = moved(row.first, to), moved(row.second, to)
        if self.hidden in (boards.BOTH_DEALER, boards.BOTH_UNDEALT):
            first, second = sorted((first, second), key=_lowest)
        later = tuple(sorted((moved(each, to) for each in row.later), key=_lowest))
        return Row(renamed_pairing(row.pairing, to) if self.pairings > 1 else 0, first, second, later)

    def passes(self) -> list[tuple[Row, ...]]:
        """Return the rows of each pass over the boards, orbit by orbit."""
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
    """Return the image of a set of cards under a renaming of the suits."""
    return sum((cards >> 13 * suit & 8191) << 13 * to[suit] for suit in range(4))


def renamed_pairing(pairing: int, to: Renaming) -> int:
    """Return the image of a pairing under a renaming of the suits."""
    colors = PAIRINGS[pairing]
    partner = next(suit for suit in range(1, 4) if colors[suit] == colors[0])
    pair = {to[0], to[partner]}
    return next(
        number
        for number, each in enumerate(PAIRINGS)
        if {suit for suit in range(4) if each[suit] == each[min(pair)]} == pair
    )


class Groups(NamedTuple):
    """The possible knowledge of the flop."""

    question: Question

    @property
    def total(self) -> int:
        """The number of groups."""
        return len(self.members)

    @property
    def size(self) -> int:
        """The number of classes of one card."""
        return len(self.question.classes_of(self.question.flop, 0))

    @property
    def members(self) -> list[tuple[int, ...]]:
        """By group, the numbers of its classes in ascending order."""
        return list(combinations_with_replacement(range(self.size), self.question.flop.number))

    def table(self) -> Any:
        """By the class numbers in ascending order, read as digits: the group."""
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
        """By pairing and canonical flop, the groups that the flop belongs to."""
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
        """By group of a pairing, its image under a renaming of the suits."""
        after = renamed_pairing(pairing, to) if self.question.pairings > 1 else 0
        before = self.question.classes_of(self.question.flop, pairing)
        images = self.question.classes_of(self.question.flop, after)
        number = [images.index(moved(each, to)) if each else place for place, each in enumerate(before)]
        index = {numbers: group for group, numbers in enumerate(self.members)}
        return [index[tuple(sorted(number[each] for each in numbers))] for numbers in self.members]


class Pass:
    """The rows of one pass, in the form that kernels take."""

    def __init__(self, question: Question, rows: tuple[Row, ...]) -> None:
        self.question: Question = question
        self.rows: tuple[Row, ...] = rows
        self.groups: Groups = Groups(question)

    @cached_property
    def hidden(self) -> list[tuple[int, int, int]]:
        """Pairing and hidden classes, without duplicates."""
        return list(dict.fromkeys((row.pairing, row.first, row.second) for row in self.rows))

    @cached_property
    def moved_rows(self) -> Any:
        """By renaming and row, the image of the row."""
        index = {row: number for number, row in enumerate(self.rows)}
        found = numpy().zeros((layout.RENAMINGS, len(self.rows)), dtype="int64")
        for code, to in layout.renamings():
            found[code] = [index[self.question.renamed(row, to)] for row in self.rows]
        return found

    def moved_signals(self) -> Iterator[tuple[int, Any]]:
        """Yield each renaming's code and, by row and group, the index of their image."""
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
        """By hidden signal and later class numbers read as digits: the row, or -1 if not in this pass."""
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
