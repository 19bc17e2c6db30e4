"""High Card Flush: the value of every action with any hand, and the price of a player's own strategy."""

from collections.abc import Callable
from typing import Any

from croupier.games.high_card_flush.decisions import most_antes
from croupier.games.high_card_flush.solver.dealer_law import DEALER_HANDS, dealer_law
from croupier.games.high_card_flush.solver.solution import Stakes, odds_of_tallies, stakes_of, value_of
from croupier.games.high_card_flush.terms import terms
from croupier.hands.flush import flush_strength
from croupier.jit import compiled, kernel, numpy
from croupier.odds.counting.canonical import canonical_hands
from croupier.odds.counting.threads import in_parallel
from croupier.odds.model import MainOdds
from croupier.odds.own.play import is_legal, source_of
from croupier.odds.own.policy import Decision, Policy, Seen
from croupier.odds.own.renaming import RENAMINGS, renamed_set
from croupier.odds.progress import Progress
from croupier.odds.protocol import Stage
from croupier.submission.house import HouseRules

_PARTS = 64


def price_own(house: HouseRules, policy: Policy, stage: Stage, progress: Progress) -> MainOdds:
    """Return the odds of a strategy, from every hand under every renaming of suits and the dealer's law."""
    np = numpy()
    stakes = stakes_of(terms(house))
    sets, weights = canonical_hands(7)
    bounds = np.linspace(0, len(sets), _PARTS + 1).astype(np.int64)
    weigh = compiled(_weigh_by(source_of(policy.functions[0])))

    def part(number: int) -> Any:
        span = slice(bounds[number], bounds[number + 1])
        tallies = np.zeros((stakes.decisions[-1] + 1, 4), dtype=np.int64)
        wrong = weigh(sets[span], weights[span], stakes, tallies)
        if wrong >= 0:
            cards = int(sets[span][wrong // RENAMINGS])
            most = most_antes(flush_strength(cards), stakes.bounds)
            legal = 1 | (1 << (most + 1)) - (1 << stakes.bounds.least)
            cards = int(renamed_set(cards, wrong % RENAMINGS))
            raise policy.refusal(stage, Seen(0, cards, 0, 0, stakes.bounds.least, most), legal)
        return tallies

    # Each hand counts as often as renamings leave it unchanged, times its weight: 24 in all.
    total = sum(in_parallel(part, range(_PARTS), progress)) // RENAMINGS
    return odds_of_tallies(total.tolist(), stakes)


def write_values(house: HouseRules, sets: Any, values: Any) -> int:
    """Write the value of each action of the first seat by antes and round; return the denominator."""
    stakes = stakes_of(terms(house))
    compiled(_find_values)(sets, stakes, values)
    return DEALER_HANDS * stakes.unit


@kernel
def _find_values(sets: Any, stakes: Stakes, values: Any) -> None:
    for number in range(len(sets)):
        law = dealer_law(sets[number], flush_strength(sets[number]), stakes.dealer_least)
        for antes in range(values.shape[0]):
            values[antes, number] = value_of(law, antes, stakes.nets)


def _weigh_by(decide: Decision) -> Callable[..., int]:
    def weigh(sets: Any, weights: Any, stakes: Stakes, tallies: Any) -> int:
        least = stakes.bounds.least
        for number in range(len(sets)):
            strength = flush_strength(sets[number])
            law = dealer_law(sets[number], strength, stakes.dealer_least)
            most = most_antes(strength, stakes.bounds)
            legal = 1 | (1 << (most + 1)) - (1 << least)
            for renaming in range(RENAMINGS):
                antes = decide(Seen(0, renamed_set(sets[number], renaming), 0, 0, least, most))
                if not is_legal(antes, legal):
                    return number * RENAMINGS + renaming
                for situation in range(4):
                    tallies[int(antes), situation] += weights[number] * law[situation]
        return -1

    return weigh
