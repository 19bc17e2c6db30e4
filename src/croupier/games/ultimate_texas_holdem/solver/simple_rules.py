"""The exact price of Ultimate Texas Hold'em played by a rule that a player can remember.

Its conditions and their words are in `rule_conditions`: raises before the flop, three kinds of hand on the
flop, and on the river a pair or better that needs a hole card, or fewer than 21 single cards that would give
the dealer a better hand. This module counts every ending under the rule, as the solver does for optimal play.

A second, simpler rule does not count cards on the river; the same pass prices it. The pass also counts, by
the number of those cards, what optimal play does on the river.
"""

from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from croupier.games.ultimate_texas_holdem.solver.boards import hole_places as layout
from croupier.games.ultimate_texas_holdem.solver.boards.by_hole import (
    BoardRoom,
    flops_played,
    new_board_room,
    new_tallies,
)
from croupier.games.ultimate_texas_holdem.solver.boards.census import FLOPS_OF_BOARD, Decided
from croupier.games.ultimate_texas_holdem.solver.boards.hole_places import Deals, canonical_form, find
from croupier.games.ultimate_texas_holdem.solver.boards.showdown import (
    DEALERS,
    DECIDED,
    KINDS,
    LEFT,
    ORDER,
    Nets,
    compare_all,
    holes_of,
    nets,
    tie_of,
    value_of,
)
from croupier.games.ultimate_texas_holdem.solver.boards.spread import (
    add_moved,
    cell_of,
    clear_held,
    flop_of,
    gather_in,
    square_of,
)
from croupier.games.ultimate_texas_holdem.solver.outcomes import outcomes_of
from croupier.games.ultimate_texas_holdem.solver.rule_conditions import (
    ON_FLOP,
    ON_RIVER,
    before_flop_words,
    needs_hole_card,
    outs_words,
    plays_before_flop,
    plays_on_flop,
)
from croupier.games.ultimate_texas_holdem.solver.solution import decision_name, starting_hand, unit_of
from croupier.games.ultimate_texas_holdem.terms import Terms, terms
from croupier.hands.poker import poker_category, poker_strength
from croupier.jit import compiled, kernel, numpy
from croupier.odds.counting.store import kept
from croupier.odds.counting.threads import in_parallel
from croupier.odds.filed.wagers import Wagers
from croupier.odds.model import MainOdds, moments
from croupier.odds.progress import Progress, silent
from croupier.submission.house import HouseRules

_PARTS = 48
HIDDEN = 46
"""The place of hands with a pair or better that needs a hole card; lower places count cards that beat one."""
_FIRST = 1  # the row of a room in which `compare_all` leaves one card of each kind


class HoldemRule(NamedTuple):
    """A rule: its name, and the least number of beating cards at which it folds on the river."""

    name: str
    outs: int

    def words(self, multiples: tuple[int, ...]) -> str:
        """The rule with these play multiples, from the words of its conditions."""
        most, _, flop, river = multiples
        *conditions, last = (each.words for each in ON_FLOP)
        return (
            f"{most}x with {before_flop_words()}; {flop}x with {', '.join(conditions)}, or {last};"
            f" {river}x with {ON_RIVER.words}{outs_words(self.outs)}"
        )


RULES = (HoldemRule("21 outs", 21), HoldemRule("hidden pair", 0))


def _mark_flops(flops: Any, holes: Any, decisions: Any) -> None:
    for number in range(len(flops)):
        for place in range(len(holes)):
            if not holes[place] & flops[number]:
                decisions[number, place] = plays_on_flop(holes[place], flops[number])


@kernel
def _outs(strength: int, low: int, high: int, strengths: Any, left: Any) -> int:
    """Count the single cards, other than the player's two, that beat a strength."""
    outs = 0
    for kind in range(KINDS):
        if strengths[kind] > strength:
            outs += left[kind]
            outs -= (1 if kind == low else 0) + (1 if kind == high else 0)
    return outs


class Census(NamedTuple):
    """The counts of the pass over all boards."""

    counts: Any
    """By rule, multiple played (0: fold), category and ending."""
    river: Any
    """By number of cards that beat the hand, or `HIDDEN`: the hands that optimal play folds, and plays."""


class Workspace(NamedTuple):
    """One thread's working arrays."""

    room: BoardRoom
    tallies: Any
    strengths: Any
    """By kind of card, the strength of the board with one of it."""


def new_workspace() -> Workspace:
    """Return one thread's working arrays."""
    return Workspace(new_board_room(), new_tallies(), numpy().zeros(KINDS, dtype="int64"))


def _count_endings(
    deals: Deals, part: tuple[int, int], decided: Decided, limits: tuple[int, ...], nets: Nets,
    workspace: Workspace, census: Census,
) -> None:  # fmt: skip
    """Count the endings as `boards.census` does, for each rule's river decisions, by the outs that fold."""
    room, tallies, strengths = workspace
    counts, river_best = census
    checked, played = decided.checked, decided.played
    for number in range(part[0], part[1]):
        board, weight = deals.boards[number], deals.weights[number]
        found = compare_all(board, 0, nets.dealer_least, room.kinds, room.endings)
        for place in range(len(checked)):
            tallies[0, place] = checked[place]
            tallies[1, place] = 0
        for each in range(FLOPS_OF_BOARD):
            flop, renaming = canonical_form(flop_of(board, each))
            add_moved(played[find(flop, deals.flops, deals.flop_slots)], deals.moved[renaming], tallies[1])
        for layer in range(2):
            clear_held(board, tallies[layer])
            gather_in(board, tallies[layer], room.values[layer])

        left = room.kinds[LEFT]
        for kind in range(KINDS):
            strengths[kind] = poker_strength(board | room.kinds[_FIRST, kind]) if left[kind] else 0
        board_strength = poker_strength(board)
        for place in range(found):
            key = room.kinds[ORDER, place]
            low, high, strength = key >> 5 & 31, key & 31, key >> 10
            category = poker_category(strength)
            checks = room.values[0, square_of(low, high), cell_of(low, high)]
            plays = room.values[1, square_of(low, high), cell_of(low, high)]
            if low != high:
                checks += room.values[0, square_of(high, low), cell_of(high, low)]
                plays += room.values[1, square_of(high, low), cell_of(high, low)]
            raises = holes_of(left, low, high) - checks
            hidden = needs_hole_card(strength, board_strength)
            outs = 0 if hidden else _outs(strength, low, high, strengths, left)
            playing = value_of(strength, category, room.endings[place], nets.river, nets)
            river_best[HIDDEN if hidden else outs, 1 if playing > nets.fold else 0] += weight * (
                FLOPS_OF_BOARD * checks - plays
            )
            for rule in range(len(limits)):
                river = nets.river if hidden or outs < limits[rule] else 0
                ties = DEALERS
                for ended in range(DECIDED + 1):
                    ending = ended
                    if ended == DECIDED:
                        ending, cases = tie_of(strength, nets.dealer_least), ties
                    else:
                        cases = room.endings[place, ended]
                        ties -= cases
                    cases *= weight
                    counts[rule, decided.raised, category, ending] += cases * FLOPS_OF_BOARD * raises
                    counts[rule, nets.flop, category, ending] += cases * plays
                    counts[rule, river, category, ending] += cases * (FLOPS_OF_BOARD * checks - plays)


def price_rules(house: HouseRules, census: Census, wagers: Wagers | None = None) -> dict[str, MainOdds]:
    """Return the exact price of the game under each of the rules."""
    return {rule.name: _odds(house, census.counts[number], wagers) for number, rule in enumerate(RULES)}


def rules_census(house: HouseRules, progress: Progress = silent, fresh: bool = False) -> Census:
    """Count every ending under the rules; the counts are stored on disk."""
    numbers = terms(house)
    question = RULES, numbers.main, numbers.play_multiples
    return kept("holdem-rules", question, lambda: _census(numbers, progress), fresh)


def _census(numbers: Terms, progress: Progress) -> Census:
    np = numpy()
    paid = nets(numbers, unit_of(numbers))
    deals, flops = layout.deals(back=True), layout.flops()[0]
    holes = np.array(layout.hole_sets(), dtype=np.int64)
    checked = np.array([not plays_before_flop(starting_hand(hole)) for hole in layout.hole_sets()], np.uint8)
    decisions = np.zeros((len(flops), layout.HOLES), dtype=np.uint8)
    compiled(_mark_flops)(flops, holes, decisions)
    decided = Decided(numbers.play_multiples[0], checked, flops_played(checked, decisions))
    limits = tuple(rule.outs for rule in RULES)
    run = compiled(_count_endings)

    def work(part: tuple[int, int]) -> Census:
        counted = Census(
            counts=np.zeros((len(RULES), *paid.played.shape), dtype=np.int64),
            river=np.zeros((HIDDEN + 1, 2), dtype=np.int64),
        )
        run(deals, part, decided, limits, paid, new_workspace(), counted)
        return counted

    edges = [len(deals.boards) * part // _PARTS for part in range(_PARTS + 1)]
    found = in_parallel(work, list(pairwise(edges)), progress)
    return Census(sum(counts for counts, _ in found), sum(river for _, river in found))


def _odds(house: HouseRules, counts: Any, wagers: Wagers | None) -> MainOdds:
    """Return the odds of a rule from its endings, paid by the table's own settlement."""
    cases = int(counts.sum())
    multiples = sorted({*terms(house).play_multiples, 0}, reverse=True)
    shares = {multiple: Fraction(int(counts[multiple].sum()), cases) for multiple in multiples}
    endings = {
        (int(multiple), int(category), int(ending)): int(counts[multiple, category, ending])
        for multiple, category, ending in zip(*counts.nonzero(), strict=True)
    }
    wagered = sum((multiple * share for multiple, share in shares.items()), Fraction(2))
    decisions = {decision_name(multiple): share for multiple, share in shares.items()}
    return MainOdds(moments(outcomes_of(house, endings, wagers)), wagered, decisions)
