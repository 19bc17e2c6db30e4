"""The recorded rounds that a watch or a review looks at: of a log, or of `settle` lines.

A log or a file may have millions of rounds: each is read, looked at and forgotten.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from croupier.errors import Refusal
from croupier.floor.reports.recorded_rounds import LoggedRound, RoundReader
from croupier.floor.reports.round_store import StoredLog
from croupier.ledger.records import Record
from croupier.odds.watch.record import round_of_line
from croupier.settlement.json_lines import read_round
from croupier.settlement.round import Round, Settlement
from croupier.settlement.settle import settle
from croupier.submission.choices import house_rules
from croupier.submission.house import HouseRules
from croupier.table.state import EMPTY, State


@dataclass
class Rounds:
    """So many rounds, read again each time that they are looked at."""

    count: int
    read: Callable[[], Iterator[LoggedRound]]

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[LoggedRound]:
        return self.read()


class GivenRounds(NamedTuple):
    """The rounds of a source, and the threshold of the watch in its house settings; none without a house."""

    rounds: Rounds
    threshold: int | None = None


def rounds_of_log(
    records: Iterable[Record], begin: Callable[[str], State] = lambda name: EMPTY
) -> GivenRounds:
    """Every settled round of a log, read once in its order and kept in a file as it stands at the end."""
    from croupier.floor.registry.settings import STREAM, HouseSettings, decode_settings_event

    kept, count, settings = StoredLog(), 0, HouseSettings()
    reader = RoundReader(kept.of, begin)
    for record in records:
        if record.stream == STREAM:
            settings = decode_settings_event(record.body).after
        elif reader.take(record) is not None:
            count += 1
    return GivenRounds(Rounds(count, kept.__iter__), settings.watch)


class _Line(NamedTuple):
    """A round and where it stands: in words, and as a number from 1."""

    place: str
    number: int
    record: Round


def rounds_of_file(file: Path) -> GivenRounds:
    """The rounds of a JSON Lines file; a line that cannot be settled is a `Refusal` with its number."""

    def lines() -> Iterator[_Line]:
        with file.open("rb") as opened:
            for number, line in enumerate(opened, 1):
                if line.isspace():
                    continue
                try:
                    record = read_round(line.removeprefix(b"\xef\xbb\xbf"))
                except Refusal as refusal:
                    raise _at(f"line {number}", refusal) from None
                yield _Line(f"line {number}", number, record)

    return _given(lines)


def rounds_of_records(rounds: Iterable[Round]) -> GivenRounds:
    """Rounds that a program has built; one that cannot be settled is a `Refusal` with its place, from 0."""
    built = [_Line(f"rounds[{place}]", place + 1, each) for place, each in enumerate(rounds)]
    return _given(built.__iter__)


def only_of(rounds: Rounds, players: Collection[str] | None) -> Rounds:
    """The rounds of these players; all rounds if none are named."""
    if not players:
        return rounds

    def read() -> Iterator[LoggedRound]:
        for each in rounds:
            mine = {seat: name for seat, name in each.played.players.items() if name in players}
            results = {seat: result for seat, result in each.results.items() if seat in mine}
            if mine:
                yield replace(each, played=each.played._replace(players=mine), results=results)

    return Rounds(len(rounds), read)


def _given(lines: Callable[[], Iterator[_Line]]) -> GivenRounds:
    """Rounds that are read twice: every one must settle, and one hand may say how all were recorded."""
    count, unseen = 0, False
    for line in lines():
        _settled(line)
        count += 1
        # One hand without cards shows a table where hands may go unseen to the rack.
        unseen = unseen or not all(seat.cards for seat in line.record.seats)

    def read() -> Iterator[LoggedRound]:
        for line in lines():
            house, settled = _settled(line)
            yield LoggedRound(
                table="",
                number=line.number,
                dealer="",
                at=0,
                position=line.number,
                played=round_of_line(line.record, house, all_recorded=not unseen and line.record.amounts),
                results={seat.seat: seat.results for seat in settled.seats},
            )

    return GivenRounds(Rounds(count, read))


def _settled(line: _Line) -> tuple[HouseRules, Settlement]:
    try:
        house = house_rules(line.record.rules, line.record.choices)
        return house, settle(line.record, as_played=True)
    except Refusal as refusal:
        raise _at(line.place, refusal) from None


def _at(place: str, refusal: Refusal) -> Refusal:
    return Refusal(refusal.code, f"{place}: {refusal.message}", refusal.clauses)
