"""The hands of High Card Flush: the largest flush of seven cards, and the longest straight flush.

For the ante, the raise and the flush bonus a hand is its largest flush, and among flushes of one size
the one with the highest card that the other lacks (MA 5(b), NJ 38.5(b), MD 6.C and D). Here the ace is
always high, and the other cards of the seven do not count. A strength is the number of suited cards
above bit 13 and their rank set below it: of two rank sets of one size, the greater int is the one with
the higher card where they first differ.

For the straight flush bonus and the progressive a hand is its longest straight flush. In Massachusetts
and New Jersey the ace may be below the two as well as above the king; Maryland has no such sentence,
so `ace_low` is an argument (0 or 1). In no state does a straight flush run through the ace (K-A-2).
"""

from croupier.hands.ranks import ACE, RANK_SETS
from croupier.jit import kernel, table

LENGTH_SHIFT = 13
_NINE = 7

_ACE_TO_NINE = (1 << ACE + 1) - (1 << _NINE)


def _longest_runs() -> list[int]:
    """Return the length of the longest run of neighbors in each set of fourteen places."""
    lengths = [0]
    for places in range(1, 2 * RANK_SETS):
        lengths.append(1 + lengths[places & places >> 1])
    return lengths


_LONGEST_RUNS = _longest_runs()

# The strength of the cards of one suit.
SUITED = table([ranks.bit_count() << LENGTH_SHIFT | ranks for ranks in range(RANK_SETS)])

# The length of the longest run of a rank set with the ace high; from entry 8192 on, with the ace in two
# places, above the king and below the two.
LONGEST_RUN = table(
    _LONGEST_RUNS[:RANK_SETS] + [_LONGEST_RUNS[ranks << 1 | ranks >> ACE] for ranks in range(RANK_SETS)]
)


@kernel
def flush_strength(cards: int) -> int:
    """Return the strength of the largest flush among the cards."""
    best = SUITED[cards & 8191]
    other = SUITED[cards >> 13 & 8191]
    if other > best:
        best = other
    other = SUITED[cards >> 26 & 8191]
    if other > best:
        best = other
    other = SUITED[cards >> 39]
    if other > best:
        best = other
    return best


def flush_cards(cards: int) -> int:
    """Return the cards of the largest flush, which a player lays by the raise.

    >>> from croupier.cards import set_of, text_of
    >>> text_of(flush_cards(set_of("As Ks 9s 4s 2h 3c Jd")))
    'As Ks 9s 4s'
    """
    return max((cards & 8191 << 13 * suit for suit in range(4)), key=flush_strength)


@kernel
def flush_length(strength: int) -> int:
    """Return the number of cards in the flush of a strength."""
    return strength >> 13


@kernel
def longest_straight_flush(cards: int, ace_low: int) -> int:
    """Return the length of the longest straight flush among the cards.

    The ace is high, and with `ace_low` 1 it may be low instead.
    """
    policy = ace_low << 13
    best = LONGEST_RUN[policy | cards & 8191]
    other = LONGEST_RUN[policy | cards >> 13 & 8191]
    if other > best:
        best = other
    other = LONGEST_RUN[policy | cards >> 26 & 8191]
    if other > best:
        best = other
    other = LONGEST_RUN[policy | cards >> 39]
    if other > best:
        best = other
    return best


@kernel
def longest_straight_flush_of_suit(cards: int, suit: int, ace_low: int) -> int:
    """Return the length of the longest straight flush in one suit.

    A licensee may recognize a seven-card straight flush in one predetermined suit (MA 5(c)(2), NJ
    38.5(c)(2)), although no pay table pays for it (reading MA-19).
    """
    return LONGEST_RUN[ace_low << 13 | cards >> 13 * suit & 8191]


@kernel
def has_suited_ace_to_nine(cards: int) -> bool:
    """Say whether the cards hold A-K-Q-J-10-9 of one suit."""
    return (
        cards & _ACE_TO_NINE == _ACE_TO_NINE
        or cards >> 13 & _ACE_TO_NINE == _ACE_TO_NINE
        or cards >> 26 & _ACE_TO_NINE == _ACE_TO_NINE
        or cards >> 39 & _ACE_TO_NINE == _ACE_TO_NINE
    )


@kernel
def has_four_of_a_kind(cards: int) -> bool:
    """Say whether the cards hold four of one rank."""
    return cards & cards >> 13 & cards >> 26 & cards >> 39 != 0
