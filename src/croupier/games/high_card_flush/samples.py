"""Sample hands of High Card Flush, and the order in which a player lays one out."""

from croupier.cards import RANKS, SUITS
from croupier.games.samples import Samples, at_least, by_rank


def longest_suit_first(cards: str) -> list[str]:
    """The cards of a hand by suit: the longest first, then the highest.

    >>> longest_suit_first("As 9d 4d 2d")
    ['9d', '4d', '2d', 'As']
    """
    hand = by_rank(cards)
    suits = {suit: [RANKS.index(card[0]) for card in hand if card[1] == suit] for suit in SUITS}
    return sorted(hand, key=lambda card: (len(suits[card[1]]), suits[card[1]], card[1]), reverse=True)


SAMPLES = Samples(
    tile="Ah Kh Jh 8h 5h",
    hand="Ts 8s 6s 5d 4c 4h 2d",
    fair=at_least("Ts 8s 6s 5h 4h 3c 2c"),
    sort=longest_suit_first,
)
