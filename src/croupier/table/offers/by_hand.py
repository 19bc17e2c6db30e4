"""The rules left to the dealer where amounts are not entered: all rules that depend on amounts.

The table knows the wagers and not their amounts. Limits that it cannot enforce are shown to the dealer at the
moment they matter, with their clauses.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

import msgspec

from croupier.money import dollars
from croupier.settlement.prepared import prepared
from croupier.submission.house import TableRules


class ByHand(msgspec.Struct, frozen=True):
    """A rule that is the dealer's to apply."""

    when: str
    """bets, decisions or payouts."""
    text: str
    clauses: tuple[str, ...]


@lru_cache(maxsize=256)
def left_to_the_dealer(rules: TableRules) -> tuple[ByHand, ...]:
    """The rules of a table that depend on amounts."""
    return (*_bets(rules), *_decisions(rules), *_payouts(rules))


def _bets(rules: TableRules) -> Iterator[ByHand]:
    document = rules.house.rules
    if rules.posted:
        text = "See that each wager is within its posted limits."
        yield ByHand("bets", text, document.options["limits"].clauses)
    for name, wager in document.wagers.items():
        if wager.equals and rules.house.offers(name):
            text = f"See that the {_words(name)} is as much as the {_words(wager.equals)}."
            yield ByHand("bets", text, wager.clauses)
    if rules.house.match_play:
        text = "Match play coupons are not entered: pay them even money where the ante wins."
        yield ByHand("payouts", text, document.options["match_play"].clauses)


def _decisions(rules: TableRules) -> Iterator[ByHand]:
    ready = prepared(rules.house)
    text = f"Mark the {ready.play.decided} by its multiple of the ante, and see that it is as much."
    yield ByHand("decisions", text, ready.decision_clauses)


def _payouts(rules: TableRules) -> Iterator[ByHand]:
    """The limits on winnings: winnings beyond them are not paid."""
    ready = prepared(rules.house)
    for limit in rules.house.limits:
        whom, often = ("a hand", "") if limit.per == "hand" else ("the whole table", " a round")
        capped = [name for name in limit.capped if rules.house.offers(name)]
        text = f"Pay {whom} at most {dollars(limit.amount)}{often} on {_all(capped)}"
        text += f", what {_all(limit.counted)} won counted in." if limit.counted else "."
        yield ByHand("payouts", text, ready.limit_clauses)


def _all(names: Iterable[str]) -> str:
    *most, last = map(_words, names)
    return f"{', '.join(most)} and {last}" if most else last


def _words(name: str) -> str:
    return name.replace("_", " ")
