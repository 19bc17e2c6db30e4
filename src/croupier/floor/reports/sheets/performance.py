"""Game performance: actual and theoretical win of every bet, by pay table.

A changed pay table is a new game: its bets begin again from nothing. The progressive has no theoretical win,
because its meters pay it.
"""

from croupier.floor.reports.hold import MAIN, Tally
from croupier.floor.reports.sheets.activity import Dealing
from croupier.floor.reports.sheets.games import ONLY, Game
from croupier.floor.reports.sheets.sheet import Cell, Column, Sheet
from croupier.games.vocabulary import wager_label
from croupier.submission.house import HouseRules

_COLUMNS = (
    Column("Game", group=True),
    Column("Pay tables", group=True),
    Column("Game id", group=True),
    Column("Tables", group=True),
    Column("Bet"),
    Column("First round", "time", group=True),
    Column("Last round", "time", group=True),
    Column("Hands", "count"),
    Column("Staked", "cents"),
    Column("Win", "cents"),
    Column("Actual", "share"),
    Column("Theoretical", "share"),
    Column("Theoretical win", "cents"),
    Column("Difference", "cents"),
)
_NOTES = (
    "Each pay table counts as its own game: its figures begin with its first round.",
    "The game itself is measured on its antes, because its edge is per unit of ante.",
    "Theoretical: the exact edge under optimal play. A dash: no theory, or amounts were not entered.",
)


class _Dealt:
    def __init__(self, house: HouseRules, first: int) -> None:
        self.house, self.first, self.last = house, first, first
        self.tables: dict[str, None] = {}
        self.tally = Tally()


def game_performance(dealing: Dealing) -> Sheet:
    """Every bet of every game that was dealt in some gaming days."""
    games: dict[Game, _Dealt] = {}
    for table in dealing.tables:
        for dealt in dealing.rounds(table):
            played = dealt.played
            found = games.setdefault(dealt.game, _Dealt(played.house, played.at))
            found.first, found.last = min(found.first, played.at), max(found.last, played.at)
            found.tables[table] = None
            priced = dealing.prices.of(played.house) if played.amounts else None
            found.tally.add(played, priced, None)
    rows = [
        row
        for game in sorted(games, key=lambda each: (each.title, games[each].first))
        for row in _rows(game, games[game])
    ]
    return Sheet(
        name="game-performance",
        title="Game performance by pay table",
        period=dealing.days.words,
        zone=dealing.days.settings.zone,
        columns=_COLUMNS,
        rows=tuple(rows),
        notes=_NOTES,
    )


def _rows(game: Game, dealt: _Dealt) -> list[tuple[Cell, ...]]:
    seen = dealt.tally.hold("")
    about = (game.title, game.pay_tables, game.id, ", ".join(dealt.tables))
    rows: list[tuple[Cell, ...]] = []
    for bet in seen.bets:
        theory = None if bet.theoretical is None or not bet.staked else bet.theoretical / bet.staked
        rows.append(
            (
                *about,
                _bet(dealt.house, bet.bet),
                dealt.first,
                dealt.last,
                bet.hands,
                bet.staked,
                bet.win,
                bet.win / bet.staked if bet.staked else None,
                theory,
                bet.theoretical,
                None if bet.theoretical is None else bet.win - bet.theoretical,
            )
        )
    if seen.progressive_staked:
        win = seen.progressive_staked - seen.progressive_paid
        share = win / seen.progressive_staked
        progressive = (seen.progressive_staked, win, share, None, None, None)
        name = wager_label(dealt.house.rules, "progressive")
        rows.append((*about, name, dealt.first, dealt.last, None, *progressive))
    return rows


def _bet(house: HouseRules, bet: str) -> str:
    if bet == MAIN:
        return "The game itself"
    pays = house.tables.get(bet)
    named = wager_label(house.rules, bet)
    return f"{named}, pay table {pays.name}" if pays is not None and pays.name != ONLY else named
