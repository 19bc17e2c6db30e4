"""The two passes over all boards, on all cores: values gathered, then endings counted.

Threads share nothing that they write: each part of the boards is added to sums that its thread has for
itself meanwhile, and the sums are added up at the end. All are whole numbers, so the order does not matter.
"""

from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

from croupier.games.ultimate_texas_holdem.solver.boards import hole_places as layout
from croupier.games.ultimate_texas_holdem.solver.boards.census import (
    Decided,
    flops_played,
    new_counts,
    new_tallies,
    take_census,
)
from croupier.games.ultimate_texas_holdem.solver.boards.gather import (
    RIVER_BYTES,
    gather,
    new_room,
    new_sums,
    value_flops,
)
from croupier.games.ultimate_texas_holdem.solver.boards.showdown import Nets
from croupier.jit import compiled, numpy
from croupier.odds.counting.spares import Spares
from croupier.odds.counting.threads import in_parallel
from croupier.odds.progress import Progress

# Enough for a smooth progress bar and an even end, few enough to cost nothing.
PARTS = 48


class Gathered(NamedTuple):
    """The values by hole, over all boards or flops that may come and all dealers, and the decisions."""

    checking: Any
    """Over all flops, boards and dealers: checking before the flop, and the best decisions from there."""
    played: Any
    """Over all flops, boards and dealers: playing the multiple of the flop."""
    before_flop: Any
    """By multiple of `Nets.before_flop`, over all boards and dealers: playing it."""
    on_flop: Any
    """By canonical flop and hole, over all boards and dealers: checking on the flop, and playing."""
    river: Any
    """By canonical board, a bit a hole: whether it plays on the river."""

    @property
    def plays_on_flop(self) -> Any:
        """By canonical flop and hole, whether it plays. Equal values take the smaller wager: the check."""
        return self.on_flop[1] > self.on_flop[0]


def parts_of(boards: int) -> list[tuple[int, int]]:
    edges = [boards * part // PARTS for part in range(PARTS + 1)]
    return list(pairwise(edges))


def gather_all(nets: Nets, progress: Progress) -> Gathered:
    """Every value and every decision."""
    np = numpy()
    deals = layout.deals()
    flops, flop_weights = layout.flops()
    river = np.zeros((len(deals.boards), RIVER_BYTES), dtype=np.uint8)
    rooms, spare_sums = Spares(new_room), Spares(partial(new_sums, len(flops)))
    run = compiled(gather)

    def work(part: tuple[int, int]) -> None:
        with rooms.lent() as room, spare_sums.lent() as sums:
            run(deals, part, nets, room, sums, river)

    in_parallel(work, parts_of(len(deals.boards)), progress)
    total = spare_sums.all[0]
    for other in spare_sums.all[1:]:
        for into, added in zip(total, other, strict=True):
            into += added

    on_flop = np.zeros((2, len(flops), layout.HOLES), dtype=np.int64)
    totals = np.zeros((2, layout.HOLES), dtype=np.int64)
    codes = np.array([code for code, _ in layout.renamings()], dtype=np.int64)
    exact = compiled(value_flops)(
        flops, flop_weights, codes, layout.moved_holes(), total, np.zeros_like(codes), on_flop, totals
    )
    if not exact:
        raise ArithmeticError("a sum over boards does not divide by the renamings of the suits")
    return Gathered(totals[0], totals[1], total.hole, on_flop, river)


def count_endings(gathered: Gathered, raised: Any, multiple: int, nets: Nets, progress: Progress) -> Any:
    """How many cases end how, by multiple played (0: fold), category and ending, each board once a flop.

    `raised` says of each hole whether it plays the multiple before the flop.
    """
    deals = layout.deals(back=True)
    checked = (~raised).astype(numpy().uint8)
    decided = Decided(multiple, checked, flops_played(checked, gathered.plays_on_flop))
    rooms, tallies, spare_counts = (
        Spares(new_room),
        Spares(new_tallies),
        Spares(partial(new_counts, len(nets.played) - 1)),
    )
    run = compiled(take_census)

    def work(part: tuple[int, int]) -> None:
        with rooms.lent() as room, tallies.lent() as tally, spare_counts.lent() as counts:
            run(deals, part, decided, nets, room, tally, counts)

    in_parallel(work, parts_of(len(deals.boards)), progress)
    return sum(spare_counts.all)
