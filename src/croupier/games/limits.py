"""Payout limits: winnings in the order of payment until a limit is reached; the rest is not paid."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from croupier.submission.house import HouseLimit


class Winnings:
    """The winnings that count toward each limit so far."""

    __slots__ = ("_paid",)

    def __init__(self) -> None:
        self._paid: dict[tuple[str, int], int] = {}

    def allow(self, limits: Sequence[HouseLimit], wager: str, paid: int, seat: int = 0) -> "Allowed":
        """The part of a win that the limits leave, counted toward them from now on."""
        allowed = paid
        binding: tuple[str, ...] = ()
        for limit in limits:
            if wager not in limit.capped:
                continue
            left = max(0, limit.amount - self._paid.get(_toward(limit, seat), 0))
            if left < allowed:
                allowed, binding = left, limit.clauses
            elif left == allowed < paid:
                binding = (*binding, *limit.clauses)
        for limit in limits:
            if wager in limit.capped or wager in limit.counted:
                key = _toward(limit, seat)
                self._paid[key] = self._paid.get(key, 0) + allowed
        return Allowed(allowed, binding)


class Allowed(NamedTuple):
    """What is paid of a win, and the clauses of the limit that cut it."""

    paid: int
    clauses: tuple[str, ...]


def within_limits(limits: Sequence[HouseLimit], wins: Iterable[tuple[str, int]]) -> int:
    """The sum paid for the wins of one hand, by wager in the order of payment, alone at the table."""
    winnings = Winnings()
    return sum(winnings.allow(limits, wager, paid).paid for wager, paid in wins)


def _toward(limit: HouseLimit, seat: int) -> tuple[str, int]:
    return limit.name, seat if limit.per == "hand" else 0
