"""Play by a strategy of your own: write it as a function of what a player sees, then simulate or price it.

    @croupier.kernel
    def pairs_only(seen: croupier.Seen) -> int:
        return seen.most if croupier.four_card_strength(seen.cards) >= PAIR else 0

A function takes a `Seen` and returns the antes to wager, or 0 to check or fold. With `kernel` it is compiled,
together with the kernels that it calls; without it runs as plain Python. Where the game has several streets,
one function may serve all (`seen.street`), or a mapping has one by the name of each.

The strengths are kernels for these functions: they take a set of cards as `Seen` has it, and check nothing.
`croupier.evaluate` ranks hands that it checks.
"""

from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar

from croupier.api.odds import subject_of
from croupier.cards import set_of
from croupier.errors import Refusal
from croupier.hands.flush import flush_strength
from croupier.hands.four_card import four_card_strength
from croupier.hands.poker import poker_strength
from croupier.input_types import text, whole
from croupier.jit import can_compile
from croupier.jit import kernel as mark
from croupier.odds.own.policy import OwnStrategy, Seen
from croupier.odds.own.price import PricedStrategy
from croupier.submission.form import Submission

__all__ = [
    "OwnStrategy",
    "PricedStrategy",
    "Seen",
    "card_set",
    "flush_strength",
    "four_card_strength",
    "kernel",
    "poker_strength",
    "price_strategy",
]


Function = TypeVar("Function", bound=Callable[..., Any])


def kernel(function: Function) -> Function:
    """Mark a function as one that is compiled, and return it unchanged."""
    if not can_compile(function) and not isinstance(function, FunctionType):
        kind = type(function).__name__
        raise Refusal("strategy_unusable", f"kernel: expected a function, got `{kind}`")
    return mark(function)


def card_set(cards: str) -> int:
    """Cards as the set that a strategy sees: bit n for card n.

    >>> card_set("2c 3c")
    3
    """
    try:
        return set_of(text(cards, "cards"))
    except ValueError as error:
        raise Refusal("cards_unusable", str(error)) from None


def price_strategy(
    subject: str | Path | Submission, strategy: OwnStrategy, *, rounds: int = 0, seed: int = 0
) -> PricedStrategy:
    """The price of a strategy of your own beside optimal play, per unit of ante.

    Exact for a kernel in a game of one decision; sampled otherwise, against optimal play on the same cards,
    with its standard error. `rounds` asks for a sample of so many.
    """
    from croupier.odds.own.policy import policy_for
    from croupier.odds.own.price import price_policy

    house = subject_of(subject).house
    if not 0 <= whole(rounds, "rounds") < 1 << 40:
        raise Refusal("value_not_allowed", f"rounds: {rounds}; allowed: 0 to 2**40 - 1")
    if not 0 <= whole(seed, "seed") < 1 << 64:
        raise Refusal("value_not_allowed", f"seed: {seed}; allowed: 0 to 2**64 - 1")
    return price_policy(house, policy_for(house.rules, strategy), rounds, seed)
