"""One hand valued directly: every board that may follow, and every hole that the dealer may have.

No sharing between hands and no renaming of suits, so that advice does not wait for the whole solution and
the whole solution has a witness.
"""

from croupier.games.ultimate_texas_holdem.solver.boards.showdown import (
    LOSE_QUALIFIED,
    LOSE_UNQUALIFIED,
    WIN_QUALIFIED,
    WIN_UNQUALIFIED,
    Nets,
    tie_of,
)
from croupier.hands.poker import poker_category, poker_strength
from croupier.jit import kernel


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
    checking = playing = 0
    for second in range(1, 52):
        if (hole | flop) >> second & 1:
            continue
        for first in range(second):
            if (hole | flop) >> first & 1:
                continue
            board = flop | 1 << first | 1 << second
            checking += max(nets.fold, value_on_board(hole, board, nets.river, nets))
            playing += value_on_board(hole, board, nets.flop, nets)
    return checking, playing
