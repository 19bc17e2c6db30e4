"""The wagers of a simulated table: their places in the arrays, and what each seat places before the deal."""

from collections.abc import Mapping, Sequence

from croupier.games.common import Play
from croupier.odds.side_bets import play_of
from croupier.submission.house import HouseRules

ANTE, BLIND, DECIDED, BONUS, FIRST_SIDE = range(5)
SIDE_PLACES = 4
"""Wagers against a pay table that a game may have."""
PROGRESSIVE, ENVY, COVER_ALL, WAGERS = range(FIRST_SIDE + SIDE_PLACES, FIRST_SIDE + SIDE_PLACES + 4)
"""The places of wagers and of what is paid without one, in the order of settlement, and their number."""

UNIT = 100
"""A dollar: every wager whose amount the rules leave open, where none is given or posted."""

MOST = 10**8
"""The largest wager simulated, in cents: squares and sums of what it wins stay within 64 bits."""

SeatWagers = Mapping[str, int]
"""Cents by the wager's name, as in a round to settle."""

Posted = Mapping[str, tuple[int, int]]
"""Minimum and maximum in cents, by the wager's name."""


def place(play: Play, wager: str) -> int:
    """The place of a wager, or of a bonus that comes with one, by its name."""
    sides = tuple(play.sides)
    if wager in play.automatic:
        return BONUS
    if wager in sides:
        return FIRST_SIDE + sides.index(wager)
    if wager == play.decided:
        return DECIDED
    return {"ante": ANTE, "blind": BLIND, "progressive": PROGRESSIVE, "cover_all": COVER_ALL}[wager]


def main_wagers(house: HouseRules) -> tuple[str, ...]:
    """The wagers against the dealer that are placed before the deal."""
    play = play_of(house)
    return tuple(name for name in play.main if name != play.decided)


def offered(house: HouseRules) -> list[str]:
    """The wagers that may be placed before the deal, in the order of settlement."""
    named = (*main_wagers(house), *play_of(house).sides, "progressive", "cover_all")
    return [name for name in named if name in house.rules.wagers and house.offers(name)]


def every_wager(house: HouseRules, posted: Posted | None = None) -> dict[str, int]:
    """Every wager offered: the posted minimum, or a dollar; the progressive at its first stake."""
    least = {name: minimum for name, (minimum, _) in (posted or {}).items()}
    wagers = {name: least.get(name, UNIT) for name in offered(house)}
    if house.progressive is not None:
        wagers["progressive"] = house.progressive.stakes[0]
    return wagers | dict.fromkeys(main_wagers(house), wagers["ante"])


def needs_others(house: HouseRules, wager: str) -> bool:
    """Whether a wager may not stand alone."""
    datum = house.rules.wagers[wager]
    return bool(datum.needs or datum.needs_one_of)


def check_seats(house: HouseRules, seats: Sequence[SeatWagers], positions: int = 0) -> None:
    """Raise `ValueError` for wagers that the rules, or the positions of a submission, do not allow."""
    most = positions or house.rules.number("table.positions")
    if not 1 <= len(seats) <= most:
        raise ValueError(f"{len(seats)} players; allowed: 1 to {most}")
    allowed = offered(house)
    for number, wagers in enumerate(seats, start=1):
        if not wagers:
            raise ValueError(f"seat {number}: no wager")
        for name, amount in wagers.items():
            if name not in allowed:
                raise ValueError(f"seat {number}: no wager {name!r} here; allowed: {', '.join(allowed)}")
            if not 0 < amount <= MOST:
                raise ValueError(f"seat {number}: {name} of {amount}; allowed: 1 to {MOST} cents")
            _check_needs(house, number, name, wagers)
        if "blind" in wagers and wagers["blind"] != wagers["ante"]:
            raise ValueError(f"seat {number}: the blind must equal the ante")
        stake = wagers.get("progressive")
        if stake is not None and house.progressive is not None and stake not in house.progressive.stakes:
            stakes = " or ".join(str(each) for each in house.progressive.stakes)
            raise ValueError(f"seat {number}: progressive of {stake} cents; allowed: {stakes}")


def _check_needs(house: HouseRules, number: int, name: str, wagers: SeatWagers) -> None:
    datum = house.rules.wagers[name]
    missing = [needed for needed in datum.needs if needed not in wagers]
    if missing:
        raise ValueError(f"seat {number}: {name} without {', '.join(missing)}")
    if datum.needs_one_of and not any(needed in wagers for needed in datum.needs_one_of):
        raise ValueError(f"seat {number}: {name} without {' or '.join(datum.needs_one_of)}")
