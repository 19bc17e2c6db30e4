"""The solution of High Card Flush: the exact value of every raise, optimal play, its price and simple rules.

All 6,009,159 seven-card hands that differ by more than the names of the suits are weighed against the exact
distribution of the dealer's hand (`dealer_law`). Payouts come from the game's own settlement. On equal values
the smaller wager is made: fold before raise, a smaller raise before a larger one. A raise can be any amount
within its bounds; its value is linear in the amount, so whole antes are enough.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any, NamedTuple

from croupier.cards import set_of
from croupier.games.high_card_flush.decisions import RaiseBounds, most_antes
from croupier.games.high_card_flush.settle import settle_main
from croupier.games.high_card_flush.solver.dealer_law import (
    DEALER_HANDS,
    HIGHER,
    LOWER,
    NOT_QUALIFIED,
    TIE,
    dealer_law,
)
from croupier.games.high_card_flush.solver.groups import FLUSHES, group_of, number_hands
from croupier.games.high_card_flush.terms import Terms, terms
from croupier.hands.flush import flush_strength
from croupier.hands.ranks import RANK_SETS
from croupier.jit import compiled, kernel, numpy
from croupier.odds.counting.canonical import canonical_hands
from croupier.odds.counting.census import GROUPS, census_of
from croupier.odds.counting.store import kept
from croupier.odds.counting.threads import in_parallel
from croupier.odds.filed.wagers import LARGEST_ANTE, Wagers
from croupier.odds.model import MainOdds, Moments
from croupier.odds.progress import Progress, silent
from croupier.odds.progressive import lost_by_fold
from croupier.submission.house import HouseRules

PLAYER_HANDS = comb(52, 7)
FOLD = 0
_PARTS = 32

STRENGTHS = tuple(
    sorted(ranks.bit_count() << 13 | ranks for ranks in range(RANK_SETS) if 2 <= ranks.bit_count() <= 7)
)
"""Every flush that can be the best of seven cards, lowest first; each has at least two cards."""

SIMPLE_RULES = {
    "T-8-6 or better": flush_strength(set_of("Ts 8s 6s")),
    "9-7-5 or better": flush_strength(set_of("9s 7s 5s")),
    "J high or better": flush_strength(set_of("Js 3s 2s")),
}
"""Simple rules for players: raise the most with at least this three-card flush, else fold."""


class Stakes(NamedTuple):
    """The house rules as plain numbers for kernels, for an ante of `unit`."""

    unit: int
    nets: tuple[int, ...]
    """The net at 4 * antes raised + outcome (`dealer_law`); 0 antes raised is a fold."""
    bounds: RaiseBounds
    dealer_least: int

    @property
    def decisions(self) -> tuple[int, ...]:
        """The raises that some hand can make, in whole antes."""
        return tuple(range(self.bounds.least, max(self.bounds.most) + 1))


def decision_name(antes: int) -> str:
    """Return the name of a decision in figures and advice."""
    return f"raise_{antes}x" if antes else "fold"


@kernel
def value_of(law: tuple[int, int, int, int], antes: int, nets: tuple[int, ...]) -> int:
    """Return the net of a decision (antes raised, or 0 for a fold), summed over the dealer's hands."""
    return (
        law[0] * nets[4 * antes]
        + law[1] * nets[4 * antes + 1]
        + law[2] * nets[4 * antes + 2]
        + law[3] * nets[4 * antes + 3]
    )


@kernel
def best_decision(law: tuple[int, int, int, int], most: int, stakes: Stakes, lost: int = 0) -> int:
    """Return the antes to raise, or 0 to fold; on equal values, the smaller wager.

    `lost` is the additional loss of a fold, in units: the award of a progressive.
    """
    best = 0
    best_value = value_of(law, 0, stakes.nets) - lost * DEALER_HANDS
    for antes in range(stakes.bounds.least, most + 1):
        value = value_of(law, antes, stakes.nets)
        if value > best_value:
            best, best_value = antes, value
    return best


@kernel
def decide(cards: int, fold_below: int, raise_from: int, stakes: Stakes) -> int:
    """Return the antes that optimal play raises, or 0 to fold.

    Outside the band from `fold_below` to `raise_from` (see `Solution`) the flush alone decides; inside it,
    the dealer's hands are counted. In compiled code, tuples of ints are faster arguments than arrays here.
    """
    strength = flush_strength(cards)
    most = most_antes(strength, stakes.bounds)
    # One branch that is rarely taken: the processor cannot predict whether to fold or raise.
    if fold_below <= strength < raise_from:
        return best_decision(dealer_law(cards, strength, stakes.dealer_least), most, stakes)
    return most * (strength >= raise_from)


class Awards(NamedTuple):
    """The awards that a fold would also lose: the group of each hand, and the award in units by group."""

    groups: Any
    of_group: Any


def _weigh(
    sets: Any, weights: Any, stakes: Stakes, lost: Any, places: Any, tallies: Any, raised: Any
) -> None:
    """Decide each hand; tally the dealer's law by the player's flush and decision, and raised hands by group.

    `lost` is, by group of hands, the additional loss of a fold.
    """
    for number in range(len(sets)):
        cards = sets[number]
        strength = flush_strength(cards)
        law = dealer_law(cards, strength, stakes.dealer_least)
        group = group_of(cards)
        antes = best_decision(law, most_antes(strength, stakes.bounds), stakes, lost[group])
        weight = weights[number]
        place = places[strength]
        tallies[place, antes, 0] += weight * law[0]
        tallies[place, antes, 1] += weight * law[1]
        tallies[place, antes, 2] += weight * law[2]
        tallies[place, antes, 3] += weight * law[3]
        raised[group] += weight * (antes != FOLD)


Tally = tuple[int, int, int, int]
"""The number of pairs of a player's and a dealer's hand, by outcome."""


@dataclass(frozen=True, slots=True)
class Borderline:
    """A flush for which the other four cards decide."""

    strength: int
    hands: int
    raised: int
    """The number of its hands that raise."""
    gain: Fraction
    """The gain of raising all of them over folding all of them, per ante and hand; fold if negative."""


@dataclass(frozen=True, slots=True)
class Solution:
    """Optimal play, with the data to price any rule that uses only the flush."""

    main: MainOdds
    stakes: Stakes
    fold_below: int
    """Every hand below this strength folds."""
    raise_from: int
    """Every hand of at least this strength raises the most allowed."""
    borderline: tuple[Borderline, ...]
    """The flushes from `fold_below` to `raise_from` with which some hands raise and some fold."""
    tallies: tuple[Tally, ...]
    """By flush, in the order of `STRENGTHS`, the outcomes of all hands with it."""
    raised: dict[int, int]
    """By group of the flush census (`census`), the hands that raise."""

    def price(self, raise_from: int) -> MainOdds:
        """Return the price of a simple rule: raise the most with at least this strength, else fold."""
        chosen: dict[int, list[Tally]] = {}
        for strength, tally in zip(STRENGTHS, self.tallies, strict=True):
            antes = most_antes(strength, self.stakes.bounds) if strength >= raise_from else FOLD
            chosen.setdefault(antes, []).append(tally)
        return _main({antes: _total(tallies) for antes, tallies in chosen.items()}, self.stakes)

    @property
    def simple_rules(self) -> dict[str, MainOdds]:
        """Return the prices of the simple rules for players."""
        return {name: self.price(strength) for name, strength in SIMPLE_RULES.items()}


def solve(house: HouseRules, progress: Progress = silent, wagers: Wagers | None = None) -> Solution:
    """Solve the game without the cache."""
    np = numpy()
    stakes = stakes_of(terms(house), wagers)
    sets, weights = canonical_hands(7)
    lost = _lost_by_group(house, wagers)
    places = np.zeros(8 << 13, dtype=np.int64)
    places[list(STRENGTHS)] = np.arange(len(STRENGTHS))
    bounds = np.linspace(0, len(sets), _PARTS + 1).astype(np.int64)
    weigh = compiled(_weigh)

    def part(number: int) -> tuple[Any, Any]:
        span = slice(bounds[number], bounds[number + 1])
        tallies = np.zeros((len(STRENGTHS), stakes.decisions[-1] + 1, 4), dtype=np.int64)
        raised = np.zeros(GROUPS, dtype=np.int64)
        weigh(sets[span], weights[span], stakes, lost, places, tallies, raised)
        return tallies, raised

    parts = in_parallel(part, range(_PARTS), progress)
    return _solution(sum(tallies for tallies, _ in parts), sum(raised for _, raised in parts), stakes)


def solved(
    house: HouseRules, progress: Progress = silent, fresh: bool = False, wagers: Wagers | None = None
) -> Solution:
    """The solution, kept on disk: it depends on the stakes alone, which most houses share.

    With a progressive that a fold would lose, also on what each group of hands would win by it.
    """
    lost = lost_by_group(house, wagers)
    if not lost:
        wagers = None
    question: object = stakes_of(terms(house), wagers)
    if lost:
        question = question, sorted(lost.items())
    return kept("high-card-flush", question, lambda: solve(house, progress, wagers), fresh)


def lost_by_group(house: HouseRules, wagers: Wagers | None) -> dict[int, int]:
    """By group of hands: the award in cents that a fold would lose; nothing if it loses none."""
    award = lost_by_fold(house, wagers)
    if award is None:
        return {}
    return {
        number: lost
        for number, group in census_of(FLUSHES).groups.items()
        if (lost := award(group.example, flush_strength(group.example)))
    }


def awards_of(house: HouseRules, wagers: Wagers | None, sets: Any) -> Awards:
    groups, of_group = numpy().zeros(len(sets), dtype="int16"), _lost_by_group(house, wagers)
    if of_group.any():
        compiled(number_hands)(sets, groups)
    return Awards(groups, of_group)


def _lost_by_group(house: HouseRules, wagers: Wagers | None) -> Any:
    """`lost_by_group` as an array, in cents."""
    of_group = numpy().zeros(GROUPS, dtype="int64")
    for number, cents in lost_by_group(house, wagers).items():
        # An award of more than any raise can lose decides as well as a greater one, within 64 bits.
        of_group[number] = min(cents, 10 * LARGEST_ANTE)
    return of_group


def advise(house: HouseRules, cards: int) -> dict[str, Fraction]:
    """The exact value of each decision that is legal with these seven cards, per unit of ante."""
    stakes, strength = stakes_of(terms(house)), flush_strength(cards)
    law = dealer_law(cards, strength, stakes.dealer_least)
    most = most_antes(strength, stakes.bounds)
    return {
        decision_name(antes): Fraction(value_of(law, antes, stakes.nets), DEALER_HANDS * stakes.unit)
        for antes in (FOLD, *range(stakes.bounds.least, most + 1))
    }


def stakes_of(numbers: Terms, wagers: Wagers | None = None) -> Stakes:
    """The net of each decision against each dealer's hand, by the game's own settlement.

    The unit of ante is such that odds of any ratio come out even; with wagers it is a cent.
    """
    main = numbers.main
    unit = main.ante_odds[1] * main.raise_odds[1] if wagers is None else wagers.ante
    # A hand that qualifies, against one that does not, a lower one, the same and a higher one.
    least, player = main.dealer_least, main.dealer_least + 1
    against = {NOT_QUALIFIED: least - 1, LOWER: least, TIE: player, HIGHER: player + 1}
    nets = []
    for antes in range(max(numbers.bounds.most) + 1):
        for situation in sorted(against):
            folded, raised = int(antes == FOLD), antes * unit
            settled = settle_main(player, against[situation], folded, unit, raised, main)
            _, _, ante_paid, ante_returned, _, raise_paid, raise_returned = settled
            nets.append(ante_paid + ante_returned + raise_paid + raise_returned - unit - raised)
    return Stakes(unit, tuple(nets), numbers.bounds, least)


def _solution(by_decision: Any, raised: Any, stakes: Stakes) -> Solution:
    """Read the solution off the tallies, which are by flush, antes raised, and how the dealer stands."""
    decided = by_decision.sum(axis=2) // DEALER_HANDS  # by flush and antes: how many of the player's hands
    tallies = tuple(_tally(row) for row in by_decision.sum(axis=1).tolist())
    most = [most_antes(strength, stakes.bounds) for strength in STRENGTHS]
    hands = decided.sum(axis=1).tolist()
    raises_most = [int(decided[place, antes]) for place, antes in enumerate(most)]
    folds = decided[:, FOLD].tolist()
    first_raise = next((place for place, count in enumerate(folds) if count < hands[place]), len(STRENGTHS))
    exceptions = (place for place, count in enumerate(raises_most) if count < hands[place])
    last_exception = max(exceptions, default=-1)
    # Past the highest flush, where no hand raises or none always raises the most.
    borders = (*STRENGTHS, STRENGTHS[-1] + 1)
    return Solution(
        main=odds_of_tallies(by_decision.sum(axis=0).tolist(), stakes),
        stakes=stakes,
        fold_below=borders[first_raise],
        raise_from=borders[last_exception + 1],
        borderline=tuple(
            Borderline(
                strength=STRENGTHS[place],
                hands=hands[place],
                raised=hands[place] - folds[place],
                gain=_gain(tallies[place], most[place], stakes),
            )
            for place in range(first_raise, last_exception + 1)
            if 0 < folds[place] < hands[place]
        ),
        tallies=tallies,
        raised={group: int(raised[group]) for group in raised.nonzero()[0].tolist()},
    )


def _main(by_decision: dict[int, Tally], stakes: Stakes) -> MainOdds:
    """The game's odds from pairs of hands, by antes raised and how the dealer stands."""
    pairs = PLAYER_HANDS * DEALER_HANDS
    mean = square = wagered = 0
    for antes, tally in by_decision.items():
        for situation, count in enumerate(tally):
            net = stakes.nets[4 * antes + situation]
            mean += count * net
            square += count * net * net
            wagered += count * (1 + antes)
    return MainOdds(
        net=Moments(Fraction(mean, pairs * stakes.unit), Fraction(square, pairs * stakes.unit**2)),
        average_wager=Fraction(wagered, pairs),
        decisions={
            decision_name(antes): Fraction(sum(by_decision.get(antes, ())), pairs)
            for antes in (*stakes.decisions, FOLD)
        },
    )


def odds_of_tallies(by_antes: list[list[int]], stakes: Stakes) -> MainOdds:
    """The game's odds from pairs of hands, by antes raised and how the dealer stands to all hands."""
    return _main({antes: _tally(row) for antes, row in enumerate(by_antes)}, stakes)


def _gain(tally: Tally, most: int, stakes: Stakes) -> Fraction:
    gained = value_of(tally, most, stakes.nets) - value_of(tally, FOLD, stakes.nets)
    return Fraction(gained, sum(tally) * stakes.unit)


def _tally(counts: list[int]) -> Tally:
    not_qualified, lower, tie, higher = counts
    return not_qualified, lower, tie, higher


def _total(tallies: Iterable[Tally]) -> Tally:
    return _tally([sum(each) for each in zip(*tallies, strict=True)])
