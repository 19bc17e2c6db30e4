"""Four Card Poker: a play wager of one to three antes, any amount between, or the ante is forfeited."""

from croupier.jit import kernel


@kernel
def play_bounds(ante: int, least: int, most: int) -> tuple[int, int]:
    """The least and the most play wager."""
    return ante * least, ante * most
