"""Four Card Poker: a description of optimal play. Best four and up-card decide all but a narrow band."""

from collections.abc import Sequence
from fractions import Fraction

from croupier.cards import RANKS
from croupier.games.four_card_poker.solver.borders import (
    SIMPLE_STRATEGIES,
    Borderline,
    UpCard,
    borderlines,
    by_up_card,
    hand_text,
    price,
)
from croupier.games.four_card_poker.solver.solution import Solution, worth
from croupier.games.four_card_poker.solver.verdicts import FOLD, PLAY_LEAST, PLAY_MOST
from croupier.odds.protocol import Description
from croupier.odds.sections import Table, Text, columns
from croupier.submission.house import HouseRules


def describe(house: HouseRules, solution: Solution) -> Description:
    """Describe optimal play."""
    numbers = worth(house).numbers
    lines = borderlines(house, solution)
    return Description(
        main=solution.main,
        simple_rules={
            each.name: (each.words(numbers.play_least, numbers.play_most), price(house, solution, each))
            for each in SIMPLE_STRATEGIES
        },
        sections=(
            Text(
                text="Against each up-card: the best four cards below which a wager is never right, and those"
                " from which on it always is. Between them the fifth card and the suits decide."
            ),
            _up_cards(by_up_card(solution), numbers.play_most),
            Text(text=_weight(lines)),
            _borders(lines, numbers.play_least, numbers.play_most),
        ),
    )


def _up_cards(cards: Sequence[UpCard], most: int) -> Table:
    titles = ("up-card", "play: never below", "always from", f"{most}x: never below", f"{most}x always from")
    return Table(
        title="Against each up-card",
        columns=columns((*titles, "borderline"), ("text", "text", "text", "text", "text", "count")),
        rows=tuple(
            (
                RANKS[each.rank],
                hand_text(each.play.sometimes),
                hand_text(each.play.always),
                hand_text(each.play_most.sometimes),
                hand_text(each.play_most.always),
                str(len({*each.play.mixed, *each.play_most.mixed})),
            )
            for each in cards
        ),
    )


def _weight(lines: Sequence[Borderline]) -> str:
    weight = sum((share for line in lines for share in line.decisions.values()), Fraction(0))
    return (
        f"{len(lines):,} pairs of best four cards and up-card, {float(weight):.2%} of all situations, are"
        " borderline: the fifth card and the suits decide."
    )


def _borders(lines: Sequence[Borderline], least: int, most: int) -> Table:
    """Tabulate every borderline pair: how often each decision is best, and the value of the least wager."""
    decisions = {FOLD: "fold", PLAY_LEAST: f"play {least}x", PLAY_MOST: f"play {most}x"}
    titles = ("best four cards", "up-card", *decisions.values(), f"{least}x at worst", f"{least}x at best")
    kinds = columns(titles, ("text", "text", "share", "share", "share", "antes", "antes"))
    return Table(
        title="Borderline hands",
        columns=kinds,
        rows=tuple(
            (
                hand_text(line.strength),
                RANKS[line.up],
                *(str(line.decisions.get(decision, 0)) for decision in decisions),
                str(line.worst),
                str(line.best),
            )
            for line in lines
        ),
        detail=True,
    )
