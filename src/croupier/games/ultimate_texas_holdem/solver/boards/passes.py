"""The passes over all classes of boards and all flops, on all cores: values gathered, then endings counted.

Threads share nothing that they add to: each part is added to sums that its thread has for itself meanwhile,
and the sums are added up at the end. All are whole numbers, so the order does not matter.
"""

from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

from croupier.games.ultimate_texas_holdem.solver.boards import census, gather
from croupier.games.ultimate_texas_holdem.solver.boards import hole_places as layout
from croupier.games.ultimate_texas_holdem.solver.boards.classes import all_classes
from croupier.games.ultimate_texas_holdem.solver.boards.flops import Sums, new_flop, new_sums
from croupier.games.ultimate_texas_holdem.solver.boards.showdown import Nets
from croupier.jit import compiled, numpy
from croupier.odds.counting.spares import Spares
from croupier.odds.counting.threads import in_parallel
from croupier.odds.progress import Progress

# Enough for a smooth progress bar and an even end, few enough to cost nothing.
PARTS = 16
STEPS = 4 * PARTS
"""Of the progress: classes compared, flops decided, flops counted, classes counted."""


class Gathered(NamedTuple):
    """The values by hole, over all boards or flops that may come and all dealers, and the decisions."""

    checking: Any
    """Over all flops, boards and dealers: checking before the flop, and the best decisions from there."""
    played: Any
    """Over all flops, boards and dealers: playing the multiple of the flop."""
    before_flop: Any
    """By multiple of `Nets.before_flop`, over all flops, boards and dealers: playing it."""
    on_flop: Any
    """By canonical flop and hole, over all boards and dealers: checking on the flop, and playing."""
    compared: gather.Compared
    """How all holes fare on all classes of boards."""

    @property
    def plays_on_flop(self) -> Any:
        """By canonical flop and hole, whether it plays. Equal values take the smaller wager: the check."""
        return self.on_flop[1] > self.on_flop[0]


def parts_of(boards: int) -> list[tuple[int, int]]:
    """The boards in parts, each from one number to another."""
    edges = [boards * part // PARTS for part in range(PARTS + 1)]
    return list(pairwise(edges))


PART_LIST = [(part, PARTS) for part in range(PARTS)]


def _together(spares: Spares[Sums]) -> Sums:
    """The sums of all threads together."""
    total = spares.all[0]
    for other in spares.all[1:]:
        for into, added in zip(total, other, strict=True):
            into += added
    return total


def gather_all(nets: Nets, progress: Progress) -> Gathered:
    """Every value and every decision."""
    np = numpy()
    layers = gather.BEFORE_FLOP + len(nets.before_flop)
    classes, (flops, weights), compared = all_classes(), layout.flops(), gather.new_compared()
    rooms = Spares(partial(gather.new_room, layers, "int64"))
    spare_sums = Spares(partial(new_sums, gather.BEFORE_FLOP, layers, "int64"))
    spare_by_hole = Spares(partial(gather.new_by_hole, len(nets.before_flop)))
    compare = compiled(gather.gather_classes)

    def compare_part(part: tuple[int, int]) -> None:
        with rooms.lent() as room, spare_sums.lent() as sums, spare_by_hole.lent() as by_hole:
            compare(classes, part, nets, room, compared, sums, by_hole)

    in_parallel(compare_part, PART_LIST, lambda done, _: progress(done, STEPS))
    total = _together(spare_sums)
    on_flop = np.zeros((2, len(flops), layout.HOLES), np.int64)
    spare_totals = Spares(lambda: np.zeros((layers + 1, layout.HOLES), np.int64))
    spare_flops, decide = Spares(partial(new_flop, layers)), compiled(gather.value_flops)

    def decide_part(part: tuple[int, int]) -> None:
        with spare_flops.lent() as room, spare_totals.lent() as totals:
            decide(flops, weights, part, total, room, on_flop, totals)

    in_parallel(decide_part, PART_LIST, lambda done, _: progress(PARTS + done, STEPS))
    totals = sum(spare_totals.all)
    for by_hole in spare_by_hole.all:
        compiled(gather.value_holes)(by_hole, census.FLOPS_OF_BOARD, totals)
    return Gathered(totals[0], totals[1], totals[gather.BEFORE_FLOP : layers], on_flop, compared)


def count_endings(gathered: Gathered, raised: Any, multiple: int, nets: Nets, progress: Progress) -> Any:
    """How many cases end how, by multiple played (0: fold), category and ending, each board once a flop.

    `raised` says of each hole whether it plays the multiple before the flop.
    """
    np = numpy()
    classes, (flops, weights) = all_classes(), layout.flops()
    checked = (~raised).astype(np.uint8)
    decided = census.Decided(multiple, checked, gathered.plays_on_flop)
    # No count of a sum exceeds 24 times the holes of two kinds of card.
    rooms = Spares(partial(gather.new_room, census.LAYERS, "int32"))
    spare_sums = Spares(partial(new_sums, census.LAYERS, census.LAYERS, "int32"))
    spare_flops = Spares(partial(new_flop, census.LAYERS))
    spare_counts = Spares(partial(census.new_counts, len(nets.played) - 1))
    count_flops, count_classes = compiled(census.count_flops), compiled(census.count_classes)

    def count_part_of_flops(part: tuple[int, int]) -> None:
        with spare_flops.lent() as room, spare_sums.lent() as sums:
            count_flops(flops, weights, part, decided, room, np.zeros(census.LAYERS, np.int64), sums)

    in_parallel(count_part_of_flops, PART_LIST, lambda done, _: progress(2 * PARTS + done, STEPS))
    total = _together(spare_sums)

    def count_part(part: tuple[int, int]) -> None:
        with rooms.lent() as room, spare_counts.lent() as counts:
            count_classes(classes, part, decided, nets, (gathered.compared, total), room, counts)

    in_parallel(count_part, PART_LIST, lambda done, _: progress(3 * PARTS + done, STEPS))
    return sum(spare_counts.all)
