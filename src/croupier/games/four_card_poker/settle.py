"""Four Card Poker: the one settlement of a hand against the dealer, in ints."""

from croupier.games.common import LOSE, NO_ROW, WIN
from croupier.hands.four_card import (
    FOUR_OF_A_KIND,
    PAIR,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    four_card_category,
    is_four_aces,
    is_pair_of_aces_or_better,
    is_royal,
)
from croupier.hands.poker import ROYAL_FLUSH, poker_category
from croupier.jit import kernel
from croupier.money import winnings

FOLDED, PLAYER_HIGHER, DEALER_HIGHER, TIE = 0, 1, 2, 3
SITUATIONS = ("folded", "player_higher", "dealer_higher", "tie")


@kernel
def settle_main(
    player: int,
    dealer: int,
    folded: int,
    ante: int,
    played: int,
    ante_odds: tuple[int, int],
    play_odds: tuple[int, int],
) -> tuple[int, int, int, int, int, int, int]:
    """Ante and play: the situation, then outcome, paid and returned of each. A tie is paid."""
    if folded:
        return FOLDED, LOSE, 0, 0, LOSE, 0, 0
    if player < dealer:
        return DEALER_HIGHER, LOSE, 0, 0, LOSE, 0, 0
    return (
        PLAYER_HIGHER if player > dealer else TIE,
        WIN,
        winnings(ante, ante_odds[0], ante_odds[1]),
        ante,
        WIN,
        winnings(played, play_odds[0], play_odds[1]),
        played,
    )


@kernel
def aces_up_rung(strength: int) -> int:
    """The rung of aces up and of the ante bonus: four of a kind 0 … two pair 5, a pair of aces 6."""
    category = four_card_category(strength)
    if category > PAIR:
        return FOUR_OF_A_KIND - category
    return 6 if is_pair_of_aces_or_better(strength) else NO_ROW


@kernel
def four_card_progressive_rung(strength: int) -> int:
    """The rung of progressive tables A and B, by the best four cards."""
    if is_four_aces(strength):
        return 0
    category = four_card_category(strength)
    return 1 + FOUR_OF_A_KIND - category if category >= THREE_OF_A_KIND else NO_ROW


@kernel
def cover_all_rung(strength: int) -> int:
    """The rung of Cover All, in its own order: four aces, royal, four of a kind, straight flush, three."""
    if is_four_aces(strength):
        return 0
    if is_royal(strength):
        return 1
    category = four_card_category(strength)
    if category == FOUR_OF_A_KIND:
        return 2
    if category == STRAIGHT_FLUSH:
        return 3
    return 4 if category == THREE_OF_A_KIND else NO_ROW


@kernel
def five_card_rung(strength: int) -> int:
    """The rung of Multi Game Link: the five cards dealt, royal flush 0 … three of a kind 6."""
    return ROYAL_FLUSH - poker_category(strength)
