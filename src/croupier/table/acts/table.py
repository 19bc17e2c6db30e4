"""The acts of a table's life beside the players' wagers: opening, decks, counts, irregularities."""

from collections.abc import Callable
from typing import Any

from msgspec import UNSET

from croupier.cards import DECK_SIZE, CardError, set_of
from croupier.errors import Refusal
from croupier.names import spoken
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.acts.reasons import reason_of
from croupier.table.dual_control import EDITION
from croupier.table.irregularities import (
    WITH_CARD,
    WITH_COUNT,
    Applied,
    must_be_confirmed,
    possible,
    standing,
    to_apply,
)
from croupier.table.obligations import device_clauses, old_deck_clauses, stub_exempt, unlit
from croupier.table.offers import Offer
from croupier.table.programs import distinct, rule_clauses
from croupier.table.recorder import Recorder
from croupier.table.redaction.refusals import check_unused_cards
from croupier.table.state import ELECTRONIC, LIVE, State
from croupier.table.words.irregularities import irregularity_name


def _open_table(record: Recorder, asked: c.OpenTable, offer: Offer) -> None:
    if asked.mode not in (ELECTRONIC, LIVE):
        raise Refusal("value_not_allowed", f"mode {asked.mode!r}; allowed: {ELECTRONIC}, {LIVE}")
    if not asked.amounts and asked.mode != LIVE:
        message = f"an {asked.mode} table without amounts; allowed: a live table"
        raise Refusal("value_not_allowed", message)
    rules = asked.rules.house.rules
    discards = asked.every_discard and asked.mode == LIVE and rules.step("discards") is not None
    record.emit(
        e.TableOpened,
        clauses=rules.fact("cards.decks").clauses,
        table=asked.table,
        mode=asked.mode,
        rules=asked.rules,
        amounts=asked.amounts,
        confirm_voids=asked.confirm_voids and asked.mode == LIVE,
        every_discard=discards or UNSET,
        control=EDITION,
    )


def _adopt_rules(record: Recorder, asked: c.AdoptRules, offer: Offer) -> None:
    old, new = record.state.at, asked.rules
    if old.house.rules.rules.name != new.house.rules.rules.name:
        message = f"a table of {old.house.rules.rules.name} cannot adopt {new.house.rules.rules.name}"
        raise Refusal("value_not_allowed", f"{message}; allowed: the same rules")
    seats = list(record.state.players.values())
    if any(seats.count(player) > new.boxes for player in seats):
        raise Refusal("too_many_boxes", f"a player holds more than {new.boxes} positions; leave some first")
    if any(seat > new.positions for seat in record.state.players):
        raise Refusal("seat_taken", f"players sit beyond position {new.positions}; they must leave first")
    if (old.equipment.decks, old.equipment.deal) != (new.equipment.decks, new.equipment.deal):
        message = "the number of decks or the dealing method changes; close the table and open it again"
        raise Refusal("value_not_allowed", message)
    record.emit(e.RulesAdopted, rules=new)


def _close_table(record: Recorder, asked: c.CloseTable, offer: Offer) -> None:
    record.emit(e.TableClosed)


def _go_idle(record: Recorder, asked: c.GoIdle, offer: Offer) -> None:
    record.emit(e.TableIdle, clauses=offer.clauses)


def _perform(record: Recorder, asked: c.Perform, offer: Offer) -> None:
    state = record.state
    clauses, says, back = offer.clauses, offer.says or "", ""
    least = offer.amounts[0].least if offer.amounts else 0
    if asked.step == "receive":
        back = asked.back
        if len(state.decks) > 1:
            clauses = (*clauses, *rule_clauses(state, "two_decks"))
            other = state.decks[1 - state.active].back
            if not back.strip() or _color(back) == _color(other):
                message = f"backs of color {back!r}; allowed: another color than the other deck's ({other!r})"
                raise Refusal("same_back_color", message, rule_clauses(state, "two_decks"))
    elif asked.step == "progressive_light" and (award := unlit(state)) is not None:
        record.emit(e.StepDone, clauses=clauses, step=asked.step, award=award.award)
        return
    elif asked.step == "stub" and stub_exempt(state):
        clauses = (*clauses, *rule_clauses(state, "stub_exempt"))
    record.emit(e.StepDone, clauses=distinct(clauses), step=asked.step, says=says, back=back, least=least)


def _color(back: str) -> str:
    """A color in one spelling: "Blue" is "blue"."""
    return " ".join(back.split()).casefold()


def _shuffle(record: Recorder, asked: c.Shuffle, offer: Offer) -> None:
    check_whole_deck(asked.order)
    if record.state.electronic and not (asked.order or asked.commitment):
        message = "an electronic shuffle without a commitment or an order; allowed: either"
        raise Refusal("incomplete_deck", message, offer.clauses)
    clauses = offer.clauses
    if record.state.at.equipment.shuffle == "automated":
        clauses = distinct((*clauses, *rule_clauses(record.state, "uncut")))
    record.emit(
        e.Shuffled,
        clauses=clauses,
        commitment=asked.commitment,
        order=asked.order,
        deck=record.state.active,
    )


def check_whole_deck(order: str) -> None:
    """Refuse an order that is not of the whole deck; none at all is no order."""
    if not order:
        return
    try:
        whole = set_of(order).bit_count() == DECK_SIZE
    except CardError as error:
        raise Refusal("incomplete_deck", f"order: {error}; allowed: each of the 52 cards once") from None
    if not whole:
        raise Refusal("incomplete_deck", f"order: {len(order.split())} cards; allowed: each of the 52 once")


def _count(record: Recorder, asked: c.Count, offer: Offer) -> None:
    state = record.state
    bound = offer.amounts[0]
    if not bound.least <= asked.count <= bound.most:
        message = f"{spoken(asked.step)}: {asked.count}; allowed: {bound.least} to {bound.most}"
        raise Refusal("count_out_of_bounds", message, offer.clauses)
    if asked.step == "progressive_count":
        expected = sum("progressive" in hand.wagers for hand in state.hands.values())
    else:
        expected = DECK_SIZE if asked.step == "device_count" else state.stub
    record.emit(
        e.Counted,
        clauses=offer.clauses,
        step=asked.step,
        count=asked.count,
        expected=expected,
        right=asked.count == expected,
        deck=state.active,
    )
    if asked.step == "device_count" and asked.count != expected:
        _remove_deck(record)


def _remove_deck(record: Recorder) -> None:
    """A device has shown a wrong count: the deck leaves the table, and no key overrules it."""
    known = {each.kind: each for each in possible(record.state)}
    if "device_count_wrong" in known:
        report = c.Report(irregularity="device_count_wrong")
        _found(record, to_apply(record.state, report.irregularity, known), report)


def _report(record: Recorder, asked: c.Report, offer: Offer) -> None:
    state = record.state
    applied = to_apply(state, asked.irregularity, {each.kind: each for each in possible(state)})
    _check_report(state, asked, offer)
    if must_be_confirmed(state, applied.void, record.command.role):
        record.emit(
            e.IrregularityReported,
            clauses=applied.found.consequence.clauses,
            irregularity=asked.irregularity,
            void=applied.void,
            seat=asked.seat,
            cards=asked.cards,
            count=asked.count,
            note=asked.note,
        )
    else:
        _found(record, applied, asked)


def _confirm_report(record: Recorder, asked: c.ConfirmReport, offer: Offer) -> None:
    """A floorperson confirms the report; its consequence applies to the table as it has waited."""
    state = record.state
    reported = state.reported
    assert reported is not None
    report = c.Report(
        irregularity=reported.irregularity,
        seat=reported.seat,
        cards=reported.cards,
        count=reported.count,
        note=reported.note,
    )
    applied = to_apply(state, reported.irregularity, {each.kind: each for each in possible(state)})
    _found(record, applied, report, reported.by)


def _dismiss_report(record: Recorder, asked: c.DismissReport, offer: Offer) -> None:
    assert record.state.reported is not None
    record.emit(
        e.ReportDismissed,
        clauses=offer.clauses,
        irregularity=record.state.reported.irregularity,
        reason=reason_of(asked.reason, offer),
    )


def _found(record: Recorder, applied: Applied, asked: c.Report, reported_by: str = "") -> None:
    """Record an irregularity with its consequence for the round."""
    found = applied.found
    if applied.void == "all":
        _take_awards_back(record, applied, asked.seat)
    record.emit(
        e.IrregularityFound,
        clauses=found.consequence.clauses,
        irregularity=found.kind,
        clause=found.clause,
        void=applied.void,
        settled=applied.settled,
        forfeits=applied.forfeits,
        deck=applied.deck,
        seat=asked.seat,
        cards=asked.cards,
        count=asked.count,
        note=asked.note,
        reported_by=reported_by,
    )


def _check_report(state: State, asked: c.Report, offer: Offer) -> None:
    """Check the number of cards and the cards of a report.

    The check against hidden hands comes last: a report that is refused in any case could reveal every
    hand, card by card, without leaving a record.
    """
    kind, named = asked.irregularity, len(asked.cards.split())
    called = irregularity_name(kind)
    dealt = state.hands[asked.seat].dealt if asked.seat in state.hands else state.dealer_dealt
    most = dealt + state.stub if kind in WITH_COUNT else 0
    if not 0 <= asked.count <= most:
        message = f"{called}: {asked.count} cards; allowed: {f'0 to {most}' if most else 'no number'}"
        raise Refusal("count_out_of_bounds", message, offer.clauses)
    if named > WITH_CARD.get(kind, 0):
        allowed = "one, or report cards face up" if kind == "card_face_up" else "none"
        raise Refusal("wrong_number_of_cards", f"{called}: {named} cards; allowed: {allowed}", offer.clauses)
    if kind == "dealer_card_exposed" and set(asked.cards.split()) & set(state.dealer_up.split()):
        message = f"{called}: {state.dealer_up} is face up by the rules; allowed: cards dealt face down"
        raise Refusal("card_lawfully_up", message, rule_clauses(state, "deal"))
    if asked.cards:
        check_unused_cards(
            state, asked.cards, called, replaced=state.dealer if kind == "dealer_card_exposed" else ""
        )


def _take_awards_back(record: Recorder, applied: Applied, short: int) -> None:
    """A round that becomes void while it is settled pays no award but those that stand."""
    state, clauses = record.state, applied.found.consequence.clauses
    stand = standing(state.results, applied.settled, short)
    kept = {f"{state.round}.{seat}" for seat, results in stand.items() if "progressive" in results}
    for award in state.pending.values():
        if award.round == state.round and award.award not in kept:
            record.emit(
                e.AwardRejected,
                clauses=clauses,
                award=award.award,
                player=award.player,
                paid=award.paid,
                reason="the round is void",
            )
    for award in state.validated.values():
        if award.award not in kept:
            record.emit(
                e.AwardTakenBack,
                clauses=clauses,
                award=award.award,
                player=award.player,
                paid=award.paid,
                meter=award.meter,
            )


def _order_shuffle(record: Recorder, asked: c.OrderShuffle, offer: Offer) -> None:
    record.emit(e.ShuffleOrdered, clauses=offer.clauses)


def _change_deck(record: Recorder, asked: c.ChangeDeck, offer: Offer) -> None:
    for seat, hand in record.state.hands.items():  # the deck was due before no more bets: wagers go back
        record.emit(e.BetPlaced, clauses=offer.clauses, seat=seat, player=hand.player, wagers={})
    oldest = min(range(len(record.state.decks)), key=lambda each: record.state.decks[each].since)
    clauses = distinct((*offer.clauses, *old_deck_clauses(record.state)))
    record.emit(e.DeckChanged, clauses=clauses, deck=oldest, reason=asked.reason)


def _replace_device(record: Recorder, asked: c.ReplaceDevice, offer: Offer) -> None:
    state = record.state
    rules, equipment = state.at.house.rules, state.at.equipment
    deal, shuffle = asked.deal or equipment.deal or "", asked.shuffle or equipment.shuffle or ""
    words = next((rule.devices for rule in rules.irregularities.values() if rule.devices), ("removed",))
    if asked.device not in words:
        message = f"device {asked.device!r}; allowed: {' or '.join(words)} before another method is used"
        raise Refusal("value_not_allowed", message, device_clauses(state))
    for option, value in (("deal", deal), ("shuffle", shuffle)):
        if value not in rules.options[option].values:
            allowed = ", ".join(rules.options[option].values)
            code = f"{option}_not_allowed"
            raise Refusal(code, f"{option} {value!r}; allowed: {allowed}", rules.options[option].clauses)
    needs = rules.facts.get("deal", {}).get("hand_needs_shuffler")
    if deal == "hand" and shuffle != "automated" and needs is not None and needs.value:
        raise Refusal("hand_deal_needs_shuffler", "deal 'hand' needs an automated shuffler", needs.clauses)
    fewer = (equipment.deal, equipment.shuffle).count("automated") + (equipment.deal == "automated-shoe")
    if (deal, shuffle).count("automated") + (deal == "automated-shoe") >= fewer:
        message = f"{deal} and {shuffle}: the failed device is still in use; allowed: continue without it"
        raise Refusal("value_not_allowed", message, device_clauses(state))
    record.emit(e.MethodChanged, clauses=offer.clauses, device=asked.device, deal=deal, shuffle=shuffle)


HANDLERS: dict[type, Callable[[Recorder, Any, Offer], None]] = {
    c.OpenTable: _open_table,
    c.AdoptRules: _adopt_rules,
    c.CloseTable: _close_table,
    c.GoIdle: _go_idle,
    c.Perform: _perform,
    c.Shuffle: _shuffle,
    c.Count: _count,
    c.Report: _report,
    c.ConfirmReport: _confirm_report,
    c.DismissReport: _dismiss_report,
    c.OrderShuffle: _order_shuffle,
    c.ChangeDeck: _change_deck,
    c.ReplaceDevice: _replace_device,
}
