"""Shared by all games: outcomes, pay schedules, and the shape of a game.

A game knows one hand against the dealer. It never sees meters, other seats or names: its kernels take
card sets and amounts and return ints (outcome, row, paid, returned), at the table as plain Python and in
the mathematics compiled. Rows are numbered by the wager's ladder, highest first; `NO_ROW` is a loss.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from croupier.cards import set_of, text_of
from croupier.jit import kernel
from croupier.rulebook.model import RuleSet
from croupier.rulebook.problems import Problem, RulebookError, report
from croupier.submission.house import HouseRules, HouseTable

ROWS = "rows"
"""The key of a problem with the rows of a pay table."""

LOSE, PUSH, WIN = 0, 1, 2
NO_ROW = -1
UNPAID = -1
"""The kind of a row that a schedule does not pay."""


class Schedule(NamedTuple):
    """A pay table by the rows of a ladder: the kind of each award, its number, per what, and its meter."""

    kinds: tuple[int, ...]
    numbers: tuple[int, ...]
    pers: tuple[int, ...]


@lru_cache(maxsize=4096)
def schedule(table: HouseTable | None, ladder: tuple[str, ...]) -> Schedule:
    """A pay table laid along a ladder; rows that it does not have are unpaid, and it has no others."""
    for row in table.rows if table else ():
        if row not in ladder:
            problem = f"the game has no row {row!r}; allowed: {', '.join(ladder)}"
            raise RulebookError(Problem(f"pay table {table.name if table else ''}", ROWS, problem))
    awards = [table.award(row) if table else None for row in ladder]
    return Schedule(
        kinds=tuple(UNPAID if award is None else award.kind for award in awards),
        numbers=tuple(0 if award is None else award.number for award in awards),
        pers=tuple(1 if award is None else award.per for award in awards),
    )


@kernel
def row_reached(rung: int, kinds: tuple[int, ...]) -> int:
    """The highest row that a hand on this rung reaches: its own, or the next one down that is paid."""
    if rung != NO_ROW:
        for row in range(rung, len(kinds)):
            if kinds[row] != UNPAID:
                return row
    return NO_ROW


NOT_QUALIFIED = "dealer_not_qualified"
"""How the names of situations end in which the dealer does not qualify."""
_OUTCOMES = {"lose": LOSE, "push": PUSH, "win": WIN}


def outcomes(rules: RuleSet, wager: str, situations: tuple[str, ...]) -> tuple[int, ...]:
    """The outcomes of a wager against the dealer by situation, as the document states them.

    `RulebookError` if a situation is missing, unknown to the game, or one that cannot happen.
    """
    stated = rules.settlement.get(wager, {})
    never = always_qualifies(rules)
    for situation in dict.fromkeys((*situations, *stated)):
        key, impossible = f"settlement.{wager}.{situation}", never and situation.endswith(NOT_QUALIFIED)
        if situation in stated and situation not in situations:
            report(rules.error(key, f"unknown situation; allowed: {', '.join(situations)}"))
        elif situation in stated and impossible:
            report(
                rules.error(key, "the dealer always qualifies without settlement.dealer_least; leave it out")
            )
        elif situation not in stated and not impossible:
            report(rules.error(key, "missing; allowed: win, lose or push"))
    return tuple(_OUTCOMES[stated[each].outcome] if each in stated else LOSE for each in situations)


def always_qualifies(rules: RuleSet) -> bool:
    """Whether the document names no hand that the dealer needs."""
    return "dealer_least" not in rules.facts.get("settlement", {})


def dealer_least(
    rules: RuleSet, strength: Callable[[int], int], counts: Callable[[int], int] | None = None
) -> int:
    """The lowest strength with which the dealer qualifies; 0 if every hand does.

    `RulebookError` if a card of that hand is not among those that count: it would decide nothing.
    """
    least = rules.facts.get("settlement", {}).get("dealer_least")
    if least is None:
        return 0
    cards = set_of(str(least.value))
    if counts is not None and counts(cards) != cards:
        allowed = f"only cards that count, {text_of(counts(cards))}"
        report(rules.error("facts.settlement.dealer_least", f"{least.value!r}; allowed: {allowed}"))
    return strength(cards)


def deals_only(rules: RuleSet, **cards: int) -> None:
    """`RulebookError` if the document deals other numbers of cards than the game ranks."""
    for name, number in cards.items():
        stated = rules.number(f"cards.{name}")
        if stated != number:
            report(rules.error(f"facts.cards.{name}", f"{stated}; allowed: {number}, which the game ranks"))


class Bound(NamedTuple):
    """The bounds of a decision, for messages: the least and the most, or the only amounts."""

    least: int
    most: int
    only: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SideWager:
    """A wager against a pay table."""

    ladder: tuple[str, ...]
    schedule: Schedule
    rung: Callable[[int, int], int]
    """(cards with the board, strength) to a rung of the ladder; past its end: nothing."""


@dataclass(frozen=True, slots=True)
class Play:
    """One game under one house's rules, as the settlement of a round uses it."""

    main: tuple[str, ...]
    """The wagers against the dealer, in the order of settlement."""
    decided: str
    """The decided wager: the one of them that a player places by deciding."""
    situations: tuple[str, ...]
    strength: Callable[[int], int]
    """The strength of a hand, board included."""
    settle_main: Callable[[int, int, int, int, int], tuple[int, ...]]
    """(player, dealer, folded, ante, decided) to (situation, then outcome, paid, returned by wager)."""
    allows: Callable[[int, int, int], bool]
    """(strength, ante, amount): whether the decided wager is legal."""
    bound: Callable[[int, int], Bound]
    """(strength, ante) to the bounds of the decided wager."""
    name: Callable[[int], str]
    """A strength in words."""
    sides: dict[str, SideWager]
    automatic: dict[str, SideWager]
    """Bonuses that need no wager of their own, by name."""
    progressive: SideWager | None
    cover_all: SideWager | None
    played: Callable[[int], int] | None = None
    """From a hand, the cards that play against the dealer, where the player discards the others."""
    least_played: int = 0
    """The fewest cards that can play; 0 where a hand cannot be judged by the cards that play alone."""
    makes: Callable[[int], tuple[int, ...]] | None = None
    """From a hand, board included, the cards that make its strength, in the order in which they are set."""
    left_exposed: Callable[[int], bool] | None = None
    """From a strength, whether the hand is left on the layout as a marker for Cover All."""


PlayFactory = Callable[[HouseRules], Play]
