"""Play a user's strategy in bulk: compiled street by street with the function, or in plain Python."""

from collections.abc import Callable
from types import FunctionType
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from croupier.errors import Refusal
from croupier.jit import compiled, forget_if_changed, kernel
from croupier.odds.own.policy import Decision, Policy, Seen, unusable
from croupier.odds.protocol import Stage
from croupier.odds.simulate.hands import set_at
from croupier.odds.simulate.sheet import Sheet

if TYPE_CHECKING:
    from croupier.odds.simulate.game import SimulatedGame

Street = Callable[..., int]
"""Decides one street of all rounds that have not wagered yet: the first round whose decision is not legal, or
-1."""


class Places(NamedTuple):
    """The rows of a sheet's cards that a seat sees on a street: each the first row, and how many."""

    own: int
    own_cards: int
    board: int
    board_cards: int
    up: int
    up_cards: int


@kernel
def seen_at(columns: Any, number: int, street: int, places: Places, legal: int) -> Seen:
    """The view of a seat in one round."""
    least, most = wager_bounds(legal)
    return Seen(
        street,
        set_at(columns, places.own, places.own_cards, number),
        set_at(columns, places.board, places.board_cards, number),
        set_at(columns, places.up, places.up_cards, number),
        least,
        most,
    )


@kernel
def wager_bounds(legal: int) -> tuple[int, int]:
    """The least and the most wager of a set of legal antes."""
    least = 1
    while not legal >> least & 1:
        least += 1
    most = least
    for antes in range(least, 8):
        if legal >> antes & 1:
            most = antes
    return least, most


@kernel
def is_legal(antes: int, legal: int) -> bool:
    """Whether a wager of `antes` antes is in a set of legal ones."""
    return 0 <= antes < 8 and legal >> antes & 1 == 1


def street_of(decide: Decision) -> Street:
    """The loop over the rounds of a street around one function."""

    def street(columns: Any, places: Places, number_of_street: int, legal: Any, antes: Any) -> int:
        for number in range(len(antes)):
            if antes[number] == 0:
                allowed = int(legal[number])
                chosen = decide(seen_at(columns, number, number_of_street, places, allowed))
                if not is_legal(chosen, allowed):
                    return number
                antes[number] = chosen
        return -1

    return street


class _IllegalWager(Exception):
    """A function in plain Python chose an illegal wager; holds the round and the choice."""


def plain_street_of(decide: Decision) -> Street:
    """Return the same loop in plain Python, with Python ints."""

    def street(columns: Any, places: Places, number_of_street: int, legal: Any, antes: Any) -> int:
        cards, allowed = columns.astype(object), legal.tolist()
        for number in (antes == 0).nonzero()[0].tolist():
            own, board, up = (
                sum(1 << cards[row, number] for row in range(first, first + count))
                for first, count in (places[:2], places[2:4], places[4:])
            )
            least, most = wager_bounds(allowed[number])
            chosen: object = decide(Seen(number_of_street, own, board, up, least, most))
            whole = isinstance(chosen, int | np.integer) and not isinstance(chosen, bool)
            if not whole or not is_legal(int(cast(int, chosen)), allowed[number]):
                raise _IllegalWager(int(number), chosen)
            antes[number] = chosen
        return -1

    return street


def decider(game: "SimulatedGame", policy: Policy, stages: tuple[Stage, ...]) -> Callable[[Sheet, int], None]:
    """Writes the antes that a seat wagers by this strategy, in each round of a sheet."""
    jit = game.jit and policy.compiled
    loops = _loops(policy, jit)

    def decide(sheet: Sheet, seat: int) -> None:
        antes = sheet.antes[seat]
        antes[:] = 0
        legal = np.zeros(sheet.rounds, dtype=np.uint8)
        for number, (stage, loop) in enumerate(zip(stages, loops, strict=True)):
            game.find_legal(number, sheet, legal, seat)
            places = _places(game, stage, seat)
            chosen: list[object] = []
            try:
                wrong = loop(sheet.columns, places, number, legal, antes)
            except _IllegalWager as illegal:
                wrong, *chosen = illegal.args
            except (Exception, SystemExit) as error:
                raise unusable(policy, error) from error
            if wrong >= 0:
                allowed = int(legal[wrong])
                seen = Seen(*map(int, seen_at(sheet.columns, wrong, number, places, allowed)))
                raise policy.refusal(stage, seen, allowed, *chosen)

    return decide


def _places(game: "SimulatedGame", stage: Stage, seat: int) -> Places:
    own = seat * game.player_cards
    board = game.cards - game.common_cards
    return Places(own, stage.player, board, stage.board, game.dealer_row, stage.up)


def _loops(policy: Policy, jit: bool) -> list[Street]:
    """One loop a street; the same function is compiled once."""
    made: dict[Decision, Street] = {}
    if jit:
        check_results(policy)
    for function in policy.functions:
        if function not in made:
            if jit:
                made[function] = compiled(street_of(source_of(function)))
            else:
                made[function] = plain_street_of(getattr(function, "py_func", function))
    return [made[function] for function in policy.functions]


def source_of(function: Decision) -> Decision:
    """The Python function behind one that numba compiled, marked as a kernel with today's globals."""
    found: Decision = kernel(getattr(function, "py_func", function))
    forget_if_changed(cast(FunctionType, found))
    return found


def check_results(policy: Policy) -> None:
    """Refuse compiled functions that do not give whole numbers."""
    from croupier.jit.compilation import result_type

    for function in dict.fromkeys(policy.functions):
        try:
            given = result_type(cast(FunctionType, source_of(function)), Seen(0, 0, 0, 0, 1, 1))
        except Exception as error:
            raise unusable(policy, error) from error
        if not given.removeprefix("Literal[").removeprefix("u").startswith("int"):
            message = f"strategy: {policy.name} returns {given}; allowed: a whole number of antes"
            raise Refusal("strategy_unusable", message)
