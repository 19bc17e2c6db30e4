"""Value one hand directly, over every board that can follow and every hole that the dealer can have.

Nothing is shared between hands and no suit is renamed. So advice does not wait for the full solution, and
the full solution can be checked against this one.
"""

from typing import Any, NamedTuple

from croupier.games.ultimate_texas_holdem.solver.boards.showdown import (
    DEALERS,
    DECIDED,
    LOSE_QUALIFIED,
    LOSE_UNQUALIFIED,
    WIN_QUALIFIED,
    WIN_UNQUALIFIED,
    Nets,
    tie_of,
    value_of,
)
from croupier.hands.poker import poker_category, poker_strength
from croupier.jit import compiled, kernel, view


@kernel
def value_on_board(hole: int, board: int, multiple: int, nets: Nets) -> int:
    """Return the net of playing a multiple on a complete board, summed over the dealer's 990 holes."""
    player = poker_strength(hole | board)
    category = poker_category(player)
    value = 0
    for second in range(1, 52):
        if (hole | board) >> second & 1:
            continue
        with_second = board | 1 << second
        for first in range(second):
            if (hole | board) >> first & 1:
                continue
            dealer = poker_strength(with_second | 1 << first)
            qualified = dealer >= nets.dealer_least
            if player > dealer:
                ending = WIN_QUALIFIED if qualified else WIN_UNQUALIFIED
            elif player < dealer:
                ending = LOSE_QUALIFIED if qualified else LOSE_UNQUALIFIED
            else:
                ending = tie_of(player, nets.dealer_least)
            value += nets.played[multiple, category, ending]
    return value


def values_on_flop(hole: int, flop: int, nets: Nets) -> tuple[int, int]:
    """Return the nets of checking and playing on a flop, summed over 1,081 boards and 990 dealer holes."""
    cards = [card for card in range(52) if not (hole | flop) >> card & 1]
    count = len(cards)
    room = FlopRoom(
        view("i", count, count),
        view("i", count, count),
        view("i", count),
        view("q", DECIDED),
        view("i", count, values=[card % 13 for card in cards]),
        view("i", 13 * 13 * 13, 13),
    )
    left = view("q", count, values=[1 << card for card in cards])
    return compiled(_values_on_flop)(hole, flop, nets, left, room)


class FlopRoom(NamedTuple):
    """Working arrays for the boards that can follow a flop, by their higher and lower card."""

    players: Any
    """The strength of the player's hand, by board."""
    counts: Any
    """The number of dealers lower; shifted by `_HIGHER`, higher; shifted by `_UNQUALIFIED`, not qualified."""
    dealers: Any
    endings: Any
    ranks: Any
    """The ranks of the cards left."""
    unsuited: Any
    """By three ranks in ascending order and a fourth: the dealer's strength without a flush."""


_HIGHER, _UNQUALIFIED = 10, 20
_MASK = (1 << _HIGHER) - 1


def _values_on_flop(hole: int, flop: int, nets: Nets, cards: Any, room: FlopRoom) -> tuple[int, int]:
    """Return the values of `values_on_flop`, given the cards left and working arrays.

    Four more cards can be split six ways into two on the board and two of the dealer's, and the dealer's
    seven cards are the same each way. So there are 178,365 dealer hands to rank, not a million, and except
    for flushes their ranks alone give their strength. With three of the four cards fixed, the hands with
    every lower fourth card are ranked first and then compared in loops without branches.
    """
    left, least, players, dealers = len(cards), nets.dealer_least, room.players, room.dealers
    _rank_unsuited(flop, room.unsuited)
    for second in range(left):
        for first in range(second):
            players[second, first] = poker_strength(hole | flop | cards[first] | cards[second])
    for d in range(3, left):
        for c in range(2, d):
            for b in range(1, c):
                _rank_dealers(flop, cards, (b, c, d), room)
                for high in (b, c, d):
                    _compare_all(players[high], dealers, b, least, room.counts[high])
                room.counts[c, b] += _compare_one(players[c, b], dealers, b, least)
                room.counts[d, b] += _compare_one(players[d, b], dealers, b, least)
                room.counts[d, c] += _compare_one(players[d, c], dealers, b, least)
    checking = playing = 0
    for second in range(left):
        for first in range(second):
            strength = players[second, first]
            _split(strength, room.counts[second, first], least, room.endings)
            category = poker_category(strength)
            checking += max(nets.fold, value_of(strength, category, room.endings, nets.river, nets))
            playing += value_of(strength, category, room.endings, nets.flop, nets)
    return checking, playing


@kernel
def _rank_unsuited(flop: int, unsuited: Any) -> None:
    """Rank the flop with every four ranks, in suits that make no flush."""
    for third in range(13):
        for second in range(third + 1):
            for first in range(second + 1):
                ranked = unsuited[169 * first + 13 * second + third]
                three = flop
                for rank in (first, second, third):
                    three = _with_rank(three, rank)
                for rank in range(13):
                    ranked[rank] = poker_strength(_with_rank(three, rank))


@kernel
def _with_rank(cards: int, rank: int) -> int:
    """Add a card of the rank, of the suit with the fewest cards so far; unchanged if all four are there."""
    best, fewest = -1, 8
    for suit in range(4):
        if not cards >> 13 * suit + rank & 1:
            count, ranks = 0, cards >> 13 * suit & 8191
            while ranks:
                count += 1
                ranks &= ranks - 1
            if count < fewest:
                best, fewest = suit, count
    return cards if best < 0 else cards | 1 << 13 * best + rank


@kernel
def _rank_dealers(flop: int, cards: Any, above: tuple[int, int, int], room: FlopRoom) -> None:
    """Rank the dealer's hands of three given cards and each card in a lower place."""
    three = flop | cards[above[0]] | cards[above[1]] | cards[above[2]]
    one, two, last = room.ranks[above[0]], room.ranks[above[1]], room.ranks[above[2]]
    low, high = min(one, two, last), max(one, two, last)
    unsuited = room.unsuited[169 * low + 13 * (one + two + last - low - high) + high]
    for place in range(above[0]):
        room.dealers[place] = unsuited[room.ranks[place]]
    for suit in range(4):
        ranks, count = three >> 13 * suit & 8191, 0
        while ranks:
            count += 1
            ranks &= ranks - 1
        if count >= 4:
            # The three cards and the flop make a flush, or a fourth card of the suit does.
            for place in range(above[0]):
                if count > 4 or cards[place] >> 13 * suit & 8191:
                    room.dealers[place] = poker_strength(three | cards[place])


@kernel
def _compare_all(players: Any, dealers: Any, lower: int, least: int, counts: Any) -> None:
    """Compare one dealer hand on each board of one card and a lower one, and count the results."""
    for low in range(lower):
        counts[low] += (
            (players[low] > dealers[low])
            + ((players[low] < dealers[low]) << _HIGHER)
            + ((dealers[low] < least) << _UNQUALIFIED)
        )


@kernel
def _compare_one(player: int, dealers: Any, lower: int, least: int) -> int:
    """Compare the dealer hands with each of the lower cards on one board, and count the results."""
    wins = losses = unqualified = 0
    for other in range(lower):
        wins += player > dealers[other]
        losses += player < dealers[other]
        unqualified += dealers[other] < least
    return wins + (losses << _HIGHER) + (unqualified << _UNQUALIFIED)


@kernel
def _split(strength: int, count: int, least: int, endings: Any) -> None:
    """Write the endings on a board; a hand that qualifies beats every dealer who does not, and vice versa."""
    wins, losses, unqualified = count & _MASK, count >> _HIGHER & _MASK, count >> _UNQUALIFIED
    qualifies = strength >= least
    endings[WIN_QUALIFIED] = wins - unqualified if qualifies else 0
    endings[WIN_UNQUALIFIED] = unqualified if qualifies else wins
    endings[LOSE_QUALIFIED] = losses if qualifies else DEALERS - unqualified
    endings[LOSE_UNQUALIFIED] = 0 if qualifies else losses - (DEALERS - unqualified)
