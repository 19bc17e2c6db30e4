"""Recorded rounds, reviewed by player, table, dealer, shift and day, and watched."""

from collections.abc import Sequence
from datetime import UTC, datetime

import msgspec

from croupier.errors import Refusal
from croupier.floor.reports.given_rounds import Rounds
from croupier.floor.reports.hold_band import HouseOdds, Spread, exact_odds
from croupier.floor.reports.recorded_rounds import LoggedRound
from croupier.odds.progress import Progress, silent
from croupier.odds.review.account import Account, Review, Reviewer, SeatReview, faced_by, reviews_of
from croupier.odds.review.habits import Habits
from croupier.odds.watch.players import LEAKS, THRESHOLD, PlayerWatch, Watch
from croupier.submission.house import HouseRules


class Reviewed(msgspec.Struct, frozen=True, kw_only=True):
    """Rounds reviewed, by name in each group; for chosen players, of these alone."""

    players: tuple[Review, ...]
    tables: tuple[Review, ...] = ()
    dealers: tuple[Review, ...] = ()
    shifts: tuple[Review, ...] = ()
    days: tuple[Review, ...] = ()
    without_amounts: int
    """Rounds without amounts, which are left out."""
    not_solved: int = 0
    """Rounds that no solver prices, which are left out."""

    def groups(self) -> dict[str, tuple[Review, ...]]:
        """By group: its reviews."""
        return {group: getattr(self, group) for group in GROUPS}


GROUPS = ("players", "tables", "dealers", "shifts", "days")


def review_rounds(
    rounds: Rounds,
    players: Sequence[str] | None = None,
    bands: bool = False,
    progress: Progress = silent,
) -> Reviewed:
    """Every decision of the rounds priced, with the band of luck if asked for.

    A player who is not in the rounds is a `Refusal`; so is a round that no solver prices, unless another one
    was reviewed.
    """
    groups: dict[str, dict[str, Account]] = {group: {} for group in GROUPS}
    habits, reviewer, skipped = Habits(), Reviewer(), 0
    unsolved: list[Refusal] = []
    spreads = _Bands() if bands else None
    for number, each in enumerate(rounds):
        progress(number, len(rounds))
        if not each.played.record.amounts:
            skipped += 1
            continue
        try:
            seats = reviewer.seats(each.played, each.results)
        except Refusal as refusal:
            unsolved.append(_unsolved(refusal))
            continue
        _enter(groups, habits, each, seats, spreads)
    if unsolved and not any(groups.values()):
        raise unsolved[0]
    if missing := [name for name in players or () if name not in groups["players"]]:
        raise not_played(missing[0])
    found = {
        group: _with_bands(group, reviews_of(accounts, players), spreads)
        for group, accounts in groups.items()
        if group == "players" or not players
    }
    return Reviewed(**found, without_amounts=skipped, not_solved=len(unsolved))


def _unsolved(refusal: Refusal) -> Refusal:
    """The refusal of a round that no solver prices; any other is raised."""
    if refusal.code != "not_solved":
        raise refusal
    return refusal


def not_played(player: str) -> Refusal:
    """The refusal for a player of whom there is no round."""
    return Refusal("value_not_allowed", f"player {player!r}: not in these rounds")


def watch_rounds(
    rounds: Rounds,
    players: Sequence[str] | None = None,
    against: Sequence[str] | None = None,
    threshold: float = THRESHOLD,
    progress: Progress = silent,
) -> tuple[PlayerWatch, ...]:
    """The evidence that players know hidden cards, for each of the leaks.

    A leak that was named and is watched in none of the games is a `Refusal`, and so is an unknown player.
    """
    watching = Watch(LEAKS if against is None else against, threshold)
    for number, each in enumerate(rounds):
        progress(number, len(rounds))
        watching.add(each.played)
        try:
            watching.price(each.played, each.results)
        except Refusal as refusal:
            _unsolved(refusal)  # the evidence of other games stands
    for leak in watching.leaks:
        refusals = [refusal for (_, each), refusal in watching.refused.items() if each == leak]
        if refusals and leak not in watching.watched and (against is not None or not watching.watched):
            raise refusals[0]
    if missing := [name for name in players or () if name not in watching.players]:
        raise not_played(missing[0])
    return watching.report(players or None)


class _Bands:
    """The stakes of each name, for the band of its luck."""

    def __init__(self) -> None:
        self._odds: dict[int, tuple[HouseRules, HouseOdds]] = {}
        self._spreads: dict[tuple[str, str], Spread] = {}

    def add(self, group: str, name: str, house: HouseRules, seats: dict[int, SeatReview]) -> None:
        """The seats of one round that belong to a name."""
        if id(house) not in self._odds:
            self._odds[id(house)] = house, exact_odds(house)
        spread = self._spreads.setdefault((group, name), Spread())
        spread.add(self._odds[id(house)][1], {seat: each.stakes for seat, each in seats.items()})

    def band(self, group: str, name: str) -> tuple[float, float]:
        """How far luck is below and above 0, 99% of the time, in cents."""
        return self._spreads[group, name].band()


def _with_bands(group: str, reviews: tuple[Review, ...], bands: _Bands | None) -> tuple[Review, ...]:
    if bands is None:
        return reviews
    found = []
    for each in reviews:
        low, high = bands.band(group, each.name)
        within = low <= each.luck <= high
        found.append(msgspec.structs.replace(each, luck_band=(low, high), within=within))
    return tuple(found)


def _enter(
    groups: dict[str, dict[str, Account]],
    habits: Habits,
    each: LoggedRound,
    seats: dict[int, SeatReview],
    bands: _Bands | None,
) -> None:
    if not seats:
        return
    habits.enter(faced_by(seats.values()))
    round_ = f"{each.table} {each.number}".strip()
    day = datetime.fromtimestamp(each.at / 1000, UTC).date().isoformat() if each.at else ""
    every = sum(each.mispaid.values())
    names = {"tables": each.table, "dealers": each.dealer, "shifts": each.shift, "days": day}
    for group, name in names.items():
        if name:
            groups[group].setdefault(name, Account(habits=habits)).add(round_, seats, every, known=True)
            if bands:
                bands.add(group, name, each.played.house, seats)
    for name in dict.fromkeys(each.played.players.values()):
        own = {seat: mine for seat, mine in seats.items() if each.played.players.get(seat) == name}
        if own:
            mispaid = sum(each.mispaid.get(seat, 0) for seat in own)
            groups["players"].setdefault(name, Account(habits=habits)).add(round_, own, mispaid, known=True)
            if bands:
                bands.add("players", name, each.played.house, own)
