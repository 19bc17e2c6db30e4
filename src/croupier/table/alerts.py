"""Alerts of a hand: a progressive lost by a fold, cards kept for one, a bonus among the discards."""

from collections.abc import Iterable

from croupier.games.common import NO_ROW
from croupier.names import spoken
from croupier.settlement.prepared_rules import PreparedSideWager, prepared
from croupier.table import events as e
from croupier.table.obligations import in_play
from croupier.table.programs import current
from croupier.table.state import Hand, State, hand_set


def alerts_of(state: State, hand: Hand, action: str) -> tuple[e.Alert, ...]:
    """The alerts of a decision once the cards are known."""
    return tuple(_alerts(state, hand, action))


def _alerts(state: State, hand: Hand, action: str) -> Iterable[e.Alert]:
    """The alerts of a decision: a progressive lost by a fold, a bonus hand among the discards."""
    ready = prepared(state.at.house)
    side = ready.progressive
    if action == "check" or not complete(state, hand):
        return
    cards = hand_set(hand.cards)
    if action == "fold":
        if side is None or "progressive" not in hand.wagers:
            return
        if ready.progressive_after_fold:
            if not any(name in hand.wagers for name in ready.sides):
                text = f"seat {hand.seat} folded; its cards stay for the progressive wager"
                clauses = side.win_after_fold
                yield e.Alert(alert="kept_for_progressive", text=text, seat=hand.seat, clauses=clauses)
        elif _row(side, cards, ready.play.strength(cards)) != NO_ROW:
            text = f"seat {hand.seat} folded a hand that would have won the progressive"
            yield e.Alert(alert="folded_progressive", text=text, seat=hand.seat, clauses=ready.lost_by_fold)
    elif ready.play.played is not None and state.at.house.rules.step("discards") is not None:
        strength = ready.play.strength(cards)
        sides = {name: each for name, each in ready.sides.items() if name in hand.wagers}
        if side is not None and "progressive" in hand.wagers:
            sides["progressive"] = side
        for name, each in sides.items():
            row = _row(each, cards, strength)
            if row != NO_ROW and row != _row(each, ready.play.played(cards), strength):
                yield _winning_discards(state, hand, name)


def discard_alerts(state: State, hand: Hand, discards: str) -> tuple[e.Alert, ...]:
    """A bonus that the discards win by themselves, before they are collected."""
    ready, cards = prepared(state.at.house), hand_set(discards)
    sides = {**ready.sides, **({} if ready.progressive is None else {"progressive": ready.progressive})}
    strength = ready.play.strength(cards) if cards else 0
    found = []
    for name, side in sides.items():
        if cards and name in hand.wagers and _row(side, cards, strength) != NO_ROW:
            found.append(_winning_discards(state, hand, name))
    return tuple(found)


def _winning_discards(state: State, hand: Hand, wager: str) -> e.Alert:
    text = f"seat {hand.seat}: the {spoken(wager)} hand is among the discards; do not rack them"
    rule = state.at.house.rules.step("discards")
    clauses = () if rule is None else rule.clauses
    return e.Alert(alert="winning_discards", text=text, seat=hand.seat, clauses=clauses)


def at_the_discards(state: State) -> tuple[e.Alert, ...]:
    """The winning discards that lie on a live table now, about to be racked."""
    step = current(state)
    if state.electronic or step is None or step.name != "discards":
        return ()
    found: list[e.Alert] = []
    for hand in state.hands.values():
        if in_play(hand):
            if hand.discards is None:
                found += alerts_of(state, hand, hand.action)
            else:
                found += discard_alerts(state, hand, hand.discards)
    return tuple(found)


def _row(side: PreparedSideWager, cards: int, strength: int) -> int:
    return side.rows[side.rung(cards, strength)]


def complete(state: State, hand: Hand) -> bool:
    """Whether the system knows all cards of a hand that was dealt as it should be."""
    whole = prepared(state.at.house).player_cards
    return hand.dealt == whole and len(hand.cards.split()) == whole
