"""Obligations at a table: counts, deck changes, hands to be turned."""

from croupier.games.steps import RoundStep
from croupier.settlement.declarations import all_cards_count
from croupier.settlement.prepared_rules import prepared
from croupier.submission.house import TableRules
from croupier.table.cursor import kept_after_fold, paid_at_fold, seats_in_order, to_settle
from croupier.table.programs import rule_clauses
from croupier.table.state import Hand, PendingAward, State

HOUR = 3_600_000


def stub_exempt(state: State) -> bool:
    """Whether a counting device excuses the stub count, where the document knows that."""
    return excused_from_count(state.at)


def excused_from_count(rules: TableRules) -> bool:
    """Whether the table's device counts the cards, and the document excuses the stub count for that."""
    counting = rules.equipment.counting_shuffler or rules.equipment.reshuffle_and_count_device
    return counting and "stub_exempt" in rules.house.rules.instructions


def stub_count_due(state: State) -> bool:
    """Whether the stub must be counted in this round: at the table, and of each deck, often enough."""
    within = state.at.house.rules.number("deal.stub_count_rounds")
    return (
        not stub_exempt(state)
        and max(state.rounds_uncounted, state.decks[state.active].uncounted) >= within - 1
    )


def deck_too_old(state: State, at: int) -> bool:
    """Whether a deck must be changed before no more bets."""
    if state.electronic:
        return False
    due = change_due(state)
    return due is not None and at >= due


def unlit(state: State) -> PendingAward | None:
    """The next award whose light on the progressive system the dealer has yet to see, at a live table."""
    if state.electronic or state.at.house.rules.step("progressive_light") is None:
        return None
    return next((award for award in state.pending.values() if not award.lit), None)


def change_due(state: State) -> int | None:
    """When the next deck is due for a change; none where the document sets no time."""
    facts = state.at.house.rules.facts.get("cards", {})
    by_hand = state.at.equipment.deal == "hand"
    fact = facts.get("change_after_hours_hand" if by_hand else "change_after_hours_shoe")
    if fact is None or not state.decks:
        return None
    hours = fact.value
    assert isinstance(hours, int)
    filed = state.at.procedure.deck_change_hours
    allowed = hours * HOUR if filed is None else min(hours * HOUR, int(filed * HOUR))
    return min(deck.since for deck in state.decks) + allowed


def collecting_too_early(state: State, step: RoundStep) -> bool:
    """Whether a winning hand of this round stays on the layout until its award is validated."""
    collecting = step.name in ("collect", "collect_hands")
    return collecting and any(award.round == state.round for award in state.pending.values())


def unknown_discards(state: State, step: RoundStep) -> tuple[Hand, ...]:
    """The hands in play of a live table whose discards must be entered before they are racked."""
    if step.name != "discards" or state.electronic:
        return ()
    playing = (hand for hand in state.hands.values() if in_play(hand) and not least_named(state, hand))
    return tuple(hand for hand in playing if hand.discards is None and len(hand.cards.split()) < hand.dealt)


def least_named(state: State, hand: Hand) -> int:
    """The fewest cards to be named where those that play decide every wager of a hand; 0 where all are."""
    ready = prepared(state.at.house)
    others = {name for each in state.hands.values() for name in each.wagers}
    if ready.play.played is None or any(name in ready.sides for name in hand.wagers):
        return 0
    return (
        0
        if state.electronic or state.every_discard or all_cards_count(ready, hand.wagers, others)
        else ready.play.least_played
    )


def may_declare(state: State, hand: Hand) -> bool:
    """Whether the dealer may declare that a folded hand wins no bonus, without naming its cards."""
    others = {name for each in state.hands.values() for name in each.wagers}
    return not all_cards_count(prepared(state.at.house), hand.wagers, others)


def in_play(hand: Hand) -> bool:
    """Whether a hand that was decided on still plays."""
    return hand.action not in ("", "fold") and not (hand.lost or hand.void)


def to_show(state: State, step: RoundStep) -> Hand | None:
    """The next hand to turn, in the order of payment; none if the next seat can be settled now."""
    if step.stepwise or state.winners_order:
        for seat in seats_in_order(state):
            if must_show(state, state.hands[seat]):
                return state.hands[seat]
        return None
    hand = to_settle(state)
    return hand if hand is not None and must_show(state, hand) else None


def must_show(state: State, hand: Hand) -> bool:
    """Whether the hand has to be turned: something of it is still to be settled by its cards."""
    if hand.shown or hand.lost or hand.void:
        return False
    void = state.void_all
    if void is not None and hand.declared:
        return False
    if void is not None:
        whole = hand.dealt == prepared(state.at.house).player_cards
        return whole and any(wager in hand.wagers for wager in void.settled)
    # Where bonuses are paid at the fold, the cards of a folded hand were looked at then.
    return hand.action != "fold" or (kept_after_fold(state, hand) and not paid_at_fold(state))


def device_clauses(state: State) -> tuple[str, ...]:
    """The clauses on continuing without a failed device; the clauses on the method if there are none."""
    for clause, rule in state.at.house.rules.irregularities.items():
        if "device_replaced" in rule.kinds:
            return tuple(dict.fromkeys((clause, *rule.clauses)))
    return rule_clauses(state, "deal")


def old_deck_clauses(state: State) -> tuple[str, ...]:
    """The clauses on the age of a deck for the way it is dealt."""
    method = state.at.equipment.deal
    for clause, rule in state.at.house.rules.irregularities.items():
        if "deck_too_old" in rule.kinds and (not rule.deal or method in rule.deal):
            return (clause,)
    return ()


def outside_inventory(state: State) -> bool:
    """Whether awards from a meter are not paid from the table inventory, at a table that has one."""
    fact = state.at.house.rules.facts.get("settlement", {}).get("meter_awards_outside_inventory")
    return not state.electronic and fact is not None and fact.value is True
