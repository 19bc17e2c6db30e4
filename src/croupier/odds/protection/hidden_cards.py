"""Hidden cards that a player knows: the one description that leaks, advice and evidence share."""

from typing import NamedTuple

from croupier.cards import CardError, set_of
from croupier.errors import Refusal

KNOWN_PLACES = ("dealer", "flop", "turn-river", "gone")
"""The places of known cards; `gone` is burned, at the bottom, or in another seat's hand."""


class Hidden(NamedTuple):
    """Known cards besides the visible ones, as sets."""

    dealer: int = 0
    """Those in the dealer's hand, besides the up-cards."""
    flop: int = 0
    turn_river: int = 0
    gone: int = 0
    """Those neither in the dealer's hand nor on the board."""

    @property
    def all(self) -> int:
        """All of them."""
        return self.dealer | self.flop | self.turn_river | self.gone


NOTHING = Hidden()


def parse_hidden(texts: list[str]) -> Hidden:
    """Known cards from texts such as `dealer Ks`; a `Refusal` (`bad_leak`) says what is allowed.

    >>> parse_hidden(["dealer 2c", "gone 3c 4c"])
    Hidden(dealer=1, flop=0, turn_river=0, gone=6)
    """
    found = dict.fromkeys(KNOWN_PLACES, 0)
    for text in texts:
        place, _, cards = text.strip().partition(" ")
        if place not in found:
            raise Refusal("bad_leak", f"{text!r}: no place {place!r}; allowed: {', '.join(KNOWN_PLACES)}")
        try:
            known = set_of(cards)
        except CardError as error:
            raise Refusal("bad_leak", f"{text!r}: {error}") from None
        if not known:
            raise Refusal("bad_leak", f"{text!r}: write the known cards, such as {place} Ks")
        if known & (found["dealer"] | found["flop"] | found["turn-river"] | found["gone"]):
            raise Refusal("bad_leak", f"{text!r}: a card is known in two places")
        found[place] |= known
    return Hidden(found["dealer"], found["flop"], found["turn-river"], found["gone"])
