"""Four Card Poker: the value of every action with every hand, and the exact price of a player's own strategy.

Both use the number of the dealer's hands that beat each five cards with each up-card.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any

from croupier.games.four_card_poker.solver.classes import place_of, renamed
from croupier.games.four_card_poker.solver.dealer_law import PARTS, dealer_tables, player_strengths
from croupier.games.four_card_poker.solver.dealer_law import strengths as all_strengths
from croupier.games.four_card_poker.solver.solution import (
    SITUATIONS,
    PlayerIndex,
    Worth,
    bounds,
    player_index,
    worth,
)
from croupier.games.four_card_poker.solver.verdicts import DEALER_HANDS, judge
from croupier.jit import compiled, kernel, numpy
from croupier.odds.counting.canonical import canonical_hands
from croupier.odds.counting.threads import in_parallel
from croupier.odds.model import MainOdds, Moments
from croupier.odds.own.play import is_legal, source_of
from croupier.odds.own.policy import Decision, Policy, Seen
from croupier.odds.own.renaming import RENAMINGS, renamed_set
from croupier.odds.progress import Progress, silent
from croupier.odds.protocol import Stage
from croupier.odds.simulate.hands import card_at, set_at
from croupier.submission.house import HouseRules

_PARTS = 32


@lru_cache(maxsize=2)
def _counts(house: HouseRules, progress: Progress) -> Any:
    value = worth(house)
    counts = numpy().zeros((len(canonical_hands(5)[0]), 52), dtype="int32")
    tables = dealer_tables(lambda done, _: progress(done, 2 * PARTS))
    judge(tables, bounds(value), value.ties_lose, lambda done, _: progress(PARTS + done, 2 * PARTS), counts)
    return counts


def beaten_counts(house: HouseRules, progress: Progress) -> Any:
    """By class of five cards and up-card, the number of the dealer's hands that beat them."""
    return _counts(house, progress)


def write_values(house: HouseRules, columns: Any, dealer: int, strengths: Any, values: Any) -> int:
    """Write the value of each action of the first seat by antes and round; return the denominator."""
    np = numpy()
    value = worth(house)
    antes = range(value.numbers.play_least, value.numbers.play_most + 1)
    kinds = {0: value.fold, **{each: value.gain(each) for each in antes}}
    losses = {each: value.loss(each) for each in antes}
    unit = lcm(*(each.denominator for each in (*kinds.values(), *losses.values(), *value.bonus)))
    beaten = np.zeros(values.shape[1], dtype=np.int64)
    compiled(_find_beaten)(columns, dealer, player_index(), beaten_counts(house, silent), beaten)
    by_strength = np.zeros(int(all_strengths().values.max()) + 1, dtype=np.int64)
    by_strength[all_strengths().values] = [int(bonus * unit) for bonus in value.bonus]
    values[0] = int(value.fold * unit) * DEALER_HANDS
    for each in antes:
        won, lost = int(kinds[each] * unit), int(losses[each] * unit)
        values[each] = (DEALER_HANDS - beaten) * won + beaten * lost + DEALER_HANDS * by_strength[strengths]
    return DEALER_HANDS * unit


@kernel
def _find_beaten(columns: Any, dealer: int, index: PlayerIndex, counts: Any, beaten: Any) -> None:
    for number in range(len(beaten)):
        place = place_of(set_at(columns, 0, 5, number), index.places)
        up = renamed(card_at(columns, dealer, number), index.renaming_of[place])
        beaten[number] = counts[index.class_of[place], up]


def price_own(house: HouseRules, policy: Policy, stage: Stage, progress: Progress) -> MainOdds:
    """Return the odds of a strategy, from every five cards and up-card under every renaming of the suits."""
    np = numpy()
    value = worth(house)
    numbers = value.numbers
    sets, orbits = canonical_hands(5)
    counts = beaten_counts(house, progress)
    strengths = player_strengths()
    cuts = np.linspace(0, len(sets), _PARTS + 1).astype(np.int64)
    weigh = compiled(_weigh_by(source_of(policy.functions[0])))
    limits = numbers.play_least, numbers.play_most

    def part(number: int) -> Any:
        span = slice(cuts[number], cuts[number + 1])
        tallies = np.zeros((len(value.bonus), limits[1] + 1, 2), dtype=np.int64)
        wrong = weigh(sets[span], orbits[span], strengths[span], counts[span], limits, tallies)
        if wrong >= 0:
            hand, rest = divmod(int(wrong), 52 * RENAMINGS)
            cards, up = int(sets[span][hand]), 1 << rest // RENAMINGS
            cards, up = (int(renamed_set(each, rest % RENAMINGS)) for each in (cards, up))
            legal = 1 | (1 << (limits[1] + 1)) - (1 << limits[0])
            raise policy.refusal(stage, Seen(0, cards, 0, up, *limits), legal)
        return tallies

    return _odds(value, sum(in_parallel(part, range(_PARTS), progress)))


def _weigh_by(decide: Decision) -> Callable[..., int]:
    def weigh(
        sets: Any, orbits: Any, strengths: Any, counts: Any, limits: tuple[int, int], tallies: Any
    ) -> int:
        least, most = limits
        legal = 1 | (1 << (most + 1)) - (1 << least)
        for number in range(len(sets)):
            for up in range(52):
                if sets[number] >> up & 1:
                    continue
                for renaming in range(RENAMINGS):
                    cards = renamed_set(sets[number], renaming)
                    shown = renamed_set(sets.dtype.type(1) << up, renaming)
                    antes = decide(Seen(0, cards, 0, shown, least, most))
                    if not is_legal(antes, legal):
                        return (number * 52 + up) * RENAMINGS + renaming
                    tallies[strengths[number], int(antes), 0] += orbits[number]
                    tallies[strengths[number], int(antes), 1] += orbits[number] * counts[number, up]
        return -1

    return weigh


def _odds(value: Worth, tallies: Any) -> MainOdds:
    """Return the odds from situations and winning dealer hands, by strength and antes, both times 24."""
    mean = square = wagered = Fraction(0)
    chances = {}
    for antes in (*range(1, tallies.shape[1]), 0):
        asked = sum(int(each) for each in tallies[:, antes, 0])
        name = f"play_{antes}x" if antes else "fold"
        if antes == 0 or antes >= value.numbers.play_least:
            chances[name] = Fraction(asked, SITUATIONS * RENAMINGS)
        if antes == 0:
            mean += chances[name] * value.fold
            square += chances[name] * value.fold**2
            continue
        wagered += antes * Fraction(asked, SITUATIONS * RENAMINGS)
        for bonus in sorted(set(value.bonus)):
            same = [number for number, each in enumerate(value.bonus) if each == bonus]
            deals = int(tallies[same, antes, 0].sum()) * DEALER_HANDS
            lost = int(tallies[same, antes, 1].sum())
            won, loses = value.gain(antes) + bonus, value.loss(antes) + bonus
            mean += ((deals - lost) * won + lost * loses) / (SITUATIONS * RENAMINGS * DEALER_HANDS)
            square += ((deals - lost) * won**2 + lost * loses**2) / (SITUATIONS * RENAMINGS * DEALER_HANDS)
    return MainOdds(Moments(mean, square), 1 + wagered, chances)
