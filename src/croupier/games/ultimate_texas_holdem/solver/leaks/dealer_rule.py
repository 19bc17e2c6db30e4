"""A rule for people who see one of the dealer's cards at Ultimate, and its value.

Before the flop, a table of starting hands by the rank of the card seen says when to play the largest
multiple; on the flop and on the river, the hand is compared with the one that the card makes. Each round is
played by the rule and by honest play on the same cards, against all 44 holes that the dealer can have, so
only the difference is sampled.
"""

from typing import Any, NamedTuple

from croupier.cards import RANKS
from croupier.games.ultimate_texas_holdem.solver.boards import hole_places as layout
from croupier.games.ultimate_texas_holdem.solver.boards.hole_places import hole_place
from croupier.games.ultimate_texas_holdem.solver.boards.showdown import Nets
from croupier.games.ultimate_texas_holdem.solver.informed_choices import before_flop, canonical_holes, net_of
from croupier.games.ultimate_texas_holdem.solver.leaks.known_play import hand_of_place, hands, in_ranges
from croupier.games.ultimate_texas_holdem.solver.rule_conditions import ON_FLOP, made, ranks_of
from croupier.games.ultimate_texas_holdem.solver.rule_conditions import plays_on_flop as has_pair_or_draw
from croupier.games.ultimate_texas_holdem.solver.solution import Scale, optimal_strategy, scale_of, solution
from croupier.games.ultimate_texas_holdem.solver.strategy_tables import (
    Strategy,
    plays_on_flop,
    plays_on_river,
)
from croupier.games.ultimate_texas_holdem.terms import terms
from croupier.hands.poker import PAIR, poker_category, poker_strength
from croupier.jit import compiled, kernel, numpy
from croupier.odds.counting.store import kept
from croupier.odds.progress import Progress, silent
from croupier.odds.protection.model import LeakRule
from croupier.odds.protection.sampling import DECISIONS, GAIN, GAIN_SQUARE, SEED, sampled
from croupier.submission.house import HouseRules

STANDARD_ERROR = 1e-3
"""The standard error of the mean, in antes: 0.1%."""
_CARDS = 8


class Played(NamedTuple):
    """The house rules in the form that kernels take."""

    nets: Nets
    most: int
    unit: int
    strategy: Strategy
    raises: Any
    """By the place of a hole and the rank of the card seen, whether the hole raises before the flop."""


@kernel
def beats_card_on_flop(hole: int, flop: int, seen: int) -> bool:
    """Whether a hand on the flop beats the hand that the card seen makes there."""
    if not ranks_of(flop) >> seen % 13 & 1:
        return True
    strength = poker_strength(hole | flop)
    # A pair has its rank in the four bits above the kickers.
    return poker_category(strength) > PAIR or (
        poker_category(strength) == PAIR and made(strength) & 15 > seen % 13
    )


@kernel
def antes_by_rule(hole: int, place: int, seen: int, flop: int, board: int, played: Played) -> int:
    """Return the multiple that the rule plays; 0 for a fold."""
    if played.raises[place, seen % 13]:
        return played.most
    if has_pair_or_draw(hole, flop) and beats_card_on_flop(hole, flop, seen):
        return played.nets.flop
    return played.nets.river if poker_strength(hole | board) > poker_strength(board | 1 << seen) else 0


@kernel
def antes_honest(place: int, flop: int, board: int, played: Played) -> int:
    """Return the multiple that honest play plays; 0 for a fold."""
    if played.strategy.preflop[place]:
        return played.most
    if plays_on_flop(played.strategy, place, flop):
        return played.nets.flop
    return played.nets.river if plays_on_river(played.strategy, place, board) else 0


def weigh_rounds(columns: Any, played: Played, sums: Any) -> None:
    """Add up the gain of the rule over honest play."""
    fold = played.nets.fold // 990
    for number in range(columns.shape[1]):
        hole = 1 << int(columns[0, number]) | 1 << int(columns[1, number])
        place = hole_place(int(columns[0, number]), int(columns[1, number]))
        flop = 0
        for row in range(2, 5):
            flop |= 1 << int(columns[row, number])
        board = flop | 1 << int(columns[5, number]) | 1 << int(columns[6, number])
        seen = int(columns[7, number])
        antes = antes_by_rule(hole, place, seen, flop, board, played)
        honest = antes_honest(place, flop, board, played)
        sums[DECISIONS + (3 if antes == played.most else antes)] += 1
        if antes == honest:
            continue
        player, more, dealers = poker_strength(hole | board), 0, 0
        for card in range(52):
            if (hole | board | 1 << seen) >> card & 1:
                continue
            dealer = poker_strength(board | 1 << seen | 1 << card)
            more += net_of(player, dealer, antes, played.nets) if antes else fold
            more -= net_of(player, dealer, honest, played.nets) if honest else fold
            dealers += 1
        gained = more / (dealers * played.unit)
        sums[GAIN] += gained
        sums[GAIN_SQUARE] += gained * gained


def raises_by_rank() -> Any:
    """By the place of a hole and the rank of the card seen, whether most of its suits call for the raise."""
    np = numpy()
    known, numbers = before_flop(1), canonical_holes()
    found = np.zeros((layout.HOLES, 13), bool)
    for place, hole in enumerate(layout.hole_sets()):
        canonical, _ = layout.canonical_form(hole)
        row = known[numbers[canonical]]
        for rank in range(13):
            cards = [13 * suit + rank for suit in range(4) if not canonical >> 13 * suit + rank & 1]
            found[place, rank] = 2 * int(row[cards].sum()) > len(cards)
    return found


def dealer_rule(house: HouseRules, progress: Progress = silent) -> LeakRule:
    """Return the rule and its value; they are stored on disk."""
    from croupier.odds.simulate.randomness import columns_for, deal, key_of

    numbers, scale = terms(house), scale_of(house)

    def compute() -> LeakRule:
        np = numpy()
        raises = raises_by_rank()
        played = Played(scale.nets, scale.raises[-1], scale.ante, optimal_strategy(house), raises)
        key, dealing, run = key_of(SEED), compiled(deal), compiled(weigh_rounds)

        def sums_of(first: int, rounds: int) -> Any:
            columns = columns_for(_CARDS, rounds)
            dealing(key, first, _CARDS, columns)
            sums = np.zeros(DECISIONS + 4)
            run(columns, played, sums)
            return sums

        names = "fold", f"play_{scale.nets.river}x", f"play_{scale.nets.flop}x", f"play_{played.most}x"
        found = sampled(solution(house).main, names, sums_of, progress, standard_error=STANDARD_ERROR)
        return LeakRule("by the card seen", rule_words(raises, scale), found.net.mean, found.standard_error)

    return kept("ultimate-dealer-rule", (numbers.main, numbers.play_multiples), compute)


def rule_words(raises: Any, scale: Scale) -> str:
    """State the rule in words, built from those of its conditions."""
    nets, places = scale.nets, hand_of_place().tolist()
    by_rank = []
    for rank in range(13):
        raised = {hands()[places[place]] for place in raises[:, rank].nonzero()[0].tolist()}
        by_rank.append(f"{RANKS[rank]}: {in_ranges(raised)}")
    flop = ", or ".join(condition.words for condition in ON_FLOP)
    return (
        f"Before the flop play {scale.raises[-1]}x by the card seen with these hands. {'; '.join(by_rank)}. "
        f"On the flop play {nets.flop}x with {flop}, unless the card seen pairs the flop and you have no "
        f"higher pair and no better hand. On the river play {nets.river}x if you beat what the card makes "
        "with the board, else fold."
    )
