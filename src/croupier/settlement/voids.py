"""The wagers of a void hand: sent back, or still settled where the document says so."""

from croupier.settlement.checks import Hand
from croupier.settlement.round import Result


def settled_all_the_same(name: str, hand: Hand) -> bool:
    """Whether a void hand's wager is settled: the document says so, and the hand was dealt whole. Its cards
    are known, or it folded and wins no bonus."""
    assert hand.void is not None
    return name in hand.void.settled and (bool(hand.strength) or hand.unnamed)


def void_result(stake: int, hand: Hand) -> Result:
    """The stake goes back."""
    assert hand.void is not None
    return Result("void", stake, 0, stake, 0, hand.void.clauses)
