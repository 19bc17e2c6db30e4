"""Best play when signals are known: passes over the boards, decisions on flops, then before the flop."""

import os
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import comb
from typing import Any, NamedTuple

from croupier.errors import Refusal
from croupier.games.ultimate_texas_holdem.solver.boards import hole_places as layout
from croupier.games.ultimate_texas_holdem.solver.boards.passes import PARTS, parts_of
from croupier.games.ultimate_texas_holdem.solver.leaks.after_flop import (
    Counts,
    Views,
    new_counts,
    on_flop,
    on_river,
)
from croupier.games.ultimate_texas_holdem.solver.leaks.known_play import Raised, describe, together
from croupier.games.ultimate_texas_holdem.solver.signals import flops as on_flops
from croupier.games.ultimate_texas_holdem.solver.signals.classes import Pass, Question
from croupier.games.ultimate_texas_holdem.solver.signals.flops import (
    CASES,
    CHANGED,
    ON_RIVER,
    PLAYED,
    TOTAL_GAIN,
    TOTAL_SQUARE,
    Flops,
    count_row,
    decide_row,
)
from croupier.games.ultimate_texas_holdem.solver.signals.gather import (
    FLOPS,
    Rows,
    Sums,
    gather_signals,
    new_sums,
    new_work,
)
from croupier.games.ultimate_texas_holdem.solver.signals.labels import labels_of
from croupier.games.ultimate_texas_holdem.solver.signals.weights import BY_FLOP, LAYERS, Signals
from croupier.games.ultimate_texas_holdem.solver.solution import Scale
from croupier.games.ultimate_texas_holdem.solver.strategy_tables import Strategy
from croupier.jit import compiled, numpy
from croupier.odds.counting.spares import Spares
from croupier.odds.counting.threads import in_parallel
from croupier.odds.model import Moments
from croupier.odds.progress import Progress, silent
from croupier.odds.protection.leak import classes
from croupier.odds.protection.model import Informed

MOST_MEMORY = 3 * 10**9
"""The bytes available for the sums of all threads."""
LARGEST_NET = 10_000
"""In units."""


class Tally(NamedTuple):
    """Sums over all cases: net, square, the count of each decision, and of those not made by honest play."""

    net: int = 0
    square: int = 0
    most: int = 0
    flop: int = 0
    river: int = 0
    changed: int = 0
    cases: int = 0


class Decided(NamedTuple):
    """The decisions of one pass before the flop, by row and group, and hole."""

    check: Any
    """The value of checking, over all cases."""
    most: Any
    chosen: Any
    """Whether the largest multiple is played."""
    cases: Any
    tally: Tally
    on_flops: Counts


def signals_of(of: Pass, most: int) -> Signals:
    """Return the hidden signals of a pass in the form that kernels take."""
    np = numpy()
    return Signals(
        known=of.question.hidden,
        first=np.array([first for _, first, _ in of.hidden], dtype=np.int64),
        second=np.array([second for _, _, second in of.hidden], dtype=np.int64),
        dealers=of.question.dealers,
        absent=of.question.absent,
        most=most,
    )


def rows_of(of: Pass) -> Rows:
    """Return the rows and groups of a pass in the form that kernels take."""
    np, asked = numpy(), of.question
    by_pairing = [
        np.array([classes(place.detail, pairing) for pairing in range(asked.pairings)], dtype=np.int64)
        for place in (asked.later, asked.flop)
    ]
    return Rows(
        pairing=np.array([pairing for pairing, _, _ in of.hidden], dtype=np.int64),
        row=of.row_of(),
        moved=of.moved_rows,
        later=asked.later.number,
        later_class=by_pairing[0],
        later_classes=int(by_pairing[0].max()) + 1,
        flop=asked.flop.number,
        flop_class=by_pairing[1],
        flop_classes=int(by_pairing[1].max()) + 1,
        group=of.groups.table(),
        groups=of.groups.total,
    )


def flops_of(asked: Question) -> Any:
    """Return which canonical flops the deck contains."""
    return layout.flops()[0] & asked.absent == 0


def gather(of: Pass, scale: Scale, progress: Progress = silent) -> Sums:
    """Gather all boards, on as many threads as fit in memory."""
    deals = layout.deals().without(of.question.absent)
    count = len(deals.flops)
    signals, rows = signals_of(of, scale.raises[-1]), rows_of(of)
    places = len(of.rows) * of.groups.total
    memory = 8 * layout.HOLES * (BY_FLOP * count * len(of.rows) + (LAYERS - BY_FLOP) * places)
    workers = max(1, min(os.cpu_count() or 1, MOST_MEMORY // memory))
    work = Spares(partial(new_work, len(of.hidden), places))
    spare = Spares(partial(new_sums, count, len(of.rows), places))
    run = compiled(gather_signals)

    def part(span: tuple[int, int]) -> None:
        with work.lent() as room, spare.lent() as sums:
            run(deals, span, signals, rows, scale.nets, room, sums)

    in_parallel(part, parts_of(len(deals.boards)), progress, workers)
    total = spare.all[0]
    for other in spare.all[1:]:
        for into, added in zip(total, other, strict=True):
            into += added
    return total


def _flops(of: Pass, honest: Any) -> Flops:
    """Return the flops in the form that kernels take."""
    np, (sets, weights), few = numpy(), layout.flops(), flops_of(of.question)
    return Flops(
        sets[few],
        weights[few],
        of.groups.of_flops()[:, few],
        honest[few],
        np.array([code for code, _ in layout.renamings()], dtype=np.int64),
        layout.moved_holes(),
        np.array(layout.hole_sets(), dtype=np.int64),
    )


def _row(of: Pass, number: int) -> on_flops.Row:
    """Return a row in the form that kernels take."""
    row, asked = of.rows[number], of.question
    first, second, *_ = (*row.later, 0, 0)
    return on_flops.Row(
        number,
        row.pairing,
        asked.hidden,
        row.first,
        row.second,
        len(row.later),
        first,
        second,
        asked.absent,
    )


def decide_flops(of: Pass, flops: Flops, sums: Sums) -> tuple[Any, Any]:
    """Decide on the flops: return totals by value (`flops`), row and group, and hole; and plays by row, flop
    and hole."""
    np = numpy()
    totals = np.stack([on_flops.new_totals(of.groups.total) for _ in of.rows], axis=1)
    plays = np.zeros((len(of.rows), len(flops.sets), layout.HOLES), np.uint8)

    def work(number: int) -> bool:
        into, room = totals[:, number], flops.renamings.copy()
        return compiled(decide_row)(
            flops, _row(of, number), of.moved_rows, sums.flop, plays[number], into, room
        )

    if not all(in_parallel(work, range(len(of.rows)))):
        raise ArithmeticError("a sum over boards does not divide by the renamings of the suits")
    return totals.reshape(on_flops.VALUES, -1, layout.HOLES), plays


def decide(of: Pass, honest: Strategy, sums: Sums) -> Decided:
    """Decide on the flops, then before the flop, and add up all results."""
    np = numpy()
    flops = _flops(of, honest.flop)
    found, plays = decide_flops(of, flops, sums)
    river, river_square, most, most_square = sums.hole
    check = river + found[TOTAL_GAIN]
    margin, total = most - check, np.zeros_like(most)
    holes = layout.moved_holes()
    for code, to in of.moved_signals():
        total += margin[to][:, holes[code]]
    chosen = total > 0
    cases = found[CASES]
    raised = honest.preflop.astype(bool)
    changed = np.where(chosen != raised, cases, np.where(chosen, 0, found[CHANGED]))
    dealers = of.question.dealers
    tally = Tally(
        net=_sum(np.where(chosen, most, check)),
        square=_sum(np.where(chosen, most_square, river_square + found[TOTAL_SQUARE])),
        most=_sum(np.where(chosen, cases, 0)) * dealers,
        flop=_sum(np.where(chosen, 0, found[PLAYED])) * dealers,
        river=_sum(np.where(chosen, 0, found[ON_RIVER])) * dealers,
        changed=_sum(changed) * dealers,
        cases=_sum(cases) * dealers,
    )
    counts, by_row = new_counts(), chosen.reshape(len(of.rows), -1, layout.HOLES)
    for number in range(len(of.rows)):
        compiled(count_row)(flops, _row(of, number), plays[number], by_row[number], counts)
    return Decided(check, most, chosen, cases > 0, tally, tuple(counts.ravel().tolist()))


def _sum(values: Any) -> int:
    """Sum past 64 bits, by adding the upper and the lower halves separately."""
    return (int((values >> 32).sum()) << 32) + int((values & (1 << 32) - 1).sum())


def check_size(asked: Question, scale: Scale) -> None:
    """Refuse odds whose squares could exceed 64 bits."""
    most = 1
    for row in asked.rows():
        first, second = row.first.bit_count(), row.second.bit_count()
        most = max(most, comb(first, 2) if row.first == row.second else first * max(second, 1))
    cases = FLOPS * comb(52, 5) * most * asked.dealers
    by_category = abs(scale.nets.played).max(axis=(0, 2)).tolist()
    # Any hole makes a royal flush on fewer than one board in a thousand.
    square = max(by_category[:-1]) ** 2 + by_category[-1] ** 2 // 1000 + 1
    if square * cases >= 1 << 63 or max(by_category) > LARGEST_NET:
        raise Refusal("not_solved", "a leak is not priced with these odds: their sums exceed 64 bits")


def play_with(asked: Question, scale: Scale, honest: Strategy, progress: Progress = silent) -> Informed:
    """Return the best play with the known signals."""
    check_size(asked, scale)
    passes, tally = asked.passes(), Tally()
    labels: list[dict[str, Raised]] = []
    counts: list[Counts] = []
    for number, rows in enumerate(passes):
        of = Pass(asked, rows)

        def shown(done: int, _: int, before: int = number * PARTS) -> None:
            progress(before + done, len(passes) * PARTS)

        found = decide(of, honest, gather(of, scale, shown))
        tally = Tally(*map(sum, zip(tally, found.tally, strict=True)))
        labels.append(labels_of(of, found.chosen, found.cases))
        counts.append(found.on_flops)
    informed = _informed(tally, asked, scale)
    sections = (
        *describe(together(labels), f"play {scale.raises[-1]}x"),
        on_flop(tuple(map(sum, zip(*counts, strict=True))), Views(False, False), scale.nets.flop),
        *on_river(scale, 0),
    )
    return replace(informed, sections=sections)


def _informed(found: Tally, asked: Question, scale: Scale) -> Informed:
    if found.cases != asked.cases:
        raise ArithmeticError("the cases counted with a leak are not all cases")
    cases = asked.cases
    names = (f"play_{each}x" for each in (scale.raises[-1], scale.nets.flop, scale.nets.river))
    counts = (found.most, found.flop, found.river)
    shares = {name: Fraction(count, cases) for name, count in zip(names, counts, strict=True)}
    return Informed(
        net=Moments(Fraction(found.net, cases * scale.ante), Fraction(found.square, cases * scale.ante**2)),
        decisions=shares | {"fold": 1 - sum(shares.values(), Fraction(0))},
        changed=Fraction(found.changed, cases),
    )
