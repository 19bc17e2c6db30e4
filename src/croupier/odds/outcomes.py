"""How often a round of the game ends how: the exact probability of each net result, in antes.

The solvers keep counts of endings; here they become a distribution over net results. Its moments are those
that the solver found, to the last digit, and that is checked whenever one is made.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import Any

from croupier.games.four_card_poker.solver import solution as four_card_poker
from croupier.games.four_card_poker.solver.verdicts import FOLD, PLAY_LEAST, PLAY_MOST
from croupier.games.high_card_flush.decisions import most_antes
from croupier.games.high_card_flush.solver import solution as high_card_flush
from croupier.games.high_card_flush.solver.dealer_law import dealer_law
from croupier.games.high_card_flush.solver.solution import STRENGTHS, best_decision
from croupier.games.ultimate_texas_holdem.solver import solution as ultimate_texas_holdem
from croupier.games.ultimate_texas_holdem.solver.census import TIE
from croupier.games.ultimate_texas_holdem.solver.showdown import nets
from croupier.games.ultimate_texas_holdem.terms import terms as holdem_terms
from croupier.hands.flush import flush_strength
from croupier.jit import compiled, numpy
from croupier.odds.canonical import canonical_hands
from croupier.odds.model import BetOdds, CoverAllOdds, MainOdds, Moments, ProgressiveOdds
from croupier.odds.progress import Progress, silent
from croupier.odds.progressive import brought
from croupier.odds.side_bets import gross
from croupier.odds.store import kept
from croupier.submission.house import HouseProgressive, HouseRules, HouseTable

Distribution = dict[Fraction, Fraction]
"""By net result, per unit of ante or of stake: its probability. Ascending, and the sum is 1."""


def outcomes(house: HouseRules, progress: Progress = silent, fresh: bool = False) -> Distribution:
    """The game itself under optimal play, by net result in antes."""
    match house.rules.rules.game:
        case "high-card-flush":
            flush = high_card_flush.solved(house, progress, fresh)
            return _agreeing(_flush(flush, fresh), flush.main)
        case "ultimate-texas-holdem":
            holdem = ultimate_texas_holdem.solution(house, progress, fresh)
            endings: Mapping[tuple[int, int, int], int] = {
                (_multiple(decision), int(category), int(ending)): count
                for (decision, category, ending), count in holdem.endings.items()
            }
            return _agreeing(holdem_outcomes(house, endings), holdem.main)
        case _:
            four = four_card_poker.solved(house, progress, fresh)
            return _agreeing(_four_card(house, four), four.main)


def bet_outcomes(table: HouseTable, odds: BetOdds | CoverAllOdds, stake: int) -> Distribution:
    """A bet against a pay table, by net result per unit staked."""
    found: Distribution = {Fraction(-1): 1 - odds.hit_rate}
    for row, award in zip(table.rows, table.awards, strict=True):
        net = gross(award, stake) - 1
        found[net] = found.get(net, Fraction(0)) + odds.levels[row].probability
    return _sorted(found)


def progressive_outcomes(progressive: HouseProgressive, odds: ProgressiveOdds) -> Distribution:
    """A progressive by net result per unit staked, every meter at its seed and every hand live."""
    seeds = {meter.name: meter.seed for meter in progressive.meters}
    found: Distribution = {}
    hit = Fraction(0)
    for row, award in zip(progressive.table.rows, progressive.table.awards, strict=True):
        chance, net = odds.levels[row].probability, brought(award, odds.stake, seeds) - 1
        hit += chance
        found[net] = found.get(net, Fraction(0)) + chance
    found[Fraction(-1)] = found.get(Fraction(-1), Fraction(0)) + 1 - hit
    return _sorted(found)


def moments(distribution: Distribution) -> Moments:
    """The first two moments of a distribution."""
    return Moments(
        mean=sum((net * chance for net, chance in distribution.items()), Fraction(0)),
        square=sum((net**2 * chance for net, chance in distribution.items()), Fraction(0)),
    )


def holdem_outcomes(house: HouseRules, endings: Mapping[tuple[int, int, int], int]) -> Distribution:
    """Ultimate: endings by multiple played (0: fold), category and ending, paid by the table's settlement."""
    numbers = holdem_terms(house)
    ante = lcm(numbers.ante_odds[1], numbers.play_odds[1], *numbers.blind.pers)
    paid = nets(numbers, ante)
    counts: dict[Fraction, int] = {}
    for (multiple, category, ending), count in endings.items():
        net = Fraction(-2)
        if multiple:
            net = Fraction(0) if ending == TIE else Fraction(int(paid[multiple, category, ending]), ante)
        counts[net] = counts.get(net, 0) + count
    return _shares(counts)


def _multiple(decision: str) -> int:
    return 0 if decision == "fold" else int(decision.removeprefix("play_").removesuffix("x"))


def _flush(solution: high_card_flush.Solution, fresh: bool) -> Distribution:
    """High Card Flush: outside the band the flush alone decides, inside it every hand is asked."""
    stakes, counts = solution.stakes, dict[Fraction, int]()

    def add(antes: int, tally: tuple[int, ...]) -> None:
        for situation, count in enumerate(tally):
            net = Fraction(stakes.nets[4 * antes + situation], stakes.unit)
            counts[net] = counts.get(net, 0) + count

    for strength, tally in zip(STRENGTHS, solution.tallies, strict=True):
        if strength < solution.fold_below:
            add(high_card_flush.FOLD, tally)
        elif strength >= solution.raise_from:
            add(most_antes(strength, stakes.raise_most), tally)
    question = stakes, solution.fold_below, solution.raise_from
    band = kept("high-card-flush-band", question, lambda: _flush_band(solution), fresh)
    for antes, decided in enumerate(band):
        add(antes, decided)
    return _shares(counts)


def _flush_band(solution: high_card_flush.Solution) -> list[tuple[int, ...]]:
    """By antes raised: how the dealer stands to the hands of the band that raise so many."""
    np = numpy()
    sets, weights = canonical_hands(7)
    tallies = np.zeros((4, 4), dtype=np.int64)
    compiled(_decide_band)(
        sets,
        weights,
        solution.fold_below,
        solution.raise_from,
        solution.stakes.nets,
        solution.stakes.raise_most,
        tallies,
    )
    return [tuple(row) for row in tallies.tolist()]


def _decide_band(
    sets: Any,
    weights: Any,
    fold_below: int,
    raise_from: int,
    nets: tuple[int, ...],
    raise_most: tuple[int, ...],
    tallies: Any,
) -> None:
    for number in range(len(sets)):
        cards = sets[number]
        strength = flush_strength(cards)
        if fold_below <= strength < raise_from:
            law = dealer_law(cards, strength)
            antes = best_decision(law, most_antes(strength, raise_most), nets)
            tallies[antes, 0] += weights[number] * law[0]
            tallies[antes, 1] += weights[number] * law[1]
            tallies[antes, 2] += weights[number] * law[2]
            tallies[antes, 3] += weights[number] * law[3]


def _four_card(house: HouseRules, solution: four_card_poker.Solution) -> Distribution:
    """Four Card: the dealer's hands that beat each strength are counted, and ties are paid."""
    value, verdicts = four_card_poker.worth(house), solution.verdicts
    weights, beaten = verdicts.weights.sum(axis=1), verdicts.beaten.sum(axis=1)
    counts = {Fraction(-1): int(weights[:, FOLD].sum()) * four_card_poker.DEALER_HANDS}
    for decision, antes in ((PLAY_LEAST, value.numbers.play_least), (PLAY_MOST, value.numbers.play_most)):
        for number, bonus in enumerate(value.bonus):
            deals = int(weights[number, decision]) * four_card_poker.DEALER_HANDS
            lost = int(beaten[number, decision])
            for net, count in ((value.gain(antes) + bonus, deals - lost), (bonus - 1 - antes, lost)):
                if count:
                    counts[net] = counts.get(net, 0) + count
    return _shares(counts)


def _shares(counts: Mapping[Fraction, int]) -> Distribution:
    total = sum(counts.values())
    return _sorted({net: Fraction(count, total) for net, count in counts.items()})


def _sorted(distribution: Distribution) -> Distribution:
    return {net: distribution[net] for net in sorted(distribution)}


def _agreeing(distribution: Distribution, main: MainOdds) -> Distribution:
    if moments(distribution) != main.net:
        raise ArithmeticError("the distribution of results and the odds of the game disagree")
    return distribution
