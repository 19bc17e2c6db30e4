"""The rankings once more, slowly, from the words of the documents: the witness against `croupier.hands`.

Cards are texts here, a hand is a list of them, and the best hand is the greatest of all combinations.
Nothing of `croupier` is imported, so that the two can only agree by both being right.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from random import Random

DECK = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
VALUES = {rank: value for value, rank in enumerate("23456789TJQKA", start=2)}

Hand = Sequence[str]
Key = tuple[int, ...]

FIVE_CARD_ORDER = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
)
FOUR_CARD_ORDER = (
    "high card",
    "pair",
    "two pair",
    "straight",
    "flush",
    "three of a kind",
    "straight flush",
    "four of a kind",
)


def is_consecutive(values: list[int]) -> bool:
    """Say whether values from high to low go down one by one."""
    return all(high - low == 1 for high, low in pairwise(values))


def rank_exactly(hand: Hand, order: Sequence[str]) -> Key:
    """Rank all cards of a hand together: the place of its category, then what decides within the category."""
    values = sorted((VALUES[card[0]] for card in hand), reverse=True)
    # The ace is low if that, and only that, makes a straight.
    if values[0] == 14 and not is_consecutive(values) and is_consecutive([*values[1:], 1]):
        values = [*values[1:], 1]
    counts = Counter(values)
    shape = sorted(counts.values(), reverse=True)
    straight = len(counts) == len(hand) and is_consecutive(values)
    flush = len({card[1] for card in hand}) == 1
    if straight and flush and len(hand) == 5 and values[0] == 14:
        name = "royal flush"
    elif straight and flush:
        name = "straight flush"
    elif shape[0] == 4:
        name = "four of a kind"
    elif shape == [3, 2]:
        name = "full house"
    elif flush:
        name = "flush"
    elif straight:
        name = "straight"
    elif shape[0] == 3:
        name = "three of a kind"
    elif shape[:2] == [2, 2]:
        name = "two pair"
    elif shape[0] == 2:
        name = "pair"
    else:
        name = "high card"
    # The combination first, then the kickers: by how many there are of a rank, then by the rank.
    deciding = sorted(values, key=lambda value: (counts[value], value), reverse=True)
    return (order.index(name), *deciding)


def best_five(hand: Hand) -> Key:
    """Rank the best five of the cards."""
    return max(rank_exactly(chosen, FIVE_CARD_ORDER) for chosen in combinations(hand, 5))


def best_four(hand: Hand) -> Key:
    """Rank the best four of the cards."""
    return max(rank_exactly(chosen, FOUR_CARD_ORDER) for chosen in combinations(hand, 4))


def largest_flush(hand: Hand) -> Key:
    """Rank the largest flush: the number of cards, then the cards from the highest down."""
    suits = [[VALUES[card[0]] for card in hand if card[1] == suit] for suit in "cdhs"]
    return max((len(values), *sorted(values, reverse=True)) for values in suits)


def longest_straight_flush(hand: Hand, ace_low: bool) -> int:
    """Return the number of cards of the longest straight flush."""
    for length in range(len(hand), 1, -1):
        for chosen in combinations(hand, length):
            if len({card[1] for card in chosen}) > 1:
                continue
            values = sorted((VALUES[card[0]] for card in chosen), reverse=True)
            low = sorted((1 if value == 14 else value for value in values), reverse=True)
            if is_consecutive(values) or (ace_low and is_consecutive(low)):
                return length
    return 1


def deals(count: int, sizes: Sequence[int], seed: int) -> Iterator[list[str]]:
    """Deal hands, every other one from a stacked deck, in which flushes, straights and sets are common."""
    random = Random(seed)
    for number in range(count):
        deck = DECK if number % 2 == 0 else stacked_deck(random)
        yield random.sample(deck, random.choice(sizes))


def stacked_deck(random: Random) -> list[str]:
    """Return a part of the deck: adjacent ranks, or a few ranks, or two suits, or a run of one suit."""
    ranks = "A23456789TJQKA"
    kind = random.randrange(4)
    if kind == 0:
        start = random.randrange(len(ranks) - 5)
        return [card for card in DECK if card[0] in ranks[start : start + 6]]
    if kind == 1:
        few = random.sample("23456789TJQKA", 4)
        return [card for card in DECK if card[0] in few]
    if kind == 2:
        pair = random.sample("cdhs", 2)
        return [card for card in DECK if card[1] in pair]
    suit = random.choice("cdhs")
    start = random.randrange(len(ranks) - 5)
    near = ranks[start : start + 6]
    return [card for card in DECK if card[1] == suit and card[0] in near] + random.sample(
        [card for card in DECK if card[1] != suit], 3
    )


def assert_same_order(strengths: Sequence[int], keys: Sequence[Key]) -> None:
    """Assert that strengths order hands as the keys do, with the same ties."""
    ladder = sorted(set(zip(strengths, keys, strict=True)))
    for (lower, lower_key), (higher, higher_key) in pairwise(ladder):
        assert lower < higher, f"{lower_key} and {higher_key} differ but have one strength"
        assert lower_key < higher_key, f"{higher_key} has the greater strength than {lower_key}"
