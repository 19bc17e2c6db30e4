"""The words of a table's life: opened and closed, players and bets, cards and decisions."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from croupier.games.steps import BOARD, DEALER, RACK
from croupier.money import dollars
from croupier.names import spoken
from croupier.table import events as e
from croupier.table.state import State
from croupier.table.transcript.phrases import (
    DIGEST,
    Line,
    alert_lines,
    because,
    card_count,
    meter_moves,
    prompt_of,
    rule_of,
    said,
    seat_words,
    seats_words,
    wager_list,
)
from croupier.table.words.wagers import decision_words


def _table_opened(state: State, event: e.TableOpened) -> Iterator[Line]:
    rules = event.rules
    house, equipment = rules.house, rules.equipment
    operator = f" of {rules.operator}" if rules.operator else ""
    yield Line(f"table {event.table}{operator} opens, {event.mode}: {house.rules.rules.title}")
    decks = f"{equipment.decks} decks, " if equipment.decks > 1 else ""
    methods = f"dealt {_method(equipment.deal)}, {equipment.shuffle} shuffle"
    yield Line(f"{decks}{methods}, {rules.positions} positions")
    tables = [f"{spoken(name)} {table.name}" for name, table in house.tables.items() if len(table.name) == 1]
    tables += ["Cover All"] if house.cover_all else []
    if house.progressive is not None:
        tables.append(f"progressive {house.progressive.table.name}")
    if tables:
        yield Line(f"pay tables: {', '.join(tables)}")
    if rules.posted:
        posted = (
            f"{spoken(name)} {dollars(low)} to {dollars(high)}" for name, (low, high) in rules.posted.items()
        )
        yield Line(f"posted limits: {', '.join(posted)}")
    if not event.amounts:
        yield Line("amounts are not entered: wagers are shown by name, and winnings by their odds")


def _method(deal: str | None) -> str:
    return f"from the {(deal or '').replace('-', ' ')}"


def _rules_adopted(state: State, event: e.RulesAdopted) -> Iterator[Line]:
    yield Line(f"another submission adopted: {event.rules.house.rules.rules.title}")


def _table_idle(state: State, event: e.TableIdle) -> Iterator[Line]:
    yield Line("nobody plays: the table is idle")


def _table_closed(state: State, event: e.TableClosed) -> Iterator[Line]:
    yield Line(f"table {state.table} closes" if state.table else "the table closes")


def _step_done(state: State, event: e.StepDone) -> Iterator[Line]:
    backs = f" (backs: {event.back})" if event.back else ""
    least = f", at least {card_count(event.least)}" if event.least else ""
    least += f": award {event.award}" if event.award else ""
    yield Line(f"done: {prompt_of(state, event.step)}{backs}{least}{said(event.says)}")


def _steps_not_applicable(state: State, event: e.StepsNotApplicable) -> Iterator[Line]:
    yield Line(f"not applicable at an electronic table: {', '.join(map(spoken, event.steps))}")


def _counted(state: State, event: e.Counted) -> Iterator[Line]:
    what = _COUNTED.get(event.step, f"{spoken(event.step)}: {{}}").format(event.count)
    if event.right:
        yield Line(f"{what}, right")
    else:
        expected = f", {event.expected} expected" if event.expected else ""
        yield Line(f"{what}{expected}: it does not match, and the table is blocked")


_COUNTED = {
    "progressive_count": "progressive chips counted: {}",
    "device_count": "the device counts the deck: {} cards",
    "stub_count": "stub counted face down: {} cards",
}


def _shuffled(state: State, event: e.Shuffled) -> Iterator[Line]:
    sealed = f"; commitment {event.commitment[:DIGEST]}" if event.commitment else ""
    yield Line(f"done: {prompt_of(state, 'shuffle')}{sealed}")


def _deck_changed(state: State, event: e.DeckChanged) -> Iterator[Line]:
    which = f"deck {event.deck + 1}" if len(state.decks) > 1 else "the deck"
    yield Line(f"{which} leaves the table, and a new one replaces it{because(event.reason)}")


def _method_changed(state: State, event: e.MethodChanged) -> Iterator[Line]:
    yield Line(
        f"device {event.device}: from now on dealt {_method(event.deal)}, {event.shuffle} shuffle; "
        "the cards are shuffled again"
    )


def _shuffle_ordered(state: State, event: e.ShuffleOrdered) -> Iterator[Line]:
    yield Line("orders the cards to be shuffled again")


def _by_another(event: e.PlayerSat | e.PlayerLeft) -> str:
    """The player's name, where somebody else acts."""
    return "" if event.by == event.player else f"{event.player} "


def _player_sat(state: State, event: e.PlayerSat) -> Iterator[Line]:
    yield Line(f"{_by_another(event)}sits down at {seat_words(event.seat)}")


def _player_left(state: State, event: e.PlayerLeft) -> Iterator[Line]:
    yield Line(f"{_by_another(event)}leaves {seat_words(event.seat)}")


def _bet_placed(state: State, event: e.BetPlaced) -> Iterator[Line]:
    where = seat_words(event.seat, event.player if event.by != event.player else "")
    if not event.wagers:
        yield Line(f"{where} takes its bets back")
        return
    again = " now" if event.seat in state.hands else ""
    coupons = f"; match play: {wager_list(event.match_play)}" if event.match_play else ""
    instrument = "" if event.instrument == "chips" else f", in {event.instrument}"
    yield Line(f"{where} bets{again} {wager_list(event.wagers)}{coupons}{instrument}")


def _bets_closed(state: State, event: e.BetsClosed) -> Iterator[Line]:
    quoted = f'"{event.says}": ' if event.says else ""
    yield Line(f"{quoted}round {event.round}, {seats_words(event.seats)}")
    spent = sum(hand.wagers.get("progressive", 0) for hand in state.hands.values())
    if spent:
        grown = f"; meters: {meter_moves(event.contributions)}" if event.contributions else ""
        yield Line(f"progressive stakes of {dollars(spent)} go to the inventory{grown}")


_PATTERNS = {
    "consecutive": "each hand's cards in a row",
    "one_at_a_time": "one card at a time",
    "stacks": "a stack to each",
}


def _dealt(state: State, event: e.Dealt) -> Iterator[Line]:
    rule = rule_of(state, event.step)
    if event.step != "deal":
        yield Line(f"done: {prompt_of(state, event.step)}")
        yield Line("; ".join(_places(event.packets)))
        return
    how = [] if rule is None else [_PATTERNS.get(rule.pattern, "")]
    if rule is not None and rule.cover_card:
        how.append("the dealer's under the cover card")
    yield Line(f"deals {_method(state.at.equipment.deal)}: {', '.join(filter(None, how))}")
    yield Line("; ".join(_places(event.packets)))


def _places(packets: Iterable[e.DealtPacket]) -> Iterator[str]:
    """The cards of each place, in the order of the deal."""
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
            parts.append(known or f"{card_count(sum(packet.count for packet in hidden))} face down")
        if place in up:
            parts.append(" ".join(up[place]) + ("" if place == BOARD else " face up"))
        yield f"{_place(place)}: {' and '.join(parts)}"


def _place(place: int) -> str:
    return {DEALER: "dealer", BOARD: "board", RACK: "rack"}.get(place, seat_words(place))


def _cards_entered(state: State, event: e.CardsEntered) -> Iterator[Line]:
    what = "discards" if event.discards else "cards"
    yield Line(f"{what} of {_place(event.to)} entered{f': {event.cards}' if event.cards else ''}")
    yield from alert_lines(event.alerts)


def _decided(state: State, event: e.Decided) -> Iterator[Line]:
    rule = rule_of(state, event.stage)
    asked = f'"{rule.says}" ' if rule is not None and rule.says else ""
    hand = state.hands.get(event.seat)
    where = seat_words(event.seat, hand.player if hand is not None and hand.player != event.by else "")
    where += ", out of time" if event.default else ""
    decision = decision_words(event.action, event.amount, event.times)
    yield Line(f"{asked}{where[0].upper()}{where[1:]}: {decision}")
    yield from alert_lines(event.alerts)


def _decision_taken_back(state: State, event: e.DecisionTakenBack) -> Iterator[Line]:
    decision = decision_words(event.action, event.amount, event.times)
    yield Line(f"entered wrongly and taken back at once: {seat_words(event.seat)}: {decision}")


def _hand_taken_back(state: State, event: e.HandTakenBack) -> Iterator[Line]:
    whose = "the dealer's hand" if event.to == DEALER else f"the cards of {seat_words(event.to)}"
    yield Line(f"named wrongly and taken back at once: {whose}")


def _hand_declared(state: State, event: e.HandDeclared) -> Iterator[Line]:
    yield Line(f"{seat_words(event.seat)} folded a hand that wins no bonus; its cards are not named")


def _floor_called(state: State, event: e.FloorCalled) -> Iterator[Line]:
    yield Line(f"the floor is called{because(event.reason)}")


def _call_answered(state: State, event: e.CallAnswered) -> Iterator[Line]:
    yield Line("a floorperson answers the call")


def _bonus_handed_over(state: State, event: e.BonusHandedOver) -> Iterator[Line]:
    shown = f" shows {event.cards};" if event.cards else ","
    parts = (
        f"{spoken(name)} {result.pays}" if result.pays else wager_list({name: result.paid})
        for name, result in event.results.items()
    )
    yield Line(f"folded {seat_words(event.seat)}{shown} handed over at the fold: {', '.join(parts)}")


def _dealer_revealed(state: State, event: e.DealerRevealed) -> Iterator[Line]:
    yield Line(_turned("the dealer", event))


def _hand_shown(state: State, event: e.HandShown) -> Iterator[Line]:
    yield Line(_turned(seat_words(event.seat), event))
    if event.mis_set:
        yield Line(f"{seat_words(event.seat)} set other cards; the best hand of all cards dealt plays")


def _turned(whose: str, event: e.DealerRevealed | e.HandShown) -> str:
    stays = "; left exposed for Cover All as the highest so far" if event.left_exposed else ""
    named = f" ({event.hand})" if event.hand and event.hand not in event.says else ""
    return f"{whose} turns {event.cards or 'the cards'}{named}{said(event.says)}{stays}"


WORDS: dict[type, Callable[[State, Any], Iterator[Line]]] = {
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
    e.PlayerSat: _player_sat,
    e.PlayerLeft: _player_left,
    e.BetPlaced: _bet_placed,
    e.BetsClosed: _bets_closed,
    e.Dealt: _dealt,
    e.CardsEntered: _cards_entered,
    e.Decided: _decided,
    e.DecisionTakenBack: _decision_taken_back,
    e.HandDeclared: _hand_declared,
    e.HandTakenBack: _hand_taken_back,
    e.FloorCalled: _floor_called,
    e.CallAnswered: _call_answered,
    e.BonusHandedOver: _bonus_handed_over,
    e.DealerRevealed: _dealer_revealed,
    e.HandShown: _hand_shown,
}
