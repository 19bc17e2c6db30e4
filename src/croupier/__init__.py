"""Croupier: regulated casino table games run, settled, audited and priced by the letter of the rules.

>>> import croupier
>>> round_ = croupier.Round(
...     rules="ma/high-card-flush",
...     dealer="2d 3d 9d 4c 5h 6s Kc",
...     seats=[croupier.Seat(
...         seat=3, cards="As Ks 9s 4s 2h 3c Jd", wagers={"ante": 1000},
...         decision={"raise": 1000})],
... )
>>> settled = croupier.settle(round_)
>>> settled.seats[0].net, settled.seats[0].results["ante"].hand
(2000, 'four-card flush, ace high')
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.errors import Refusal
    from croupier.settlement.round import Result, Round, Seat, SettledSeat, Settlement
    from croupier.settlement.settle import settle
    from croupier.submission.form import Choices

__version__ = "0.1.0"

__all__ = [
    "Choices",
    "Refusal",
    "Result",
    "Round",
    "Seat",
    "SettledSeat",
    "Settlement",
    "settle",
]

_HOMES = {
    "croupier.errors": ("Refusal",),
    "croupier.settlement.round": ("Result", "Round", "Seat", "SettledSeat", "Settlement"),
    "croupier.settlement.settle": ("settle",),
    "croupier.submission.form": ("Choices",),
}


def __getattr__(name: str) -> object:
    """Import what is asked for when it is asked for: a command that does not settle starts without it."""
    for home, names in _HOMES.items():
        if name in names:
            from importlib import import_module

            return getattr(import_module(home), name)
    raise AttributeError(f"module 'croupier' has no attribute {name!r}")
