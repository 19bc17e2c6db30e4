"""How much: the bounds of wagers before the deal and of the wager that is decided."""

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from croupier.errors import Refusal
from croupier.games.common import Bound, Play
from croupier.games.steps import RoundStep
from croupier.money import LARGEST, dollars
from croupier.settlement.desk import Desk, desk
from croupier.settlement.round import Seat
from croupier.submission.house import TableRules
from croupier.table.state import Hand, State, hand_set


class Amount(msgspec.Struct, frozen=True, omit_defaults=True):
    """A wager, a decision or a count by name, with its bounds; `only` where no other amount will do."""

    name: str
    least: int = 0
    most: int = 0
    only: tuple[int, ...] = ()
    equals: str = ""
    """The wager that it must be as much as, where it is made."""


@lru_cache(maxsize=256)
def wager_bounds(rules: TableRules) -> tuple[Amount, ...]:
    """The wagers that may be placed before the deal, each within its posted limits."""
    found = []
    for name, wager in rules.house.rules.wagers.items():
        if wager.placed != "before_deal" or not rules.house.offers(name):
            continue
        posted = rules.posted.get(name) or rules.posted.get(wager.equals or "")
        least, most = posted or (1, LARGEST)
        only = wager.stakes
        if name == "progressive" and rules.house.progressive is not None:
            only = rules.house.progressive.stakes
        found.append(Amount(name, least, most, only, wager.equals or ""))
    return tuple(found)


def check_limits(state: State, seat: Seat) -> None:
    """Refuse a wager outside its posted limits."""
    rules = state.at.house.rules
    for bound in wager_bounds(state.at):
        amount = seat.wagers.get(bound.name)
        if amount is None or bound.only or bound.least <= amount <= bound.most:
            continue
        code = "below_minimum" if amount < bound.least else "above_maximum"
        allowed = f"{dollars(bound.least)} to {dollars(bound.most)}, as posted"
        message = f"seat {seat.seat}: {bound.name} of {dollars(amount)}; allowed: {allowed}"
        raise Refusal(code, message, rules.wagers[bound.name].posted or rules.options["limits"].clauses)


def choices_of(state: State, hand: Hand, step: RoundStep) -> tuple[Amount, ...]:
    """What a player may decide: the wager within its bounds, or to waive it."""
    play = desk(state.at.house).play
    bound = decided_bound(state, hand, step, play)
    return Amount(play.decided, bound.least, bound.most, bound.only), Amount(step.waive)


def check_choice(
    choices: Iterable[Amount], seat: int, action: str, amount: int, at: Desk, *, tell: bool = True
) -> None:
    """Refuse a decision that is not among the choices, or an amount outside its bounds.

    The bounds may depend on the hand: only who sees the cards is told them.
    """
    choice = next((each for each in choices if each.name == action), None)
    if choice is None:
        allowed = " or ".join(each.name for each in choices)
        message = f"seat {seat}: {action!r}; allowed: {allowed}"
        raise Refusal("decision_unclear", message, at.decision_clauses)
    if amount in choice.only if choice.only else choice.least <= amount <= choice.most:
        return
    wanted = choice.only or (choice.least, choice.most)
    allowed = (" or " if choice.only else " to ").join(dollars(each) for each in dict.fromkeys(wanted))
    if not tell:
        allowed = "what the hand allows"
    asked = dollars(amount) if amount >= 0 else f"{amount} cents"
    message = f"seat {seat}: {action} of {asked}; allowed: {allowed}"
    code = f"{choice.name}_out_of_bounds" if choice.most else "decision_unclear"
    raise Refusal(code, message, at.decision_clauses)


def decided_bound(state: State, hand: Hand, step: RoundStep, play: Play) -> Bound:
    """The bounds of the decided wager; a hand whose cards are not known yet has the widest."""
    ante = hand.wagers["ante"]
    if step.multiples:
        only = tuple(sorted(ante * multiple for multiple in step.multiples))
        return Bound(only[0], only[-1], only)
    known = len(hand.cards.split()) == state.at.house.rules.number("cards.player")
    return play.bound(play.strength(hand_set(hand.cards)) if known else 0, ante)
