"""Settle rounds: a `Round` in, a `Settlement` out, every cent with the clause that it rests on.

Amounts are whole cents. A round that the rules do not allow, or that has a value of another type (a float or
a boolean for an amount), raises `Refusal`, and nothing is settled.
"""

from collections.abc import Iterable, Iterator

from croupier.errors import Refusal
from croupier.input_types import conform, iterable, text, truth
from croupier.settlement.json_lines import read_round as _read_round
from croupier.settlement.round import Breach, Result, Round, Seat, SettledSeat, Settlement
from croupier.settlement.settle import settle as _settle
from croupier.submission.form import AggregateLimit, Choices, FiledProgressive, FiledTable

__all__ = [
    "AggregateLimit",
    "Breach",
    "Choices",
    "FiledProgressive",
    "FiledTable",
    "Refusal",
    "Result",
    "Round",
    "Seat",
    "SettledSeat",
    "Settlement",
    "read_round",
    "settle",
    "settle_each",
]


def settle(game_round: Round, *, as_played: bool = False) -> Settlement:
    """Settle a round; `Refusal` if it is not one that the rules allow, and then nothing is settled.

    `as_played`: a player on too many boxes, or on boxes apart, is still settled, and listed.
    """
    return _settle(conform(game_round, Round, "round"), as_played=truth(as_played, "as_played"))


def settle_each(rounds: Iterable[Round], *, as_played: bool = False) -> Iterator[Settlement | Refusal]:
    """Settle rounds one after the other; a refused round gives its `Refusal` in its place."""
    truth(as_played, "as_played")
    for game_round in iterable(rounds, "rounds", "`Round`s"):
        try:
            yield settle(game_round, as_played=as_played)
        except Refusal as refusal:
            yield refusal


def read_round(line: bytes | str) -> Round:
    """The round of a line of JSON, as `croupier settle` reads it; `Refusal` if it has another form."""
    if not isinstance(line, bytes | str):
        raise Refusal("malformed", f"line: expected `str` or `bytes`, got `{type(line).__name__}`")
    return _read_round(line if isinstance(line, bytes) else text(line, "line").encode())
