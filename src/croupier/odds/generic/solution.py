"""Solves a game by enumerating every pair of hands: the best decision with each hand, and its value.

The player's hands are taken up to a renaming of the suits, strength by strength, and weighed against every
hand that the dealer may hold beside them. The game's own settlement gives the net of a pair, once for each
pair of strengths. Of equal values the smaller wager is taken. Everything is whole numbers.
"""

import hashlib
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

from croupier.cards import DECK_SIZE
from croupier.errors import Refusal
from croupier.games import game
from croupier.jit import numpy
from croupier.odds.counting.canonical import canonical_hands
from croupier.odds.counting.store import kept
from croupier.odds.filed.wagers import Wagers
from croupier.odds.generic.law import DealerHands, class_strengths, dealer_hands, law_of, laws_of
from croupier.odds.generic.tree import FOLD, Tree, tree_of
from croupier.odds.model import Distribution, MainOdds, Moments, agreeing, moments, shares
from croupier.odds.own.renaming import RENAMINGS
from croupier.odds.progress import Progress, silent
from croupier.odds.progressive import lost_by_fold
from croupier.odds.protection.hidden_cards import NOTHING, Hidden
from croupier.odds.protocol import Values
from croupier.submission.house import HouseRules


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """Optimal play."""

    main: MainOdds
    outcomes: Distribution
    strengths: Any
    """By canonical hand of the player."""
    antes: Any
    """By canonical hand: what is wagered by deciding; 0 is a fold."""


def solved(
    house: HouseRules, progress: Progress = silent, fresh: bool = False, wagers: Wagers | None = None
) -> Solution:
    """The solution, cached on disk by the rules and the sources of the game.

    With a progressive that a fold would lose, also by the wagers and what it pays.
    """
    tree, name, question = tree_of(house), house.rules.rules.game, question_of(house)
    lost = lost_by_fold(house, wagers)
    if lost is None or wagers is None:
        return kept(f"generic-{name}", question, lambda: solve(tree, progress), fresh)
    cent, award = tree.unit, lost
    finer = replace(tree, unit=tree.unit * wagers.ante)
    question = *question, wagers, house.progressive
    return kept(
        f"generic-{name}",
        question,
        lambda: solve(finer, progress, lambda cards, strength: cent * award(cards, strength)),
        fresh,
    )


def question_of(house: HouseRules) -> tuple[object, ...]:
    """The cache key of a solution: the rules, the house's choices, and the sources of the game."""
    chosen = sorted(house.tables.items()), sorted(house.policies.items())
    return house.rules.digest, chosen, sources_digest(game(house.rules.rules.game).play)


def sources_digest(function: Callable[..., object]) -> str:
    """A hash of every source in the folder of a function's module, which may be in a package of its own."""
    digest = hashlib.sha256()
    folder = Path(inspect.getfile(function)).parent
    for file in sorted(folder.rglob("*.py")):
        digest.update(str(file.relative_to(folder)).encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


OwnDecisions = Callable[[int, int], Mapping[int, int]]
"""By hand and its strength, how many of its renamings of the suits wager so many antes."""


def solve(tree: Tree, progress: Progress = silent, lost: Callable[[int, int], int] | None = None) -> Solution:
    """Solve a game without the cache; `lost` is the award in units that a fold loses besides, by hand."""
    return _weigh(tree, progress, lost, None)


def priced(tree: Tree, asked: OwnDecisions, progress: Progress = silent) -> MainOdds:
    """The odds of a strategy, which is asked about every hand under every renaming of the suits."""
    return _weigh(tree, progress, None, asked).main


def _weigh(
    tree: Tree, progress: Progress, lost: Callable[[int, int], int] | None, asked: OwnDecisions | None
) -> Solution:
    """Weigh every hand against every hand of the dealer; it is played as asked, or the best way."""
    np = numpy()
    sets, weights = canonical_hands(tree.player_cards)
    strengths, dealer = class_strengths(tree, tree.player_cards), dealer_hands(tree)
    antes = np.zeros(len(sets), dtype=np.int8)
    counts: dict[int, int] = {}
    by_antes: dict[int, int] = {}
    known = np.unique(strengths).tolist()
    for done, strength in enumerate(known, start=1):
        places = np.flatnonzero(strengths == strength)
        laws = laws_of(dealer, sets[places])
        hands = sets[places].tolist()
        bonuses = [tree.bonus(cards, strength) for cards in hands]
        awards = [0 if lost is None else lost(cards, strength) for cards in hands]
        choices = nets_of(tree, dealer, strength)
        for place, law, bonus, award in zip(places.tolist(), laws, bonuses, awards, strict=True):
            if asked is None:
                antes[place] = _best(choices, law, bonus + award)
                played: Mapping[int, int] = {int(antes[place]): RENAMINGS}
            else:
                played = asked(int(sets[place]), strength)
            for chosen, times in played.items():
                weight = int(weights[place]) * times
                by_antes[chosen] = by_antes.get(chosen, 0) + weight
                _add(counts, choices[chosen], law * weight, bonus if chosen else 0)
        progress(done, len(known))
    # Each hand was counted as often as its renamings leave it alone, times its weight: 24 in all.
    counts, by_antes = ({each: n // RENAMINGS for each, n in found.items()} for found in (counts, by_antes))
    main, outcomes = _odds(tree, counts, by_antes)
    return Solution(main, outcomes, strengths, antes)


def values(tree: Tree, player: int, hidden: Hidden = NOTHING) -> Values:
    """The value of each legal decision with these cards, in antes; with hidden cards known if given."""
    if hidden.flop or hidden.turn_river:
        raise Refusal("bad_leak", "this game has no community cards")
    strength, dealer = tree.play.strength(player), dealer_hands(tree)
    law, bonus = law_of(dealer, player | hidden.gone, hidden.dealer), tree.bonus(player, strength)
    cases = int(law.sum())
    if not cases:
        raise Refusal("bad_leak", f"no hand of {tree.dealer_cards} cards is left for the dealer")
    return {
        tree.action(antes): tree.in_antes(int((law * nets).sum()) + (bonus * cases if antes else 0), cases)
        for antes, nets in nets_of(tree, dealer, strength).items()
    }


def nets_of(tree: Tree, dealer: DealerHands, strength: int) -> dict[int, Any]:
    """By decision, the smaller wager first: the net against each strength of the dealer."""
    np = numpy()
    return {
        antes: np.array([tree.net(strength, other, antes) for other in dealer.strengths], dtype=np.int64)
        for antes in (FOLD, *tree.antes(strength))
    }


def _best(choices: dict[int, Any], law: Any, bonus: int) -> int:
    """The best decision; of equal ones, the one that wagers less."""
    cases = int(law.sum())
    worth = {
        antes: int((law * nets).sum()) + (bonus * cases if antes else 0) for antes, nets in choices.items()
    }
    return max(worth, key=lambda antes: (worth[antes], -antes))


def _add(counts: dict[int, int], nets: Any, law: Any, bonus: int) -> None:
    """Count the cases of a law by what they net."""
    np = numpy()
    found, places = np.unique(nets, return_inverse=True)
    totals = np.zeros(len(found), dtype=np.int64)
    np.add.at(totals, places, law)
    for net, total in zip(found.tolist(), totals.tolist(), strict=True):
        if total:
            counts[net + bonus] = counts.get(net + bonus, 0) + total


def _odds(tree: Tree, counts: dict[int, int], by_antes: dict[int, int]) -> tuple[MainOdds, Distribution]:
    outcomes = shares({Fraction(net, tree.unit): count for net, count in counts.items()})
    hands = comb(DECK_SIZE, tree.player_cards)
    cases = hands * comb(DECK_SIZE - tree.player_cards, tree.dealer_cards)
    assert sum(by_antes.values()) == hands
    assert sum(counts.values()) == cases
    mean = sum(net * count for net, count in counts.items())
    square = sum(net * net * count for net, count in counts.items())
    decided = sorted(by_antes, key=lambda antes: -antes)
    main = MainOdds(
        net=Moments(Fraction(mean, cases * tree.unit), Fraction(square, cases * tree.unit**2)),
        average_wager=Fraction(sum(tree.staked(antes) * by_antes[antes] for antes in decided), hands),
        decisions={tree.action(antes): Fraction(by_antes[antes], hands) for antes in decided},
    )
    assert moments(outcomes) == main.net
    return main, agreeing(outcomes, main)
