"""Card columns: the cards of many hands as numbers, read from text or from ints."""

from typing import Any

import numpy as np

from croupier.cards import DECK_SIZE, RANKS, SUITS, card_text
from croupier.jit import compiled, kernel, table

UNREADABLE = 255
"""Stands for a card that cannot be read, in a hand that is then settled by itself."""

_RANK_OF = table(RANKS.find(chr(code)) for code in range(256))
_SUIT_OF = table(SUITS.find(chr(code)) for code in range(256))
_BLANK = ord(" ")


class CardColumn:
    """One column of hands: `cards` by row and place, and the text of a row for a message."""

    def __init__(self, cards: Any, texts: Any = None) -> None:
        self.cards = cards
        self._texts = texts

    def text(self, row: int) -> str | None:
        """The cards of a row as a round to settle has them; None where the row has none."""
        if self._texts is not None:
            found = self._texts[row]
            return None if found is None else str(found)
        cards = self.cards[row].tolist()
        if all(card == UNREADABLE for card in cards):
            return None
        return " ".join(card_text(card) if card < DECK_SIZE else str(card) for card in cards)


def cards_of_text(data: Any, offsets: Any, count: int, texts: Any) -> CardColumn:
    """A column of texts such as "As Kd", as the bytes of all and the place where each begins."""
    cards = np.empty((len(offsets) - 1, count), dtype=np.uint8)
    compiled(_read)(data, offsets, cards)
    return CardColumn(cards, texts)


def cards_of_ints(numbers: Any) -> CardColumn:
    """A column of card numbers, 0 to 51 as in `croupier.cards`, by row and place."""
    if numbers.dtype != np.uint8:
        numbers = np.where((numbers >= 0) & (numbers < DECK_SIZE), numbers, UNREADABLE).astype(np.uint8)
    return CardColumn(numbers)


@kernel
def _read(data: Any, offsets: Any, cards: Any) -> None:
    count = cards.shape[1]
    for row in range(len(cards)):
        start = offsets[row]
        whole = offsets[row + 1] - start == 3 * count - 1
        for place in range(count):
            card = UNREADABLE
            if whole:
                at = start + 3 * place
                rank, suit = _RANK_OF[data[at]], _SUIT_OF[data[at + 1]]
                if rank >= 0 and suit >= 0 and (place == count - 1 or data[at + 2] == _BLANK):
                    card = 13 * suit + rank
            cards[row, place] = card


@kernel
def lay_out(cards: Any, first: int, row: int, columns: Any, seen: Any, suspect: Any) -> None:
    """Copy cards into the rows of a sheet; a hand with an unreadable or repeated card is suspect."""
    for number in range(len(seen)):
        for place in range(cards.shape[1]):
            card = np.int64(cards[first + number, place])
            if card >= DECK_SIZE or seen[number] >> (card & 63) & 1:
                suspect[first + number] = 1
                card = np.int64(0)
            seen[number] |= np.int64(1) << card
            columns[row + place, number] = card


@kernel
def make_safe(columns: Any, cards: int, suspect: Any) -> None:
    """Give suspect rows a deal of distinct cards: the kernels look hands up by cards that a deck can have."""
    for number in range(len(suspect)):
        if suspect[number]:
            for place in range(cards):
                columns[place, number] = place


@kernel
def fill_unused(columns: Any, row: int, count: int, seen: Any) -> None:
    """Fill rows of a sheet with cards that are not dealt yet."""
    for number in range(len(seen)):
        card = np.int64(0)
        for place in range(row, row + count):
            while seen[number] >> card & 1:
                card += 1
            columns[place, number] = card
            card += 1
