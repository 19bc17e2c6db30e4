"""Cards as (rank, suit), rank 2 to 14 with the ace 14, and their text form ("As", "Td")."""

from collections.abc import Iterable

Card = tuple[int, str]

RANKS = "23456789TJQKA"
SUITS = "cdhs"
ACE = 14


def card(text: str) -> Card:
    """One card from its text form, rank then suit."""
    return RANKS.index(text[0]) + 2, text[1]


def cards(text: str) -> tuple[Card, ...]:
    """Cards from a line such as "As Kd 9c"."""
    return tuple(card(word) for word in text.split())


def line(hand: Iterable[Card]) -> str:
    """The text form of several cards."""
    return " ".join(RANKS[rank - 2] + suit for rank, suit in hand)


def deck() -> list[Card]:
    """The 52 cards of one deck (ma-hcf-2.a and its counterparts)."""
    return [(rank, suit) for suit in SUITS for rank in range(2, ACE + 1)]
