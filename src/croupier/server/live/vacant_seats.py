"""Seats of players who are gone: the floor frees them, so that somebody else can play.

At an electronic table a player sits down by themselves and may never come back. Their seat is freed, if it
has no wager, when their session has ended, soon after they closed the table's page, when they have neither a
socket nor an act for minutes, and when they sit out many rounds or place no wager for a quarter of an hour.
At a live table the dealer seats players. Bets wait for nobody who has closed the page; the seat, and the time
for a decision, are kept a little longer than that, for a line that was lost.
"""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass

from croupier.errors import Refusal
from croupier.floor.host.floor import Floor
from croupier.floor.people.sessions import Sessions
from croupier.server.live.connections import Connections
from croupier.server.settings import Settings
from croupier.table.events import BetPlaced, PlayerSat
from croupier.table.transition import Transition

PATIENCE = 30.0


@dataclass
class _Seat:
    player: str
    seen: float
    """When they last had a socket, or acted."""
    played: float
    """When they last sat down or wagered."""
    round: int
    """The table's round then."""
    watched: bool = False
    """They had the table's page open."""


class VacantSeats:
    """The seats of this server's electronic tables."""

    def __init__(
        self,
        floor: Floor,
        sessions: Sessions,
        connections: Connections,
        settings: Settings,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._floor = floor
        self._sessions = sessions
        self._connections = connections
        self._settings = settings
        self._clock = clock
        self._seats: dict[tuple[str, int], _Seat] = {}
        floor.listen(self._committed)

    def _committed(self, table: str, transitions: Sequence[Transition]) -> None:
        """On the floor's thread: somebody sat down or wagered."""
        for each in transitions:
            event = each.event
            if isinstance(event, PlayerSat) or (isinstance(event, BetPlaced) and event.wagers):
                now = self._clock()
                before = self._seats.get((table, event.seat))
                # A page that is opened, used and closed between two looks was watched too.
                watched = self._connections.watches(event.player, table) or (
                    before is not None and before.player == event.player and before.watched
                )
                self._seats[table, event.seat] = _Seat(event.player, now, now, each.state.round, watched)

    def note_absent(self) -> None:
        """Tell the floor which seated players have closed the page: the others do not wait for them."""
        for hosted in tuple(self._floor.tables.values()):
            if hosted.state.rules is None or not hosted.state.electronic:
                continue
            away = {
                player: self._closed_for(hosted.name, seat, player)
                for seat, player in tuple(hosted.state.players.items())
            }
            absent, gone = (
                frozenset(player for player, seconds in away.items() if seconds >= least)
                for least in (self._settings.seat_absent_seconds, self._settings.seat_left_seconds)
            )
            if (absent, gone) != (hosted.absent, hosted.gone):
                self._floor.set_absent(hosted.name, absent, gone)

    def _closed_for(self, table: str, seat: int, player: str) -> float:
        """Seconds since a player closed the table's page; below zero if they have not."""
        known = self._seats.get((table, seat))
        if known is None or known.player != player:
            return -1
        if self._connections.watches(player, table):
            known.seen, known.watched = self._clock(), True
            return -1
        return self._clock() - known.seen if known.watched else -1

    def free(self) -> None:
        """Free the seats of players who are gone."""
        waiting: list[Future[bool]] = []
        for table, seats in self._gone().items():
            # From one end: a seat between two others of the same player cannot be left before them.
            waiting += [self._floor.vacate(table, seat, player) for seat, player in sorted(seats)]
        for future in waiting:
            try:
                future.result(PATIENCE)
            except Refusal as refusal:
                if refusal.code.startswith("ledger_"):
                    raise

    def _gone(self) -> dict[str, list[tuple[int, str]]]:
        """By table, the seats to free, each with its player."""
        taken = [
            (hosted.name, seat, player, hosted.state.round)
            for hosted in tuple(self._floor.tables.values())
            if hosted.state.rules is not None and hosted.state.electronic
            for seat, player in tuple(hosted.state.players.items())
            if seat not in hosted.state.hands
        ]
        self._forget()
        if not taken:
            return {}
        here = self._sessions.signed_in({player for _, _, player, _ in taken})
        gone: dict[str, list[tuple[int, str]]] = {}
        for table, seat, player, round_ in taken:
            if player not in here or self._away(table, seat, player, round_):
                gone.setdefault(table, []).append((seat, player))
        return gone

    def _away(self, table: str, seat: int, player: str, round_: int) -> bool:
        settings, now = self._settings, self._clock()
        known = self._seats.get((table, seat))
        if known is None or known.player != player:  # seated before this server ran the table
            known = self._seats[table, seat] = _Seat(player, now, now, round_)
        if self._connections.watches(player, table):
            known.seen, known.watched = now, True
        away = settings.seat_left_seconds if known.watched else settings.seat_away_seconds
        return (
            now - known.seen >= away
            or now - known.played >= settings.seat_idle_seconds
            or round_ - known.round > settings.seat_idle_rounds
        )

    def _forget(self) -> None:
        """Forget seats that nobody has."""
        taken = {
            (hosted.name, seat)
            for hosted in tuple(self._floor.tables.values())
            for seat in tuple(hosted.state.players)
        }
        for place in [place for place in tuple(self._seats) if place not in taken]:
            self._seats.pop(place, None)
