"""The exact odds of Ultimate Texas Hold'em's Cover All for two to seven hands.

The highest hand dealt decides the bet, so it is enough to count, for each row, the deals in which no hand
reaches it. Given the board, a deal of k holes is k disjoint pairs of the other 47 cards, and the holes that
reach the row are the edges of a graph on those cards. Deals that avoid all of its edges are counted by
inclusion-exclusion over its *matchings*, sets of disjoint edges. With m(j) matchings of j edges, the count is

    sum over j of (-1)^j m(j) P(47 - 2j, k - j)

where P(n, k) is the number of ways to choose k disjoint pairs from n cards. A card that reaches the row with
every other card is never in such a deal, so it is removed from the 47 first.

The graph depends only on the board's *shape*: its number of cards of each rank, and the cards of one suit
that complete a straight flush, alone or two together. The 134,459 canonical boards have 216 shapes, and one
board of each is enough.
"""

from functools import cache, lru_cache
from math import comb, factorial
from typing import Any

from croupier.errors import Refusal
from croupier.games.ultimate_texas_holdem.solver.boards.showdown import flush_suit
from croupier.games.ultimate_texas_holdem.terms import POKER_LADDER
from croupier.hands.poker import (
    FULL_HOUSE,
    ROYAL_FLUSH,
    STRAIGHT_FLUSH,
    SUITED,
    poker_category,
    poker_strength,
)
from croupier.jit import compiled, kernel, numpy
from croupier.odds.counting.canonical import canonical_hands
from croupier.odds.model import CoverAllOdds
from croupier.odds.side_bets import price_rows
from croupier.submission.house import HouseRules, HouseTable

MOST_HANDS = 7

_OTHERS = 47
"""The number of cards that are not on the board."""

# At most four cards can complete straight flushes on a board; a shape has six bits, and ten for each of them.
_CARDS_OF_SHAPE = 4

_GRAPHS = 1024
"""The most graphs in a cache: 216 shapes and four categories make fewer."""

Graph = tuple[int, ...]
"""For each vertex, the set of its neighbors."""


def cover_all_odds(house: HouseRules) -> dict[int, CoverAllOdds]:
    """Return the odds of each column of the house's Cover All, by number of hands."""
    return {hands: column_odds(hands, table) for hands, table in sorted(house.cover_all.items())}


def column_odds(hands: int, table: HouseTable) -> CoverAllOdds:
    """Return the odds of the column for `hands` hands, the dealer's included."""
    deals, counts = number_of_deals(hands), level_counts(hands, table.rows)
    bet = price_rows(table, counts, deals)
    return CoverAllOdds(bet.net, bet.hit_rate, bet.levels, exact=True)


def number_of_deals(hands: int) -> int:
    """Count the ways to deal a board and `hands` labeled holes."""
    return comb(52, 5) * factorial(hands) * disjoint_pairs(_OTHERS, hands)


def level_counts(hands: int, rows: tuple[str, ...]) -> dict[str, int]:
    """By row, highest first, the number of deals in which it is the highest row that any hand reaches."""
    counts, above = {}, 0
    for row in rows:
        reached = number_of_deals(hands) - _deals_below(hands, ROYAL_FLUSH - POKER_LADDER.index(row))
        counts[row], above = reached - above, reached
    return counts


def disjoint_pairs(cards: int, pairs: int) -> int:
    """Count the ways to choose disjoint unordered pairs of cards, regardless of their order.

    >>> disjoint_pairs(4, 2), disjoint_pairs(5, 1), disjoint_pairs(3, 2)
    (3, 10, 0)
    """
    return comb(cards, 2 * pairs) * factorial(2 * pairs) // (factorial(pairs) << pairs)


@cache
def _deals_below(hands: int, category: int) -> int:
    """Count the deals in which no hand reaches a category."""
    if category < FULL_HOUSE:
        raise Refusal("not_solved", "Cover All rows below a full house are not counted exactly")
    deals = sum(weight * deals_avoiding(board, hands, category) for board, weight in shapes())
    return deals * factorial(hands)


def deals_avoiding(board: int, hands: int, category: int) -> int:
    """Count the ways to deal `hands` holes, in no order, that all stay below a category."""
    return pairs_avoiding(paying_holes(board, category), hands)


def pairs_avoiding(graph: Graph, pairs: int) -> int:
    """Count the ways to choose disjoint pairs of vertices, in no order, that avoid the edges of a graph."""
    vertices, matchings = _avoided(graph)
    return sum(
        (-1) ** size * count * disjoint_pairs(vertices - 2 * size, pairs - size)
        for size, count in enumerate(matchings[: pairs + 1])
        if 2 * size <= vertices
    )


@lru_cache(maxsize=_GRAPHS)
def _avoided(graph: Graph) -> tuple[int, tuple[int, ...]]:
    """Return the number of vertices that some pair can use, and the matchings among them."""
    always = [vertex for vertex, others in enumerate(graph) if others.bit_count() == len(graph) - 1]
    kept = (1 << len(graph)) - 1 ^ sum(1 << vertex for vertex in always)
    return len(graph) - len(always), matchings_within(graph, kept)


@lru_cache(maxsize=_GRAPHS)
def paying_holes(board: int, category: int) -> Graph:
    """Return the graph of the holes that reach a category, on the cards that are not on the board."""
    np = numpy()
    neighbors = np.zeros(_OTHERS, dtype=np.int64)
    compiled(_mark_paying)(board, category, neighbors)
    return tuple(neighbors.tolist())


def _mark_paying(board: int, category: int, neighbors: Any) -> None:
    second_place = 0
    for second in range(52):
        if board >> second & 1:
            continue
        first_place = 0
        for first in range(second):
            if board >> first & 1:
                continue
            if poker_category(poker_strength(board | 1 << first | 1 << second)) >= category:
                neighbors[first_place] |= 1 << second_place
                neighbors[second_place] |= 1 << first_place
            first_place += 1
        second_place += 1


def matchings_within(graph: Graph, vertices: int) -> tuple[int, ...]:
    """Count the matchings of 0, 1, 2 … edges among some vertices of a graph, up to `MOST_HANDS`."""
    product: tuple[int, ...] = (1,)
    while vertices:
        component = lowest = vertices & -vertices
        frontier = lowest
        while frontier:
            vertex = frontier.bit_length() - 1
            frontier ^= 1 << vertex
            new = graph[vertex] & vertices & ~component
            component |= new
            frontier |= new
        vertices &= ~component
        if component != lowest:
            product = _times(product, _matchings(_renumbered(graph, component)))
    return product


def _renumbered(graph: Graph, vertices: int) -> Graph:
    """Return the subgraph on some vertices, renumbered from 0 so that equal parts compare equal."""
    kept = [vertex for vertex in range(vertices.bit_length()) if vertices >> vertex & 1]
    return tuple(sum(1 << new for new, old in enumerate(kept) if graph[vertex] >> old & 1) for vertex in kept)


@lru_cache(maxsize=1 << 16)
def _matchings(graph: Graph) -> tuple[int, ...]:
    """Count the matchings of a connected graph: those that leave one vertex out, plus those that pair it."""
    vertex = max(range(len(graph)), key=lambda vertex: graph[vertex].bit_count())
    rest = (1 << len(graph)) - 1 ^ 1 << vertex
    found = list(matchings_within(graph, rest)) + [0] * MOST_HANDS
    for other in range(len(graph)):
        if graph[vertex] >> other & 1:
            for size, count in enumerate(matchings_within(graph, rest ^ 1 << other)):
                found[size + 1] += count
    return tuple(found[: MOST_HANDS + 1])


def _times(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    """Multiply two polynomials, up to the degree that is needed."""
    found = [0] * min(len(first) + len(second) - 1, MOST_HANDS + 1)
    for low, count in enumerate(first):
        for high, other in enumerate(second[: len(found) - low]):
            found[low + high] += count * other
    return tuple(found)


@cache
def shapes() -> tuple[tuple[int, int], ...]:
    """Return a board of each shape, and the number of boards of that shape."""
    np = numpy()
    boards, weights = canonical_hands(5)
    found = np.empty_like(boards)
    compiled(_write_shapes)(boards, np.zeros(_CARDS_OF_SHAPE, dtype=np.int64), found)
    _, first, inverse = np.unique(found, return_index=True, return_inverse=True)
    # The weights are integers far below 2**53, so their sums as floats are exact.
    sizes = np.bincount(inverse, weights=weights)
    return tuple(zip(boards[first].tolist(), sizes.astype(np.int64).tolist(), strict=True))


def _write_shapes(boards: Any, room: Any, found: Any) -> None:
    for number in range(len(boards)):
        found[number] = shape(boards[number], room)


@kernel
def shape(board: int, room: Any) -> int:
    """Return a board's shape: all that determines which holes reach a full house or better.

    It holds the number of ranks that the board has two, three and four times. If a flush is possible, it also
    holds, for each card of the flush suit that can complete a straight flush, in order of rank: the number of
    cards of its rank on the board, and what it completes alone (1 a straight flush, 2 a royal flush) and with
    each of the others. Boards of equal shape turn into each other when ranks, and cards of a rank, are
    exchanged, so their holes reach the same hands.
    """
    pairs = threes = fours = 0
    for rank in range(13):
        count = _on_board(board, rank)
        pairs += count == 2
        threes += count == 3
        fours += count == 4
    found = pairs | threes << 2 | fours << 3
    suit = flush_suit(board)
    if suit == 4:
        return found
    ranks = board >> 13 * suit & 8191
    level = _straight_flush(ranks)
    found |= level << 4
    taking_part = 0
    for rank in range(13):
        alone = _straight_flush(ranks | 1 << rank)
        takes_part = alone > level
        for other in range(13):
            takes_part = takes_part or _together(ranks, rank, other) > 0
        if not takes_part:
            continue
        if taking_part == _CARDS_OF_SHAPE:
            return -board  # does not happen; such a board would be a shape of its own
        bits = _on_board(board, rank) << 2 | alone
        for place in range(taking_part):
            bits = bits << 2 | _together(ranks, rank, room[place])
        found |= bits << 6 + 10 * taking_part
        room[taking_part] = rank
        taking_part += 1
    return found


@kernel
def _on_board(board: int, rank: int) -> int:
    """Count the cards of a rank on a board."""
    return (
        (board >> rank & 1) + (board >> 13 + rank & 1) + (board >> 26 + rank & 1) + (board >> 39 + rank & 1)
    )


@kernel
def _straight_flush(ranks: int) -> int:
    """Return 1 if cards of one suit make a straight flush, 2 for a royal flush, 0 for neither."""
    return max(0, poker_category(SUITED[ranks]) - STRAIGHT_FLUSH + 1)


@kernel
def _together(ranks: int, first: int, second: int) -> int:
    """Return what two more cards of the suit complete together; 0 if either does so alone."""
    both = _straight_flush(ranks | 1 << first | 1 << second)
    if both > max(_straight_flush(ranks | 1 << first), _straight_flush(ranks | 1 << second)):
        return both
    return 0
