"""The wagers on the layout, in cents: prices and best play at an amount, not per unit."""

from collections.abc import Mapping
from typing import NamedTuple

from croupier.errors import Refusal
from croupier.games import game
from croupier.money import LARGEST
from croupier.submission.house import HouseRules

LARGEST_ANTE = 10**9
"""In cents. Sums over all hands stay within 64 bits."""


class Wagers(NamedTuple):
    """The wagers of a hand that change what its decisions are worth."""

    ante: int
    progressive: int = 0
    """0 without one."""
    meters: tuple[tuple[str, int], ...] = ()
    """The amount on each meter of the progressive."""


def wagers_on_layout(
    house: HouseRules, wagers: Mapping[str, int], meters: Mapping[str, int] | None = None
) -> Wagers:
    """Wagers by name, in cents, the meters at their seeds unless given; a `Refusal` says what is allowed."""
    play = game(house.rules.rules.game).play(house)
    offered = [name for name in house.rules.wagers if name != play.decided and house.offers(name)]
    for name, amount in wagers.items():
        if name not in offered:
            raise Refusal("unknown_wager", f"wager {name!r}; allowed here: {', '.join(offered)}")
        if not 0 < amount <= LARGEST_ANTE:
            raise Refusal("bad_amount", f"{name} of {amount} cents; allowed: 1 to {LARGEST_ANTE}")
    if "ante" not in wagers:
        raise Refusal("missing_wager", "no ante; a decision needs one")
    progressive, stake = house.progressive, wagers.get("progressive", 0)
    if stake and progressive is not None and stake not in progressive.stakes:
        stakes = " or ".join(str(each) for each in progressive.stakes)
        raise Refusal("wrong_progressive_stake", f"progressive of {stake} cents; allowed: {stakes}")
    reading = reading_of(house, meters or {})
    return Wagers(wagers["ante"], stake, tuple(reading.items()) if stake else ())


def reading_of(house: HouseRules, meters: Mapping[str, int]) -> dict[str, int]:
    """The amount on every meter: as given, the others at their seeds; a `Refusal` for an unknown meter."""
    progressive = house.progressive
    known = {} if progressive is None else {meter.name: meter.seed for meter in progressive.meters}
    for name, amount in meters.items():
        if name not in known:
            raise Refusal("unknown_meter", f"meter {name!r}; allowed: {', '.join(known) or 'none'}")
        if not 0 <= amount <= LARGEST:
            raise Refusal("bad_amount", f"meter {name} of {amount} cents; allowed: 0 to {LARGEST}")
    return {**known, **meters}


_MOST_DIGITS = 20
"""More are no amount, and Python reads no number of thousands of digits."""


def amounts_of(text: str, what: str) -> dict[str, int]:
    """Amounts written as `ante=500,progressive=100`, in cents; a `Refusal` for anything else."""
    found = {}
    for part in filter(None, (each.strip() for each in text.split(","))):
        name, mark, amount = part.partition("=")
        if not mark or not amount.strip().isdecimal() or len(amount) > _MOST_DIGITS:
            raise Refusal("unknown_wager", f"{what} {part!r}; write NAME=CENTS, with commas between")
        found[name.strip()] = int(amount)
    return found
