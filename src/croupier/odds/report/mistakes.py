"""The cost of errors by street: each action taken with every hand, against the best one.

Rounds are dealt from a fixed seed and followed under optimal play from decision to decision; the value of
every action there is exact (`advise`), only the hands are a sample. A street ends where the best action is
anything but waiting for the next one.
"""

import random
from collections.abc import Iterator
from fractions import Fraction
from math import sqrt

from croupier.cards import RANKS, SUITS, set_of
from croupier.errors import Refusal
from croupier.odds.advice import Advice
from croupier.odds.counting.store import kept
from croupier.odds.progress import Progress, silent
from croupier.odds.protocol import Query, Sight, Solver, Stage, solver_for
from croupier.odds.report.sheet import Mistake
from croupier.submission.house import HouseRules

ROUNDS = 512
SEED = 16
WAIT = "check"
"""The action that leads to the next street."""

_Costs = dict[str, dict[str, list[float]]]
"""By street and action: what it costs with each hand dealt."""


def mistakes(house: HouseRules, progress: Progress = silent, fresh: bool = False) -> tuple[Mistake, ...]:
    """The average cost of each action on each street; nothing where the game's decisions are not valued."""
    question = house.rules.digest, sorted(house.policies.items()), house.tables, ROUNDS, SEED
    try:
        costs = kept("mistakes", question, lambda: _costs(house, progress), fresh)
    except Refusal as refusal:
        if refusal.code != "not_solved":
            raise
        return ()
    return tuple(_mistakes(costs))


def _mistakes(costs: _Costs) -> Iterator[Mistake]:
    for street, actions in costs.items():
        reached = max(map(len, actions.values()))
        for action, found in actions.items():
            mean = sum(found) / len(found)
            spread = sum((each - mean) ** 2 for each in found) / max(1, len(found) - 1)
            yield Mistake(
                street=street,
                reached=reached / ROUNDS,
                action=action,
                cost=mean,
                std_error=sqrt(spread / len(found)),
                hands=len(found),
            )


def _costs(house: HouseRules, progress: Progress) -> _Costs:
    solver = solver_for(house.rules)
    stages = solver.stages(house.rules)
    costs: _Costs = {stage.name: {} for stage in stages}
    for number in range(ROUNDS):
        for stage, values in _followed(house, solver, stages, number):
            best = max(values.values())
            for action, value in values.items():
                costs[stage.name].setdefault(action, []).append(float(best - value))
        progress(number + 1, ROUNDS)
    return {street: actions for street, actions in costs.items() if actions}


def _followed(
    house: HouseRules, solver: Solver, stages: tuple[Stage, ...], number: int
) -> Iterator[tuple[Stage, dict[str, Fraction]]]:
    """The decisions of a round under optimal play, with the value of each action."""
    deck = [rank + suit for rank in RANKS for suit in SUITS]
    random.Random(f"{SEED} {number}").shuffle(deck)
    player, up = max(stage.player for stage in stages), max(stage.up for stage in stages)
    for stage in stages:
        sight = Sight(
            _cards(deck, 0, stage.player),
            _cards(deck, player + up, stage.board),
            _cards(deck, player, stage.up),
        )
        values = solver.advise(Query(house), stage, sight).values
        yield stage, values
        if Advice(stage.name, "", values).best != WAIT:
            return


def _cards(deck: list[str], first: int, count: int) -> int:
    return set_of(" ".join(deck[first : first + count])) if count else 0
