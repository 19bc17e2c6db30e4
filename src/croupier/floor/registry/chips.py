"""Chips by denomination and color: the house's list, counts of it, and their totals in cents."""

from collections.abc import Mapping, Sequence

import msgspec

from croupier.errors import Refusal
from croupier.money import LARGEST, dollars

MOST_DENOMINATIONS = 20
_MOST_CHIPS = 1_000_000

Chips = dict[int, int]
"""By denomination in cents, how many chips."""


Stacks = tuple[tuple[int, int], ...]
"""Chips as recorded: pairs of a denomination in cents and how many, the smallest first."""


class Denomination(msgspec.Struct, frozen=True, kw_only=True):
    """A chip of the house."""

    cents: int
    color: str


DENOMINATIONS = (
    Denomination(cents=25, color="light blue"),
    Denomination(cents=50, color="orange"),
    Denomination(cents=100, color="white"),
    Denomination(cents=250, color="pink"),
    Denomination(cents=500, color="red"),
    Denomination(cents=2_500, color="green"),
    Denomination(cents=10_000, color="black"),
    Denomination(cents=50_000, color="purple"),
    Denomination(cents=100_000, color="yellow"),
    Denomination(cents=500_000, color="gray"),
)
"""The usual colors of United States casinos, until the house names its own."""


def total(chips: Mapping[int, int]) -> int:
    """The value of chips in cents.

    >>> total({500: 20, 2_500: 4})
    20000
    """
    return sum(cents * count for cents, count in chips.items())


def stacks(chips: Mapping[int, int]) -> Stacks:
    """Chips as they are recorded.

    >>> stacks({2_500: 4, 500: 20, 100: 0})
    ((500, 20), (2500, 4))
    """
    return tuple((cents, count) for cents, count in sorted(chips.items()) if count)


def check_denominations(denominations: Sequence[Denomination]) -> None:
    """Refuse a list that a count could not use: empty, too long, a value or color twice, no value."""
    values = [each.cents for each in denominations]
    colors = [each.color.strip().casefold() for each in denominations]
    if not 1 <= len(denominations) <= MOST_DENOMINATIONS:
        message = f"{len(denominations)} denominations; allowed: 1 to {MOST_DENOMINATIONS}"
        raise Refusal("value_not_allowed", message)
    if any(not 1 <= each <= LARGEST for each in values):
        raise Refusal("value_not_allowed", f"a chip without a value; allowed: 1 cent to {dollars(LARGEST)}")
    if any(not color or len(color) > 32 or not color.isprintable() for color in colors):
        raise Refusal("value_not_allowed", "a chip without a color; allowed: 1 to 32 printable letters")
    for what, found in (("value", values), ("color", colors)):
        if len(set(found)) < len(found):
            raise Refusal("value_not_allowed", f"two chips of the same {what}; allowed: each {what} once")


def check_chips(chips: Mapping[int, int], denominations: Sequence[Denomination]) -> int:
    """The total of a count in cents; refused if a chip is not the house's, or a number is none."""
    known = {each.cents for each in denominations}
    for cents, count in chips.items():
        if cents not in known:
            allowed = ", ".join(dollars(each) for each in sorted(known))
            raise Refusal("value_not_allowed", f"chips of {dollars(cents)}; allowed: {allowed}")
        if not 0 <= count <= _MOST_CHIPS:
            message = f"{count} chips of {dollars(cents)}; allowed: 0 to {_MOST_CHIPS:,}"
            raise Refusal("value_not_allowed", message)
    found = total(chips)
    if found > LARGEST:
        raise Refusal("bad_amount", f"chips for {dollars(found)}; allowed: up to {dollars(LARGEST)}")
    return found


def check_total(counted: int, stated: int) -> None:
    """Refuse a stated total that the chips do not add up to."""
    if counted != stated:
        message = f"the chips add up to {dollars(counted)}, the stated total is {dollars(stated)}"
        raise Refusal("total_differs", f"{message}; allowed: the same")
