"""High Card Flush: the probability of each net result of a round under optimal play."""

from fractions import Fraction
from typing import Any

from croupier.games.common import NO_ROW, SideWager, row_reached
from croupier.games.high_card_flush.decisions import most_antes
from croupier.games.high_card_flush.solver.dealer_law import DEALER_HANDS, dealer_law
from croupier.games.high_card_flush.solver.groups import FLUSHES, number_hands
from croupier.games.high_card_flush.solver.solution import (
    FOLD,
    PLAYER_HANDS,
    STRENGTHS,
    Awards,
    Solution,
    Stakes,
    awards_of,
    best_decision,
    decide,
    lost_by_group,
)
from croupier.hands.flush import flush_strength
from croupier.jit import compiled, numpy
from croupier.odds.counting.canonical import canonical_hands
from croupier.odds.counting.census import GROUPS, census_of
from croupier.odds.counting.store import kept
from croupier.odds.filed.wagers import Wagers
from croupier.odds.model import Distribution, agreeing, shares
from croupier.submission.house import HouseRules


def outcomes(
    house: HouseRules, solution: Solution, fresh: bool = False, wagers: Wagers | None = None
) -> Distribution:
    """Return the distribution of the net result; outside the band the flush decides, inside it every hand is
    evaluated."""
    stakes, counts = solution.stakes, dict[Fraction, int]()

    def add(antes: int, tally: tuple[int, ...]) -> None:
        for situation, count in enumerate(tally):
            net = Fraction(stakes.nets[4 * antes + situation], stakes.unit)
            counts[net] = counts.get(net, 0) + count

    for strength, tally in zip(STRENGTHS, solution.tallies, strict=True):
        if strength < solution.fold_below:
            add(FOLD, tally)
        elif strength >= solution.raise_from:
            add(most_antes(strength, stakes.bounds), tally)
    lost = sorted(lost_by_group(house, wagers).items())
    question = stakes, solution.fold_below, solution.raise_from, lost
    band = kept("high-card-flush-band", question, lambda: _flush_band(house, solution, wagers), fresh)
    for antes, decided in enumerate(band):
        add(antes, decided)
    return agreeing(shares(counts), solution.main)


def _flush_band(house: HouseRules, solution: Solution, wagers: Wagers | None) -> list[tuple[int, ...]]:
    """By antes raised, compare the dealer's hands with the band's hands that raise that many."""
    np = numpy()
    sets, weights = canonical_hands(7)
    stakes = solution.stakes
    tallies = np.zeros((stakes.decisions[-1] + 1, 4), dtype=np.int64)
    band = solution.fold_below, solution.raise_from
    compiled(_decide_band)(sets, weights, band, stakes, awards_of(house, wagers, sets), tallies)
    return [tuple(row) for row in tallies.tolist()]


def _decide_band(
    sets: Any, weights: Any, band: tuple[int, int], stakes: Stakes, awards: Awards, tallies: Any
) -> None:
    fold_below, raise_from = band
    for number in range(len(sets)):
        cards = sets[number]
        strength = flush_strength(cards)
        if fold_below <= strength < raise_from:
            law = dealer_law(cards, strength, stakes.dealer_least)
            lost = awards.of_group[awards.groups[number]]
            antes = best_decision(law, most_antes(strength, stakes.bounds), stakes, lost)
            tallies[antes, 0] += weights[number] * law[0]
            tallies[antes, 1] += weights[number] * law[1]
            tallies[antes, 2] += weights[number] * law[2]
            tallies[antes, 3] += weights[number] * law[3]


def main_by_row(house: HouseRules, solution: Solution, side: SideWager) -> dict[str, Fraction]:
    """By row of a side bet, the expected net result of the game when the row is paid."""
    np, stakes = numpy(), solution.stakes

    def weigh() -> Any:
        sets, weights = canonical_hands(7)
        groups = np.zeros(len(sets), dtype=np.int16)
        compiled(number_hands)(sets, groups)
        tallies = np.zeros((GROUPS, stakes.decisions[-1] + 1, 4), dtype=np.int64)
        band = solution.fold_below, solution.raise_from
        compiled(_weigh_groups)(sets, weights, band, stakes, groups, tallies)
        return tallies

    tallies = kept("high-card-flush-groups", stakes, weigh)
    pairs = PLAYER_HANDS * DEALER_HANDS * stakes.unit
    found: dict[str, Fraction] = {}
    for number, group in census_of(FLUSHES).groups.items():
        row = row_reached(side.rung(group.example, flush_strength(group.example)), side.schedule.kinds)
        if row != NO_ROW:
            net = sum(
                int(count) * stakes.nets[place]
                for place, count in enumerate(tallies[number].ravel().tolist())
            )
            name = side.ladder[row]
            found[name] = found.get(name, Fraction(0)) + Fraction(net, pairs)
    return found


def _weigh_groups(
    sets: Any, weights: Any, band: tuple[int, int], stakes: Stakes, groups: Any, tallies: Any
) -> None:
    for number in range(len(sets)):
        cards = sets[number]
        strength = flush_strength(cards)
        law = dealer_law(cards, strength, stakes.dealer_least)
        antes = decide(cards, band[0], band[1], stakes)
        for situation in range(4):
            tallies[groups[number], antes, situation] += weights[number] * law[situation]
