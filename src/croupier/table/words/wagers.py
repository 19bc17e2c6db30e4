"""Wagers and decisions in words: with their amounts, or by name and multiple where these are not entered."""

from croupier.money import dollars


def wager_words(name: str, amount: int) -> str:
    """A wager: "ante $10", or "ante" where nobody entered how much."""
    return f"{name} {dollars(amount)}" if amount else name


def decision_words(action: str, amount: int, times: int) -> str:
    """A decision: "play $40", "play 4x the ante", "fold"."""
    if times:
        return f"{action} {times}x the ante"
    return wager_words(action, amount)
