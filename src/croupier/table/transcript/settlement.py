"""The words of settlement, awards, irregularities, corrections and resettlement."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from croupier.games.steps import DEALER
from croupier.jackpot.meters import MeterAward
from croupier.money import dollars, percent
from croupier.names import spoken
from croupier.settlement.round import Result
from croupier.table import events as e
from croupier.table.state import State
from croupier.table.transcript.phrases import (
    DIGEST,
    Line,
    alert_lines,
    because,
    card_count,
    meter_dollars,
    meter_moves,
    seat_words,
    seats_words,
    signed_dollars,
)
from croupier.table.words.irregularities import IRREGULARITY_WORDS, consequence_words

_OUTCOMES = {"win": "wins", "lose": "loses", "push": "pushes", "void": "is void"}


def _result(name: str, result: Result) -> Line:
    """One wager: stake, outcome, winnings, returned stake, and the name of the hand."""
    parts = []
    if result.pays:
        parts.append(f"pays {result.pays}")
    elif result.paid or result.outcome == "win":
        parts.append(f"paid {dollars(result.paid)}")
    if result.returned:
        parts.append(f"returned {dollars(result.returned)}")
    stake = f" {dollars(result.stake)}" if result.stake else ""
    done = f": {', '.join(parts)}" if parts else ""
    hand = f" ({result.hand})" if result.hand else ""
    outcome = _OUTCOMES.get(result.outcome, result.outcome)
    return Line(f"{spoken(name)}{stake} {outcome}{done}{hand}", result.clauses)


def _net(results: Mapping[str, Result]) -> str:
    return signed_dollars(sum(result.net for result in results.values()))


def _seat_settled(state: State, event: e.SeatSettled) -> Iterator[Line]:
    what, none = {
        "losses": ("losing wagers collected", "no losing wager"),
        "wins": ("other wagers settled", "no other wager"),
    }.get(event.part, ("settled", "nothing to settle"))
    where = seat_words(event.seat, event.player)
    came_to = f": {_net(event.results)}" if state.amounts else ""
    yield Line(f"{where} {what}{came_to}" if event.results else f"{where}: {none}")
    for name, result in event.results.items():
        yield _result(name, result)
    for award in event.awards:
        yield Line(_award(award, event, f"{state.round}.{award.seat}"))
    if event.pending and not event.awards:
        yield Line("a progressive award is pending")
    yield from alert_lines(event.alerts)


def _award(award: MeterAward, event: e.SeatSettled, number: str) -> str:
    source = f"{percent(award.share)} of {award.meter}" if award.meter else "a fixed amount"
    stood = f" at {meter_dollars(award.stood)}" if award.meter else ""
    fate = "pending validation" if event.pending else "is paid"
    again = f"; {award.meter} resets to {meter_dollars(award.reseeded)}" if award.reseeded else ""
    return f"award {number} of {dollars(award.paid)} for {award.row}, {source}{stood}, {fate}{again}"


def _cover_all_settled(state: State, event: e.CoverAllSettled) -> Iterator[Line]:
    yield Line("Cover All settled for the table")
    for seat, result in event.results.items():
        told = _result("cover all", result)
        yield Line(f"{seat_words(seat, event.players.get(seat, ''))}: {told.words}", told.clauses)


def _round_settled(state: State, event: e.RoundSettled) -> Iterator[Line]:
    digest = f"; record {event.digest[:DIGEST]}" if event.digest else ""
    nets = f": {_each_net(event.nets, event.players)}" if event.record.amounts else ""
    yield Line(f"round {event.round} settled{nets}{digest}")
    for seat, result in event.envy.items():
        told = _result("envy", result)
        yield Line(f"{seat_words(seat, event.players.get(seat, ''))}: {told.words}", told.clauses)
    if event.returned_contributions:
        back = {meter: -units for meter, units in event.returned_contributions.items()}
        yield Line(f"progressive wagers went back; meters: {meter_moves(back)}")
    if event.readings:
        yield Line(f"readings: {', '.join(event.readings)}")


def _each_net(nets: Mapping[int, int], players: Mapping[int, str]) -> str:
    return ", ".join(
        f"{seat_words(seat, players.get(seat, ''))} {signed_dollars(net)}" for seat, net in nets.items()
    )


def _round_ended(state: State, event: e.RoundEnded) -> Iterator[Line]:
    yield Line(f"round {event.round} is over")


def _award_validated(state: State, event: e.AwardValidated) -> Iterator[Line]:
    paid = f": {event.player} is paid {dollars(event.paid)}" if event.player else ""
    yield Line(f"award {event.award} validated{paid}")
    for each in event.envy:
        yield Line(f"{seat_words(each.seat, each.player)}: envy of {dollars(each.paid)}")


def _award_rejected(state: State, event: e.AwardRejected) -> Iterator[Line]:
    unpaid = f": {dollars(event.paid)} is not paid to {event.player}" if event.player else ""
    waiting = state.pending.get(event.award)
    back = f" and goes back to {waiting.meter or 'the inventory'}" if unpaid and waiting is not None else ""
    yield Line(f"award {event.award} rejected{unpaid}{back}{because(event.reason)}")


def _award_taken_back(state: State, event: e.AwardTakenBack) -> Iterator[Line]:
    back = f": {dollars(event.paid)} goes back from {event.player}" if event.player else ""
    target = f" to {event.meter or 'the inventory'}" if back else ""
    yield Line(f"award {event.award} taken back{back}{target}; the round is void")


def _winners_ordered(state: State, event: e.WinnersOrdered) -> Iterator[Line]:
    yield Line(f"progressive winners are paid in the order of {seats_words(event.seats)}")


def _irregularity_reported(state: State, event: e.IrregularityReported) -> Iterator[Line]:
    what = IRREGULARITY_WORDS.get(event.irregularity, spoken(event.irregularity))
    where = f" ({seat_words(event.seat)})" if event.seat else ""
    yield Line(f"reports: {what}{where}; the table waits for a floorperson")


def _report_dismissed(state: State, event: e.ReportDismissed) -> Iterator[Line]:
    what = IRREGULARITY_WORDS.get(event.irregularity, spoken(event.irregularity))
    yield Line(f"dismisses the report: {what}{because(event.reason)}")


def _irregularity_found(state: State, event: e.IrregularityFound) -> Iterator[Line]:
    what = IRREGULARITY_WORDS.get(event.irregularity, spoken(event.irregularity))
    where = f" ({seat_words(event.seat)})" if event.seat else ""
    cards = f": {event.cards}" if event.cards else ""
    count = f": {card_count(event.count)}" if event.count else ""
    note = f'; note: "{event.note}"' if event.note else ""
    reported = f"; reported by {event.reported_by}" if event.reported_by else ""
    yield Line(f"irregularity: {what}{where}{cards}{count}{note}{reported}")
    yield Line(f"by {event.clause}: {'; '.join(_consequences(event))}")


def _consequences(event: e.IrregularityFound) -> Iterator[str]:
    return consequence_words(
        event.irregularity,
        event.seat,
        void=event.void,
        forfeits=event.forfeits,
        settled=event.settled,
        deck=event.deck,
    )


def _corrected(state: State, event: e.Corrected) -> Iterator[Line]:
    where = "the dealer" if event.seat == DEALER else seat_words(event.seat, event.player)
    yield Line(f"corrects {where} with {event.second.by}{because(event.reason)}")
    if event.layout:
        yield Line(f'on the layout: "{event.layout}"')
    for part, before in event.before.items():
        hidden = "hidden" if part == "cards" and not event.cards else "none"
        yield Line(
            f"{part}: {_plain(before) or hidden} becomes {_plain(event.after.get(part, '')) or hidden}"
        )


def _plain(value: str) -> str:
    """A value with its names in words; a minus sign stays."""
    return value.replace("_", " ")


def _resettled(state: State, event: e.Resettled) -> Iterator[Line]:
    digest = f"; record {event.digest[:DIGEST]}" if event.digest else ""
    yield Line(f"round {event.round} resettled with {event.second.by}{because(event.reason)}{digest}")
    fixed = "" if event.record.amounts else " in fixed amounts"
    yield Line(f"differences{fixed}: {_each_net(event.differences, event.players)}")
    if event.outside:
        yield Line(f"outside the table inventory: {_each_net(event.outside, event.players)}")
    if event.meters:
        yield Line(f"meters: {meter_moves(event.meters)}")


WORDS: dict[type, Callable[[State, Any], Iterator[Line]]] = {
    e.SeatSettled: _seat_settled,
    e.CoverAllSettled: _cover_all_settled,
    e.RoundSettled: _round_settled,
    e.RoundEnded: _round_ended,
    e.AwardValidated: _award_validated,
    e.AwardRejected: _award_rejected,
    e.AwardTakenBack: _award_taken_back,
    e.WinnersOrdered: _winners_ordered,
    e.IrregularityReported: _irregularity_reported,
    e.ReportDismissed: _report_dismissed,
    e.IrregularityFound: _irregularity_found,
    e.Corrected: _corrected,
    e.Resettled: _resettled,
}
