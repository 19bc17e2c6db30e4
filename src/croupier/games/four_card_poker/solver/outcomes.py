"""Four Card Poker: the probability of each net result of a round under optimal play."""

from croupier.games.four_card_poker.solver.solution import Solution, worth
from croupier.games.four_card_poker.solver.verdicts import DEALER_HANDS, FOLD, PLAY_LEAST, PLAY_MOST
from croupier.odds.model import Distribution, agreeing, shares
from croupier.submission.house import HouseRules


def outcomes(house: HouseRules, solution: Solution) -> Distribution:
    """By net result: the dealer's hands that beat each strength are counted."""
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
