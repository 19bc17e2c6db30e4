"""Exact best play of Ultimate Texas Hold'em with whole cards known: dealer, undealt, flop, turn or river.

Boards are gathered by flop, suits of the known cards and hole (`boards.slots`), in one pass for each choice
of ranks of the known cards that are not on the flop; then the flop is decided (`boards.known_flops`). A
decision before the flop sees the hole and the known cards; its sums over flops are added up over the
renamings of the suits, because canonical flops represent all flops. All sums are integers.
"""

import os
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

from croupier.cards import RANKS, cards_in
from croupier.errors import Refusal
from croupier.games.ultimate_texas_holdem.solver.boards import hole_places as layout
from croupier.games.ultimate_texas_holdem.solver.boards import known as boards
from croupier.games.ultimate_texas_holdem.solver.boards.known import (
    BY_FLOP,
    LAYERS,
    NOTHING,
    Wanted,
    absent_cards,
    holes_of_dealer,
)
from croupier.games.ultimate_texas_holdem.solver.boards.known_flops import (
    CASES,
    CHANGED,
    FIRST_VALUE,
    GAIN,
    GAIN_SQUARE,
    ON_RIVER,
    PLAYED,
    Flops,
    Room,
    Suits,
    decide_flops,
    hidden_set,
    new_totals,
)
from croupier.games.ultimate_texas_holdem.solver.boards.showdown import DEALERS
from croupier.games.ultimate_texas_holdem.solver.boards.slots import (
    SLOTS,
    KnownSums,
    combined_slots,
    gather_known,
    hidden_cards,
    moved_slots,
    new_sums,
)
from croupier.games.ultimate_texas_holdem.solver.leaks.after_flop import (
    Counts,
    Views,
    on_flop,
    on_river,
    whole_counts,
)
from croupier.games.ultimate_texas_holdem.solver.leaks.known_play import (
    ADVICE,
    Raised,
    count_raised,
    describe,
    together,
)
from croupier.games.ultimate_texas_holdem.solver.solution import Scale, optimal_strategy, scale_of, solution
from croupier.games.ultimate_texas_holdem.terms import terms
from croupier.jit import compiled, numpy
from croupier.odds.counting.spares import Spares
from croupier.odds.counting.store import kept
from croupier.odds.counting.threads import in_parallel
from croupier.odds.model import Moments
from croupier.odds.progress import Progress, silent
from croupier.odds.protection.model import Informed
from croupier.submission.house import HouseRules

LARGEST_NET = 10_000
"""In units: the sums of squares over all flops, boards and dealers stay within 64 bits."""

MOST_MEMORY = 3 * 10**9
"""The bytes available for the sums of all threads."""

_RANKS = 13
HIDDEN = {
    (0, 0): boards.NOTHING,
    (1, 0): boards.DEALER,
    (0, 1): boards.UNDEALT,
    (2, 0): boards.BOTH_DEALER,
    (1, 1): boards.DEALER_AND_UNDEALT,
    (0, 2): boards.BOTH_UNDEALT,
}
"""By the numbers of known dealer cards and known undealt cards."""


class Known(NamedTuple):
    """The known cards: hidden ones (`boards.known`), cards of the flop, and a turn or river card."""

    hidden: int
    flop: int = 0
    later: int = 0
    ranks: int = _RANKS
    """The number of ranks in the deck; fewer in tests."""

    @property
    def cards(self) -> int:
        """The number of known hidden cards."""
        return 0 if self.hidden == NOTHING else 1 if self.hidden <= boards.UNDEALT else 2

    @property
    def boards_after_flop(self) -> int:
        left = 4 * self.ranks - 5 - self.cards
        return left - 1 if self.later else comb(left, 2)

    @property
    def dealers(self) -> int:
        """The number of holes that the dealer can have."""
        return holes_of_dealer(self.hidden, self.ranks)

    @property
    def cases(self) -> int:
        """The number of combinations of hole, known cards, flop, board and dealer hole."""
        deck = 4 * self.ranks
        hidden = comb(deck - 2, self.cards) * (2 if self.hidden == boards.DEALER_AND_UNDEALT else 1)
        left = deck - 2 - self.cards
        flops = (left * comb(left - 1, 3) if self.later else comb(left, 3)) * comb(3, self.flop)
        return comb(deck, 2) * hidden * flops * self.boards_after_flop * self.dealers

    def passes(self, most: int) -> list[Wanted]:
        """Return a pass for each choice of ranks."""
        ordered = self.hidden == boards.DEALER_AND_UNDEALT
        ranks = [(-1, -1)]
        if self.cards == 1:
            ranks = [(rank, -1) for rank in range(self.ranks)]
        elif self.cards == 2:
            ranks = [
                (rank, second)
                for rank in range(self.ranks)
                for second in range(0 if ordered else rank, self.ranks)
            ]
        return [
            Wanted(self.hidden, *pair, later, most, self.ranks)
            for pair in ranks
            for later in (range(self.ranks) if self.later else (-1,))
        ]


class _Tally(NamedTuple):
    """Sums over all cases: net, square, the count of each decision, and of those not made by honest play."""

    net: int = 0
    square: int = 0
    most: int = 0
    flop: int = 0
    river: int = 0
    changed: int = 0


class _Pass(NamedTuple):
    """The result of one pass: sums, decisions before the flop by label, and decisions on flops."""

    tally: _Tally
    labels: dict[str, Raised]
    on_flops: Counts


def solve(house: HouseRules, known: Known, progress: Progress = silent, fresh: bool = False) -> Informed:
    """Return the best play with a leak; passes are stored on disk one by one, so a run can be resumed."""
    scale, numbers = scale_of(house), terms(house)
    check_size(scale, known)
    solution(house)
    spare = Spares(partial(sums_for, known))

    def compute(wanted: Wanted) -> _Pass:
        with spare.lent() as sums:
            gather(wanted, scale, sums)
            return _tally(house, wanted, known, *decided(house, wanted, known, sums))

    def work(wanted: Wanted) -> _Pass:
        question = numbers.main, numbers.play_multiples, known, wanted
        return kept("ultimate-leak-pass", question, lambda: compute(wanted), fresh)

    # A thread runs a whole pass, so no sums are merged; as many threads run as fit in memory.
    workers = max(1, min(os.cpu_count() or 1, MOST_MEMORY // _memory(known)))
    found = in_parallel(work, known.passes(scale.raises[-1]), progress, workers)
    parts, labels, counts = zip(*found, strict=True)
    informed = _informed(_Tally(*map(sum, zip(*parts, strict=True))), known, scale)
    views = Views(
        known.hidden in (boards.DEALER, boards.BOTH_DEALER, boards.DEALER_AND_UNDEALT), bool(known.later)
    )
    sections = (
        *describe(together(labels), f"play {scale.raises[-1]}x"),
        on_flop(tuple(map(sum, zip(*counts, strict=True))), views, scale.nets.flop),
        *on_river(scale, known.dealers),
        ADVICE,
    )
    return replace(informed, sections=sections)


def check_size(scale: Scale, known: Known) -> None:
    """Refuse odds whose sums exceed the bits reserved for them."""
    nets, fold = scale.nets, scale.nets.fold // DEALERS
    on_flop, on_river = nets.played[nets.flop], nets.played[nets.river]
    # Playing on the flop gains at most its extra win over the river, and loses at most what a fold saves.
    gain = max(int(abs(on_flop - on_river).max()), fold - int(on_flop.min()))
    summed = 24 * known.boards_after_flop * known.dealers * gain
    if summed >= boards.LARGEST_GAIN or abs(nets.played).max() > LARGEST_NET:
        raise Refusal("not_solved", "a leak is not priced with these odds: their sums exceed 64 bits")


def flops_in(known: Known) -> Any:
    """Return which canonical flops the deck contains."""
    return layout.flops()[0] & absent_cards(known.ranks) == 0


def _memory(known: Known) -> int:
    """Return the bytes that a pass uses."""
    flops, cell = int(flops_in(known).sum()), 8 * layout.HOLES * (4 if known.later else 1)
    by_flop = flops * (LAYERS if known.flop else BY_FLOP) * SLOTS[known.cards]
    groups = {0: 1, 1: 52, 2: 52 * 52, 3: flops}[known.flop]
    return cell * (by_flop + groups * (FIRST_VALUE + LAYERS - BY_FLOP) * (1, 4, 16)[known.cards])


def sums_for(known: Known) -> KnownSums:
    """Return empty sums for one pass."""
    rows = SLOTS[known.cards] * (4 if known.later else 1)
    return new_sums(int(flops_in(known).sum()), LAYERS if known.flop else BY_FLOP, rows)


def gather(wanted: Wanted, scale: Scale, sums: KnownSums) -> None:
    """Gather sums by layer, flop, slot of the known cards and hole over the boards that can follow a flop,
    and over all boards."""
    deals = layout.deals().without(absent_cards(wanted.ranks))
    for each in sums:
        each.fill(0)
    compiled(gather_known)(
        deals, (0, len(deals.boards)), wanted, moved_slots(wanted), scale.nets, boards.new_room(), sums
    )


def suits_of(wanted: Wanted) -> Suits:
    """Return the suits of the known cards in the form that kernels take."""
    np = numpy()
    slots = combined_slots(wanted)
    most = max(len(each) for each in slots)
    return Suits(
        renamings=np.array([code for code, _ in layout.renamings()], dtype=np.int64),
        moved_holes=layout.moved_holes(),
        moved=moved_slots(wanted)[:, : len(slots)].copy(),
        slots=np.array([each + [-1] * (most - len(each)) for each in slots], dtype=np.int64),
        hole_sets=np.array(layout.hole_sets(), dtype=np.int64),
    )


def _groups(known: Known) -> tuple[Any, int]:
    """By flop, its groups by known cards; and the number of groups."""
    np = numpy()
    flops = layout.flops()[0][flops_in(known)].tolist()
    if known.flop in (0, 3):
        each = range(len(flops)) if known.flop else [0] * len(flops)
        return np.array(each, dtype=np.int64)[:, None], len(flops) if known.flop else 1
    found = [
        [
            sum(card * 52**place for place, card in enumerate(cards))
            for cards in combinations(held, known.flop)
        ]
        for held in (sorted(cards_in(flop)) for flop in flops)
    ]
    return np.array(found, dtype=np.int64), 52**known.flop


def flops_of(house: HouseRules, known: Known) -> tuple[Flops, int]:
    """Return the flops in the form that kernels take, and the number of groups by known cards."""
    (groups, count), within = _groups(known), flops_in(known)
    sets, weights, honest = (each[within] for each in (*layout.flops(), optimal_strategy(house).flop))
    return Flops(sets, weights, groups, honest, known.boards_after_flop), count


def decided(house: HouseRules, wanted: Wanted, known: Known, sums: KnownSums) -> tuple[Any, Any]:
    """Decide on the flops: return totals by value (`known_flops`), group, suit of the later card, suits of
    the hidden cards and hole; and plays by flop."""
    np = numpy()
    (flops, count), suits = flops_of(house, known), suits_of(wanted)
    later, hidden, layers = 4 if known.later else 1, len(suits.slots), len(sums.flop)
    total = new_totals(count, later, hidden, layers)
    each = later, hidden, layout.HOLES
    work = Room(
        np.zeros((layers, *each), np.int64),
        np.zeros((len(flops.sets), *each), np.uint8),
        suits.renamings.copy(),
    )
    if not compiled(decide_flops)((0, len(flops.sets)), flops, suits, wanted, sums.flop, work, total):
        raise ArithmeticError("a sum over boards does not divide by the renamings of the suits")
    if known.flop == 0:
        # Over all flops, a board counts once for each of its flops without the later card.
        splits = comb(4, 3) if known.later else comb(5, 3)
        by_slot = sums.hole.reshape(LAYERS - BY_FLOP, later, -1, layout.HOLES)
        holes = np.zeros((LAYERS - BY_FLOP, 1, later, hidden, layout.HOLES), np.int64)
        for place, slots in enumerate(combined_slots(wanted)):
            holes[:, 0, :, place] = splits * by_slot[:, :, slots].sum(axis=2)
        holes *= _possible(wanted, suits)
        total = np.concatenate([total, holes])
    return total, work.plays


def _possible(wanted: Wanted, suits: Suits) -> Any:
    """By suits of the known cards, whether a hole is possible beside them."""
    np = numpy()
    found = []
    for suit in range(4 if wanted.later >= 0 else 1):
        later = 1 << 13 * suit + wanted.later if wanted.later >= 0 else 0
        for place in range(len(suits.slots)):
            hidden = hidden_set(place, wanted)
            apart = suits.slots[place, 0] >= 0 and not hidden & later
            free = suits.hole_sets & (hidden | later | absent_cards(wanted.ranks)) == 0
            found.append(free if apart else np.zeros_like(free))
    return np.array(found).reshape(1, -1, len(suits.slots), layout.HOLES)


def plays_most(found: Any, wanted: Wanted, known: Known) -> Any:
    """By group, suits of the known cards and hole, whether the hole raises before the flop."""
    river, _, most, _ = found[FIRST_VALUE:]
    margin = most - river - found[GAIN]
    return (margin if known.flop == 3 else averaged(margin, wanted, known)) > 0


def labels_of(wanted: Wanted, known: Known, chosen: Any, cases: Any) -> dict[str, Raised]:
    """Return the decisions before the flop by ranks of the known cards; none if several are of the flop."""
    whose = {boards.DEALER: "dealer", boards.UNDEALT: "gone"}.get(wanted.known, "")
    ranks = [RANKS[rank] for rank in (wanted.rank, wanted.second) if rank >= 0]
    words = [f"{whose} {ranks[0]}"] if whose else []
    if wanted.known == boards.DEALER_AND_UNDEALT:
        words = [f"dealer {ranks[0]}, gone {ranks[1]}"]
    elif len(ranks) == 2:
        words = [f"{'dealer' if wanted.known == boards.BOTH_DEALER else 'gone'} {ranks[0]} and {ranks[1]}"]
    if wanted.later >= 0:
        words.append(f"turn or river {RANKS[wanted.later]}")
    if known.flop == 0:
        return {", ".join(words) or "nothing": count_raised(chosen, cases)}
    if known.flop > 1:
        return {}
    by_rank = [each.reshape(4, _RANKS, *each.shape[1:]).swapaxes(0, 1) for each in (chosen, cases)]
    return {
        ", ".join([*words, f"flop {RANKS[rank]}"]): count_raised(by_rank[0][rank], by_rank[1][rank])
        for rank in range(_RANKS)
    }


def _tally(house: HouseRules, wanted: Wanted, known: Known, found: Any, plays: Any) -> _Pass:
    """Decide before the flop; add up all results, and the decisions by features that people can see."""
    np = numpy()
    river, river_square, most, most_square = found[FIRST_VALUE:]
    check, chosen = river + found[GAIN], plays_most(found, wanted, known)
    raised = optimal_strategy(house).preflop.astype(bool)
    dealers, cases = known.dealers, found[CASES]
    changed = np.where(chosen != raised, cases, np.where(chosen, 0, found[CHANGED]))
    tally = _Tally(
        net=_sum(np.where(chosen, most, check)),
        square=_sum(np.where(chosen, most_square, river_square + found[GAIN_SQUARE])),
        most=_sum(np.where(chosen, cases, 0)) * dealers,
        flop=_sum(np.where(chosen, 0, found[PLAYED])) * dealers,
        river=_sum(np.where(chosen, 0, found[ON_RIVER])) * dealers,
        changed=_sum(changed) * dealers,
    )
    holes = np.array(layout.hole_sets(), dtype=np.int64)
    on_flops = whole_counts(flops_of(house, known)[0], holes, wanted, plays, chosen)
    return _Pass(tally, labels_of(wanted, known, chosen, (cases > 0).astype(np.int64)), on_flops)


def averaged(values: Any, wanted: Wanted, known: Known) -> Any:
    """Sum over the renamings of the suits, by known cards of the flop, suits of the others, and hole.

    Unordered cards are stored in one order; the other order is filled in.
    """
    np = numpy()
    hidden = (4,) * hidden_cards(wanted)
    later = (4,) if known.later else ()
    shaped = values.reshape((52,) * known.flop + later + hidden + (layout.HOLES,))
    if known.flop == 2:
        shaped = shaped + shaped.swapaxes(0, 1)
    if len(hidden) == 2 and boards.alike(wanted):
        shaped = shaped + shaped.swapaxes(-3, -2)
    total = np.zeros_like(shaped)
    moved = layout.moved_holes()
    for code, to in layout.renamings():
        renamed = [13 * to[card // 13] + card % 13 for card in range(52)]
        found = shaped
        for axis in range(known.flop):
            found = found.take(renamed, axis=axis)
        for axis in range(known.flop, shaped.ndim - 1):
            found = found.take(list(to), axis=axis)
        total += found.take(moved[code], axis=-1)
    return total.reshape(values.shape)


def _sum(values: Any) -> int:
    """Sum past 64 bits: within rows in 64 bits, over rows in Python ints."""
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
