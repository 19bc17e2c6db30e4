"""The dealer's possible hands given a player's: counted by strength, for one hand or for all."""

from random import Random
from typing import Any, NamedTuple

from croupier.jit import compiled, kernel, numpy
from croupier.odds.counting.canonical import all_hands, canonical_hands, hand_classes
from croupier.odds.generic.tree import Tree, unsolved

_SAMPLE = 500
"""The number of hands with which to check that suits do not rank."""


class DealerHands(NamedTuple):
    """Every hand of the dealer, and the number of its strength."""

    sets: Any
    numbers: Any
    strengths: tuple[int, ...]
    """Ascending."""


def dealer_hands(tree: Tree) -> DealerHands:
    """Return all hands that the dealer can hold, from the full deck."""
    np = numpy()
    by_class = class_strengths(tree, tree.dealer_cards)
    sets = all_hands(tree.dealer_cards)
    strengths = np.unique(by_class)
    numbers = np.searchsorted(strengths, by_class)[hand_classes(tree.dealer_cards).of(sets)]
    return DealerHands(sets, numbers.astype(np.int32), tuple(strengths.tolist()))


def class_strengths(tree: Tree, cards: int) -> Any:
    """Return the strength of each canonical hand of `cards` cards, by the game's own function."""
    np = numpy()
    strength = tree.play.strength
    found = np.array([strength(hand) for hand in canonical_hands(cards)[0].tolist()], dtype=np.int64)
    chosen = Random(cards)
    hands = np.array(
        [sum(1 << card for card in chosen.sample(range(52), cards)) for _ in range(_SAMPLE)], dtype=np.int64
    )
    for hand, number in zip(hands.tolist(), hand_classes(cards).of(hands).tolist(), strict=True):
        if strength(hand) != found[number]:
            raise unsolved(tree.name, "hands that do not depend on the names of the suits")
    return found


def law_of(dealer: DealerHands, player: int, held: int = 0) -> Any:
    """By number of a strength, how many hands of the dealer avoid the player's and hold some cards."""
    apart = dealer.numbers[(dealer.sets & player == 0) & (dealer.sets & held == held)]
    return numpy().bincount(apart, minlength=len(dealer.strengths))


def laws_of(dealer: DealerHands, players: Any) -> Any:
    """Return the same for many player hands, by hand and number of a strength."""
    np = numpy()
    counts = np.zeros((len(players), len(dealer.strengths)), dtype=np.int64)
    compiled(_count_apart)(players, dealer.sets, dealer.numbers, counts)
    return counts


@kernel
def _count_apart(players: Any, dealers: Any, numbers: Any, counts: Any) -> None:
    for place in range(len(players)):
        player = players[place]
        for other in range(len(dealers)):
            if player & dealers[other] == 0:
                counts[place, numbers[other]] += 1
