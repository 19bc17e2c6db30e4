"""The recorded rounds that a watch or a review looks at: of a log, or of `settle` lines."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import NamedTuple

from croupier.errors import Refusal
from croupier.floor.reports.recorded_rounds import LoggedRound, RoundReader
from croupier.ledger.records import Record
from croupier.odds.watch.record import round_of_line
from croupier.settlement.json_lines import read_round
from croupier.settlement.round import Round
from croupier.settlement.settle import settle
from croupier.submission.choices import house_rules


class GivenRounds(NamedTuple):
    """The rounds of a source, and the threshold of the watch in its house settings; none without a house."""

    rounds: list[LoggedRound]
    threshold: int | None = None


def rounds_of_log(records: Iterable[Record]) -> GivenRounds:
    """Every settled round of a log, read once in its order."""
    from croupier.floor.registry.settings import STREAM, HouseSettings, decode_settings_event

    reader, found, settings = RoundReader(), [], HouseSettings()
    for record in records:
        if record.stream == STREAM:
            settings = decode_settings_event(record.body).after
        elif (settled := reader.take(record)) is not None:
            found.append(settled)
    return GivenRounds(found, settings.watch)


def rounds_of_lines(lines: Iterable[bytes]) -> GivenRounds:
    """The rounds of a JSON Lines file; a line that cannot be settled is a `Refusal` with its number."""
    given = []
    for number, line in enumerate(lines, 1):
        if not line or line.isspace():
            continue
        try:
            given.append((f"line {number}", number, read_round(line.removeprefix(b"\xef\xbb\xbf"))))
        except Refusal as refusal:
            raise _at(f"line {number}", refusal) from None
    return GivenRounds(_settled(given))


def rounds_of_records(rounds: Iterable[Round]) -> GivenRounds:
    """Rounds that a program has built; one that cannot be settled is a `Refusal` with its place, from 0."""
    return GivenRounds(_settled([(f"rounds[{place}]", place + 1, each) for place, each in enumerate(rounds)]))


def only_of(rounds: list[LoggedRound], players: Collection[str] | None) -> list[LoggedRound]:
    """The rounds as far as they are of these players; all without any."""
    if not players:
        return rounds
    found = []
    for each in rounds:
        mine = {seat: name for seat, name in each.played.players.items() if name in players}
        results = {seat: result for seat, result in each.results.items() if seat in mine}
        if mine:
            found.append(replace(each, played=each.played._replace(players=mine), results=results))
    return found


def _settled(given: list[tuple[str, int, Round]]) -> list[LoggedRound]:
    settled = []
    for place, number, record in given:
        try:
            house = house_rules(record.rules, record.choices)
            settled.append((number, record, house, settle(record, as_played=True)))
        except Refusal as refusal:
            raise _at(place, refusal) from None
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


def _at(place: str, refusal: Refusal) -> Refusal:
    return Refusal(refusal.code, f"{place}: {refusal.message}", refusal.clauses)
