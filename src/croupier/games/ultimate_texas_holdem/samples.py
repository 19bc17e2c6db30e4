"""Sample hands of Ultimate Texas Hold'em, and what a simulated player stays in with."""

from croupier.games.common import Play
from croupier.games.samples import Samples, at_least

_with_board = at_least("2s 2h 3c 4d 6h")


def fair(play: Play, cards: str, board: str) -> bool:
    """Before the flop a pair or an ace, after it a pair."""
    if board:
        return _with_board(play, cards, board)
    ranks = [card[0] for card in cards.split()]
    return len(set(ranks)) < len(ranks) or "A" in ranks


SAMPLES = Samples(tile="As Ks", hand="Ks 2s", fair=fair)
