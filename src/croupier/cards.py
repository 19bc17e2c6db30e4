"""Cards, the deck, and their one text form.

A card is an int, `13 * suit + rank`, from 0 (the two of clubs) to 51 (the ace of spades). Its text is a
rank letter and a suit letter, `As`, `Td`, and nothing else: one card has one text, so that logs,
digests and disputes compare letter by letter.

A *card set* is a 52-bit int with the bit `1 << card` for each card in it. Each suit is then thirteen
adjacent bits, which is what the hand functions in `croupier.hands` work on.
"""

from collections.abc import Iterable

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK_SIZE = len(RANKS) * len(SUITS)

_TEXT_OF_CARD = tuple(rank + suit for suit in SUITS for rank in RANKS)
_CARD_OF_TEXT = {text: card for card, text in enumerate(_TEXT_OF_CARD)}
_BIT_OF_TEXT = {text: 1 << card for card, text in enumerate(_TEXT_OF_CARD)}

# High ranks first, and spades before hearts, diamonds and clubs: the order in which people lay out a hand.
_LAYOUT_ORDER = tuple(
    len(RANKS) * suit + rank for rank in reversed(range(len(RANKS))) for suit in reversed(range(len(SUITS)))
)


class CardError(ValueError):
    """A text that names no card, or names one card twice."""


def parse_card(text: str) -> int:
    """Return the card of a text.

    >>> parse_card("2c"), parse_card("As")
    (0, 51)
    >>> parse_card("10s")
    Traceback (most recent call last):
    croupier.cards.CardError: '10s' is not a card: write a rank of 23456789TJQKA and a suit of cdhs (As, Td)
    """
    try:
        return _CARD_OF_TEXT[text]
    except KeyError:
        raise CardError(
            f"{text!r} is not a card: write a rank of {RANKS} and a suit of {SUITS} (As, Td)"
        ) from None


def card_text(card: int) -> str:
    """Return the text of a card.

    >>> card_text(51)
    'As'
    """
    return _TEXT_OF_CARD[card]


def parse_cards(text: str) -> tuple[int, ...]:
    """Return the cards of a text, separated by blanks, in the order written.

    >>> parse_cards("2c As 3c")
    (0, 51, 1)
    >>> parse_cards("As Kd As")
    Traceback (most recent call last):
    croupier.cards.CardError: 'As' is written twice: a deck holds each card once
    """
    seen: dict[str, int] = {}
    for word in text.split():
        if word in seen:
            raise CardError(f"{word!r} is written twice: a deck holds each card once")
        seen[word] = parse_card(word)
    return tuple(seen.values())


def card_set(cards: Iterable[int]) -> int:
    """Return the set of the given cards.

    >>> card_set((0, 1, 51)) == 1 << 0 | 1 << 1 | 1 << 51
    True
    """
    result = 0
    for card in cards:
        result |= 1 << card
    return result


def set_of(text: str) -> int:
    """Return the set of the cards of a text; the fast way in, for settling thousands of rounds.

    >>> set_of("2c 3c As") == card_set(parse_cards("2c 3c As"))
    True
    >>> set_of("as")
    Traceback (most recent call last):
    croupier.cards.CardError: 'as' is not a card: write a rank of 23456789TJQKA and a suit of cdhs (As, Td)
    """
    words = text.split()
    try:
        result = sum([_BIT_OF_TEXT[word] for word in words])
    except KeyError:
        result = -1
    # A sum of n powers of two has n bits only if no two were equal, so this one test finds every duplicate.
    if result.bit_count() != len(words) or result < 0:
        return card_set(parse_cards(text))  # slower, and says what is wrong
    return result


def cards_in(cards: int) -> tuple[int, ...]:
    """Return the cards of a set, high ranks first.

    >>> cards_in(set_of("2c As Kd Ah")) == parse_cards("As Ah Kd 2c")
    True
    """
    return tuple([card for card in _LAYOUT_ORDER if cards >> card & 1])


def text_of(cards: int) -> str:
    """Return the text of a card set, high ranks first.

    >>> text_of(set_of("2c As Kd"))
    'As Kd 2c'
    """
    return " ".join([_TEXT_OF_CARD[card] for card in cards_in(cards)])
