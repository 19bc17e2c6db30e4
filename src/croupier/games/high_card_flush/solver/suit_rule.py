"""A rule for seats that share: count the cards of each suit that nobody holds, and raise by the longest suit.

The dealer's hand comes from the cards that no sharing seat holds. If no suit is long among them, the dealer
cannot have a long flush and seldom qualifies. For each length of the longest suit, the rule gives the lowest
flush to raise the most; these are the best on one sample of rounds, and the price comes from another sample.
"""

from typing import Any

from croupier.games.high_card_flush.decisions import most_antes
from croupier.games.high_card_flush.solver.collusion import (
    Played,
    Shared,
    longest_suit,
    runner,
)
from croupier.games.high_card_flush.solver.hidden_cards import CARDS, law_of, lay_out
from croupier.games.high_card_flush.solver.solution import (
    FOLD,
    STRENGTHS,
    Stakes,
    decision_name,
    solved,
    value_of,
)
from croupier.games.high_card_flush.solver.strategy import flush_text
from croupier.hands.flush import flush_strength
from croupier.jit import compiled, numpy
from croupier.odds.counting.store import kept
from croupier.odds.progress import Progress, silent
from croupier.odds.protection.model import LeakRule
from croupier.odds.protection.sampling import sampled
from croupier.submission.house import HouseRules

LONGEST = 14
"""A bound that is greater than the number of cards in any suit."""
_SEED = 18
_ROUNDS = 1 << 16


def margins(
    columns: Any, shared: Shared, stakes: Stakes, places: Any, suits: Any, product: Any, sums: Any
) -> None:
    """Add up the gain of the largest raise over a fold, by longest suit left and flush."""
    for number in range(columns.shape[1]):
        everyone = 0
        for row in range(CARDS * shared.seats):
            everyone |= 1 << int(columns[row, number])
        longest = longest_suit(~everyone)
        for seat in range(shared.seats):
            own = 0
            for row in range(CARDS * seat, CARDS * seat + CARDS):
                own |= 1 << int(columns[row, number])
            strength = flush_strength(own)
            lay_out(own, 0, everyone, suits)
            law = law_of(suits, strength, stakes.dealer_least, product)
            most = most_antes(strength, stakes.bounds)
            gained = value_of(law, most, stakes.nets) - value_of(law, FOLD, stakes.nets)
            sums[longest, places[strength]] += gained / (law[0] + law[1] + law[2] + law[3])


def best_borders(shared: Shared, stakes: Stakes) -> list[int]:
    """By longest suit, the lowest flush to raise: the best on a sample."""
    from croupier.odds.simulate.randomness import columns_for, deal, key_of

    np = numpy()
    places = np.zeros(8 << 13, np.int64)
    places[list(STRENGTHS)] = np.arange(len(STRENGTHS))
    columns = columns_for(CARDS * shared.seats, _ROUNDS)
    compiled(deal)(key_of(_SEED), 0, CARDS * shared.seats, columns)
    sums, suits, product = (np.zeros(shape, kind) for shape, kind in (
        ((LONGEST, len(STRENGTHS)), np.float64), ((4, 3), np.int64), (CARDS + 1, np.int64),
    ))  # fmt: skip
    compiled(margins)(columns, shared, stakes, places, suits, product, sums)
    # What raising from each flush on gains; past the last flush, nothing.
    above = np.concatenate([np.cumsum(sums[:, ::-1], axis=1)[:, ::-1], np.zeros((LONGEST, 1))], axis=1)
    borders = (*STRENGTHS, STRENGTHS[-1] + 1)
    # Long suits are rare, and a border found on few rounds is off: it is never below that of a shorter suit.
    return [borders[place] for place in np.maximum.accumulate(above.argmax(axis=1)).tolist()]


def suit_rule(
    house: HouseRules, shared: Shared, progress: Progress = silent, fresh: bool = False
) -> LeakRule:
    """Return the rule and its price; they are stored on disk."""
    solution = solved(house)

    def compute() -> LeakRule:
        np = numpy()
        borders = best_borders(shared, solution.stakes)
        played = Played(solution.stakes, solution.fold_below, solution.raise_from, np.array(borders))
        names = tuple(decision_name(antes) for antes in range(solution.stakes.decisions[-1] + 1))
        found = sampled(solution.main, names, runner(shared, played, len(names)), progress)
        return LeakRule(
            "longest suit left", rule_words(borders, shared), found.net.mean, found.standard_error
        )

    return kept("high-card-flush-suit-rule", (solution.stakes, shared), compute, fresh)


def rule_words(borders: list[int], shared: Shared) -> str:
    """Return the rule in words."""
    left = 52 - CARDS * shared.seats
    possible = range(-(-left // 4), min(left, LONGEST - 1) + 1)
    told = "; ".join(
        f"{suit}: {'never' if borders[suit] > STRENGTHS[-1] else flush_text(borders[suit])}"
        for suit in possible
    )
    return (
        f"Of the {left} cards that no sharing seat holds, count the longest suit. Raise the most allowed "
        f"from this flush up, else fold: {told}."
    )
