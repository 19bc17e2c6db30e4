"""Four Card Poker played by a player who knows one or two of the dealer's hidden cards besides the up-card.

Every dealer hand with the up-card is evaluated once, and counted for each of its hidden cards and for each
two of them.
"""

from math import comb
from typing import Any

from croupier.errors import Refusal
from croupier.games.four_card_poker.solver.solution import Worth, bonus_of, bounds
from croupier.games.four_card_poker.terms import terms
from croupier.hands.four_card import four_card_strength
from croupier.jit import compiled, numpy
from croupier.odds.protection.leak import CARD, DEALER, Leak
from croupier.odds.watch.hand import Choices, Decision, WatchedHand, candidates_of, held_by
from croupier.submission.house import HouseRules

FOLD, LEAST, MORE = 0, 1, 2
"""The options: fold, play the least, play more."""

UNSEEN, HIDDEN = 46, 5
"""The cards that the player does not see, and the dealer's hidden ones among them."""


def count_beating(dealt: int, up: int, strength: int, both: Any) -> None:
    """Count, by two hidden cards, higher first, the dealer's hands with them that beat a strength."""
    for a in range(4, 52):
        if dealt >> a & 1:
            continue
        for b in range(3, a):
            if dealt >> b & 1:
                continue
            for c in range(2, b):
                if dealt >> c & 1:
                    continue
                four = up | 1 << a | 1 << b | 1 << c
                for d in range(1, c):
                    if dealt >> d & 1:
                        continue
                    for e in range(d):
                        if not dealt >> e & 1 and four_card_strength(four | 1 << d | 1 << e) > strength:
                            both[a, b] += 1
                            both[a, c] += 1
                            both[a, d] += 1
                            both[a, e] += 1
                            both[b, c] += 1
                            both[b, d] += 1
                            both[b, e] += 1
                            both[c, d] += 1
                            both[c, e] += 1
                            both[d, e] += 1


def informed_choices(house: HouseRules, hand: WatchedHand, leak: Leak) -> Choices:
    """Return the best choices with this hand for a player who knows the leak."""
    (part, *more) = leak.parts
    if more or part.detail != CARD or part.place != DEALER or part.number > 2:
        raise Refusal("not_watched", f"{leak}: this game is watched for dealer:1 and dealer:2")
    np = numpy()
    numbers, strength = terms(house), four_card_strength(hand.cards)
    value = Worth(numbers, (bonus_of(strength, numbers.ante_bonus),))
    both = np.zeros((52, 52), np.int64)
    compiled(count_beating)(hand.cards | hand.up, hand.up, strength - value.ties_lose, both)
    both += both.T
    # A hand is counted once for each two of its hidden cards.
    one = both.sum(axis=1) // (HIDDEN - 1)
    total = one.sum(keepdims=True) // HIDDEN
    candidates = candidates_of(hand, part.number)
    places = tuple(np.array(candidates).T)
    informed = _best(one[places] if part.number == 1 else both[places], value, part.number)
    taken = FOLD if not hand.antes else LEAST if hand.antes <= numbers.play_least else MORE
    decision = Decision(taken, 3, int(_best(total, value, 0)[0]), informed)
    return Choices(held_by(hand.hidden, candidates), (decision,))


def _best(beating: Any, value: Worth, known: int) -> Any:
    """Return the best option by number of dealer hands that beat the player's, with `known` known cards."""
    least, most = bounds(value, comb(UNSEEN - known, HIDDEN - known))[0]
    return numpy().where(beating <= most, MORE, numpy().where(beating <= least, LEAST, FOLD))
