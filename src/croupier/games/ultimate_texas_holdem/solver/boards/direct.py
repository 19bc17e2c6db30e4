"""One hand valued directly: every board that may follow, and every hole that the dealer may have.

No sharing between hands and no renaming of suits, so that advice does not wait for the whole solution and
the whole solution has a witness.
"""

from typing import Any

from croupier.games.ultimate_texas_holdem.solver.boards.showdown import (
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
from croupier.jit import compiled, kernel, numpy


@kernel
def value_on_board(hole: int, board: int, multiple: int, nets: Nets) -> int:
    """What playing a multiple nets on a whole board, over all 990 dealers."""
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
    """What checking and playing net on a flop, over all 1,081 boards and 990 dealers."""
    np = numpy()
    left = [1 << card for card in range(52) if not (hole | flop) >> card & 1]
    players = np.zeros((len(left), len(left)), dtype=np.int32)
    endings = np.zeros((*players.shape, DECIDED), dtype=np.int16)
    return compiled(_values_on_flop)(hole, flop, nets, np.array(left), players, endings)


def _values_on_flop(
    hole: int, flop: int, nets: Nets, cards: Any, players: Any, endings: Any
) -> tuple[int, int]:
    """The same with the cards that are left, and room for the player's strength and the endings by board.

    Four more cards are two on the board and two of the dealer's in six ways, and the dealer's seven cards are
    the same in all of them: so 178,365 hands are ranked, not a million.
    """
    left = len(cards)
    for second in range(left):
        for first in range(second):
            players[first, second] = poker_strength(hole | flop | cards[first] | cards[second])
    for d in range(3, left):
        for c in range(2, d):
            for b in range(1, c):
                three = flop | cards[d] | cards[c] | cards[b]
                for a in range(b):
                    dealer = poker_strength(three | cards[a])
                    lower = WIN_QUALIFIED if dealer >= nets.dealer_least else WIN_UNQUALIFIED
                    higher = LOSE_QUALIFIED if dealer >= nets.dealer_least else LOSE_UNQUALIFIED
                    _compare(players[a, b], dealer, lower, higher, endings[a, b])
                    _compare(players[a, c], dealer, lower, higher, endings[a, c])
                    _compare(players[a, d], dealer, lower, higher, endings[a, d])
                    _compare(players[b, c], dealer, lower, higher, endings[b, c])
                    _compare(players[b, d], dealer, lower, higher, endings[b, d])
                    _compare(players[c, d], dealer, lower, higher, endings[c, d])
    checking = playing = 0
    for second in range(left):
        for first in range(second):
            strength, counts = players[first, second], endings[first, second]
            category = poker_category(strength)
            checking += max(nets.fold, value_of(strength, category, counts, nets.river, nets))
            playing += value_of(strength, category, counts, nets.flop, nets)
    return checking, playing


@kernel
def _compare(player: int, dealer: int, lower: int, higher: int, endings: Any) -> None:
    """Count one dealer of a board; ties are what is left of the 990."""
    if player > dealer:
        endings[lower] += 1
    elif player < dealer:
        endings[higher] += 1
