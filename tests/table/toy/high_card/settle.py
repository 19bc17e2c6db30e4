"""High Card: the one settlement of a hand against the dealer, in ints."""

from croupier.games.common import LOSE, PUSH, WIN
from croupier.jit import kernel
from croupier.money import winnings

FOLDED, PLAYER_HIGHER, DEALER_HIGHER, TIE = 0, 1, 2, 3
SITUATIONS = ("folded", "player_higher", "dealer_higher", "tie")


@kernel
def rank_strength(cards: int) -> int:
    """The rank of the one card of a set, from 1 (a two) to 13 (an ace); suits do not count."""
    return (cards.bit_length() - 1) % 13 + 1


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
    """Ante and play: the situation, then outcome, paid and returned of each."""
    if folded:
        return FOLDED, LOSE, 0, 0, LOSE, 0, 0
    if player < dealer:
        return DEALER_HIGHER, LOSE, 0, 0, LOSE, 0, 0
    if player == dealer:
        return TIE, PUSH, 0, ante, PUSH, 0, played
    ante_paid = winnings(ante, ante_odds[0], ante_odds[1])
    play_paid = winnings(played, play_odds[0], play_odds[1])
    return PLAYER_HIGHER, WIN, ante_paid, ante, WIN, play_paid, played
