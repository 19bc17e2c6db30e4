"""Payout limits: winnings in the order of payment until a limit is reached; the rest is not paid."""

from collections.abc import Iterable, Sequence

from croupier.submission.house import HouseLimit


class Winnings:
    """The winnings that count toward each limit so far.

    Most rounds pay far less than any limit: until all their wins together pass the smallest limit, wins are
    only noted.
    """

    __slots__ = ("_noted", "_paid", "_smallest", "_together")

    def __init__(self, smallest: int = 0) -> None:
        self._paid: dict[tuple[str, int], int] = {}
        self._noted: list[tuple[Sequence[HouseLimit], str, int, int]] = []
        self._smallest = smallest
        self._together = 0

    def allow(
        self, limits: Sequence[HouseLimit], wager: str, paid: int, seat: int = 0
    ) -> tuple[int, tuple[str, ...]]:
        """The part of a win that the limits leave, and the clauses of the limit that cut it.

        That part counts toward the limits from now on.
        """
        self._together += paid
        if self._together <= self._smallest:
            self._noted.append((limits, wager, paid, seat))
            return paid, ()
        for noted in self._noted:
            self._count(*noted)
        self._noted.clear()
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
        self._count(limits, wager, allowed, seat)
        return allowed, binding

    def _count(self, limits: Sequence[HouseLimit], wager: str, paid: int, seat: int) -> None:
        for limit in limits:
            if wager in limit.capped or wager in limit.counted:
                key = _toward(limit, seat)
                self._paid[key] = self._paid.get(key, 0) + paid


def within_limits(limits: Sequence[HouseLimit], wins: Iterable[tuple[str, int]]) -> int:
    """The sum paid for the wins of one hand, by wager in the order of payment, alone at the table."""
    winnings = Winnings()
    return sum(winnings.allow(limits, wager, paid)[0] for wager, paid in wins)


def _toward(limit: HouseLimit, seat: int) -> tuple[str, int]:
    return limit.name, seat if limit.per == "hand" else 0
