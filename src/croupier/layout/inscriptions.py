"""The words of a layout besides the pay tables: names, what the dealer needs, what may be raised, limits.

Where a document demands words, the rulebook has them. Where it demands none, the same things are said from
its facts, since the game needs them.
"""

from collections.abc import Iterator
from typing import NamedTuple

from croupier.layout.demands import word_clauses
from croupier.money import dollars
from croupier.rulebook.model import Fact, RuleSet
from croupier.submission.house import HouseRules, TableRules

GENERIC = "This game is subject to the posted payout limit"

_GAMES = {
    "high-card-flush": "High Card Flush",
    "ultimate-texas-holdem": "Ultimate Texas Hold'em",
    "four-card-poker": "Four Card Poker",
}


class Words(NamedTuple):
    """Words without a place yet."""

    name: str
    text: str
    clauses: tuple[str, ...] = ()


def words_of(rules: TableRules, odds: str, limit: str) -> tuple[Words, ...]:
    """All inscriptions, each by its name."""
    return tuple(_words(rules, odds, limit))


def game_name(rules: RuleSet) -> str:
    """The name of the game as the felt shows it."""
    return _GAMES[rules.rules.game]


def operator_name(rules: TableRules) -> str:
    """The operator's name on one line, without what no drawing can show."""
    return " ".join("".join(each if each.isprintable() else " " for each in rules.operator).split())


def _words(rules: TableRules, odds: str, limit: str) -> Iterator[Words]:
    house, document = rules.house, rules.house.rules
    if name := operator_name(rules):
        yield Words("operator", name, word_clauses(document, "operator"))
    yield Words("game", game_name(document))
    yield _dealer_qualifies(document)
    yield _decision(document)
    if odds == "layout":
        yield _even_money(house)
    if limit in ("layout", "generic"):
        yield _payout_limit(house, limit)


def _cited(rules: RuleSet, name: str, *facts: Fact) -> tuple[str, ...]:
    """What demands the words; else what they say."""
    return word_clauses(rules, name) or tuple(
        dict.fromkeys(clause for fact in facts for clause in fact.clauses)
    )


def _dealer_qualifies(rules: RuleSet) -> Words:
    demanded = rules.inscriptions.get("dealer_qualifies")
    fact = rules.fact("settlement.dealer_qualifies")
    cited = _cited(rules, "dealer_qualifies", fact)
    if demanded is not None:
        return Words("dealer_qualifies", demanded.text, cited)
    needed = str(fact.value)
    if needed == "any hand":
        return Words(
            "dealer_qualifies", "Dealer plays the best four of six cards and always qualifies", cited
        )
    if needed == "a pair":
        text = "Dealer needs a pair to qualify; if not, the ante pushes"
        return Words("dealer_qualifies", text, cited)
    return Words(
        "dealer_qualifies", f"Dealer needs a {needed}, to qualify; if not, ante pays and raise pushes", cited
    )


def _decision(rules: RuleSet) -> Words:
    demanded = rules.inscriptions.get("raise_limits")
    decision = rules.facts["decision"]
    if demanded is not None:
        return Words("raise_limits", demanded.text, _cited(rules, "raise_limits"))
    if "raise_most" in decision:
        most = decision["raise_most"]
        return Words("raise_limits", _raise_words(most), _cited(rules, "raise_limits", most))
    if "play_multiples" in decision:
        multiples = decision["play_multiples"]
        text = "Play: 4 or 3 times the ante before the flop, 2 times after it, 1 time after the last card"
        assert multiples.value == (4, 3, 2, 1)
        return Words("play_limits", text, multiples.clauses)
    least, most = decision["play_least"], decision["play_most"]
    text = f"Play: {least.value} to {most.value} times the ante"
    return Words("play_limits", text, _cited(rules, "play_limits", least, most))


def _raise_words(most: Fact) -> str:
    """The largest raise by the length of the flush, from two cards."""
    assert isinstance(most.value, tuple)
    lengths: dict[int, list[int]] = {}
    for length, multiple in enumerate(most.value, start=2):
        lengths.setdefault(int(multiple), []).append(length)
    return "Raise: flush of " + "; ".join(
        f"{_or(cards)} cards, {'the ante' if multiple == 1 else f'up to {multiple} antes'}"
        for multiple, cards in lengths.items()
    )


def _or(numbers: list[int]) -> str:
    *first, last = map(str, numbers)
    return f"{', '.join(first)} or {last}" if first else last


def _even_money(house: HouseRules) -> Words:
    """What the main wagers pay, which no pay table says."""
    named = [wager for wager in ("ante", "raise", "play") if wager in house.tables]
    odds = {str(house.tables[wager].awards[0]) for wager in named}
    assert len(odds) == 1, named
    cited = dict.fromkeys(clause for wager in named for clause in house.tables[wager].clauses)
    demanded = word_clauses(house.rules, "odds:ante")
    return Words("even_money", f"{' and '.join(named).capitalize()} pay {odds.pop()}", (*demanded, *cited))


def _payout_limit(house: HouseRules, limit: str) -> Words:
    cited = word_clauses(house.rules, "payout_limit")
    if limit == "generic":
        return Words("payout_limit", GENERIC, cited)
    assert house.limits.hand is not None
    return Words("payout_limit", f"Payout limit for each hand {dollars(house.limits.hand)}", cited)
