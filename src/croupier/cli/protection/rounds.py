"""The recorded rounds that a command looks at: of a database, an export, or a file of `settle` lines."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from croupier.cli.audit.source import open_source
from croupier.cli.errors import fail

if TYPE_CHECKING:
    from croupier.floor.reports.recorded_rounds import LoggedRound

ExportArgument = Annotated[
    Path | None,
    typer.Argument(metavar="[EXPORT]", help="An export of a log, or a SQLite ledger."),
]
RoundsOption = Annotated[
    Path | None,
    typer.Option(
        "--rounds", metavar="FILE.jsonl", help="Rounds as `settle` takes them, with `player` on the seats."
    ),
]
PlayerOption = Annotated[
    list[str] | None, typer.Option("--player", metavar="P", help="Only this player; give it several times.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def signed_dollars(cents: float) -> str:
    """An amount that may be a loss, to the cent."""
    return f"{'-' if round(cents) < 0 else ''}${abs(round(cents)) / 100:,.2f}"


class Given(NamedTuple):
    """The rounds of a source, and the threshold of the watch in its house settings; none in a file."""

    rounds: "list[LoggedRound]"
    threshold: int | None = None


def rounds_given(export: Path | None, db: str | None, rounds: Path | None) -> Given:
    """The rounds of one source: without any, of the database of `croupier serve`."""
    from croupier.errors import Refusal
    from croupier.floor.registry.settings import STREAM, HouseSettings, decode_settings_event
    from croupier.floor.reports.recorded_rounds import RoundReader, records_of
    from croupier.ledger.store import Ledger

    if sum(each is not None for each in (export, db, rounds)) > 1:
        fail("give one of EXPORT, --db and --rounds")
    if rounds is not None:
        return Given(_of_file(rounds))
    opened = open_source(export, db, None)
    try:
        source = opened.source
        reader, found, settings = RoundReader(), [], HouseSettings()
        for record in records_of(source) if isinstance(source, Ledger) else source.records():
            if record.stream == STREAM:
                settings = decode_settings_event(record.body).after
            elif (settled := reader.take(record)) is not None:
                found.append(settled)
        return Given(found, settings.watch)
    except Refusal as refusal:
        fail(refusal.message)
    finally:
        opened.close()


def only_of(rounds: "list[LoggedRound]", players: list[str] | None) -> "list[LoggedRound]":
    """The rounds as far as they are of these players; all without any."""
    if not players:
        return rounds
    for each in rounds:
        mine = {seat: name for seat, name in each.played.players.items() if name in players}
        each.played = each.played._replace(players=mine)
        each.results = {seat: results for seat, results in each.results.items() if seat in mine}
    return [each for each in rounds if each.played.players]


def _of_file(file: Path) -> "list[LoggedRound]":
    """A line that cannot be settled ends the command with its number."""
    from croupier.errors import Refusal
    from croupier.floor.reports.recorded_rounds import LoggedRound
    from croupier.odds.watch.record import round_of_line
    from croupier.settlement.json_lines import read_round
    from croupier.settlement.settle import settle
    from croupier.submission.choices import house_rules

    try:
        lines = file.read_bytes().removeprefix(b"\xef\xbb\xbf").splitlines()
    except OSError as error:
        fail(f"{file}: {error.strerror}")
    settled = []
    for number, line in enumerate(lines, 1):
        if not line or line.isspace():
            continue
        try:
            record = read_round(line)
            house = house_rules(record.rules, record.choices)
            settled.append((number, record, house, settle(record, as_played=True)))
        except Refusal as refusal:
            fail(f"{file}, line {number}: {refusal.message}")
    # One hand without cards shows a table where hands may go unseen to the rack.
    unseen = any(not seat.cards for _, record, _, _ in settled for seat in record.seats)
    return [
        LoggedRound(
            table="",
            number=number,
            dealer="",
            at=0,
            position=number,
            played=round_of_line(record, house, all_recorded=not unseen and record.amounts),
            results={seat.seat: seat.results for seat in found.seats},
        )
        for number, record, house, found in settled
    ]
