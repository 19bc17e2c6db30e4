"""How much: the bounds of wagers before the deal and of the wager that is decided."""

from collections.abc import Iterable
from functools import lru_cache

import msgspec
from msgspec import UNSET, UnsetType

from croupier.errors import Refusal
from croupier.games import game
from croupier.games.common import Bound, Play
from croupier.games.steps import RoundStep
from croupier.games.vocabulary import wager_label
from croupier.money import LARGEST, dollars
from croupier.settlement.checks import check_wagers
from croupier.settlement.prepared_rules import PreparedRules, prepared
from croupier.settlement.round import COUPON_BESIDE, Seat
from croupier.settlement.without_amounts import by_odds, seat_in_units
from croupier.submission.house import TableRules
from croupier.table.state import Hand, State, hand_set


class Amount(msgspec.Struct, frozen=True):
    """A wager, a decision or a count by name, with its bounds; `only` where no other amount will do."""

    name: str
    least: int = 0
    most: int = 0
    only: tuple[int, ...] = ()
    equals: str | UnsetType = UNSET
    """The wager whose amount it must have."""
    beside: str | UnsetType = UNSET
    """Of a coupon: the wager it accompanies, which it may not exceed."""
    times: tuple[int, ...] = ()
    """Of a decision where amounts are not entered: the multiples of the ante that it may be."""
    between: bool | UnsetType = UNSET
    """Whether an amount between two of them is also lawful; it is entered as the higher one."""


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
        found.append(Amount(name, least, most, only, wager.equals or UNSET))
    return tuple(found)


@lru_cache(maxsize=256)
def least_to_stay(rules: TableRules) -> int:
    """The least decided wager that keeps a hand in the round, in antes; 0 where nothing is decided."""
    play = prepared(rules.house).play
    offers = (step for step in game(rules.house.rules.rules.game).procedure(rules) if step.kind == "offer")
    return min(
        (min(step.multiples) if step.multiples else play.bound(0, 1).least for step in offers), default=0
    )


def least_round(rules: TableRules) -> int:
    """The cents that the smallest round takes: the wagers that the game needs, and staying in."""
    known, needed = rules.house.rules.wagers, 0
    for bound in wager_bounds(rules):
        if known[bound.name].offered == "always":
            needed += bound.least
            needed += least_to_stay(rules) * bound.least if bound.name == "ante" else 0
    return needed


@lru_cache(maxsize=256)
def coupon_bounds(rules: TableRules) -> tuple[Amount, ...]:
    """The coupons accepted with a bet; each is at most the wager it accompanies."""
    if not rules.house.match_play:
        return ()
    return tuple(
        Amount("match_play", 1, bound.most, beside=bound.name)
        for bound in wager_bounds(rules)
        if bound.name == COUPON_BESIDE
    )


@lru_cache(maxsize=256)
def unlocked_wagers(rules: TableRules) -> tuple[Amount, ...]:
    """The wagers whose entry may be corrected: all but the one that the progressive system locks."""
    return tuple(bound for bound in wager_bounds(rules) if bound.name != "progressive")


def check_bet(state: State, seat: Seat) -> None:
    """Refuse wagers that may not be combined, or not in these amounts."""
    ready, where = prepared(state.at.house), f"seat {seat.seat}"
    if state.amounts:
        check_wagers(ready, seat, where)
        _check_limits(state, seat)
    else:
        check_wagers(by_odds(ready), seat_in_units(by_odds(ready), seat), where)


def _check_limits(state: State, seat: Seat) -> None:
    """Refuse a wager outside its posted limits."""
    rules = state.at.house.rules
    for bound in wager_bounds(state.at):
        amount = seat.wagers.get(bound.name)
        if amount is None or bound.only or bound.least <= amount <= bound.most:
            continue
        code = "below_minimum" if amount < bound.least else "above_maximum"
        allowed = f"{dollars(bound.least)} to {dollars(bound.most)}, as posted"
        message = (
            f"seat {seat.seat}: {wager_label(rules, bound.name)} of {dollars(amount)}; allowed: {allowed}"
        )
        raise Refusal(code, message, rules.wagers[bound.name].posted or rules.options["limits"].clauses)


def choices_of(state: State, hand: Hand, step: RoundStep) -> tuple[Amount, ...]:
    """The choices of a player: the wager within its bounds, or waiving it."""
    play = prepared(state.at.house).play
    bound = decided_bound(state, hand, step, play)
    if not state.amounts:
        times = bound.only or tuple(range(bound.least, bound.most + 1))
        between = not bound.only and len(times) > 1
        return Amount(play.decided, times=times, between=between or UNSET), Amount(step.waive)
    return Amount(play.decided, bound.least, bound.most, bound.only), Amount(step.waive)


def check_choice(
    choices: Iterable[Amount],
    seat: int,
    action: str,
    amount: int,
    ready: PreparedRules,
    *,
    times: int = 0,
    tell: bool = True,
) -> None:
    """Refuse a decision that is not among the choices, or an amount outside its bounds.

    Bounds that depend on the hand are named only if `tell` is set: the caller sees the cards.
    """
    choice = next((each for each in choices if each.name == action), None)
    if choice is None:
        allowed = " or ".join(each.name for each in choices)
        message = f"seat {seat}: {action!r}; allowed: {allowed}"
        raise Refusal("decision_unclear", message, ready.decision_clauses)
    if choice.times or times:
        _check_times(choice, seat, amount, times, ready, tell=tell)
        return
    if amount in choice.only if choice.only else choice.least <= amount <= choice.most:
        return
    wanted = choice.only or (choice.least, choice.most)
    allowed = (" or " if choice.only else " to ").join(dollars(each) for each in dict.fromkeys(wanted))
    if not tell:
        allowed = "the bounds of the hand"
    asked = dollars(amount) if amount >= 0 else f"{amount} cents"
    message = f"seat {seat}: {action} of {asked}; allowed: {allowed}"
    code = "decision_out_of_bounds" if choice.most else "decision_unclear"
    raise Refusal(code, message, ready.decision_clauses)


def check_over_raise(state: State, hand: Hand, cards: str) -> None:
    """Refuse to turn a hand that does not carry its raise: the dealer gives the rest back, with the floor."""
    play, ante = prepared(state.at.house).play, hand.wagers.get("ante", 0)
    if not state.amounts or not ante or hand.action != play.decided:
        return
    bound = play.bound(play.strength(hand_set(cards if not state.board else f"{cards} {state.board}")), ante)
    if bound.only or hand.amount <= bound.most:
        return
    least, most = dollars(bound.least), dollars(bound.most)
    allowed = f"{least} to {most}" if bound.most > bound.least else f"{most} exactly"
    message = f"seat {hand.seat}: {hand.action} of {dollars(hand.amount)} on an ante of {dollars(ante)}"
    todo = f"give back {dollars(hand.amount - bound.most)}, call the floor and have the entry corrected"
    clauses = prepared(state.at.house).decision_clauses
    raise Refusal("decision_out_of_bounds", f"{message}; allowed: {allowed}; {todo}", clauses)


def _check_times(
    choice: Amount, seat: int, amount: int, times: int, ready: PreparedRules, *, tell: bool
) -> None:
    """Refuse an unlawful multiple of the ante; where amounts are entered, refuse any multiple."""
    if times in choice.times and not amount:
        return
    allowed = " or ".join(f"{each}x" for each in choice.times) + " the ante" if choice.times else "an amount"
    if not tell:
        allowed = "the bounds of the hand"
    asked = dollars(amount) if amount > 0 else f"{times}x the ante"
    code = "decision_out_of_bounds" if choice.times else "decision_unclear"
    message = f"seat {seat}: {choice.name} of {asked}; allowed: {allowed}"
    raise Refusal(code, message, ready.decision_clauses)


def decided_bound(state: State, hand: Hand, step: RoundStep, play: Play) -> Bound:
    """The bounds of the raise or play wager; the widest if the cards of the hand are not known yet.

    Where amounts are not entered they are multiples of the ante.
    """
    ante = hand.wagers["ante"] if state.amounts else 1
    if step.multiples:
        only = tuple([ante * multiple for multiple in step.multiples])
        return Bound(only[0], only[-1], only)
    known = len(hand.cards.split()) == prepared(state.at.house).player_cards
    return play.bound(play.strength(hand_set(hand.cards)) if known else 0, ante)
