"""Best play with a leak, by enumerating every pair of hands and every choice of the known cards.

For each hand of the player the dealer's hands are counted by what is known and by strength; cards of one
signal are added up before the best decision is taken. Everything is whole numbers.
"""

from fractions import Fraction
from math import comb
from typing import Any, NamedTuple

from croupier.cards import DECK_SIZE
from croupier.errors import Refusal
from croupier.jit import compiled, kernel, numpy
from croupier.odds.counting.canonical import canonical_hands
from croupier.odds.counting.store import kept
from croupier.odds.generic.law import class_strengths, dealer_hands
from croupier.odds.generic.solution import nets_of, question_of
from croupier.odds.generic.tree import MOST_PAIRS, Tree, tree_of
from croupier.odds.model import Moments
from croupier.odds.progress import Progress, silent
from croupier.odds.protection.leak import Leak
from croupier.odds.protection.model import Informed
from croupier.odds.protection.signals import Signals, class_of_two, signals_of
from croupier.submission.house import HouseRules


class _Tally(NamedTuple):
    """Sums over all cases, in units."""

    net: int = 0
    square: int = 0
    changed: int = 0


def informed(house: HouseRules, leak: Leak, progress: Progress = silent, fresh: bool = False) -> Informed:
    """Return the best play with a leak, stored on disk; a `Refusal` names the leaks that can be solved."""
    signals, tree = signals_of(leak), tree_of(house)
    if signals is None or signals.dealer > tree.dealer_cards:
        raise Refusal(
            "not_solved",
            f"{leak}: the generic solver is exact for one or two cards of dealer, burn and bottom, each "
            "whole or by rank, suit or color",
        )
    cases = len(canonical_hands(tree.player_cards)[0]) * comb(DECK_SIZE, tree.dealer_cards)
    if cases * _choices(tree, signals) > 20 * MOST_PAIRS:
        raise Refusal(
            "not_solved", f"{leak}: too many deals to look at each; the game has no solver of its own"
        )
    name = f"generic-{house.rules.rules.game}-leak"
    return kept(name, (*question_of(house), str(leak)), lambda: solve(tree, signals, progress), fresh)


def _choices(tree: Tree, signals: Signals) -> int:
    """Count the choices of the known cards in one deal."""
    left = DECK_SIZE - tree.player_cards - tree.dealer_cards
    return comb(tree.dealer_cards, signals.dealer) * comb(left, signals.undealt)


def solve(tree: Tree, signals: Signals, progress: Progress = silent) -> Informed:
    """Solve without the cache."""
    np = numpy()
    sets, weights = canonical_hands(tree.player_cards)
    strengths, dealer = class_strengths(tree, tree.player_cards), dealer_hands(tree)
    tally, by_antes = _Tally(), dict[int, int]()
    laws = np.zeros((signals.places, len(dealer.strengths)), dtype=np.int64)
    count, pairings = compiled(count_known), len(signals.dealer_classes)
    for done, strength in enumerate(np.unique(strengths).tolist(), start=1):
        choices = nets_of(tree, dealer, strength)
        nets = np.array(list(choices.values()), dtype=np.int64)
        for place in np.flatnonzero(strengths == strength).tolist():
            player, weight = int(sets[place]), int(weights[place])
            bonus = tree.bonus(player, strength)
            paid = nets + np.array([[bonus if antes else 0] for antes in choices])
            for pairing in range(pairings):
                laws[:] = 0
                count(player, dealer.sets, dealer.numbers, signals, pairing, laws)
                values = laws @ paid.T
                # The smaller wager stands first, and the first of equal values is taken.
                best, honest = values.argmax(axis=1), int(values.sum(axis=0).argmax())
                cases, squares = laws.sum(axis=1), laws @ (paid * paid).T
                rows = np.arange(len(best))
                tally = _Tally(
                    tally.net + weight * int(values[rows, best].sum()),
                    tally.square + weight * int(squares[rows, best].sum()),
                    tally.changed + weight * int(cases[best != honest].sum()),
                )
                for number, antes in enumerate(choices):
                    by_antes[antes] = by_antes.get(antes, 0) + weight * int(cases[best == number].sum())
        progress(done, len(np.unique(strengths)))
    return _informed(tree, signals, tally, by_antes)


def _informed(tree: Tree, signals: Signals, tally: _Tally, by_antes: dict[int, int]) -> Informed:
    deals = comb(DECK_SIZE, tree.player_cards) * comb(DECK_SIZE - tree.player_cards, tree.dealer_cards)
    cases = deals * _choices(tree, signals) * len(signals.dealer_classes)
    if sum(by_antes.values()) != cases:
        raise ArithmeticError("the hands counted with a leak are not all hands")
    return Informed(
        net=Moments(Fraction(tally.net, cases * tree.unit), Fraction(tally.square, cases * tree.unit**2)),
        decisions={
            tree.action(antes): Fraction(by_antes[antes], cases) for antes in sorted(by_antes, reverse=True)
        },
        changed=Fraction(tally.changed, cases),
    )


@kernel
def _add_undealt(taken: int, place: int, number: int, signals: Signals, pairing: int, laws: Any) -> None:
    """Count a dealer hand for every choice of the known undealt cards."""
    of = signals.undealt_classes[pairing]
    for card in range(52):
        if taken >> card & 1:
            continue
        if signals.undealt == 1:
            laws[place * signals.size + of[card], number] += 1
            continue
        for partner in range(card):
            if not taken >> partner & 1:
                laws[class_of_two(of, card, partner, signals.size), number] += 1


@kernel
def _add_dealer(player: int, hand: int, number: int, signals: Signals, pairing: int, laws: Any) -> None:
    """Count a dealer hand for every choice of its known cards."""
    of = signals.dealer_classes[pairing]
    for card in range(52):
        if not hand >> card & 1:
            continue
        if signals.dealer == 2:
            for partner in range(card):
                if hand >> partner & 1:
                    laws[class_of_two(of, card, partner, signals.size), number] += 1
        elif signals.undealt:
            _add_undealt(player | hand, of[card], number, signals, pairing, laws)
        else:
            laws[of[card], number] += 1


def count_known(player: int, dealers: Any, numbers: Any, signals: Signals, pairing: int, laws: Any) -> None:
    """By what is known and number of a strength: the dealer's hands beside the player's, and choices."""
    for other in range(len(dealers)):
        hand = dealers[other]
        if player & hand:
            continue
        if signals.dealer:
            _add_dealer(player, hand, numbers[other], signals, pairing, laws)
        else:
            _add_undealt(player | hand, 0, numbers[other], signals, pairing, laws)
