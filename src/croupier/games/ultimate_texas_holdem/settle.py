"""Ultimate Texas Hold'em: the one settlement of a hand against the dealer, in ints."""

from typing import NamedTuple

from croupier.games.common import LOSE, NO_ROW, WIN, Schedule, row_reached
from croupier.hands.poker import ROYAL_FLUSH, poker_category
from croupier.jit import kernel
from croupier.money import winnings

FOLDED, PLAYER_HIGHER, DEALER_HIGHER, TIE = 0, 1, 2, 3
NOT_QUALIFIED = 3
"""Added to a comparison when the dealer does not qualify."""

SITUATIONS = (
    "folded",
    "player_higher",
    "dealer_higher",
    "tie",
    "player_higher_dealer_not_qualified",
    "dealer_higher_dealer_not_qualified",
    "tie_dealer_not_qualified",
)
BELOW_TABLE = "below_table"
"""The situation of a winning blind whose hand is on no row of its table."""


class MainTerms(NamedTuple):
    """The numbers that settle ante, blind and play."""

    dealer_least: int
    """The lowest strength with which the dealer qualifies."""
    ante_odds: tuple[int, int]
    play_odds: tuple[int, int]
    blind: Schedule
    ante_outcomes: tuple[int, ...]
    """By situation."""
    blind_outcomes: tuple[int, ...]
    """By situation, then `BELOW_TABLE`."""
    play_outcomes: tuple[int, ...]
    """By situation after the fold: a folded hand has no play wager."""


@kernel
def poker_rung(strength: int) -> int:
    """Return the rung of a hand: royal flush 0, straight flush 1, … two pair 7; lower hands on none."""
    return ROYAL_FLUSH - poker_category(strength)


@kernel
def situation_of(player: int, dealer: int, folded: int, dealer_least: int) -> int:
    """The situation of a hand against the dealer's, by the two strengths."""
    if folded:
        return FOLDED
    shift = NOT_QUALIFIED if dealer < dealer_least else 0
    if player > dealer:
        return PLAYER_HIGHER + shift
    if player < dealer:
        return DEALER_HIGHER + shift
    return TIE + shift


@kernel
def settle_main(
    player: int, dealer: int, folded: int, ante: int, played: int, terms: MainTerms
) -> tuple[int, int, int, int, int, int, int, int, int, int]:
    """Ante, blind and play: the situation, then outcome, paid and returned of each."""
    situation = situation_of(player, dealer, folded, terms.dealer_least)
    return settle_situation(situation, poker_rung(player), ante, played, terms)


@kernel
def settle_situation(
    situation: int, rung: int, ante: int, played: int, terms: MainTerms
) -> tuple[int, int, int, int, int, int, int, int, int, int]:
    """The same for a hand on that rung in that situation. The blind is paid by its table."""
    of_ante, of_blind = terms.ante_outcomes[situation], terms.blind_outcomes[situation]
    ante_paid = winnings(ante, terms.ante_odds[0], terms.ante_odds[1]) if of_ante == WIN else 0
    ante_back = 0 if of_ante == LOSE else ante
    blind_paid = 0
    if of_blind == WIN:
        row = row_reached(rung, terms.blind.kinds)
        if row == NO_ROW:
            of_blind = terms.blind_outcomes[-1]
        else:
            blind_paid = winnings(ante, terms.blind.numbers[row], terms.blind.pers[row])
    blind_back = 0 if of_blind == LOSE else ante
    if situation == FOLDED:
        return situation, of_ante, ante_paid, ante_back, of_blind, blind_paid, blind_back, LOSE, 0, 0
    of_play = terms.play_outcomes[situation - 1]
    play_paid = winnings(played, terms.play_odds[0], terms.play_odds[1]) if of_play == WIN else 0
    play_back = 0 if of_play == LOSE else played
    return (
        situation,
        of_ante,
        ante_paid,
        ante_back,
        of_blind,
        blind_paid,
        blind_back,
        of_play,
        play_paid,
        play_back,
    )
