"""The passes over all classes of boards and all flops, on all cores: gather values, then count endings.

Threads share nothing that they write: each part is added to sums that its thread alone uses, and the sums
are added up at the end. All are whole numbers, so the order does not matter.
"""

from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple, cast

from croupier.games.ultimate_texas_holdem.solver.boards import census, gather
from croupier.games.ultimate_texas_holdem.solver.boards import hole_places as layout
from croupier.games.ultimate_texas_holdem.solver.boards.classes import (
    Classes,
    all_classes,
    others_of,
    suited_count,
)
from croupier.games.ultimate_texas_holdem.solver.boards.flops import Sums, new_flop, new_sums
from croupier.games.ultimate_texas_holdem.solver.boards.showdown import Nets
from croupier.jit import compiled, numpy
from croupier.jit.precompilation import compile_ahead
from croupier.odds.counting.spares import Spares
from croupier.odds.counting.threads import in_parallel
from croupier.odds.progress import Progress

# Enough for a smooth progress bar and an even load at the end, few enough to cost nothing.
PARTS = 16
STEPS = 4 * PARTS
"""The steps of the progress bar: classes compared, flops decided, flops counted, classes counted."""


class Gathered(NamedTuple):
    """The values by hole, summed over all boards or flops and all dealer holes, and the decisions."""

    checking: Any
    """Checking before the flop and deciding best from there, summed over all flops, boards and dealers."""
    played: Any
    """Playing the flop's multiple, summed over all flops, boards and dealers."""
    before_flop: Any
    """Playing each multiple of `Nets.before_flop`, summed over all flops, boards and dealers."""
    on_flop: Any
    """Checking and playing on the flop, by canonical flop and hole, summed over all boards and dealers."""
    compared: gather.Compared
    """The results of every hole on every class of boards."""

    @property
    def plays_on_flop(self) -> Any:
        """By canonical flop and hole, whether it plays. On equal values it checks: the smaller wager."""
        return self.on_flop[1] > self.on_flop[0]


def parts_of(boards: int) -> list[tuple[int, int]]:
    """Split the boards into parts; each is a start and an end number."""
    edges = [boards * part // PARTS for part in range(PARTS + 1)]
    return list(pairwise(edges))


def _parts_of_classes(classes: Classes) -> list[Any]:
    """Split the groups into parts with about equally many classes; neighbors are added to the same sums."""
    np = numpy()
    sizes = np.array([others_of(suited_count(suited)) for suited in classes.suited.tolist()])
    edges = np.searchsorted(sizes.cumsum(), [sizes.sum() * part // PARTS for part in range(1, PARTS)])
    return cast(list[Any], np.split(np.arange(len(sizes)), edges))


def _parts_of_flops(flops: Any) -> list[Any]:
    """Split the flop numbers into parts, flops of the same ranks together: they need the same classes."""
    np = numpy()
    cards = [flops >> 13 * suit & 8191 for suit in range(4)]
    ranks = cards[0] | cards[1] | cards[2] | cards[3]
    return cast(list[Any], np.array_split(np.argsort(ranks, kind="stable"), PARTS))


def _together(spares: Spares[Sums]) -> Sums:
    """Add up the sums of all threads."""
    total = spares.all[0]
    for other in spares.all[1:]:
        for into, added in zip(total, other, strict=True):
            into += added
    return total


def _compile_all(classes: Classes, compared: gather.Compared, nets: Nets) -> None:
    """On a first run, compile all passes on two cores: one for classes, one for flops."""
    np = numpy()
    of_flops, weights, part = np.zeros(1, np.int64), np.zeros(1, np.int64), np.zeros(1, np.int64)
    layers, counts = gather.BEFORE_FLOP + len(nets.before_flop), census.new_counts(1)
    values, times = np.zeros((2, 1, 1), np.int64), np.zeros((1, 1), np.int64)
    decided = census.Decided(1, np.zeros(1, np.uint8), np.zeros((1, 1), np.bool_))
    sums, counted = new_sums(1, 1, "int64"), new_sums(1, 1, "int32")
    room, of_counts = gather.new_room(layers, "int64"), gather.new_room(census.LAYERS, "int32")
    by_hole = gather.new_by_hole(1)
    compile_ahead(
        [
            (gather.gather_classes, (classes, part, nets, room, compared, sums, by_hole)),
            (census.count_classes, (classes, part, decided, nets, (compared, counted), of_counts, counts)),
        ],
        [
            (gather.value_flops, (of_flops, weights, part, sums, new_flop(layers), values, times)),
            (census.count_flops, (of_flops, weights, part, decided, new_flop(census.LAYERS), counted)),
        ],
    )


def gather_all(nets: Nets, progress: Progress) -> Gathered:
    """Return every value and every decision."""
    np = numpy()
    layers = gather.BEFORE_FLOP + len(nets.before_flop)
    classes, (flops, weights), compared = all_classes(), layout.flops(), gather.new_compared()
    _compile_all(classes, compared, nets)
    rooms = Spares(partial(gather.new_room, layers, "int64"))
    spare_sums = Spares(partial(new_sums, gather.BEFORE_FLOP, layers, "int64"))
    spare_by_hole = Spares(partial(gather.new_by_hole, len(nets.before_flop)))
    compare = compiled(gather.gather_classes)

    def compare_part(part: Any) -> None:
        with rooms.lent() as room, spare_sums.lent() as sums, spare_by_hole.lent() as by_hole:
            compare(classes, part, nets, room, compared, sums, by_hole)

    in_parallel(compare_part, _parts_of_classes(classes), lambda done, _: progress(done, STEPS))
    total = _together(spare_sums)
    on_flop = np.zeros((2, len(flops), layout.HOLES), np.int64)
    spare_totals = Spares(lambda: np.zeros((layers, layout.HOLES), np.int64))
    spare_flops, decide = Spares(partial(new_flop, layers)), compiled(gather.value_flops)

    def decide_part(part: Any) -> None:
        with spare_flops.lent() as room, spare_totals.lent() as totals:
            decide(flops, weights, part, total, room, on_flop, totals)

    in_parallel(decide_part, _parts_of_flops(flops), lambda done, _: progress(PARTS + done, STEPS))
    totals = sum(spare_totals.all)
    for by_hole in spare_by_hole.all:
        gather.value_before_flop(by_hole, census.FLOPS_OF_BOARD, totals)
    return Gathered(totals[0], totals[1], totals[gather.BEFORE_FLOP : layers], on_flop, compared)


def count_endings(gathered: Gathered, raised: Any, nets: Nets, progress: Progress) -> Any:
    """Count the endings by multiple played (0: fold), category and ending; each board counts once per flop.

    `raised` says whether each hole plays before the flop. The last row counts those holes, whatever multiple
    they play.
    """
    np = numpy()
    classes, (flops, weights) = all_classes(), layout.flops()
    checked = (~raised).astype(np.uint8)
    decided = census.Decided(len(nets.played), checked, gathered.plays_on_flop)
    # No count in a sum exceeds 24 times the holes of two kinds of card.
    rooms = Spares(partial(gather.new_room, census.LAYERS, "int32"))
    spare_sums = Spares(partial(new_sums, census.LAYERS, census.LAYERS, "int32"))
    spare_flops = Spares(partial(new_flop, census.LAYERS))
    spare_counts = Spares(partial(census.new_counts, len(nets.played)))
    count_flops, count_classes = compiled(census.count_flops), compiled(census.count_classes)

    def count_part_of_flops(part: Any) -> None:
        with spare_flops.lent() as room, spare_sums.lent() as sums:
            count_flops(flops, weights, part, decided, room, sums)

    parts = _parts_of_flops(flops)
    in_parallel(count_part_of_flops, parts, lambda done, _: progress(2 * PARTS + done, STEPS))
    total = _together(spare_sums)

    def count_part(part: Any) -> None:
        with rooms.lent() as room, spare_counts.lent() as counts:
            count_classes(classes, part, decided, nets, (gathered.compared, total), room, counts)

    in_parallel(count_part, _parts_of_classes(classes), lambda done, _: progress(3 * PARTS + done, STEPS))
    return sum(spare_counts.all)
