"""The dealer's work by hand at a live table: the document's instructions, and rules that need amounts.

Both are shown at the moment they matter, with their clauses. Where amounts are not entered, the table knows
the wagers and not their amounts, and the limits that it cannot enforce are the dealer's to apply.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

import msgspec

from croupier.games.vocabulary import wager_label
from croupier.games.words import listed
from croupier.money import dollars
from croupier.rulebook.checks.steps import INSTRUCTIONS
from croupier.settlement.prepared_rules import prepared
from croupier.submission.house import TableRules
from croupier.table.obligations import excused_from_count
from croupier.table.programs import current, round_program, shuffle_program
from croupier.table.state import State

_MOMENTS = {"shuffle": "shuffle", "bets": "bets", "stub": "stub", "offer": "decisions", "settle": "payouts"}
"""By kind of the current step."""


class ByHand(msgspec.Struct, frozen=True):
    """An instruction to the dealer, or a rule that is the dealer's to apply."""

    when: str
    """opening, shuffle, bets, stub, decisions or payouts."""
    text: str
    clauses: tuple[str, ...]


def by_hand(state: State) -> tuple[ByHand, ...]:
    """The dealer's work by hand at this moment."""
    when = "" if state.electronic else _moment(state)
    return by_hand_at(state.at, when, state.amounts) if when else ()


def _moment(state: State) -> str:
    if state.program == "opening":
        return "opening"
    step = current(state)
    if step is None or state.program not in ("round", "shuffle"):
        return ""
    return "payouts" if state.results else _MOMENTS.get(step.kind, "")


@lru_cache(maxsize=256)
def by_hand_at(rules: TableRules, when: str, amounts: bool) -> tuple[ByHand, ...]:
    """The work by hand of the dealer of such a table at a moment."""
    told = (*_instructions(rules), *(() if amounts else left_to_the_dealer(rules)))
    return tuple(each for each in told if each.when == when)


def _instructions(rules: TableRules) -> Iterator[ByHand]:
    for name, instruction in rules.house.rules.instructions.items():
        if _applies(rules, name):
            yield ByHand(INSTRUCTIONS[name], f"{instruction.prompt}.", instruction.clauses)


def _applies(rules: TableRules, name: str) -> bool:
    """Whether an instruction is about this table's equipment and wagers."""
    match name:
        case "two_decks":
            return rules.equipment.decks > 1
        case "uncut":
            return all(step.name != "cut" for step in shuffle_program(rules, fresh=False, electronic=False))
        case "stub_exempt":
            return excused_from_count(rules)
        case "collect_losers" | "pay_winners":
            return any(step.stepwise for step in round_program(rules))
        case "keep_exposed":
            return bool(rules.house.cover_all)
        case "progressive_payout":
            return rules.house.progressive is not None
        case _:
            return True


def left_to_the_dealer(rules: TableRules) -> tuple[ByHand, ...]:
    """The rules of a table that depend on amounts."""
    return (*_bets(rules), *_decisions(rules), *_payouts(rules))


def _bets(rules: TableRules) -> Iterator[ByHand]:
    document = rules.house.rules
    if rules.posted:
        text = "Check that each wager is within its posted limits."
        yield ByHand("bets", text, document.options["limits"].clauses)
    for name, wager in document.wagers.items():
        if wager.equals and rules.house.offers(name):
            text = f"Check that the {_word(rules, name)} equals the {_word(rules, wager.equals)}."
            yield ByHand("bets", text, wager.clauses)
    if rules.house.match_play:
        text = "Match play coupons are not entered: pay them even money where the ante wins."
        yield ByHand("payouts", text, document.options["match_play"].clauses)


def _decisions(rules: TableRules) -> Iterator[ByHand]:
    ready = prepared(rules.house)
    decided = _word(rules, ready.play.decided)
    text = f"Mark the {decided} by its multiple of the ante, and check the amount."
    yield ByHand("decisions", text, ready.decision_clauses)


def _payouts(rules: TableRules) -> Iterator[ByHand]:
    """The limits on winnings: winnings beyond them are not paid."""
    ready = prepared(rules.house)
    for limit in rules.house.limits:
        whom, often = ("a hand", "") if limit.per == "hand" else ("the whole table", " a round")
        capped = [name for name in limit.capped if rules.house.offers(name)]
        text = f"Pay {whom} at most {dollars(limit.amount)}{often} on {_all(rules, capped)}"
        text += f"; winnings on {_all(rules, limit.counted)} count toward it." if limit.counted else "."
        yield ByHand("payouts", text, ready.limit_clauses)


def _all(rules: TableRules, names: Iterable[str]) -> str:
    return listed([_word(rules, name) for name in names])


def _word(rules: TableRules, wager: str) -> str:
    return wager_label(rules.house.rules, wager).lower()
