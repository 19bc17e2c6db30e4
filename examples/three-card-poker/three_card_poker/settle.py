"""The one settlement of a hand against the dealer, in ints, and the rows of the pay tables."""

from typing import NamedTuple

from croupier.games.common import LOSE, NO_ROW, WIN
from croupier.jit import kernel
from croupier.money import winnings
from three_card_poker.hands import PAIR, STRAIGHT_FLUSH, three_card_category

FOLDED, DEALER_NOT_QUALIFIED, PLAYER_HIGHER, DEALER_HIGHER, TIE = 0, 1, 2, 3, 4
SITUATIONS = ("folded", "dealer_not_qualified", "player_higher", "dealer_higher", "tie")


class MainTerms(NamedTuple):
    """The numbers that settle ante and play."""

    dealer_least: int
    """The least strength with which the dealer qualifies."""
    ante_odds: tuple[int, int]
    play_odds: tuple[int, int]
    ante_outcomes: tuple[int, ...]
    """By situation."""
    play_outcomes: tuple[int, ...]
    """By situation after the fold: a folded hand has no play wager."""


@kernel
def situation_of(player: int, dealer: int, folded: int, dealer_least: int) -> int:
    """How the hand stands against the dealer's, by the two strengths."""
    if folded:
        return FOLDED
    if dealer < dealer_least:
        return DEALER_NOT_QUALIFIED
    if player > dealer:
        return PLAYER_HIGHER
    return DEALER_HIGHER if player < dealer else TIE


@kernel
def settle_main(
    player: int, dealer: int, folded: int, ante: int, played: int, terms: MainTerms
) -> tuple[int, int, int, int, int, int, int]:
    """Ante and play: the situation, then outcome, paid and returned of each."""
    situation = situation_of(player, dealer, folded, terms.dealer_least)
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
def pair_plus_rung(strength: int) -> int:
    """The row of pair plus: a straight flush 0, down to a pair 4; the ante bonus pays its first three."""
    category = three_card_category(strength)
    return STRAIGHT_FLUSH - category if category >= PAIR else NO_ROW
