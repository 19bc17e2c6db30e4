"""The exact solution of Ultimate Texas Hold'em: the value of every decision, and the price of the game.

All 2.8 * 10**12 ways to deal a board, a player and a dealer are counted once. Boards are evaluated up to a
renaming of the suits (`boards.showdown`), their values are gathered by flop and by starting hand
(`boards.gather`), and the endings under the resulting strategy are counted (`boards.census`). Payments are
those of the table's own settlement. All numbers are integers; on equal values the smaller wager is made.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb, gcd, lcm
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.cards import RANKS, cards_in
from croupier.errors import Refusal
from croupier.games.ultimate_texas_holdem.solver.boards import hole_places as layout
from croupier.games.ultimate_texas_holdem.solver.boards.direct import value_on_board, values_on_flop
from croupier.games.ultimate_texas_holdem.solver.boards.showdown import (
    CATEGORIES,
    DEALERS,
    LARGEST_NET,
    Nets,
    nets_in_views,
)
from croupier.games.ultimate_texas_holdem.solver.preflop import solved_values
from croupier.games.ultimate_texas_holdem.terms import Terms, terms
from croupier.jit import numpy, view
from croupier.odds.counting.store import kept
from croupier.odds.filed.wagers import Wagers
from croupier.odds.model import MainOdds, Moments
from croupier.odds.progress import Progress, silent
from croupier.submission.house import HouseRules

if TYPE_CHECKING:
    from croupier.games.ultimate_texas_holdem.solver.boards.passes import Gathered
    from croupier.games.ultimate_texas_holdem.solver.strategy_tables import Strategy

_BOARDS_AFTER_FLOP = comb(47, 2)
_FLOPS = comb(50, 3)

Values = dict[str, Fraction]
"""The expected net result of each legal action per unit of ante, smaller wagers first."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The solved game: its price, the value of each starting hand, and the counts of its endings."""

    main: MainOdds
    starting_hands: dict[str, Values]
    """By starting hand (`AA`, `AKs`, `AKo` …), the value of each action before the flop."""
    endings: dict[tuple[str, int, int], int]
    """The number of cases by decision, category of the player's hand and ending (`showdown`).

    A folded hand counts under the ending that it would have had.
    """
    cases: int


class Scale(NamedTuple):
    """The game in whole units, with enough units in the ante that every payout is an integer."""

    ante: int
    nets: Nets
    raises: tuple[int, int]
    """The multiples allowed before the flop, smaller first."""


def unit_of(numbers: Terms) -> int:
    """Return the smallest number of units in the ante that makes every payout an integer."""
    main = numbers.main
    return lcm(main.ante_odds[1], main.play_odds[1], *main.blind.pers)


@lru_cache(maxsize=256)
def scale_of(house: HouseRules, wagers: Wagers | None = None) -> Scale:
    """Return the game in whole units: fractions of the ante, or of cents under the payout limits."""
    scale = _scale_in_views(house, wagers)
    return scale._replace(nets=scale.nets.in_arrays())


@lru_cache(maxsize=256)
def _scale_in_views(house: HouseRules, wagers: Wagers | None = None) -> Scale:
    """Return the same without NumPy, whose import takes longer than advice."""
    numbers = terms(house)
    most, least, *_ = numbers.play_multiples
    unit = unit_of(numbers)
    scale = Scale(unit, nets_in_views(numbers, unit), (least, most))
    amounts = _amounts(scale.nets)
    if wagers is not None:
        filed = nets_in_views(numbers, wagers.ante, house.limits)
        in_cents = _amounts(filed)
        if [net * unit for net in in_cents] != [net * wagers.ante for net in amounts]:
            common = gcd(wagers.ante, filed.fold // DEALERS, *in_cents)
            amounts = [net // common for net in in_cents]
            reduced = view("q", *filed.played.shape, values=amounts)
            paid = filed._replace(played=reduced, fold=filed.fold // common)
            scale = Scale(wagers.ante // common, paid, (least, most))
    if max(map(abs, amounts)) > LARGEST_NET:
        raise Refusal(
            "not_solved", f"results of more than {LARGEST_NET:,} units cannot be added up in 64 bits"
        )
    return scale


def _amounts(paid: Nets) -> list[int]:
    return [net for multiple in paid.played.tolist() for row in multiple for net in row]


def _question(house: HouseRules, wagers: Wagers | None = None) -> tuple[object, ...]:
    """Return the cache key of the solution: no side bets, the ante only if payouts are capped or rounded."""
    numbers = terms(house)
    printed = numbers.main, numbers.play_multiples
    if wagers is None:
        return printed
    scale = _scale_in_views(house, wagers)
    if scale.ante == unit_of(numbers) and scale.nets.played == nets_in_views(numbers, scale.ante).played:
        return printed
    return *printed, scale.ante, scale.nets.played.tolist()


def solution(
    house: HouseRules, progress: Progress = silent, fresh: bool = False, wagers: Wagers | None = None
) -> Solution:
    """Return the solution of the game under these house rules, from disk if it was solved before.

    With `wagers`, amounts are in cents, under the payout limits for a single hand at the table.
    """
    question = _question(house, wagers)
    return kept("ultimate-texas-holdem", question, lambda: solve(house, progress, wagers), fresh=fresh)


def starting_hands(
    house: HouseRules, progress: Progress = silent, wagers: Wagers | None = None
) -> dict[str, Values]:
    """By starting hand, the value of each action before the flop; immediate under the printed terms."""
    return solved_values(_question(house, wagers)) or solution(house, progress, False, wagers).starting_hands


def optimal(house: HouseRules) -> Fraction:
    """Return the expected net result under optimal play: the mean over holes of the best preflop value."""
    hands = starting_hands(house)
    names = [starting_hand(hole) for hole in layout.hole_sets()]
    return sum((max(hands[name].values()) for name in names), Fraction(0)) / len(names)


def advise(
    house: HouseRules, hole: int, board: int, progress: Progress = silent, wagers: Wagers | None = None
) -> Values:
    """The value of each legal action with two hole cards and no, three or five cards on the board."""
    if hole.bit_count() != 2 or board.bit_count() not in (0, 3, 5) or hole & board:
        raise ValueError("two hole cards and a board of no, three or five others are needed")
    if not board:
        return starting_hands(house, progress, wagers)[starting_hand(hole)]
    scale = _scale_in_views(house, wagers)
    if board.bit_count() == 5:
        # 990 comparisons in plain Python take less time than to load a compiled kernel.
        playing = int(value_on_board(hole, board, scale.nets.river, scale.nets))
        unit = scale.ante * DEALERS
        return {
            "fold": Fraction(scale.nets.fold, unit),
            decision_name(scale.nets.river): Fraction(playing, unit),
        }
    checking, playing = values_on_flop(hole, board, scale.nets)
    unit = scale.ante * DEALERS * _BOARDS_AFTER_FLOP
    return {"check": Fraction(checking, unit), decision_name(scale.nets.flop): Fraction(playing, unit)}


def best(values: Values) -> str:
    """Return the best action; on equal values, the one that wagers less."""
    return max(values, key=lambda action: values[action])


def starting_hand(hole: int) -> str:
    """Return the name of two hole cards up to a renaming of the suits.

    >>> from croupier.cards import set_of
    >>> [starting_hand(set_of(cards)) for cards in ("As Ks", "7d 2c", "8h 8c")]
    ['AKs', '72o', '88']
    """
    high, low = cards_in(hole)
    ranks = RANKS[high % 13] + RANKS[low % 13]
    if high % 13 == low % 13:
        return ranks
    return ranks + ("s" if high // 13 == low // 13 else "o")


def solve(house: HouseRules, progress: Progress = silent, wagers: Wagers | None = None) -> Solution:
    """Solve the game under these house rules; advice does not need or import this."""
    from croupier.games.ultimate_texas_holdem.solver.boards.passes import gather_all

    scale = scale_of(house, wagers)
    gathered = gather_all(scale.nets, progress)
    starting_hands = _starting_hands(gathered, scale)
    names = [starting_hand(hole) for hole in layout.hole_sets()]
    counts = _count(gathered, _raised(starting_hands, scale), scale, progress)
    endings = {
        (decision_name(multiple), category, ending): int(counts[multiple, category, ending])
        for multiple, category, ending in zip(*(axis.tolist() for axis in counts.nonzero()), strict=True)
    }
    main = _main_odds(counts, scale)
    value = sum(max(starting_hands[name].values()) for name in names) / len(names)
    if main.net.mean != value:
        raise ArithmeticError(f"the endings average {main.net.mean}, the decisions are worth {value}")
    return Solution(main, starting_hands, endings, int(counts.sum()))


def _raised(starting_hands: dict[str, Values], scale: Scale) -> Any:
    """By the place of a hole, the multiple that it plays before the flop; 0 if it checks."""
    chosen = {"check": 0, **{decision_name(multiple): multiple for multiple in scale.raises}}
    names = [starting_hand(hole) for hole in layout.hole_sets()]
    return numpy().array([chosen[best(starting_hands[name])] for name in names])


def optimal_strategy(
    house: HouseRules, progress: Progress = silent, fresh: bool = False, wagers: Wagers | None = None
) -> "Strategy":
    """Return the best decision for every hand, from disk if it was found before."""
    question = _question(house, wagers)
    return kept("holdem-strategy", question, lambda: find_strategy(house, progress, wagers), fresh=fresh)


def find_strategy(house: HouseRules, progress: Progress = silent, wagers: Wagers | None = None) -> "Strategy":
    """Find the best decision for every hand under these house rules."""
    from croupier.games.ultimate_texas_holdem.solver.boards.passes import gather_all
    from croupier.games.ultimate_texas_holdem.solver.boards.river import river_marks
    from croupier.games.ultimate_texas_holdem.solver.strategy_tables import Strategy

    np = numpy()
    scale = scale_of(house, wagers)
    gathered = gather_all(scale.nets, progress)
    flops = layout.flops()[0]
    return Strategy(
        preflop=_raised(_starting_hands(gathered, scale), scale).astype(np.int8),
        flop_sets=flops,
        flop_slots=layout.slots_for(flops),
        flop=np.packbits(gathered.plays_on_flop, axis=1, bitorder="little"),
        river=river_marks(gathered.compared, scale.nets),
        moved_holes=layout.moved_holes(),
        hole_cards=np.array([cards_in(hole) for hole in layout.hole_sets()], np.int64),
    )


def _count(gathered: "Gathered", raised: Any, scale: Scale, progress: Progress) -> Any:
    """Count the endings, given the multiple that each hole plays before the flop.

    Net results are linear in the multiple unless a payout limit applies, so the largest raise is best if any
    is that the flop does not undercut. If the smaller is best for some holes, they are counted separately.
    """
    from croupier.games.ultimate_texas_holdem.solver.boards.passes import count_endings

    least, most = scale.raises
    *later, before = count_endings(gathered, raised > 0, scale.nets, progress)
    counts = numpy().array(later)
    counts[most] += before
    if (raised == least).any():
        moved = count_endings(gathered, raised == least, scale.nets, progress)[-1]
        counts[most] -= moved
        counts[least] += moved
    return counts


def decision_name(multiple: int) -> str:
    """Return the name of a play wager of `multiple` antes, or of the fold.

    >>> decision_name(4), decision_name(0)
    ('play_4x', 'fold')
    """
    return f"play_{multiple}x" if multiple else "fold"


def _starting_hands(gathered: "Gathered", scale: Scale) -> dict[str, Values]:
    """By starting hand, the value of each action before the flop: the mean over the holes of that name."""
    places: dict[str, list[int]] = {}
    for place, hole in enumerate(layout.hole_sets()):
        places.setdefault(starting_hand(hole), []).append(place)
    flop, points = scale.nets.flop, scale.nets.before_flop.tolist()
    found = {}
    for name, group in places.items():
        cases = len(group) * _FLOPS * _BOARDS_AFTER_FLOP * DEALERS * scale.ante
        # All sums are over flops, so each board counts once for each of its flops.
        sums = {
            multiple: sum(gathered.before_flop[number][group].tolist())
            for number, multiple in enumerate(points)
        }
        values = {"check": Fraction(sum(gathered.checking[group].tolist()), cases)}
        for multiple in scale.raises:
            if multiple in sums:
                total = Fraction(sums[multiple])
            else:
                on_flop = sum(gathered.played[group].tolist())
                total = on_flop + (multiple - flop) * Fraction(on_flop - sums[0], flop)
            values[decision_name(multiple)] = total / cases
        found[name] = values
    return found


def _main_odds(counts: Any, scale: Scale) -> MainOdds:
    """Return the price of the game from its endings."""
    cases = int(counts.sum())
    mean = square = 0
    wagered = Fraction(0)
    decisions = {}
    for multiple in sorted(range(len(counts)), key=lambda multiple: -multiple):
        if multiple == 0 or multiple in (scale.nets.river, scale.nets.flop, *scale.raises):
            share = Fraction(int(counts[multiple].sum()), cases)
            decisions[decision_name(multiple)] = share
            wagered += (2 + multiple) * share
        for category in range(CATEGORIES):
            for ending, count in enumerate(counts[multiple, category].tolist()):
                net = int(scale.nets.played[multiple, category, ending])
                if multiple == 0:
                    net = scale.nets.fold // DEALERS
                mean += count * net
                square += count * net * net
    moments = Moments(Fraction(mean, cases * scale.ante), Fraction(square, cases * scale.ante**2))
    return MainOdds(moments, wagered, decisions)
