"""The poker evaluators from PyPI that `croupier bench` measures ours against (the extra `croupier[bench]`).

Each is used in the fastest way that its documentation shows: cards are converted to its own kind before
the clock starts, and hands are evaluated by `map` or `starmap`, which spend the least between two calls.
Peers are no part of Croupier and are imported here alone, if they are installed.
"""

import importlib
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from itertools import pairwise, starmap
from typing import Any

from croupier.cards import RANKS, SUITS, card_text

Hand = tuple[int, ...]
"""Card codes of `croupier.cards`."""


@dataclass(frozen=True, slots=True)
class Peer:
    """An evaluator of one hand at a time, and how to use it."""

    name: str
    package: str
    how: str
    """The function called for each hand."""
    prepare: Callable[[Sequence[Hand]], Callable[[], list[Any]]]
    """Convert hands; the function that it returns evaluates them all, once each time it is called."""
    smaller_is_better: bool = True

    @property
    def version(self) -> str | None:
        """The installed version; None if not installed."""
        try:
            return version(self.package)
        except PackageNotFoundError:
            return None


def _module(name: str) -> Any:
    """Import a peer's module, silencing warnings from its own dependencies."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return importlib.import_module(name)


def _by_rank(code: int) -> int:
    """The code of a card that counts ranks first and suits within them, as phevaluator does."""
    suit, rank = divmod(code, len(RANKS))
    return len(SUITS) * rank + suit


def _phevaluator(hands: Sequence[Hand]) -> Callable[[], list[Any]]:
    evaluator = _module("phevaluator.evaluator")
    function = getattr(evaluator, f"evaluate_{len(hands[0])}cards")
    converted = [tuple(map(_by_rank, hand)) for hand in hands]
    return lambda: list(starmap(function, converted))


def _phevaluator_extension(hands: Sequence[Hand]) -> Callable[[], list[Any]]:
    extension = _module("phevaluator._pheval")
    function = getattr(extension, f"evaluate_{len(hands[0])}cards")
    converted = [tuple(map(_by_rank, hand)) for hand in hands]
    return lambda: list(starmap(function, converted))


def _eval7(hands: Sequence[Hand]) -> Callable[[], list[Any]]:
    eval7 = _module("eval7")
    cards = [eval7.Card(card_text(code)) for code in range(52)]
    converted = [[cards[code] for code in hand] for hand in hands]
    return lambda: list(map(eval7.evaluate, converted))


def _treys(hands: Sequence[Hand]) -> Callable[[], list[Any]]:
    treys = _module("treys")
    evaluate = treys.Evaluator().evaluate
    cards = [treys.Card.new(card_text(code)) for code in range(52)]
    hole = [[cards[code] for code in hand[:2]] for hand in hands]
    board = [[cards[code] for code in hand[2:]] for hand in hands]
    return lambda: list(map(evaluate, hole, board))


def _pokerkit(hands: Sequence[Hand]) -> Callable[[], list[Any]]:
    pokerkit = _module("pokerkit")
    from_game = pokerkit.StandardHighHand.from_game
    cards = [next(iter(pokerkit.Card.parse(card_text(code)))) for code in range(52)]
    hole = [tuple([cards[code] for code in hand[:2]]) for hand in hands]
    board = [tuple([cards[code] for code in hand[2:]]) for hand in hands]
    return lambda: list(map(from_game, hole, board))


PEERS = (
    Peer(
        "phevaluator, extension",
        "phevaluator",
        "its C function itself (not documented), an int a card",
        _phevaluator_extension,
    ),
    Peer("phevaluator", "phevaluator", "evaluate_7cards and evaluate_5cards, an int a card", _phevaluator),
    Peer("eval7", "eval7", "evaluate, a list of its Card objects", _eval7, smaller_is_better=False),
    Peer("treys", "treys", "Evaluator().evaluate, two lists of ints", _treys),
    Peer(
        "pokerkit",
        "pokerkit",
        "StandardHighHand.from_game, two tuples of its Card objects",
        _pokerkit,
        smaller_is_better=False,
    ),
)


def same_order(ours: Sequence[int], theirs: Sequence[Any], smaller_is_better: bool) -> bool:
    """Say whether a peer orders hands as we do, with the same ties.

    >>> same_order([1, 5, 5, 9], [40, 30, 30, 1], True), same_order([1, 5, 5, 9], [4, 3, 2, 1], True)
    (True, False)
    """
    ranked = sorted(zip(ours, theirs, strict=True), key=lambda pair: pair[0])
    for (one, its), (other, their) in pairwise(ranked):
        if one == other:
            if its != their:
                return False
        elif not (their < its if smaller_is_better else its < their):
            return False
    return True
