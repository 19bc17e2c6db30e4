"""Four Card Poker: the probability of each net result of a round under optimal play."""

from fractions import Fraction

from croupier.games.common import NO_ROW, SideWager, row_reached
from croupier.games.four_card_poker.solver.solution import SITUATIONS, Solution, worth
from croupier.games.four_card_poker.solver.verdicts import DEALER_HANDS, FOLD, PLAY_LEAST, PLAY_MOST
from croupier.odds.model import Distribution, agreeing, shares
from croupier.submission.house import HouseRules


def outcomes(house: HouseRules, solution: Solution) -> Distribution:
    """Return the distribution of the net result, from the dealer's hands that beat each strength."""
    value, verdicts = worth(house), solution.verdicts
    weights, beaten = verdicts.weights.sum(axis=1), verdicts.beaten.sum(axis=1)
    counts = {value.fold: int(weights[:, FOLD].sum()) * DEALER_HANDS}
    for decision, antes in ((PLAY_LEAST, value.numbers.play_least), (PLAY_MOST, value.numbers.play_most)):
        for number, bonus in enumerate(value.bonus):
            deals = int(weights[number, decision]) * DEALER_HANDS
            lost = int(beaten[number, decision])
            for net, count in ((value.gain(antes) + bonus, deals - lost), (value.loss(antes) + bonus, lost)):
                if count:
                    counts[net] = counts.get(net, 0) + count
    return agreeing(shares(counts), solution.main)


def main_by_row(house: HouseRules, solution: Solution, side: SideWager) -> dict[str, Fraction]:
    """By row of a bet on the best four cards, the expected net result of the game when the row is paid."""
    value, verdicts = worth(house), solution.verdicts
    weights, beaten = verdicts.weights.sum(axis=1), verdicts.beaten.sum(axis=1)
    least, most = value.numbers.play_least, value.numbers.play_most
    found: dict[str, Fraction] = {}
    for number, strength in enumerate(solution.strengths.tolist()):
        row = row_reached(side.rung(0, strength), side.schedule.kinds)
        if row == NO_ROW:
            continue
        total = value.fold * int(weights[number, FOLD]) * DEALER_HANDS
        for decision, antes in ((PLAY_LEAST, least), (PLAY_MOST, most)):
            deals, lost = int(weights[number, decision]) * DEALER_HANDS, int(beaten[number, decision])
            won, loses = value.gain(antes), value.loss(antes)
            total += (deals - lost) * won + lost * loses + deals * value.bonus[number]
        name = side.ladder[row]
        found[name] = found.get(name, Fraction(0)) + total / (SITUATIONS * DEALER_HANDS)
    return found
