"""The log as a story: what happened at a table, by whom, and where each cent went, for a person to read.

One line an event, with a line for each wager where wagers are settled. The words are the rulebook's prompts
and announcements, the amounts dollars, the times UTC, the clauses in brackets. It tells what the events say
and judges nothing, so it also reads a redacted log (`table.redaction`): hidden cards appear as a number of
cards, or not at all.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from croupier.games.steps import BOARD, DEALER, RACK
from croupier.jackpot.meters import UNIT, MeterAward
from croupier.money import dollars, percent
from croupier.rulebook.model import Step
from croupier.settlement.round import Result
from croupier.table import events as e
from croupier.table.evolve import evolve
from croupier.table.irregularity_words import IRREGULARITY_WORDS, consequence_words
from croupier.table.programs import current
from croupier.table.roles import SYSTEM
from croupier.table.state import EMPTY, State
from croupier.table.wager_words import decision_words, wager_words

_WIDTH = 17
"""Of the column that says who."""
_DIGEST = 12
"""Characters of a digest that are told."""


class Told(NamedTuple):
    """A line without its time: the words, and the clauses that they rest on."""

    words: str
    clauses: tuple[str, ...] = ()


def transcript(log: Iterable[e.AnyEvent], *, clauses: bool = True, state: State = EMPTY) -> Iterator[str]:
    """The story of a log, line by line; `state` is the one before its first event, if that opens no table."""
    day = None
    for event in log:
        today = _moment(event.at).date()
        if today != day:
            yield f"{today.isoformat()} UTC"
            day = today
        yield line(state, event, clauses=clauses)
        state = evolve(state, event)


def words(state: State, event: e.AnyEvent) -> tuple[Told, ...]:
    """What an event tells, without when and by whom: the first is the event, the others belong to it."""
    return tuple(_WORDS[type(event)](state, event))


def line(state: State, event: e.AnyEvent, *, clauses: bool = True) -> str:
    """The story of one event, given the state before it. What belongs to it follows on lines of its own."""
    first, *more = words(state, event)
    who = event.role if event.by in ("", event.role) else f"{event.role} {event.by}"
    lines = [f"{_moment(event.at):%H:%M:%S}  {who:{_WIDTH}}  {first.words}{_cited(event.clauses, clauses)}"]
    lines += [f"{'':{_WIDTH + 14}}{each.words}{_cited(each.clauses, clauses)}" for each in more]
    return "\n".join(lines)


def _moment(at: int) -> datetime:
    return datetime.fromtimestamp(at // 1000, UTC)


def _cited(ids: tuple[str, ...], wanted: bool) -> str:
    return f" [{', '.join(ids)}]" if ids and wanted else ""


# --------------------------------------------------------------------------------------------- small words


def _name(name: str) -> str:
    return name.replace("_", " ")


def _seat(seat: int, player: str = "") -> str:
    return f"seat {seat} ({player})" if player else f"seat {seat}"


def _seats(seats: Iterable[int]) -> str:
    numbers = [str(seat) for seat in seats]
    return f"seat{'s' if len(numbers) > 1 else ''} {', '.join(numbers)}"


def _signed(cents: int) -> str:
    return "$0" if not cents else ("+" if cents > 0 else "-") + dollars(abs(cents))


def _units(units: int) -> str:
    """Ten-thousandths of a cent as dollars, all of them."""
    cents, rest = divmod(abs(units), UNIT)
    if not rest:
        return dollars(cents)
    return f"${cents // 100:,}.{cents % 100:02d}{rest:04d}".rstrip("0")


def _signed_units(units: int) -> str:
    return ("-" if units < 0 else "+") + _units(units)


def _meters(moved: Mapping[str, int]) -> str:
    return ", ".join(f"{meter} {_signed_units(units)}" for meter, units in moved.items())


def _wagers(wagers: Mapping[str, int]) -> str:
    return ", ".join(wager_words(_name(name), amount) for name, amount in wagers.items())


def _cards(count: int) -> str:
    return f"{count} card{'' if count == 1 else 's'}"


def _because(reason: str) -> str:
    return f"; reason: {reason}" if reason else ""


def _said(says: str) -> str:
    return f' "{says}"' if says else ""


def _rule(state: State, name: str) -> Step | None:
    """The step of that name: the one that is due, or as the document knows it for the table's methods."""
    if state.rules is None:
        return None
    due = current(state)
    if due is not None and due.name == name:
        return due.rule
    return state.at.house.rules.step(name, state.at.equipment.deal or "")


def _prompt(state: State, name: str) -> str:
    rule = _rule(state, name)
    return _name(name) if rule is None else rule.prompt


# ------------------------------------------------------------------------------------ the table's life


def _table_opened(state: State, event: e.TableOpened) -> Iterator[Told]:
    rules = event.rules
    house, equipment = rules.house, rules.equipment
    operator = f" of {rules.operator}" if rules.operator else ""
    yield Told(f"table {event.table}{operator} opens, {event.mode}: {house.rules.rules.title}")
    decks = f"{equipment.decks} decks, " if equipment.decks > 1 else ""
    methods = f"dealt {_method(equipment.deal)}, {equipment.shuffle} shuffle"
    yield Told(f"{decks}{methods}, {rules.positions} positions")
    tables = [f"{_name(name)} {table.name}" for name, table in house.tables.items() if len(table.name) == 1]
    tables += ["Cover All"] if house.cover_all else []
    if house.progressive is not None:
        tables.append(f"progressive {house.progressive.table.name}")
    if tables:
        yield Told(f"pay tables: {', '.join(tables)}")
    if rules.posted:
        posted = (
            f"{_name(name)} {dollars(low)} to {dollars(high)}" for name, (low, high) in rules.posted.items()
        )
        yield Told(f"posted limits: {', '.join(posted)}")
    if not event.amounts:
        yield Told("amounts are not entered: wagers are told by name, and what they win by its odds")


def _method(deal: str | None) -> str:
    return f"from the {(deal or '').replace('-', ' ')}"


def _rules_adopted(state: State, event: e.RulesAdopted) -> Iterator[Told]:
    yield Told(f"another submission adopted: {event.rules.house.rules.rules.title}")


def _table_idle(state: State, event: e.TableIdle) -> Iterator[Told]:
    yield Told("nobody plays: the table is idle")


def _table_closed(state: State, event: e.TableClosed) -> Iterator[Told]:
    yield Told(f"table {state.table} closes" if state.table else "the table closes")


def _step_done(state: State, event: e.StepDone) -> Iterator[Told]:
    backs = f" (backs: {event.back})" if event.back else ""
    yield Told(f"done: {_prompt(state, event.step)}{backs}{_said(event.says)}")


def _steps_not_applicable(state: State, event: e.StepsNotApplicable) -> Iterator[Told]:
    yield Told(f"not applicable here, for people alone: {', '.join(map(_name, event.steps))}")


def _counted(state: State, event: e.Counted) -> Iterator[Told]:
    if event.step == "cut":
        yield Told(f"{_cards(event.count)} cut, at least {event.expected}")
        return
    what = _COUNTED.get(event.step, f"{_name(event.step)}: {{}}").format(event.count)
    if event.right:
        yield Told(f"{what}, right")
    else:
        yield Told(f"{what}, {event.expected} expected: it does not match, and the table waits")


_COUNTED = {
    "progressive_count": "progressive chips counted: {}",
    "device_count": "the device counts the deck: {} cards",
    "stub_count": "stub counted face down: {} cards",
}


def _shuffled(state: State, event: e.Shuffled) -> Iterator[Told]:
    sealed = f"; commitment {event.commitment[:_DIGEST]}" if event.commitment else ""
    yield Told(f"done: {_prompt(state, 'shuffle')}{sealed}")


def _deck_changed(state: State, event: e.DeckChanged) -> Iterator[Told]:
    which = f"deck {event.deck + 1}" if len(state.decks) > 1 else "the deck"
    yield Told(f"{which} leaves the table, a new one comes{_because(event.reason)}")


def _method_changed(state: State, event: e.MethodChanged) -> Iterator[Told]:
    yield Told(
        f"device {event.device}: from now on dealt {_method(event.deal)}, {event.shuffle} shuffle; "
        "the cards are shuffled again"
    )


def _shuffle_ordered(state: State, event: e.ShuffleOrdered) -> Iterator[Told]:
    yield Told("orders the cards to be shuffled again")


def _overridden(state: State, event: e.Overridden) -> Iterator[Told]:
    yield Told(f"lets the table go on past {_name(event.what)}{_because(event.reason)}")


# ------------------------------------------------------------------------------------- players and bets


def _by_another(event: e.PlayerSat | e.PlayerLeft) -> str:
    """The player's name, where somebody else acts."""
    return "" if event.by == event.player else f"{event.player} "


def _player_sat(state: State, event: e.PlayerSat) -> Iterator[Told]:
    yield Told(f"{_by_another(event)}sits down at {_seat(event.seat)}")


def _player_left(state: State, event: e.PlayerLeft) -> Iterator[Told]:
    yield Told(f"{_by_another(event)}leaves {_seat(event.seat)}")


def _bet_placed(state: State, event: e.BetPlaced) -> Iterator[Told]:
    where = _seat(event.seat, event.player if event.by != event.player else "")
    if not event.wagers:
        yield Told(f"{where} takes its bets back")
        return
    again = " now" if event.seat in state.hands else ""
    coupons = f"; match play: {_wagers(event.match_play)}" if event.match_play else ""
    instrument = "" if event.instrument == "chips" else f", in {event.instrument}"
    yield Told(f"{where} bets{again} {_wagers(event.wagers)}{coupons}{instrument}")


def _bets_closed(state: State, event: e.BetsClosed) -> Iterator[Told]:
    quoted = f'"{event.says}": ' if event.says else ""
    yield Told(f"{quoted}round {event.round}, {_seats(event.seats)}")
    spent = sum(hand.wagers.get("progressive", 0) for hand in state.hands.values())
    if spent:
        grown = f"; meters: {_meters(event.contributions)}" if event.contributions else ""
        yield Told(f"progressive stakes of {dollars(spent)} go to the inventory{grown}")


# ------------------------------------------------------------------------------------------------ cards


_PATTERNS = {
    "consecutive": "each hand's cards in a row",
    "one_at_a_time": "one card at a time",
    "stacks": "a stack to each",
}


def _dealt(state: State, event: e.Dealt) -> Iterator[Told]:
    rule = _rule(state, event.step)
    if event.step != "deal":
        yield Told(f"done: {_prompt(state, event.step)}")
        yield Told("; ".join(_places(event.packets)))
        return
    how = [] if rule is None else [_PATTERNS.get(rule.pattern, "")]
    if rule is not None and rule.cover_card:
        how.append("the dealer's under the cover card")
    yield Told(f"deals {_method(state.at.equipment.deal)}: {', '.join(filter(None, how))}")
    yield Told("; ".join(_places(event.packets)))


def _places(packets: Iterable[e.DealtPacket]) -> Iterator[str]:
    """What came to each place, in the order in which the places were first dealt to."""
    down: dict[int, list[e.DealtPacket]] = {}
    up: dict[int, list[str]] = {}
    for packet in packets:
        down.setdefault(packet.to, [])
        if packet.up:
            up.setdefault(packet.to, []).append(packet.cards)
        else:
            down[packet.to].append(packet)
    for place, hidden in down.items():
        parts = []
        if hidden:
            known = " ".join(packet.cards for packet in hidden if packet.cards)
            parts.append(known or f"{_cards(sum(packet.count for packet in hidden))} face down")
        if place in up:
            parts.append(" ".join(up[place]) + ("" if place == BOARD else " face up"))
        yield f"{_place(place)}: {' and '.join(parts)}"


def _place(place: int) -> str:
    return {DEALER: "dealer", BOARD: "board", RACK: "rack"}.get(place, _seat(place))


def _cards_entered(state: State, event: e.CardsEntered) -> Iterator[Told]:
    yield Told(f"cards of {_place(event.to)} entered{f': {event.cards}' if event.cards else ''}")


def _decided(state: State, event: e.Decided) -> Iterator[Told]:
    rule = _rule(state, event.stage)
    asked = f'"{rule.says}" ' if rule is not None and rule.says else ""
    hand = state.hands.get(event.seat)
    where = _seat(event.seat, hand.player if hand is not None and hand.player != event.by else "")
    where += ", absent" if event.role == SYSTEM else ""
    decision = decision_words(event.action, event.amount, event.times)
    yield Told(f"{asked}{where[0].upper()}{where[1:]}: {decision}")
    yield from _alerts(event.alerts)


def _alerts(alerts: Iterable[e.Alert]) -> Iterator[Told]:
    for alert in alerts:
        yield Told(f"the floor is told: {_name(alert.text)}", alert.clauses)


def _bonus_handed_over(state: State, event: e.BonusHandedOver) -> Iterator[Told]:
    shown = f" shows {event.cards} and" if event.cards else ""
    parts = (
        f"{_name(name)} {event.pays[name]}" if name in event.pays else _wagers({name: paid})
        for name, paid in event.paid.items()
    )
    yield Told(f"folded {_seat(event.seat)}{shown} is handed at once {', '.join(parts)}, settled in its turn")


def _dealer_revealed(state: State, event: e.DealerRevealed) -> Iterator[Told]:
    yield Told(_turned("the dealer", event))


def _hand_shown(state: State, event: e.HandShown) -> Iterator[Told]:
    yield Told(_turned(_seat(event.seat), event))


def _turned(whose: str, event: e.DealerRevealed | e.HandShown) -> str:
    stays = "; left exposed for Cover All as the highest so far" if event.left_exposed else ""
    named = f" ({event.hand})" if event.hand and event.hand not in event.says else ""
    return f"{whose} turns {event.cards or 'the cards'}{named}{_said(event.says)}{stays}"


# ------------------------------------------------------------------------------------------- settlement


_OUTCOMES = {"win": "wins", "lose": "loses", "push": "pushes", "void": "is void"}


def _result(name: str, result: Result) -> Told:
    """One wager: stake, outcome, what is paid and what goes back, and the hand in words."""
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
    return Told(f"{_name(name)}{stake} {outcome}{done}{hand}", result.clauses)


def _net(results: Mapping[str, Result]) -> str:
    return _signed(sum(result.net for result in results.values()))


def _seat_settled(state: State, event: e.SeatSettled) -> Iterator[Told]:
    what, none = {
        "losses": ("losing wagers collected", "no losing wager"),
        "wins": ("other wagers settled", "no other wager"),
    }.get(event.part, ("settled", "nothing to settle"))
    where = _seat(event.seat, event.player)
    came_to = f": {_net(event.results)}" if state.amounts else ""
    yield Told(f"{where} {what}{came_to}" if event.results else f"{where}: {none}")
    for name, result in event.results.items():
        yield _result(name, result)
    for award in event.awards:
        yield Told(_award(award, event, f"{state.round}.{award.seat}"))
    if event.pending and not event.awards:
        yield Told("a progressive award waits for its validation")
    yield from _alerts(event.alerts)


def _award(award: MeterAward, event: e.SeatSettled, number: str) -> str:
    source = f"{percent(award.share)} of {award.meter}" if award.meter else "a fixed amount"
    stood = f" at {_units(event.meters[award.meter])}" if award.meter in event.meters else ""
    fate = "waits for its validation" if event.pending else "is paid"
    again = f"; {award.meter} starts again with {_units(award.reseeded)}" if award.reseeded else ""
    return f"award {number} of {dollars(award.paid)} for {_name(award.row)}, {source}{stood}, {fate}{again}"


def _cover_all_settled(state: State, event: e.CoverAllSettled) -> Iterator[Told]:
    yield Told("Cover All settled for the table")
    for seat, result in event.results.items():
        told = _result("cover all", result)
        yield Told(f"{_seat(seat, event.players.get(seat, ''))}: {told.words}", told.clauses)


def _round_settled(state: State, event: e.RoundSettled) -> Iterator[Told]:
    digest = f"; record {event.digest[:_DIGEST]}" if event.digest else ""
    nets = f": {_each_net(event.nets, event.players)}" if event.record.amounts else ""
    yield Told(f"round {event.round} settled{nets}{digest}")
    for seat, result in event.envy.items():
        told = _result("envy", result)
        yield Told(f"{_seat(seat, event.players.get(seat, ''))}: {told.words}", told.clauses)
    if event.returned_contributions:
        back = {meter: -units for meter, units in event.returned_contributions.items()}
        yield Told(f"progressive wagers went back; meters: {_meters(back)}")
    if event.readings:
        yield Told(f"readings: {', '.join(event.readings)}")


def _each_net(nets: Mapping[int, int], players: Mapping[int, str]) -> str:
    return ", ".join(f"{_seat(seat, players.get(seat, ''))} {_signed(net)}" for seat, net in nets.items())


def _round_ended(state: State, event: e.RoundEnded) -> Iterator[Told]:
    yield Told(f"round {event.round} is over")


def _award_validated(state: State, event: e.AwardValidated) -> Iterator[Told]:
    paid = f": {event.player} is paid {dollars(event.paid)}" if event.player else ""
    yield Told(f"award {event.award} validated{paid}")


def _award_rejected(state: State, event: e.AwardRejected) -> Iterator[Told]:
    unpaid = f": {dollars(event.paid)} are not paid to {event.player}" if event.player else ""
    waiting = state.pending.get(event.award)
    back = f" and go back to {waiting.meter or 'the inventory'}" if unpaid and waiting is not None else ""
    yield Told(f"award {event.award} rejected{unpaid}{back}{_because(event.reason)}")


def _award_taken_back(state: State, event: e.AwardTakenBack) -> Iterator[Told]:
    back = f": {dollars(event.paid)} go back from {event.player}" if event.player else ""
    target = f" to {event.meter or 'the inventory'}" if back else ""
    yield Told(f"award {event.award} taken back{back}{target}; the round is void")


def _winners_ordered(state: State, event: e.WinnersOrdered) -> Iterator[Told]:
    yield Told(f"progressive winners are paid in the order of {_seats(event.seats)}")


# ---------------------------------------------------------------------------- what goes wrong, put right


def _irregularity_found(state: State, event: e.IrregularityFound) -> Iterator[Told]:
    what = IRREGULARITY_WORDS.get(event.irregularity, _name(event.irregularity))
    where = f" ({_seat(event.seat)})" if event.seat else ""
    cards = f": {event.cards}" if event.cards else ""
    count = f": {_cards(event.count)}" if event.count else ""
    note = f'; note: "{event.note}"' if event.note else ""
    yield Told(f"irregularity: {what}{where}{cards}{count}{note}")
    yield Told(f"by {event.clause}: {'; '.join(_consequences(event))}")


def _consequences(event: e.IrregularityFound) -> Iterator[str]:
    return consequence_words(
        event.irregularity,
        event.seat,
        void=event.void,
        forfeits=event.forfeits,
        settled=event.settled,
        deck=event.deck,
    )


def _corrected(state: State, event: e.Corrected) -> Iterator[Told]:
    where = "the dealer" if event.seat == DEALER else _seat(event.seat, event.player)
    yield Told(f"corrects {where}{_because(event.reason)}")
    for part, before in event.before.items():
        hidden = "hidden" if part == "cards" and not event.cards else "none"
        yield Told(f"{part}: {_name(before) or hidden} becomes {_name(event.after.get(part, '')) or hidden}")
    if event.contributions:
        yield Told(f"meters: {_meters(event.contributions)}")


def _resettled(state: State, event: e.Resettled) -> Iterator[Told]:
    digest = f"; record {event.digest[:_DIGEST]}" if event.digest else ""
    yield Told(f"round {event.round} settled anew{_because(event.reason)}{digest}")
    fixed = "" if event.record.amounts else " in fixed amounts"
    yield Told(f"differences{fixed}: {_each_net(event.differences, event.players)}")
    if event.meters:
        yield Told(f"meters: {_meters(event.meters)}")


_WORDS: dict[type, Callable[[State, Any], Iterator[Told]]] = {
    e.TableOpened: _table_opened,
    e.RulesAdopted: _rules_adopted,
    e.TableIdle: _table_idle,
    e.TableClosed: _table_closed,
    e.StepDone: _step_done,
    e.StepsNotApplicable: _steps_not_applicable,
    e.Counted: _counted,
    e.Shuffled: _shuffled,
    e.DeckChanged: _deck_changed,
    e.MethodChanged: _method_changed,
    e.ShuffleOrdered: _shuffle_ordered,
    e.Overridden: _overridden,
    e.PlayerSat: _player_sat,
    e.PlayerLeft: _player_left,
    e.BetPlaced: _bet_placed,
    e.BetsClosed: _bets_closed,
    e.Dealt: _dealt,
    e.CardsEntered: _cards_entered,
    e.Decided: _decided,
    e.BonusHandedOver: _bonus_handed_over,
    e.DealerRevealed: _dealer_revealed,
    e.HandShown: _hand_shown,
    e.SeatSettled: _seat_settled,
    e.CoverAllSettled: _cover_all_settled,
    e.RoundSettled: _round_settled,
    e.RoundEnded: _round_ended,
    e.AwardValidated: _award_validated,
    e.AwardRejected: _award_rejected,
    e.AwardTakenBack: _award_taken_back,
    e.WinnersOrdered: _winners_ordered,
    e.IrregularityFound: _irregularity_found,
    e.Corrected: _corrected,
    e.Resettled: _resettled,
}
"""The words of every kind of event."""
