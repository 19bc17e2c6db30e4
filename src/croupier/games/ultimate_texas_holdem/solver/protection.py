"""Ultimate Texas Hold'em with hidden cards known, exactly: one of the dealer's or an undealt one, flop cards.

Values come by flop, known card and hole (`boards.known`). A decision before the flop sees the hole and the
known cards, so the sums over flops are kept apart by the known cards of the flop, and averaged over the
renamings of the suits: decisions, like values, do not depend on the names of suits. All sums are integers.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

from croupier.cards import cards_in
from croupier.errors import Refusal
from croupier.games.ultimate_texas_holdem.solver.boards import hole_places as layout
from croupier.games.ultimate_texas_holdem.solver.boards import known as boards
from croupier.games.ultimate_texas_holdem.solver.boards.known import (
    COUNTS,
    FLOP,
    FLOP_SQUARE,
    HOLES_OF_DEALER,
    LAYERS,
    MOST,
    MOST_SQUARE,
    NOTHING,
    RIVER,
    RIVER_SQUARE,
    Wanted,
)
from croupier.games.ultimate_texas_holdem.solver.boards.passes import Spares, parts_of
from croupier.games.ultimate_texas_holdem.solver.boards.showdown import Nets
from croupier.games.ultimate_texas_holdem.solver.solution import Scale, Solution, scale_of, solution
from croupier.games.ultimate_texas_holdem.terms import terms
from croupier.jit import compiled, numpy
from croupier.odds.counting.store import kept
from croupier.odds.counting.threads import in_parallel
from croupier.odds.model import Moments
from croupier.odds.progress import Progress, silent
from croupier.odds.protection.leak import CARD, DEALER, UNDEALT, Leak
from croupier.odds.protection.leak import FLOP as FLOP_CARDS
from croupier.odds.protection.model import Informed
from croupier.submission.house import HouseRules

LARGEST_NET = 10_000
"""In units: the squares, over all flops, boards and dealers, keep within 64 bits."""

_RANKS = 13


class Known(NamedTuple):
    """What is known: a hidden card (`boards.known`), and how many cards of the flop."""

    hidden: int
    flop: int

    @property
    def ranks(self) -> int:
        """The passes over all boards: one for each rank of the hidden card."""
        return 1 if self.hidden == NOTHING else _RANKS

    @property
    def suits(self) -> int:
        return 1 if self.hidden == NOTHING else 4

    @property
    def boards_after_flop(self) -> int:
        return comb(47 if self.hidden == NOTHING else 46, 2)

    @property
    def cases(self) -> int:
        """Holes, known cards, flops, boards after them and holes of the dealer's."""
        hidden = 1 if self.hidden == NOTHING else 50
        flops = comb(50 if self.hidden == NOTHING else 49, 3) * comb(3, self.flop)
        return 1326 * hidden * flops * self.boards_after_flop * HOLES_OF_DEALER[self.hidden]


class _Tally(NamedTuple):
    """Sums over all cases: net, square, and how often each decision is made, or another than without."""

    net: int = 0
    square: int = 0
    most: int = 0
    flop: int = 0
    river: int = 0
    changed: int = 0


def informed(house: HouseRules, leak: Leak, progress: Progress = silent, fresh: bool = False) -> Informed:
    """Best play with a leak, kept on disk."""
    known = _known(leak)
    numbers = terms(house)
    question = numbers.main, numbers.play_multiples, known
    return kept("ultimate-leak", question, lambda: solve(house, known, progress), fresh)


def _known(leak: Leak) -> Known:
    dealer, flop = leak.part(DEALER), leak.part(FLOP_CARDS)
    undealt = [part for part in leak.parts if part.place in UNDEALT]
    hidden = [part for part in (dealer, *undealt) if part]
    if (
        len(hidden) + (flop is not None) != len(leak.parts)
        or any(part.detail != CARD for part in leak.parts)
        or sum(part.number for part in hidden) > 1
        or (flop.number if flop else 0) > 3
    ):
        raise Refusal(
            "not_solved",
            f"{leak}: exact for one card of the dealer's, burned or at the bottom, and for flop:1 to flop:3, "
            "alone or with such a card",
        )
    kind = boards.DEALER if dealer else boards.UNDEALT if undealt else NOTHING
    return Known(kind, flop.number if flop else 0)


def solve(house: HouseRules, known: Known, progress: Progress = silent) -> Informed:
    scale, honest = scale_of(house), solution(house)
    if abs(scale.nets.played).max() > LARGEST_NET:
        raise Refusal("not_solved", f"odds that pay more than {LARGEST_NET:,} units are not squared exactly")
    found = _Tally()
    for rank in range(known.ranks):
        shown = _part_of(progress, rank, known.ranks)
        fixed, holes = gathered(Wanted(known.hidden, rank, scale.raises[-1]), known, scale.nets, shown)
        found = _Tally(*map(sum, zip(found, _tally(fixed, holes, known, honest), strict=True)))
    return _informed(found, known, scale)


def _part_of(progress: Progress, part: int, parts: int) -> Progress:
    """The progress of one of several passes."""
    return lambda done, total: progress(part * total + done, parts * total)


def gathered(wanted: Wanted, known: Known, nets: Nets, progress: Progress = silent) -> tuple[Any, Any]:
    """By layer, flop, suit of the known card and hole, over all boards that follow; and over all boards."""
    np = numpy()
    deals = layout.deals()
    flops, _ = layout.flops()
    layers = LAYERS if known.flop else MOST
    rooms = Spares(boards.new_room)
    spare_sums = Spares(partial(boards.new_sums, len(flops), layers, known.suits))
    run, fix = compiled(boards.gather_known), compiled(boards.fix_flops)

    def work(part: tuple[int, int]) -> None:
        with rooms.lent() as room, spare_sums.lent() as sums:
            run(deals, part, wanted, nets, room, sums)

    in_parallel(work, parts_of(len(deals.boards)), progress)
    total = spare_sums.all[0]
    for other in spare_sums.all[1:]:
        total.flop[...] += other.flop
        total.hole[...] += other.hole
    del spare_sums.all[1:]
    codes = np.array([code for code, _ in layout.renamings()], dtype=np.int64)
    fixed = np.empty_like(total.flop)
    moved = layout.moved_holes()

    def divide(part: tuple[int, int]) -> bool:
        return fix(*part, flops, codes, moved, total, fixed)

    if not all(in_parallel(divide, parts_of(len(flops)))):
        raise ArithmeticError("a sum over boards does not divide by the renamings of the suits")
    return fixed, total.hole


def _tally(fixed: Any, holes: Any, known: Known, honest: Solution) -> _Tally:
    """Decide on the flop, then before it, and add everything up."""
    np = numpy()
    weights = layout.flops()[1][:, None, None]
    plays = fixed[FLOP] > fixed[RIVER]
    honest_plays = np.unpackbits(honest.strategy.flop, axis=1, count=layout.HOLES, bitorder="little")
    honest_plays = honest_plays.astype(bool)[:, None, :]
    boards_each, dealers = known.boards_after_flop, HOLES_OF_DEALER[known.hidden]
    possible = fixed[RIVER_SQUARE] > 0  # a fold costs something, so that no case adds nothing
    counts = fixed[COUNTS]
    river, river_changed = counts & (1 << 32) - 1, counts >> 32
    # By flop, suit of the known card and hole: net, square, flop and river played, decisions changed.
    checked = (
        weights * np.where(plays, fixed[FLOP], fixed[RIVER]),
        weights * np.where(plays, fixed[FLOP_SQUARE], fixed[RIVER_SQUARE]),
        weights * (plays & possible) * boards_each * dealers,
        weights * np.where(plays, 0, river) * dealers,
        weights
        * np.where(plays != honest_plays, boards_each * possible, np.where(plays, 0, river_changed))
        * dealers,
    )
    raised = honest.strategy.preflop.astype(bool)[None, :]
    found = _Tally()
    for after, most, cases in _before_flop(checked, fixed, holes, weights, possible, known):
        compared = (most[0], after[0]) if known.flop == 3 else (_averaged(most[0]), _averaged(after[0]))
        chosen = compared[0] > compared[1]
        changed = np.where(chosen != raised, cases, np.where(chosen, 0, after[4]))
        added = (
            np.where(chosen, most[0], after[0]),
            np.where(chosen, most[1], after[1]),
            np.where(chosen, cases, 0),
            np.where(chosen, 0, after[2]),
            np.where(chosen, 0, after[3]),
            changed,
        )
        found = _Tally(*(total + _sum(part) for total, part in zip(found, added, strict=True)))
    return found


Layers = tuple[Any, ...]


def _before_flop(
    checked: Layers, fixed: Any, holes: Any, weights: Any, possible: Any, known: Known
) -> Iterator[tuple[Layers, Layers, Any]]:
    """What a decision before the flop compares: after a check, with the most played, and the cases.

    The last axes are the suit of the hidden card and the hole; before them come the known cards of the flop.
    """
    np = numpy()
    per_flop = possible * known.boards_after_flop * HOLES_OF_DEALER[known.hidden]
    if not known.flop:
        # Over all flops, each board once for each of its ten flops.
        after = tuple(part.sum(axis=0) for part in checked)
        yield after, (10 * holes[MOST], 10 * holes[MOST_SQUARE]), (weights * per_flop).sum(axis=0)
        return
    flops = layout.flops()[0].tolist()
    most = weights * fixed[MOST], weights * fixed[MOST_SQUARE]
    parts = (*checked, *most, weights * per_flop)
    if known.flop == 3:
        # Each flop is a decision of its own, the same for all flops that it stands for.
        yield parts[:5], parts[5:7], parts[7]
        return
    shape = (52,) * known.flop
    sums = tuple(np.zeros((*shape, *part.shape[1:]), np.int64) for part in parts)
    for number, flop in enumerate(flops):
        for cards in combinations(sorted(cards_in(flop)), known.flop):
            for total, part in zip(sums, parts, strict=True):
                total[cards] += part[number]
    yield sums[:5], sums[5:7], sums[7]


def _averaged(values: Any) -> Any:
    """The sum over the renamings of the suits of values by known cards of the flop, suit and hole."""
    np = numpy()
    moved, total = layout.moved_holes(), np.zeros_like(values)
    cards, suits = values.ndim - 2, values.shape[-2]
    for code, to in layout.renamings():
        renamed = [13 * to[card // 13] + card % 13 for card in range(52)]
        found = values
        for axis in range(cards):
            found = found.take(renamed, axis=axis)
        if suits > 1:
            found = found.take(list(to), axis=-2)
        total += found.take(moved[code], axis=-1)
    return total


def _sum(values: Any) -> int:
    """A sum past 64 bits: rows are added up in 64, and the rows in Python's own ints."""
    return sum(values.reshape(-1, values.shape[-1]).sum(axis=1).tolist())


def _informed(found: _Tally, known: Known, scale: Scale) -> Informed:
    cases = known.cases
    most, flop, river = (f"play_{each}x" for each in (scale.raises[-1], scale.nets.flop, scale.nets.river))
    shares = {
        most: Fraction(found.most, cases),
        flop: Fraction(found.flop, cases),
        river: Fraction(found.river, cases),
    }
    return Informed(
        net=Moments(Fraction(found.net, cases * scale.ante), Fraction(found.square, cases * scale.ante**2)),
        decisions=shares | {"fold": 1 - sum(shares.values(), Fraction(0))},
        changed=Fraction(found.changed, cases),
    )
