"""`croupier review`: every decision priced, and luck taken out of the result."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.errors import fail
from croupier.cli.house.data import DbOption
from croupier.cli.protection.rounds import (
    ExportArgument,
    JsonOption,
    PlayerOption,
    RoundsOption,
    only_of,
    rounds_given,
    signed_dollars,
)

if TYPE_CHECKING:
    from croupier.floor.reports.hold_band import HouseOdds, Spread
    from croupier.floor.reports.recorded_rounds import LoggedRound
    from croupier.odds.review.account import Account, Review, SeatReview
    from croupier.odds.review.habits import Habits
    from croupier.submission.house import HouseRules


GROUPS = ("players", "tables", "dealers", "shifts", "days")


def review(
    export: ExportArgument = None,
    db: DbOption = None,
    rounds: RoundsOption = None,
    player: PlayerOption = None,
    bands: Annotated[
        bool,
        typer.Option("--bands", help="Add the band of luck, 99 %, by the exact laws: solves the games."),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Print what play was worth: the price of the game, mistakes, luck and mispays, each exact.

    By player, table, dealer, shift and day. The win without luck is the theoretical win by the decisions that
    were really made; its standard deviation is shown beside that of the win. A progressive is left out.

    Example: croupier review --rounds rounds.jsonl
    """
    from croupier.cli.progress_bar import Bar
    from croupier.errors import Refusal
    from croupier.odds.review.account import Reviewer, reviews_of
    from croupier.odds.review.habits import Habits

    recorded = only_of(rounds_given(export, db, rounds).rounds, player)
    groups: dict[str, dict[str, Account]] = {group: {} for group in GROUPS}
    habits = Habits()
    reviewer, skipped = Reviewer(), 0
    spreads = Bands() if bands else None
    with Bar("pricing decisions") as progress:
        for number, each in enumerate(recorded):
            progress(number, len(recorded))
            if not each.played.record.amounts:
                skipped += 1
                continue
            try:
                _enter(groups, habits, each, reviewer.seats(each.played, each.results), spreads)
            except Refusal as refusal:
                fail(refusal.message, 1)
    if player and (missing := [name for name in player if name not in groups["players"]]):
        fail(f"--player {missing[0]!r}: not in these rounds", 1)
    found = {
        group: _with_bands(group, reviews_of(accounts, player if group == "players" else None), spreads)
        for group, accounts in groups.items()
        if group == "players" or not player
    }
    if as_json:
        import msgspec

        answer = {**found, "without_amounts": skipped}
        typer.echo(msgspec.json.format(msgspec.json.encode(answer), indent=2).decode())
    else:
        _print(found, skipped)


class Bands:
    """The stakes of each name, for the band of its luck."""

    def __init__(self) -> None:
        self._odds: dict[int, tuple[HouseRules, HouseOdds]] = {}
        self._spreads: dict[tuple[str, str], Spread] = {}

    def add(self, group: str, name: str, house: "HouseRules", seats: "dict[int, SeatReview]") -> None:
        """The seats of one round that belong to a name."""
        from croupier.floor.reports.hold_band import Spread, exact_odds

        if id(house) not in self._odds:
            self._odds[id(house)] = house, exact_odds(house)
        spread = self._spreads.setdefault((group, name), Spread())
        spread.add(self._odds[id(house)][1], {seat: each.stakes for seat, each in seats.items()})

    def band(self, group: str, name: str) -> tuple[float, float]:
        """How far luck is below and above 0, 99 % of the time, in cents."""
        return self._spreads[group, name].band()


def _with_bands(group: str, reviews: "tuple[Review, ...]", bands: "Bands | None") -> "tuple[Review, ...]":
    import msgspec

    if bands is None:
        return reviews
    found = []
    for each in reviews:
        low, high = bands.band(group, each.name)
        within = low <= each.luck <= high
        found.append(msgspec.structs.replace(each, luck_band=(low, high), within=within))
    return tuple(found)


def _enter(
    groups: "dict[str, dict[str, Account]]",
    habits: "Habits",
    each: "LoggedRound",
    seats: "dict[int, SeatReview]",
    bands: "Bands | None",
) -> None:
    from croupier.odds.review.account import Account, faced_by

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


def _print(found: "dict[str, tuple[Review, ...]]", skipped: int) -> None:
    from croupier.cli.terminal import console, table
    from croupier.names import spoken

    columns = (
        "", "rounds", "staked", "win", "optimal play", "mistakes", "theoretical", "luck", "mispaid",
        "std dev", "without luck",
    )  # fmt: skip
    for group, reviews in found.items():
        if not reviews:
            continue
        rows = [
            (
                each.name,
                f"{each.rounds}",
                *(
                    signed_dollars(amount)
                    for amount in (
                        each.staked, each.win, each.optimal, each.mistakes, each.theoretical, each.luck,
                        each.mispaid, each.standard_deviation.win, each.standard_deviation.without_luck,
                    )
                ),
            )
            for each in reviews
        ]  # fmt: skip
        console().print(table(f"{group}: the house's win", columns, rows, columns[1:]))
        for each in reviews:
            if each.luck_band and not each.within:
                low, high = map(signed_dollars, each.luck_band)
                typer.echo(f"alert: luck of {each.name} is outside of its band, {low} to {high}")
    for each in found["players"] if len(found) == 1 else ():
        for mistake in each.worst:
            typer.echo(
                f"{each.name}, round {mistake.round}, {mistake.stage}: {spoken(mistake.action)} "
                f"instead of {spoken(mistake.best)} cost {signed_dollars(mistake.cost)}"
            )
    if skipped:
        typer.echo(f"{skipped} rounds without amounts are left out")
