"""Ultimate Texas Hold'em: the exact value of every action on every street, for many hands at once."""

from fractions import Fraction
from functools import lru_cache
from math import comb, lcm
from typing import TYPE_CHECKING, Any

from croupier.games.ultimate_texas_holdem.solver.boards.direct import value_on_board
from croupier.games.ultimate_texas_holdem.solver.boards.hole_places import hole_sets
from croupier.games.ultimate_texas_holdem.solver.boards.passes import gather_all
from croupier.games.ultimate_texas_holdem.solver.boards.showdown import DEALERS, Nets
from croupier.games.ultimate_texas_holdem.solver.solution import (
    Scale,
    optimal_strategy,
    scale_of,
    starting_hand,
    starting_hands,
)
from croupier.games.ultimate_texas_holdem.solver.strategy_index import FLOP_BITS, Index, flop_place, index_for
from croupier.jit import compiled, kernel, numpy
from croupier.odds.progress import silent
from croupier.odds.simulate.hands import set_at
from croupier.submission.house import HouseRules

if TYPE_CHECKING:
    from croupier.odds.protocol import Values

_BOARDS_AFTER_FLOP = comb(47, 2)


class ActionValues:
    """The values under one house's rules, as integers over one denominator for each street."""

    def __init__(self, house: HouseRules) -> None:
        self.scale: Scale = scale_of(house)
        self.index: Index = index_for(optimal_strategy(house))
        self.before: dict[str, Values] = starting_hands(house)
        fractions = [value for values in self.before.values() for value in values.values()]
        self.denominators: tuple[int, int, int] = (
            lcm(*(each.denominator for each in fractions)),
            self.scale.ante * DEALERS * _BOARDS_AFTER_FLOP,
            self.scale.ante * DEALERS,
        )
        self.on_flop: Any = gather_all(self.scale.nets, silent).on_flop
        self.by_place: Any = self._preflop()

    def _preflop(self) -> Any:
        """By number of antes and place of the hole cards, the value before the flop."""
        np = numpy()
        least, most = self.scale.raises
        found = np.zeros((most + 1, len(hole_sets())), dtype=np.int64)
        for place, hole in enumerate(hole_sets()):
            values = self.before[starting_hand(hole)]
            for antes, name in ((0, "check"), (least, f"play_{least}x"), (most, f"play_{most}x")):
                found[antes, place] = int(Fraction(values[name]) * self.denominators[0])
        return found

    def write(self, street: int, columns: Any, board: int, values: Any) -> int:
        """Write the values of the first seat's legal actions by antes and round; return the denominator."""
        nets = self.scale.nets
        if street == 0:
            places = self.index.places[columns[0], columns[1]]
            values[: len(self.by_place)] = self.by_place[:, places]
        elif street == 1:
            compiled(_on_flop)(columns, board, self.index, self.on_flop, values[0], values[nets.flop])
        else:
            values[0] = nets.fold
            compiled(_on_river)(columns, board, nets, values[nets.river])
        return self.denominators[street]


@lru_cache(maxsize=4)
def action_values(house: HouseRules) -> ActionValues:
    """Return the values under these house rules, computed once."""
    return ActionValues(house)


@kernel
def _on_flop(columns: Any, board: int, index: Index, on_flop: Any, checking: Any, playing: Any) -> None:
    for number in range(len(checking)):
        code = index.flops[
            flop_place(columns[board, number], columns[board + 1, number], columns[board + 2, number])
        ]
        place = index.moved[code >> FLOP_BITS, index.places[columns[0, number], columns[1, number]]]
        flop = code & (1 << FLOP_BITS) - 1
        checking[number], playing[number] = on_flop[0, flop, place], on_flop[1, flop, place]


@kernel
def _on_river(columns: Any, board: int, nets: Nets, playing: Any) -> None:
    for number in range(len(playing)):
        hole, common = set_at(columns, 0, 2, number), set_at(columns, board, 5, number)
        playing[number] = value_on_board(hole, common, nets.river, nets)
