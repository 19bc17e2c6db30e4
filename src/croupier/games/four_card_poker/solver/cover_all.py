"""The exact odds of Four Card Poker's Cover All for two to seven hands.

The bet is paid by the highest hand dealt, in its own order: four aces, royal flush, four of a kind, straight
flush, three of a kind. So it is enough to count, for each row, the deals in which no hand reaches that row
or a higher one; every one of these is "no hand holds more than so many cards of a rank, and none holds one
of certain runs of four suited cards".

*The runs* are counted by inclusion and exclusion. A hand of five or six cards that holds runs holds
adjacent ones of one suit, and the signs add up to -1 for each four-card run that it holds, +1 for each
five-card run (two runs at once) and 0 for six cards (+1 for the outer two, -1 for all three). So the sum goes
over the ways to give disjoint runs of four or five cards to some of the hands: each suit holds some runs,
and all choices for the four suits are gone through.

*The ranks* then ask only how many cards of each rank the runs have taken. A player with a run of four has
one more card, which may be any: it cannot make three of a rank. The dealer has two more, which must not
both be of a rank of the run where three of a kind is excluded; those deals are subtracted. The hands without
a run are dealt one by one from a deck described by how many ranks have one, two, three and four cards left.

Counts are of deals of labeled hands, C(52, 5) C(47, 5) … for the players and C(n, 6) for the dealer.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import comb, perm
from operator import add
from typing import NamedTuple

from croupier.cards import DECK_SIZE, RANKS
from croupier.games.four_card_poker.solver.classes import RANKS_IN, Array
from croupier.games.four_card_poker.terms import COVER_ALL_LADDER
from croupier.jit import compiled, numpy
from croupier.odds.counting.canonical import orbit_size
from croupier.odds.model import CoverAllOdds
from croupier.odds.side_bets import price_rows
from croupier.submission.house import HouseRules, HouseTable

PLAYER, DEALER = 5, 6
"""The numbers of cards dealt to a player and to the dealer."""

MOST_HANDS = 7

Deck = tuple[int, ...]
"""The numbers of ranks with one, two, three and four cards left."""


def cover_all_odds(house: HouseRules) -> dict[int, CoverAllOdds]:
    """Return the odds of each column of the house's Cover All, by number of hands."""
    return {hands: column_odds(hands, table) for hands, table in sorted(house.cover_all.items())}


def column_odds(hands: int, table: HouseTable) -> CoverAllOdds:
    """Return the odds of the column for `hands` hands, the dealer's included."""
    deals, counts = number_of_deals(hands), level_counts(hands)
    bet = price_rows(table, counts, deals)
    return CoverAllOdds(bet.net, bet.hit_rate, bet.levels, exact=True)


def number_of_deals(hands: int) -> int:
    """In how many ways so many labeled hands can be dealt."""
    return _any_hands(DECK_SIZE, hands - 1, 1)


@cache
def level_counts(hands: int) -> dict[str, int]:
    """By row: in how many deals it is the highest that a hand reaches."""
    without = [number_of_deals(hands)]
    four_aces = without[0] * sum(
        Fraction(comb(48, cards - 4), comb(52, cards)) for cards in [PLAYER] * (hands - 1) + [DEALER]
    )
    assert four_aces.denominator == 1
    without.append(without[0] - int(four_aces))
    # With four aces in one hand no hand has a royal flush, so these deals are all among those without one.
    without.append(deals_without(hands, royal=True, most=4) - int(four_aces))
    without.append(deals_without(hands, royal=True, most=3))
    without.append(deals_without(hands, royal=False, most=3))
    without.append(deals_without(hands, royal=False, most=2))
    return {row: without[rung] - without[rung + 1] for rung, row in enumerate(COVER_ALL_LADDER)}


def deals_without(hands: int, royal: bool, most: int, ranks: int = len(RANKS)) -> int:
    """The deals in which no hand holds a run (or only: a royal flush), nor more than `most` cards of a rank.

    `most` is two or more. A deck of five ranks serves to test this against all deals of two and three hands.
    """
    players, total = hands - 1, 0
    for given in _given_runs(royal, ranks):
        marked = given.fours + given.fives
        if marked > hands:
            continue
        # The ways to give the runs out, to deal the hands without a run, and to complete those with one:
        # first without a run for the dealer, then with one.
        ways = 0
        if marked <= players:
            left = given.cards_left - PLAYER * (players - marked) - DEALER
            dealt = _dealt(given.deck, players - marked, 1, most)
            ways += given.ways * perm(players, marked) * dealt * perm(left, given.fours)
        if marked >= 1:
            free = players - (marked - 1)
            left = given.cards_left - PLAYER * free
            rest = given.ways * _dealt(given.deck, free, 0, most)
            with_four = given.fours * rest * comb(left, 2)
            if given.fours and most < 3:
                with_four -= sum(
                    count * _dealt(deck, free, 0, most) for deck, count in given.dealer_trips if count
                )
            ways += perm(players, marked - 1) * (
                (with_four * perm(left - 2, given.fours - 1) if given.fours else 0)
                + given.fives * rest * perm(left, given.fours + 1)
            )
        total += (-1) ** given.fours * ways
    return total


class _Given(NamedTuple):
    """Ways to take disjoint runs from the deck that leave it alike."""

    fours: int
    fives: int
    """Runs of four and of five cards."""
    deck: Deck
    ways: int
    dealer_trips: tuple[tuple[Deck, int], ...]
    """If one of the runs of four is the dealer's: the ways to take two cards more of a rank of it, by the
    deck that is left."""

    @property
    def cards_left(self) -> int:
        return _cards(self.deck)


@cache
def _given_runs(royal: bool, ranks_in_deck: int) -> tuple[_Given, ...]:
    """Return all ways to take disjoint runs from the four suits, grouped by the deck that is left."""
    np = numpy()
    ace = ranks_in_deck - 1
    lengths, least = ((4,), ace) if royal else ((4, 5), 0)
    runs = [
        (length, _ranks(top, length, ace))
        for length in lengths
        for top in range(max(least, length - 2), ace + 1)
    ]
    suits = sorted(_runs_of_a_suit(runs), key=lambda suit: suit[0] + suit[1])
    fours, fives, ranks, in_fours = (np.array(column, dtype=np.int64) for column in zip(*suits, strict=True))
    # Indices: runs of four, runs of five, ranks with two, three and four cards taken.
    shape = (MOST_HANDS + 1, MOST_HANDS + 1, 14, 14, 14)
    counts, single, double = (np.zeros(shape, dtype=np.int64) for _ in range(3))
    compiled(_gather)(fours, fives, ranks, in_fours, counts, single, double)
    found = []
    for key in zip(*counts.nonzero(), strict=True):
        four, five, two, three, all_four = map(int, key)
        one = 4 * four + 5 * five - 2 * two - 3 * three - 4 * all_four
        untouched = ranks_in_deck - one - two - three - all_four
        trips = (
            # Of the three cards left of a rank that the dealer's run alone has touched, two: one is left.
            ((three + 1, two, one - 1, untouched), 3 * int(single[key])),
            ((three, two - 1, one, untouched), int(double[key])),
        )
        found.append(_Given(four, five, (three, two, one, untouched), int(counts[key]), trips))
    return tuple(found)


def _ranks(top: int, length: int, ace: int) -> int:
    """Return the ranks of a run by its top rank; the ace is also below the two."""
    return sum(1 << (rank if rank >= 0 else ace) for rank in range(top - length + 1, top + 1))


def _runs_of_a_suit(runs: list[tuple[int, int]]) -> Iterator[tuple[int, int, int, int]]:
    """All sets of disjoint runs: how many of four and of five cards, all ranks, the ranks in runs of four."""
    yield 0, 0, 0, 0
    for position, (length, ranks) in enumerate(runs):
        disjoint = [run for run in runs[position + 1 :] if not run[1] & ranks]
        for fours, fives, others, in_fours in _runs_of_a_suit(disjoint):
            if length == 4:
                yield fours + 1, fives, others | ranks, in_fours | ranks
            else:
                yield fours, fives + 1, others | ranks, in_fours


def _gather(
    fours: Array, fives: Array, ranks: Array, in_fours: Array, counts: Array, single: Array, double: Array
) -> None:
    """Go through the choices of runs for the four suits, suits in ascending order with their multiplicity.

    `single` and `double` count, over those choices, the pairs of a run of four and one of its ranks of which
    one card in all, or two, are taken.
    """
    size = len(fours)
    for a in range(size):
        for b in range(a, size):
            if fours[a] + fives[a] + fours[b] + fives[b] > 7:
                break
            for c in range(b, size):
                runs = fours[a] + fives[a] + fours[b] + fives[b] + fours[c] + fives[c]
                if runs > 7:
                    break
                both, either = ranks[a] & ranks[b], ranks[a] ^ ranks[b]
                carry = either & ranks[c]
                odd_three, even_three = either ^ ranks[c], both | carry
                for d in range(c, size):
                    if runs + fours[d] + fives[d] > 7:
                        break
                    # Cards taken of each rank, in binary: ones, twos and fours.
                    odd = odd_three ^ ranks[d]
                    carry = odd_three & ranks[d]
                    twos, all_four = even_three ^ carry, even_three & carry
                    once, twice, thrice = odd & ~twos, twos & ~odd, odd & twos
                    key = (
                        fours[a] + fours[b] + fours[c] + fours[d],
                        fives[a] + fives[b] + fives[c] + fives[d],
                        RANKS_IN[twice],
                        RANKS_IN[thrice],
                        RANKS_IN[all_four],
                    )
                    times = orbit_size(d, c, b, a)
                    counts[key] += times
                    for each in (a, b, c, d):
                        single[key] += times * RANKS_IN[in_fours[each] & once]
                        double[key] += times * RANKS_IN[in_fours[each] & twice]


@cache
def _dealt(deck: Deck, players: int, dealers: int, most: int) -> int:
    """Count the ways to deal hands from such a deck, none with more than `most` cards of a rank."""
    if most >= 4:
        return _any_hands(_cards(deck), players, dealers)
    if dealers:
        return sum(
            ways * _dealt(left, players, dealers - 1, most) for left, ways in _hands(deck, DEALER, most)
        )
    if players:
        return sum(
            ways * _dealt(left, players - 1, dealers, most) for left, ways in _hands(deck, PLAYER, most)
        )
    return 1


def _cards(deck: Deck) -> int:
    return sum(left * ranks for left, ranks in enumerate(deck, start=1))


def _any_hands(cards: int, players: int, dealers: int) -> int:
    """Count the ways to deal hands from `cards` cards."""
    ways = 1
    for hand in [PLAYER] * players + [DEALER] * dealers:
        ways *= comb(cards, hand)
        cards -= hand
    return ways


@cache
def _hands(deck: tuple[int, ...], cards: int, most: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """The hands of so many cards, at most `most` of a rank, from such a deck: how many leave which deck."""
    if not deck:
        return (((), 1),) if cards == 0 else ()
    *fewer, ranks = deck
    found: dict[tuple[int, ...], int] = {}
    for kept, used, ways in _from_ranks(ranks, len(deck), cards, most):
        for left, other_ways in _hands(tuple(fewer), cards - used, most):
            # The ranks that keep some of their cards join those that had as many before.
            after = (*map(add, left, kept), kept[-1])
            found[after] = found.get(after, 0) + ways * other_ways
    return tuple(found.items())


@cache
def _from_ranks(ranks: int, of: int, cards: int, most: int) -> tuple[tuple[tuple[int, ...], int, int], ...]:
    """Cards from ranks with `of` cards each: how many keep 1 … `of`, the cards used, in how many ways."""
    found = []

    def take(number: int, free: int, used: int, ways: int, kept: tuple[int, ...]) -> None:
        """Decide of how many of the free ranks to take `number` cards, and then fewer."""
        if number == 0:
            found.append(((*kept, free), used, ways))
            return
        for chosen in range(min(free, (cards - used) // number) + 1):
            more = comb(free, chosen) * comb(of, number) ** chosen
            keeping = kept if number == of else (*kept, chosen)
            take(number - 1, free - chosen, used + number * chosen, ways * more, keeping)

    take(min(of, most), ranks, 0, 1, (0,) * max(0, of - 1 - most))
    return tuple(found)
