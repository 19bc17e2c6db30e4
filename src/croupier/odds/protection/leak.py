"""A leak: the cards that a player knows and should not, in words and as parts.

A leak is written as parts joined by `+`: `dealer:1`, `dealer:1+flop:1`, `dealer:1:rank`, `others:5:suits`.
Knowing a card's rank, suit or color is a *signal*: cards of one class give the same signal.
"""

from __future__ import annotations

from typing import NamedTuple

from croupier.cards import DECK_SIZE, RANKS
from croupier.errors import Refusal

DEALER, FLOP, TURN_RIVER, BURN, BOTTOM, OTHERS = "dealer", "flop", "turn-river", "burn", "bottom", "others"
OWN = "own"
PLACES = (DEALER, FLOP, TURN_RIVER, BURN, BOTTOM, OTHERS, OWN)
"""The places of cards: a holder, or a part of the deck."""

UNDEALT = (BURN, BOTTOM)
"""Cards that nobody plays."""

CARD, RANK, SUIT, COLOR = "card", "rank", "suit", "color"
DETAILS = (CARD, RANK, SUIT, COLOR)
"""The part of each card that is known."""
SUITS, COPIES = "suits", "copies"
"""The details known of all other seats' cards: the number of each suit, or of the up-card's rank."""

PAIRINGS = ((0, 0, 1, 1), (0, 1, 0, 1), (0, 1, 1, 0))
"""By suit, its color: the three ways in which four suits without names share two colors."""


_NUMBERS = frozenset(str(number) for number in range(1, DECK_SIZE + 1))
"""The numbers as text: Python refuses to parse numbers of thousands of digits."""


class Part(NamedTuple):
    """Some cards of one place, and the part of them that is known."""

    place: str
    number: int
    detail: str = CARD

    def __str__(self) -> str:
        return f"{self.place}:{self.number}" + (f":{self.detail}" if self.detail != CARD else "")


class Leak(NamedTuple):
    """The parts of a leak, each place once."""

    parts: tuple[Part, ...]

    def __str__(self) -> str:
        return "+".join(str(part) for part in self.parts)

    def part(self, place: str) -> Part | None:
        """The part of a place, if the leak has one."""
        return next((part for part in self.parts if part.place == place), None)


def parse_leak(text: str) -> Leak:
    """The leak that a text names; a `Refusal` (`bad_leak`) says what is allowed.

    >>> str(parse_leak("dealer:1:rank+flop:2"))
    'dealer:1:rank+flop:2'
    """
    parts = tuple(_part(word.strip(), text) for word in text.split("+"))
    places = [part.place for part in parts]
    if twice := next((place for place in places if places.count(place) > 1), None):
        raise Refusal("bad_leak", f"{text!r} names {twice!r} twice; write each place once")
    return Leak(parts)


def _part(word: str, text: str) -> Part:
    place, _, rest = word.partition(":")
    number, colon, detail = rest.partition(":")
    if place not in PLACES:
        raise Refusal("bad_leak", f"{text!r}: no place {place!r}; allowed: {', '.join(PLACES)}")
    if number not in _NUMBERS:
        message = f"{text!r}: write how many after {place!r}, from 1 to {DECK_SIZE}, such as {place}:1"
        raise Refusal("bad_leak", message)
    allowed = (CARD, SUITS, COPIES) if place == OTHERS else DETAILS
    if colon and detail not in allowed:
        known = ", ".join(each for each in allowed if each != CARD)
        raise Refusal("bad_leak", f"{text!r}: of {place!r} no {detail!r} is known; allowed: {known}")
    return Part(place, int(number), detail or CARD)


def classes(detail: str, pairing: int = 0) -> tuple[int, ...]:
    """By card, the class that its signal names; colors by one of the `PAIRINGS`."""
    suits = [card // len(RANKS) for card in range(DECK_SIZE)]
    match detail:
        case "card":
            return tuple(range(DECK_SIZE))
        case "rank":
            return tuple(card % len(RANKS) for card in range(DECK_SIZE))
        case "suit":
            return tuple(suits)
        case "color":
            return tuple(PAIRINGS[pairing][suit] for suit in suits)
        case _:
            raise ValueError(f"no signal {detail!r}")
