"""Four Card Poker: the one settlement of a hand against the dealer, in ints."""

from typing import NamedTuple

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


class MainTerms(NamedTuple):
    """The numbers that settle ante and play."""

    ante_odds: tuple[int, int]
    play_odds: tuple[int, int]
    ante_outcomes: tuple[int, ...]
    """By situation."""
    play_outcomes: tuple[int, ...]
    """By situation after the fold: a folded hand has no play wager."""


@kernel
def situation_of(player: int, dealer: int, folded: int) -> int:
    """The situation of a hand against the dealer's, by the two strengths."""
    if folded:
        return FOLDED
    if player > dealer:
        return PLAYER_HIGHER
    return DEALER_HIGHER if player < dealer else TIE


@kernel
def settle_main(
    player: int, dealer: int, folded: int, ante: int, played: int, terms: MainTerms
) -> tuple[int, int, int, int, int, int, int]:
    """Ante and play: the situation, then outcome, paid and returned of each."""
    situation = situation_of(player, dealer, folded)
    of_ante = terms.ante_outcomes[situation]
    ante_paid = winnings(ante, terms.ante_odds[0], terms.ante_odds[1]) if of_ante == WIN else 0
    ante_back = 0 if of_ante == LOSE else ante
    if situation == FOLDED:
        return situation, of_ante, ante_paid, ante_back, LOSE, 0, 0
    of_play = terms.play_outcomes[situation - 1]
    play_paid = winnings(played, terms.play_odds[0], terms.play_odds[1]) if of_play == WIN else 0
    play_back = 0 if of_play == LOSE else played
    return situation, of_ante, ante_paid, ante_back, of_play, play_paid, play_back


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
