"""Four Card Poker with any hidden cards known, by enumerating the dealer's possible hands."""

from fractions import Fraction
from math import comb
from typing import Any

from croupier.errors import Refusal
from croupier.games.four_card_poker.solver.solution import Worth, bonus_of
from croupier.games.four_card_poker.terms import terms
from croupier.hands.four_card import four_card_strength
from croupier.jit import compiled, kernel, numpy
from croupier.odds.protection.hidden_cards import Hidden
from croupier.submission.house import HouseRules

DEALER_CARDS = 6
"""The dealer's cards, the up-card included."""


@kernel
def count_beating(known: int, left: int, draw: int, limits: Any, counts: Any, room: Any) -> None:
    """By limit, count the dealer's hands that are stronger.

    The dealer holds the known cards and draws `draw` of those left. `room` holds the cards left, then the
    places and the sets of the cards drawn so far.
    """
    pool, places, sets = room[0], room[1], room[2]
    size = 0
    for card in range(52):
        if left >> card & 1:
            pool[size] = card
            size += 1
    for number in range(len(limits)):
        counts[number] = 0
    if draw == 0:
        _compare(four_card_strength(known), limits, counts)
        return
    depth = 0
    places[0], sets[0] = 0, known
    while depth >= 0:
        if depth == draw - 1:
            for place in range(places[depth], size):
                _compare(four_card_strength(sets[depth] | 1 << pool[place]), limits, counts)
            depth -= 1
        elif places[depth] < size:
            sets[depth + 1] = sets[depth] | 1 << pool[places[depth]]
            places[depth] += 1
            places[depth + 1] = places[depth]
            depth += 1
        else:
            depth -= 1


@kernel
def _compare(strength: int, limits: Any, counts: Any) -> None:
    for number in range(len(limits)):
        counts[number] += strength > limits[number]


def new_room() -> Any:
    return numpy().zeros((3, 52), dtype="int64")


def advise_knowing(house: HouseRules, own: int, up: int, hidden: Hidden) -> dict[str, Fraction]:
    """Return the exact value of each action per unit of ante, with these cards known."""
    if hidden.flop or hidden.turn_river:
        raise Refusal("bad_leak", "this game has no community cards")
    np = numpy()
    known = 1 << up | hidden.dealer
    draw, left = DEALER_CARDS - known.bit_count(), ~(own | known | hidden.gone) & (1 << 52) - 1
    if not 0 <= draw <= left.bit_count():
        raise Refusal("bad_leak", f"the dealer has {DEALER_CARDS} cards, one of them the up-card")
    numbers = terms(house)
    value, strength = Worth(numbers, ()), four_card_strength(own)
    limits, counts = np.array([strength - value.ties_lose]), np.zeros(1, dtype=np.int64)
    compiled(count_beating)(known, left, draw, limits, counts, new_room())
    beaten = Fraction(int(counts[0]), comb(left.bit_count(), draw))
    bonus = bonus_of(strength, numbers.ante_bonus)
    plays = range(numbers.play_least, numbers.play_most + 1)
    return {"fold": value.fold} | {f"play_{antes}x": value.of_play(antes, beaten, bonus) for antes in plays}
