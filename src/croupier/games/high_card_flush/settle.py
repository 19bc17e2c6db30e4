"""High Card Flush: the one settlement of a hand against the dealer, in ints."""

from typing import NamedTuple

from croupier.games.common import LOSE, NO_ROW, UNPAID, WIN
from croupier.hands.flush import (
    flush_length,
    has_four_of_a_kind,
    has_suited_ace_to_nine,
    longest_straight_flush,
)
from croupier.jit import kernel
from croupier.money import winnings

FOLDED, DEALER_NOT_QUALIFIED, PLAYER_HIGHER, DEALER_HIGHER, TIE = 0, 1, 2, 3, 4
SITUATIONS = ("folded", "dealer_not_qualified", "player_higher", "dealer_higher", "tie")

_SEVEN_CARDS, _ACE_TO_NINE, _FOUR_OF_A_KIND, _THREE_CARDS = 0, 1, 5, 6


class MainTerms(NamedTuple):
    """The numbers that settle ante and raise."""

    dealer_least: int
    """The least strength with which the dealer qualifies."""
    ante_odds: tuple[int, int]
    raise_odds: tuple[int, int]
    ante_outcomes: tuple[int, ...]
    """By situation."""
    raise_outcomes: tuple[int, ...]
    """By situation after the fold: a folded hand has no raise."""


@kernel
def situation_of(player: int, dealer: int, folded: int, dealer_least: int) -> int:
    """The situation of a hand against the dealer's, by the two flush strengths."""
    if folded:
        return FOLDED
    if dealer < dealer_least:
        return DEALER_NOT_QUALIFIED
    if player > dealer:
        return PLAYER_HIGHER
    if player < dealer:
        return DEALER_HIGHER
    return TIE


@kernel
def settle_main(
    player: int, dealer: int, folded: int, ante: int, raised: int, terms: MainTerms
) -> tuple[int, int, int, int, int, int, int]:
    """Ante and raise: the situation, then outcome, paid and returned of each."""
    situation = situation_of(player, dealer, folded, terms.dealer_least)
    of_ante = terms.ante_outcomes[situation]
    ante_paid = winnings(ante, terms.ante_odds[0], terms.ante_odds[1]) if of_ante == WIN else 0
    ante_back = 0 if of_ante == LOSE else ante
    if situation == FOLDED:
        return situation, of_ante, ante_paid, ante_back, LOSE, 0, 0
    of_raise = terms.raise_outcomes[situation - 1]
    raise_paid = winnings(raised, terms.raise_odds[0], terms.raise_odds[1]) if of_raise == WIN else 0
    raise_back = 0 if of_raise == LOSE else raised
    return situation, of_ante, ante_paid, ante_back, of_raise, raise_paid, raise_back


@kernel
def flush_rung(strength: int) -> int:
    """The row of the flush bonus: seven cards 0, down to four cards 3."""
    rung = 7 - flush_length(strength)
    return rung if rung <= 3 else NO_ROW


@kernel
def straight_flush_rung(cards: int, ace_low: int, kinds: tuple[int, ...]) -> int:
    """The row of the straight flush bonus or the progressive: the highest paid row that the hand holds.

    Rows nest, so a hand with a longer straight flush holds the shorter ones; a table that does not name the
    suited ace to nine pays it as any six cards.
    """
    length = longest_straight_flush(cards, ace_low)
    if length == 7:
        return _SEVEN_CARDS
    if kinds[_ACE_TO_NINE] != UNPAID and has_suited_ace_to_nine(cards):
        return _ACE_TO_NINE
    if length >= 4:
        return 8 - length
    if kinds[_FOUR_OF_A_KIND] != UNPAID and has_four_of_a_kind(cards):
        return _FOUR_OF_A_KIND
    if length == 3 and kinds[_THREE_CARDS] != UNPAID:
        return _THREE_CARDS
    return NO_ROW
