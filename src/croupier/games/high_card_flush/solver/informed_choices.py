"""High Card Flush played by a player who knows cards of the dealer's, or those of other seats.

`count_laws` counts the dealer's hands among any cards left. Hands with given cards are those among all cards
left, minus those without one of them. Other seats have too many possible cards to list, so the true cards are
mixed with random ones: if the player does not know them, each candidate is equally likely to be the true one.
"""

import hashlib
from itertools import combinations
from math import comb
from typing import Any

from croupier.cards import DECK_SIZE, card_set
from croupier.errors import Refusal
from croupier.games.high_card_flush.decisions import most_antes
from croupier.games.high_card_flush.solver.dealer_law import sets_above
from croupier.games.high_card_flush.solver.solution import FOLD, Stakes, stakes_of
from croupier.games.high_card_flush.terms import terms
from croupier.hands.flush import flush_strength
from croupier.hands.ranks import RANK_SETS
from croupier.jit import compiled, kernel, numpy, table
from croupier.odds.protection.leak import CARD, DEALER, OTHERS, Leak
from croupier.odds.watch.hand import Choices, Decision, WatchedHand, candidates_of, cards_unseen, held_by
from croupier.submission.house import HouseRules

SAMPLES = 255
"""The number of random candidates for other seats' cards, besides the true ones."""

_ALL = (1 << DECK_SIZE) - 1
_COUNT = table([ranks.bit_count() for ranks in range(RANK_SETS)])
# "n choose k" for a suit, at 8 n + k.
_CHOOSE = table([comb(n, k) for n in range(14) for k in range(8)])


@kernel
def _count_below(left: int, strength: int, with_ties: int, room: Any) -> int:
    """Count the seven-card hands among the cards left that are lower than a flush, or no higher."""
    length, flush = strength >> 13, strength & 8191
    room[0, 0] = 1
    for power in range(1, 8):
        room[0, power] = 0
    for suit in range(4):
        ranks = left >> 13 * suit & 8191
        for power in range(8):
            room[1, power] = 0
        for cards in range(min(length, 7) + 1):
            ways = _CHOOSE[_COUNT[ranks] << 3 | cards]
            if cards == length:
                ways -= sets_above(ranks, flush, length)
                if not with_ties and ranks & flush == flush:
                    ways -= 1
            for power in range(cards, 8):
                room[1, power] += ways * room[0, power - cards]
        for power in range(8):
            room[0, power] = room[1, power]
    return int(room[0, 7])


def count_laws(lefts: Any, strength: int, dealer_least: int, room: Any, laws: Any) -> None:
    """By set of cards left, compare the dealer's hands among them with the player's (`dealer_law`)."""
    for number in range(len(lefts)):
        left = lefts[number]
        total = _count_below(left, 8 << 13, 0, room)
        below_least = _count_below(left, dealer_least, 0, room)
        laws[number, 0], laws[number, 1], laws[number, 2] = below_least, 0, 0
        laws[number, 3] = total - below_least
        if strength >= dealer_least:
            lower = _count_below(left, strength, 0, room)
            not_higher = _count_below(left, strength, 1, room)
            laws[number, 1] = lower - below_least
            laws[number, 2] = not_higher - lower
            laws[number, 3] = total - not_higher


def informed_choices(house: HouseRules, hand: WatchedHand, leak: Leak) -> Choices:
    """Return the best choice with this hand for a player who knows the leak: fold (0) or raise (1)."""
    (part, *more) = leak.parts
    if more or part.detail != CARD or part.place not in (DEALER, OTHERS) or part.number > 6:
        raise Refusal("not_watched", f"{leak}: this game is watched for dealer:1, dealer:2 and others:1 to 6")
    if part.place == DEALER and part.number > 2:
        raise Refusal("not_watched", f"{leak}: this game is watched for one or two cards of the dealer's")
    stakes, strength = stakes_of(terms(house)), flush_strength(hand.cards)
    if part.place == OTHERS:
        lefts, held = _with_others(hand, part.number)
        laws = _laws([_ALL & ~hand.cards & ~hand.legitimate, *lefts], strength, stakes)
        informed = laws[1:]
    else:
        candidates = candidates_of(hand, part.number)
        held = held_by(hand.hidden, candidates)
        laws, informed = _with_dealers(_ALL & ~hand.cards, candidates, strength, stakes)
    raises = _raises(informed, strength, stakes)
    honest = int(_raises(laws[:1], strength, stakes)[0])
    return Choices(held, (Decision(int(hand.antes > 0), 2, honest, raises),))


def _laws(lefts: list[int], strength: int, stakes: Stakes) -> Any:
    np = numpy()
    found = np.zeros((len(lefts), 4), np.int64)
    room = np.zeros((2, 8), np.int64)
    compiled(count_laws)(np.array(lefts, np.int64), strength, stakes.dealer_least, room, found)
    return found


def _with_dealers(
    left: int, candidates: list[tuple[int, ...]], strength: int, stakes: Stakes
) -> tuple[Any, Any]:
    """Return the law of all hands, and, by candidate, that of the hands with its cards."""
    parts = [
        (sign, left & ~card_set(without))
        for candidate in candidates
        for size, sign in ((0, 1), (1, -1), (2, 1))
        for without in combinations(candidate, size)
    ]
    places = {each: number for number, each in enumerate(dict.fromkeys([left, *(part for _, part in parts)]))}
    laws = _laws(list(places), strength, stakes)
    np = numpy()
    signs = np.array([sign for sign, _ in parts])[:, None]
    terms_each = signs * laws[[places[part] for _, part in parts]]
    return laws, terms_each.reshape(len(candidates), -1, 4).sum(axis=1)


def _raises(laws: Any, strength: int, stakes: Stakes) -> Any:
    """By law of the dealer's hand, 1 if some raise beats a fold."""
    np = numpy()
    nets = np.array(stakes.nets).reshape(-1, 4)
    most = most_antes(strength, stakes.bounds)
    values = laws @ nets.T
    return (values[:, stakes.bounds.least : most + 1].max(axis=1) > values[:, FOLD]).astype(np.int8)


def _with_others(hand: WatchedHand, number: int) -> tuple[list[int], Any]:
    """Return, for every choice of seats, true or random, the cards left and whether the choice is true."""
    left = _ALL & ~hand.cards & ~hand.legitimate
    seats = range(len(hand.later))
    deals = [hand.later, *random_deals(hand, left)]
    chosen = list(combinations(seats, min(number, len(hand.later))))
    lefts = [left & ~_union(deal, choice) for deal in deals for choice in chosen]
    return lefts, numpy().arange(len(lefts)) < len(chosen)


def _union(deal: tuple[int, ...], seats: tuple[int, ...]) -> int:
    found = 0
    for seat in seats:
        found |= deal[seat]
    return found


def random_deals(hand: WatchedHand, left: int) -> list[tuple[int, ...]]:
    """Random cards for the later seats: the same for all boxes of the player, whose candidates are judged
    together. The seed is made of what the player saw, never of what was hidden: given this, the true deal and
    the random ones are drawn alike."""
    np = numpy()
    seen = f"{hand.cards | hand.legitimate} {len(hand.later)}"
    seed = int.from_bytes(hashlib.sha256(seen.encode()).digest()[:8], "big")
    random = np.random.default_rng(seed)
    cards = np.array(cards_unseen(_ALL & ~left))
    sizes = [seat.bit_count() for seat in hand.later]
    found = []
    for _ in range(SAMPLES):
        drawn = random.permutation(cards)[: sum(sizes)].tolist()
        deal = []
        for size in sizes:
            deal.append(card_set(drawn[:size]))
            drawn = drawn[size:]
        found.append(tuple(deal))
    return found
