"""Odds, awards in words, and the result of one wager. Amounts are whole cents."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import ceil
from typing import Any, TypeVar

Json = dict[str, Any]
Odds = tuple[int, int]
Row = TypeVar("Row")


def odds(text: str) -> Odds:
    """ "3 to 2" or "3 win 2" as (3, 2): a document that bans "for" allows either word (ma-hcf-11.a)."""
    left, word, right = text.split()
    assert word in ("to", "win")
    return int(left), int(right)


def winnings(stake: int, at: Odds) -> int:
    """Winnings at odds "to", up to the next cent (READINGS: "no less than" the odds)."""
    return ceil(Fraction(stake * at[0], at[1]))


def chosen_odds(choice: str | Json, printed: Mapping[str, Mapping[str, Odds]]) -> dict[str, Odds]:
    """The printed table of that name, or the operator's own figures in the order of the printed rows."""
    if isinstance(choice, str):
        return dict(printed[choice])
    rows = printed[choice["table"]]
    return {row: odds(choice["odds"][row]) for row in rows}


def highest_row(wager: str, table: Mapping[str, Row], reached: Iterable[str]) -> str | None:
    """The first row of the table that the hand reaches (ma-hcf-11.h; ma-fcp-13.a.2). `wager` names it."""
    within = set(reached)
    return next((row for row in table if row in within), None)


def result(outcome: str, stake: int, paid: int, returned: int) -> Json:
    """The result of one wager in the form of docs/settle.md."""
    net = paid + returned - stake
    return {"outcome": outcome, "stake": stake, "paid": paid, "returned": returned, "net": net}


def win(stake: int, paid: int) -> Json:
    """A win at odds "to": the stake goes back with the winnings."""
    return result("win", stake, paid, stake)


def award(stake: int, paid: int) -> Json:
    """A win of an amount, a percentage or "for": the stake is spent (stake 0: an envy, an ante bonus)."""
    return result("win", stake, paid, 0)


def lose(stake: int) -> Json:
    """A losing wager."""
    return result("lose", stake, 0, 0)


def push(stake: int) -> Json:
    """A wager neither collected nor paid."""
    return result("push", stake, 0, stake)


def void(stake: int) -> Json:
    """A wager that goes back because the hand is void (READINGS, "Void hands")."""
    return result("void", stake, 0, stake)


class Limit:
    """An aggregate payout limit: winnings are paid until it is reached, the rest is not paid."""

    def __init__(self, amount: int) -> None:
        self.left = amount

    def count(self, paid: int) -> None:
        """Winnings that count toward the limit without being cut (Maryland's ante and raise)."""
        self.left = max(0, self.left - paid)


def pay_within(limits: Iterable[Limit], amount: int) -> int:
    """What of the amount is paid, all the limits respected and drawn down."""
    every = list(limits)
    paid = min([amount, *(limit.left for limit in every)])
    for limit in every:
        limit.left -= paid
    return paid
