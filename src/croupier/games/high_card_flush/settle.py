"""High Card Flush: the one settlement of a hand against the dealer, in ints."""

from croupier.games.common import LOSE, NO_ROW, PUSH, UNPAID, WIN
from croupier.hands.flush import (
    flush_length,
    has_four_of_a_kind,
    has_suited_ace_to_nine,
    longest_straight_flush,
    qualifies,
)
from croupier.jit import kernel
from croupier.money import winnings

FOLDED, DEALER_NOT_QUALIFIED, PLAYER_HIGHER, DEALER_HIGHER, TIE = 0, 1, 2, 3, 4
SITUATIONS = ("folded", "dealer_not_qualified", "player_higher", "dealer_higher", "tie")

_SEVEN_CARDS, _ACE_TO_NINE, _FOUR_OF_A_KIND, _THREE_CARDS = 0, 1, 5, 6


@kernel
def situation_of(player: int, dealer: int, folded: int) -> int:
    """How the hand stands against the dealer's, by the two flush strengths."""
    if folded:
        return FOLDED
    if not qualifies(dealer):
        return DEALER_NOT_QUALIFIED
    if player > dealer:
        return PLAYER_HIGHER
    if player < dealer:
        return DEALER_HIGHER
    return TIE


@kernel
def settle_main(
    player: int,
    dealer: int,
    folded: int,
    ante: int,
    raised: int,
    ante_odds: tuple[int, int],
    raise_odds: tuple[int, int],
) -> tuple[int, int, int, int, int, int, int]:
    """Ante and raise: the situation, then outcome, paid and returned of each."""
    situation = situation_of(player, dealer, folded)
    if situation == FOLDED:
        return situation, LOSE, 0, 0, LOSE, 0, 0
    if situation == DEALER_HIGHER:
        return situation, LOSE, 0, 0, LOSE, 0, 0
    if situation == TIE:
        return situation, PUSH, 0, ante, PUSH, 0, raised
    ante_paid = winnings(ante, ante_odds[0], ante_odds[1])
    if situation == DEALER_NOT_QUALIFIED:
        return situation, WIN, ante_paid, ante, PUSH, 0, raised
    return situation, WIN, ante_paid, ante, WIN, winnings(raised, raise_odds[0], raise_odds[1]), raised


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
