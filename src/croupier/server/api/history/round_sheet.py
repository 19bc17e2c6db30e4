"""Finished rounds as a sheet, a line for each seat: players by their ids."""

from collections.abc import Iterable, Iterator

from croupier.floor.reports.sheets.sheet import Cell, Column, Sheet
from croupier.server.api.history.messages import RoundSummary


def round_sheet(rounds: Iterable[RoundSummary], zone: str) -> Sheet:
    """The seats of rounds; stake and net are empty where amounts were not entered."""
    return Sheet(
        name="rounds",
        title="Rounds",
        period="",
        zone=zone,
        columns=(
            Column("Position"),
            Column("Time", "time"),
            Column("Table"),
            Column("Round"),
            Column("Rules"),
            Column("Void"),
            Column("Seat"),
            Column("Player", "person"),
            Column("Staked", "cents"),
            Column("Net", "cents"),
        ),
        rows=tuple(row for each in rounds for row in _rows(each)),
    )


def _rows(each: RoundSummary) -> Iterator[tuple[Cell, ...]]:
    void = "void" if each.void else ""
    facts = each.position, each.at, each.table, each.round, each.rules, void
    for seat in each.seats:
        money = (seat.staked, seat.net) if each.amounts else (None, None)
        yield *facts, seat.seat, seat.player, *money
    if not each.seats:
        yield *facts, None, None, None, None
