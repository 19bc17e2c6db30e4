"""Ultimate Texas Hold'em: the one settlement of a hand against the dealer, in ints."""

from croupier.games.common import LOSE, NO_ROW, PUSH, WIN, Schedule, row_reached
from croupier.hands.poker import PAIR, ROYAL_FLUSH, poker_category
from croupier.jit import kernel
from croupier.money import winnings

FOLDED, PLAYER_HIGHER, DEALER_HIGHER, TIE = 0, 1, 2, 3
BELOW_PAIR = 3
"""Added to the three comparisons where the dealer has less than a pair."""

SITUATIONS = (
    "folded",
    "player_higher",
    "dealer_higher",
    "tie",
    "player_higher_dealer_below_pair",
    "dealer_higher_dealer_below_pair",
    "tie_dealer_below_pair",
)


@kernel
def poker_rung(strength: int) -> int:
    """The rung of a hand: royal flush 0, straight flush 1, … two pair 7; below that past every ladder."""
    return ROYAL_FLUSH - poker_category(strength)


@kernel
def settle_main(
    player: int,
    dealer: int,
    folded: int,
    ante: int,
    played: int,
    ante_odds: tuple[int, int],
    play_odds: tuple[int, int],
    blind: Schedule,
) -> tuple[int, int, int, int, int, int, int, int, int, int]:
    """Ante, blind and play: the situation, then outcome, paid and returned of each.

    With a dealer below a pair the ante goes back, win or lose; blind and play are settled all the same.
    """
    if folded:
        return FOLDED, LOSE, 0, 0, LOSE, 0, 0, LOSE, 0, 0
    dealer_has_pair = poker_category(dealer) >= PAIR
    shift = 0 if dealer_has_pair else BELOW_PAIR
    if player == dealer:
        return TIE + shift, PUSH, 0, ante, PUSH, 0, ante, PUSH, 0, played
    if player < dealer:
        if dealer_has_pair:
            return DEALER_HIGHER, LOSE, 0, 0, LOSE, 0, 0, LOSE, 0, 0
        return DEALER_HIGHER + shift, PUSH, 0, ante, LOSE, 0, 0, LOSE, 0, 0
    play_paid = winnings(played, play_odds[0], play_odds[1])
    # A winning blind below a straight is not on its table: it pushes.
    row = row_reached(poker_rung(player), blind.kinds)
    blind_outcome, blind_paid = PUSH, 0
    if row != NO_ROW:
        blind_outcome, blind_paid = WIN, winnings(ante, blind.numbers[row], blind.pers[row])
    ante_outcome, ante_paid = PUSH, 0
    if dealer_has_pair:
        ante_outcome, ante_paid = WIN, winnings(ante, ante_odds[0], ante_odds[1])
    return (
        PLAYER_HIGHER + shift,
        ante_outcome,
        ante_paid,
        ante,
        blind_outcome,
        blind_paid,
        ante,
        WIN,
        play_paid,
        played,
    )
