"""What the dealer alone sees to where amounts are not entered: every rule that depends on them.

The table knows which wagers stand and not how much lies there. What it would otherwise refuse or cut is said
to the dealer instead, at the moment at which it matters, with its clauses.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

import msgspec

from croupier.money import dollars
from croupier.settlement.prepared import desk
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
    at = desk(rules.house)
    text = f"Mark the {at.play.decided} by its multiple of the ante, and see that it is as much."
    yield ByHand("decisions", text, at.decision_clauses)


def _payouts(rules: TableRules) -> Iterator[ByHand]:
    """The limits on what is paid: winnings beyond them are not paid."""
    at, limits = desk(rules.house), rules.house.limits
    if at.hand_limit is not None:
        text = f"Pay a hand at most {dollars(at.hand_limit)} on {_all(at.capped)}"
        text += f", what {_all(at.counted)} won counted in." if at.counted else "."
        yield ByHand("payouts", text, at.limit_clauses)
    if at.all_bets_limit is not None:
        text = f"Pay a hand at most {dollars(at.all_bets_limit)} on all bets but the progressive."
        yield ByHand("payouts", text, at.limit_clauses)
    if limits.round is not None:
        text = f"Pay the whole table at most {dollars(limits.round)} a round on {_all(at.sides)}."
        yield ByHand("payouts", text, at.limit_clauses)


def _all(names: Iterable[str]) -> str:
    *most, last = map(_words, names)
    return f"{', '.join(most)} and {last}" if most else last


def _words(name: str) -> str:
    return name.replace("_", " ")
