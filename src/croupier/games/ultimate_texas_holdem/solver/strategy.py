"""Ultimate Texas Hold'em: a description of optimal play.

Before the flop the description is exact: a grid of 169 hands. On the flop and the river the best decision
depends on all cards, so the description lists kinds of hand, with the exact share of each that plays.
"""

from typing import Any

from croupier.cards import RANKS
from croupier.games.ultimate_texas_holdem.solver.boards import hole_places as layout
from croupier.games.ultimate_texas_holdem.solver.rule_conditions import plays_on_flop
from croupier.games.ultimate_texas_holdem.solver.simple_rules import (
    HIDDEN,
    RULES,
    price_rules,
    rules_census,
)
from croupier.games.ultimate_texas_holdem.solver.solution import Values, best, optimal_strategy, solution
from croupier.games.ultimate_texas_holdem.solver.strategy_tables import Strategy
from croupier.games.ultimate_texas_holdem.terms import terms
from croupier.hands.poker import TWO_PAIR, poker_category, poker_strength
from croupier.jit import compiled, kernel, numpy
from croupier.odds.filed.wagers import Wagers
from croupier.odds.progress import Progress, silent
from croupier.odds.protocol import Description
from croupier.odds.sections import Grid, Table, cell, columns
from croupier.submission.house import HouseRules

FLOP_KINDS = (
    "two pair or better",
    "a pair with a hole card, or in the hole",
    "two twos in the hole, a pair",
    "four to a flush, a ten or better of it in the hole",
    "four to a flush, lower in the hole",
    "anything else",
)
_TWO_PAIR, _PAIRED, _TWOS, _HIGH_DRAW, _DRAW, _NOTHING = range(len(FLOP_KINDS))


@kernel
def flop_kind(hole: int, flop: int) -> int:
    """Return the kind of hand that two hole cards and a flop make."""
    if plays_on_flop(hole, flop):
        if poker_category(poker_strength(hole | flop)) >= TWO_PAIR:
            return _TWO_PAIR
        ranks = (hole | hole >> 13 | hole >> 26 | hole >> 39) & 8191
        on_flop = (flop | flop >> 13 | flop >> 26 | flop >> 39) & 8191
        return _PAIRED if ranks & on_flop or ranks & ranks - 1 == 0 else _HIGH_DRAW
    if (hole | hole >> 13 | hole >> 26 | hole >> 39) & 8191 == 1:
        return _TWOS
    for suit in range(4):
        held = hole >> 13 * suit & 8191
        suited = held | flop >> 13 * suit & 8191
        suited &= suited - 1
        suited &= suited - 1
        if held and suited & suited - 1:
            return _DRAW
    return _NOTHING


def _count_flops(flops: Any, weights: Any, holes: Any, checked: Any, packed: Any, found: Any) -> None:
    for number in range(len(flops)):
        for place in range(len(holes)):
            if checked[place] and not holes[place] & flops[number]:
                plays = packed[number, place >> 3] >> (place & 7) & 1
                found[flop_kind(holes[place], flops[number]), plays] += weights[number]


def describe(
    house: HouseRules, progress: Progress = silent, fresh: bool = False, wagers: Wagers | None = None
) -> Description:
    """Describe optimal play."""
    solved = solution(house, progress, fresh, wagers)
    optimal = optimal_strategy(house, progress, fresh, wagers)
    census = rules_census(house, progress, fresh)
    multiples = terms(house).play_multiples
    words = {rule.name: rule.words(multiples) for rule in RULES}
    _, _, after_flop, last = multiples
    return Description(
        main=solved.main,
        simple_rules={name: (words[name], odds) for name, odds in price_rules(house, census, wagers).items()},
        sections=(
            grid(solved.starting_hands),
            _shares("On the flop, after a check", after_flop, _flop(optimal)),
            _shares("On the river, after two checks", last, _river(census.river)),
        ),
    )


def grid(starting_hands: dict[str, Values]) -> Grid:
    """Return the 13 by 13 grid, suited hands above the diagonal and offsuit hands below it."""
    ranks = RANKS[::-1]
    rows = []
    unused = set(starting_hands["AA"]).difference(best(values) for values in starting_hands.values())
    never = [f" {action.removeprefix('play_')} is never best." for action in sorted(unused)]
    for row, first in enumerate(ranks):
        cells = []
        for column, second in enumerate(ranks):
            name = first + first
            if row != column:
                name = first + second + "s" if row < column else second + first + "o"
            cells.append(cell(name, starting_hands[name]))
        rows.append(tuple(cells))
    return Grid(
        title="Before the flop",
        rows=tuple(rows),
        note="Suited hands above the diagonal, offsuit hands below it." + "".join(never),
        waive="check",
    )


def _shares(street: str, multiple: int, kinds: list[tuple[str, int, int]]) -> Table:
    """Tabulate, for each kind of hand, the situations and those in which playing is best."""
    total = sum(situations for _, situations, _ in kinds)
    return Table(
        title=f"{street}: how often {multiple}x is best",
        columns=columns(
            ("hand", "of all", f"plays {multiple}x", "situations", "of them play"),
            ("text", "share", "share", "count", "count"),
        ),
        rows=tuple(
            (hand, f"{situations}/{total}", f"{played}/{situations}", str(situations), str(played))
            for hand, situations, played in kinds
        ),
    )


def _flop(optimal: Strategy) -> list[tuple[str, int, int]]:
    """Count the kinds of hand on the flop among hands that check before it."""
    np = numpy()
    _, weights = layout.flops()
    holes = np.array(layout.hole_sets(), dtype=np.int64)
    found = np.zeros((len(FLOP_KINDS), 2), dtype=np.int64)
    compiled(_count_flops)(optimal.flop_sets, weights, holes, optimal.preflop == 0, optimal.flop, found)
    return [
        (name, folds + plays, plays) for name, (folds, plays) in zip(FLOP_KINDS, found.tolist(), strict=True)
    ]


def _river(river: Any) -> list[tuple[str, int, int]]:
    """Count the hands on the river: a hidden pair or better, and the rest by the number of cards that beat
    them.
    """
    counted = river.tolist()
    rows = [("a pair or better that needs a hole card", [HIDDEN])]
    rows.append(("up to 17 cards beat it", list(range(18))))
    rows += [(f"{outs} cards beat it", [outs]) for outs in range(18, 24)]
    rows.append(("24 cards or more beat it", list(range(24, HIDDEN))))
    found = []
    for name, places in rows:
        folds, plays = (sum(counted[place][which] for place in places) for which in (0, 1))
        if folds + plays:
            found.append((name, folds + plays, plays))
    return found
