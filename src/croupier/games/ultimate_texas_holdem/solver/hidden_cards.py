"""The value of one hand of Ultimate Texas Hold'em with any hidden cards known, over every possible deal.

Each board is valued once and numbered by the places of its cards among those that can come; decisions on
flops then add up boards by number. No suit is renamed, so the pricing of whole leaks (`protection`) can be
checked against this module.
"""

from fractions import Fraction
from itertools import pairwise
from math import comb
from typing import Any, NamedTuple

from croupier.cards import cards_in
from croupier.errors import Refusal
from croupier.games.ultimate_texas_holdem.solver.boards.showdown import (
    DEALERS,
    LOSE_QUALIFIED,
    LOSE_UNQUALIFIED,
    WIN_QUALIFIED,
    WIN_UNQUALIFIED,
    Nets,
    tie_of,
)
from croupier.games.ultimate_texas_holdem.solver.solution import scale_of
from croupier.hands.poker import poker_category, poker_strength
from croupier.jit import compiled, kernel, numpy, table
from croupier.odds.counting.threads import in_parallel
from croupier.odds.progress import Progress, silent
from croupier.odds.protection.hidden_cards import Hidden
from croupier.submission.house import HouseRules

_CHOOSE = table([comb(n, k) for n in range(53) for k in range(6)])
_PARTS = 32

RIVER, FLOP, LEAST, MOST = range(4)
"""The values of a board, summed over the dealer's holes: the better river decision, and each multiple."""


class Known(NamedTuple):
    """The known cards of one hand, as sets, and the multiples allowed before the flop."""

    hole: int
    dealer: int
    gone: int
    raises: tuple[int, int]


@kernel
def value_board(known: Known, board: int, nets: Nets, values: Any) -> int:
    """Write the values of a board; return the number of holes that the dealer can have."""
    player = poker_strength(known.hole | board)
    category = poker_category(player)
    taken = known.hole | known.gone | board
    dealers = river = 0
    for layer in range(4):
        values[layer] = 0
    for second in range(1, 52):
        if taken >> second & 1:
            continue
        for first in range(second):
            two = 1 << first | 1 << second
            if taken >> first & 1 or two & known.dealer != known.dealer:
                continue
            dealer = poker_strength(board | two)
            qualified = dealer >= nets.dealer_least
            if player > dealer:
                ending = WIN_QUALIFIED if qualified else WIN_UNQUALIFIED
            elif player < dealer:
                ending = LOSE_QUALIFIED if qualified else LOSE_UNQUALIFIED
            else:
                ending = tie_of(player, nets.dealer_least)
            dealers += 1
            river += nets.played[nets.river, category, ending]
            values[FLOP] += nets.played[nets.flop, category, ending]
            values[LEAST] += nets.played[known.raises[0], category, ending]
            values[MOST] += nets.played[known.raises[1], category, ending]
    values[RIVER] = max(river, dealers * (nets.fold // DEALERS))
    return dealers


def value_boards(known: Known, first: int, last: int, pool: Any, must: int, nets: Nets, values: Any) -> None:
    """Value the boards with the highest card in these places of the pool and with the required cards."""
    for a in range(first, last):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    four = 1 << pool[a] | 1 << pool[b] | 1 << pool[c] | 1 << pool[d]
                    start = _CHOOSE[6 * a + 5] + _CHOOSE[6 * b + 4] + _CHOOSE[6 * c + 3] + _CHOOSE[6 * d + 2]
                    for e in range(d):
                        board = four | 1 << pool[e]
                        if board & must == must:
                            value_board(known, board, nets, values[start + e])


def add_flops(pool: Any, flop: int, turn_river: int, values: Any, sums: Any) -> None:
    """Decide on every possible flop; `sums` gets the values of the check and the raises, and the boards."""
    size = len(pool)
    for a in range(size):
        for b in range(a):
            for c in range(b):
                three = 1 << pool[a] | 1 << pool[b] | 1 << pool[c]
                if three & flop != flop or three & turn_river:
                    continue
                river = played = 0
                for d in range(size):
                    for e in range(d):
                        two = 1 << pool[d] | 1 << pool[e]
                        if two & three or two & turn_river != turn_river:
                            continue
                        found = values[_number_of(a, b, c, d, e)]
                        river += found[RIVER]
                        played += found[FLOP]
                        sums[1] += found[LEAST]
                        sums[2] += found[MOST]
                        sums[3] += 1
                sums[0] += max(river, played)


@kernel
def _number_of(a: int, b: int, c: int, d: int, e: int) -> int:
    """Return the number of the board with five places, given as a > b > c and d > e."""
    number, first, second = 0, 0, 0
    for left in range(5, 0, -1):
        one = a if first == 0 else b if first == 1 else c if first == 2 else -1
        other = d if second == 0 else e if second == 1 else -1
        if one > other:
            number += _CHOOSE[6 * one + left]
            first += 1
        else:
            number += _CHOOSE[6 * other + left]
            second += 1
    return number


def advise_knowing(
    house: HouseRules, hole: int, board: int, hidden: Hidden, progress: Progress = silent
) -> dict[str, Fraction]:
    """Return the exact value of each legal action per unit of ante, with these cards known."""
    np = numpy()
    _check(board, hidden)
    scale = scale_of(house)
    nets, (least, most) = scale.nets, scale.raises
    known = Known(hole, hidden.dealer, hidden.gone, scale.raises)
    values = np.zeros(4, np.int64)
    if board.bit_count() == 5:
        # Put the river multiple in the place of the smaller preflop multiple.
        on_river = known._replace(raises=(nets.river, nets.river))
        dealers = compiled(value_board)(on_river, board, nets, values)
        playing = Fraction(int(values[LEAST]), dealers * scale.ante)
        return {"fold": Fraction(nets.fold, DEALERS * scale.ante), f"play_{nets.river}x": playing}
    taken = hole | hidden.dealer | hidden.gone
    dealers = comb(52 - 2 - 5 - (hidden.dealer | hidden.gone).bit_count(), 2 - hidden.dealer.bit_count())
    if board:
        left = np.array(sorted(cards_in(~(taken | board) & (1 << 52) - 1)), np.int64)
        sums = np.zeros(3, np.int64)
        compiled(add_turns)(known, board, left, hidden.turn_river, nets, sums, values)
        cases = int(sums[2]) * dealers * scale.ante
        return {"check": Fraction(int(sums[0]), cases), f"play_{nets.flop}x": Fraction(int(sums[1]), cases)}
    pool = np.array(sorted(cards_in(~taken & (1 << 52) - 1)), np.int64)
    by_board = np.zeros((comb(len(pool), 5), 4), np.int64)
    must, run = hidden.flop | hidden.turn_river, compiled(value_boards)
    # Split boards by the place of their highest card, into parts of about equal size.
    edges = sorted({round(len(pool) * (part / _PARTS) ** 0.2) for part in range(_PARTS + 1)})
    in_parallel(lambda part: run(known, *part, pool, must, nets, by_board), list(pairwise(edges)), progress)
    totals = np.zeros(4, np.int64)
    compiled(add_flops)(pool, hidden.flop, hidden.turn_river, by_board, totals)
    cases = int(totals[3]) * dealers * scale.ante
    names = "check", f"play_{least}x", f"play_{most}x"
    return {name: Fraction(int(total), cases) for name, total in zip(names, totals, strict=False)}


def add_turns(
    known: Known, flop: int, left: Any, turn_river: int, nets: Nets, sums: Any, values: Any
) -> None:
    """On a flop, add up the values of checking and playing, and count the boards that can follow."""
    for d in range(len(left)):
        for e in range(d):
            two = 1 << left[d] | 1 << left[e]
            if two & turn_river == turn_river:
                value_board(known, flop | two, nets, values)
                sums[0] += values[RIVER]
                sums[1] += values[FLOP]
                sums[2] += 1


def _check(board: int, hidden: Hidden) -> None:
    flop, later, visible = hidden.flop.bit_count(), hidden.turn_river.bit_count(), board.bit_count()
    if hidden.dealer.bit_count() > 2 or flop > (0 if visible else 3) or later > (2 if visible < 5 else 0):
        raise Refusal(
            "bad_leak",
            "the dealer has two cards, and of a board three may be known as flop, two as turn-river",
        )
