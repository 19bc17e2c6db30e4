"""The 169 starting hands under the printed rules, solved once and shipped in the package.

Without them, advice before the flop would wait for the full solution. The file names the terms for which it
was solved; it has no others. A test compares every figure with the solver.
"""

from fractions import Fraction
from functools import cache
from importlib.resources import files

import msgspec


class _Solved(msgspec.Struct, frozen=True):
    terms: str
    """The `repr` of the solved terms."""
    hands: dict[str, dict[str, str]]


@cache
def _solved() -> _Solved:
    data = files("croupier.games.ultimate_texas_holdem.solver").joinpath("starting_hands.json").read_bytes()
    return msgspec.json.decode(data, type=_Solved)


@cache
def _values() -> dict[str, dict[str, Fraction]]:
    return {
        hand: {action: Fraction(value) for action, value in values.items()}
        for hand, values in _solved().hands.items()
    }


def solved_values(terms: object) -> dict[str, dict[str, Fraction]] | None:
    """By starting hand, the value of each action before the flop; None for other terms."""
    return _values() if repr(terms) == _solved().terms else None
