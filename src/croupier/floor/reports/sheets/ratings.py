"""Ratings: the play of each player card, without a name. Comps are left to other systems, by CSV.

A rating is by player card number, or by the id of an account. Players who sit without a card are not rated.
The theoretical win is by the real play: the exact edge of every stake under optimal play, and the exact cost
of the player's own decisions. Hands that were not reviewed yet count with the first alone, and are named.
"""

import re
from collections.abc import Iterator
from fractions import Fraction

from croupier.floor.reports.hold import ENVY, MAIN, PROGRESSIVE, side_wagers
from croupier.floor.reports.hold_band import COVER_ALL, HouseOdds
from croupier.floor.reports.hold_by_rounds import Played
from croupier.floor.reports.sheets.activity import Dealing, Dealt
from croupier.floor.reports.sheets.sheet import Cell, Column, Sheet
from croupier.settlement.round import Result

NO_CARD = re.compile(r"p(?:layer-)?\d{1,3}", re.ASCII)
"""A player without a card: the station calls them by their seat."""

_COLUMNS = (
    Column("Player card"),
    Column("Game"),
    Column("Game id"),
    Column("Tables"),
    Column("First round", "time"),
    Column("Last round", "time"),
    Column("Minutes", "count"),
    Column("Hands", "count"),
    Column("Average bet", "cents"),
    Column("Handle", "cents"),
    Column("Player's win", "cents"),
    Column("Theoretical win of the house", "cents"),
    Column("From mistakes", "cents"),
    Column("Hands not reviewed", "count"),
)
_NOTES = (
    "By player card number or account id, never by name. Players without a card are not rated.",
    "Average bet: the stakes placed before the deal, a hand. Handle: all stakes, decisions included.",
    "Theoretical: the exact edge of every stake, and the exact cost of the player's own decisions.",
    "Progressive and envy are not in it: their meters pay them.",
)


class _Rated:
    def __init__(self, first: int) -> None:
        self.first, self.last = first, first
        self.tables: dict[str, None] = {}
        self.worked = self.hands = self.placed = self.handle = self.net = self.unreviewed = 0
        self.theoretical: Fraction | None = Fraction(0)
        self.mistakes = 0.0


def ratings(dealing: Dealing) -> Sheet:
    """The ratings of some gaming days, a line for each card and game."""
    rated: dict[tuple[str, str, str], _Rated] = {}
    for table in dealing.tables:
        for dealt in dealing.rounds(table):
            if dealt.played.amounts:
                for player, seats in _players(dealt.played):
                    key = (player, dealt.game.title, dealt.game.id)
                    mine = rated.setdefault(key, _Rated(dealt.played.at))
                    _add(mine, dealt, player, seats, dealing)
    rows = tuple((*key, *_cells(found)) for key, found in sorted(rated.items()))
    return Sheet(
        name="ratings",
        title="Player ratings",
        period=dealing.days.words,
        zone=dealing.days.settings.zone,
        columns=_COLUMNS,
        rows=rows,
        notes=_NOTES,
    )


def _players(played: Played) -> Iterator[tuple[str, list[int]]]:
    """Each player with a card, and the seats that they played."""
    seats: dict[str, list[int]] = {}
    for seat in sorted(played.results):
        player = played.players.get(seat, "")
        if player and not NO_CARD.fullmatch(player):
            seats.setdefault(player, []).append(seat)
    yield from seats.items()


def _add(mine: _Rated, dealt: Dealt, player: str, seats: list[int], dealing: Dealing) -> None:
    played = dealt.played
    mine.first, mine.last = min(mine.first, played.at), max(mine.last, played.at)
    mine.tables[dealt.table] = None
    mine.worked += dealt.worked
    mine.hands += len(seats)
    priced = dealing.prices.of(played.house)
    odds = priced if isinstance(priced, HouseOdds) else None
    columns = len(played.results) + 1  # the dealer's hand is a column of Cover All too
    for seat in seats:
        for name, result in played.results[seat].items():
            if name not in (PROGRESSIVE, ENVY) and result.outcome != "void":
                _stake(mine, played, name, result, odds, columns)
    faced = dealing.play.round(dealt.table, played.number)
    if faced is None:
        mine.unreviewed += len(seats)
    else:
        mine.mistakes += sum(cost for habit, cost in faced.costs.items() if habit.player == player)


def _stake(
    mine: _Rated, played: Played, name: str, result: Result, odds: HouseOdds | None, columns: int
) -> None:
    rules = played.house.rules
    mine.handle += result.stake
    mine.net += result.net
    wager = rules.wagers.get(name)
    if wager is not None and wager.placed == "before_deal":
        mine.placed += result.stake
    bet = name if name in side_wagers(rules) else MAIN
    if bet == MAIN and name != "ante":
        return  # the edge of the game is per unit of ante
    priced_as = f"{COVER_ALL}.{columns}" if name == COVER_ALL else bet
    if odds is None or priced_as not in odds.edges:
        mine.theoretical = None
    elif mine.theoretical is not None:
        mine.theoretical += odds.edge(priced_as, result.stake) * result.stake


def _cells(found: _Rated) -> tuple[Cell, ...]:
    theoretical = None if found.theoretical is None else float(found.theoretical) + found.mistakes
    return (
        ", ".join(found.tables),
        found.first,
        found.last,
        round(found.worked / 60_000),
        found.hands,
        found.placed / found.hands,
        found.handle,
        found.net,
        theoretical,
        found.mistakes,
        found.unreviewed,
    )
