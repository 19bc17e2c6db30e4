"""The inscriptions of a layout besides the pay tables: names, dealer qualifier, raise limits, payout limits.

They are written from the rule set in the words of the game, because the document demands them or because the
game needs them.
"""

from collections.abc import Iterator
from typing import NamedTuple

from croupier.games import game
from croupier.games.felt import limits_words
from croupier.games.vocabulary import decided_wager, game_title, wager_label
from croupier.games.words import capital, listed
from croupier.layout.demands import word_clauses
from croupier.layout.odds import even_wagers
from croupier.money import dollars
from croupier.rulebook.model import Fact, Inscription, RuleSet
from croupier.submission.house import HouseRules, TableRules

LIMITS = "_limits"
"""The suffix in the name of the inscription about the decided wager: `raise_limits`."""
GENERIC = "This game is subject to the posted payout limit"


class Words(NamedTuple):
    """An inscription without a place yet."""

    name: str
    text: str
    clauses: tuple[str, ...] = ()


def words_of(rules: TableRules, odds: str, limit: str) -> tuple[Words, ...]:
    """All inscriptions, each by its name."""
    return tuple(_words(rules, odds, limit))


def required_words(rules: TableRules) -> Iterator[tuple[Inscription, str]]:
    """The inscriptions that the document requires here; those on dealer and decision come from the law."""
    house = rules.house
    said = {words.name: words.text for words in words_of(rules, "sign", "")}
    for name, inscription in house.rules.inscriptions.items():
        if inscription.offered is None or house.offers(inscription.offered):
            yield inscription, inscription.text or said.get(name, "")


def operator_name(rules: TableRules) -> str:
    """The operator's name on one line, without characters that cannot be drawn."""
    return " ".join("".join(each if each.isprintable() else " " for each in rules.operator).split())


def _words(rules: TableRules, odds: str, limit: str) -> Iterator[Words]:
    house, document = rules.house, rules.house.rules
    if name := operator_name(rules):
        yield Words("operator", name, word_clauses(document, "operator"))
    yield Words("game", game_title(document))
    yield from _dealer_qualifies(document)
    yield from _decision(document)
    if odds == "layout":
        yield from _even_money(house)
    if limit in ("layout", "generic"):
        yield _payout_limit(house, limit)


def _cited(rules: RuleSet, name: str, *facts: Fact) -> tuple[str, ...]:
    """The clauses that demand the words, else the clauses that they state."""
    return word_clauses(rules, name) or tuple(
        dict.fromkeys(clause for fact in facts for clause in fact.clauses)
    )


def _dealer_qualifies(rules: RuleSet) -> Iterator[Words]:
    """The dealer's qualifier, in the words of the game."""
    say = game(rules.rules.game).felt.qualifies
    if say is not None:
        said = map(rules.stated, ("settlement.dealer_least", "settlement.dealer_qualifies"))
        facts = [fact for fact in said if fact is not None]
        yield Words("dealer_qualifies", say(rules), _cited(rules, "dealer_qualifies", *facts))


def _decision(rules: RuleSet) -> Iterator[Words]:
    """The bounds of the raise or play, in the words of the game."""
    decided, felt = decided_wager(rules), game(rules.rules.game).felt
    name = f"{decided}{LIMITS}"
    facts = [fact for key, fact in rules.facts.get("decision", {}).items() if key in _bounds(decided)]
    if felt.limits is not None:
        yield Words(name, felt.limits(rules), _cited(rules, name, *facts))
    elif facts:
        yield Words(name, limits_words(rules), _cited(rules, name, *facts))


def _bounds(decided: str) -> tuple[str, ...]:
    """The facts that bound the decided wager."""
    return tuple(f"{decided}_{end}" for end in ("least", "most", "multiples"))


def _even_money(house: HouseRules) -> Iterator[Words]:
    """The payouts of the wagers against the dealer, which have no pay table."""
    by_odds: dict[str, list[str]] = {}
    for wager in even_wagers(house):
        by_odds.setdefault(str(house.tables[wager].awards[0]), []).append(wager)
    if not by_odds:
        return
    named = [wager for wagers in by_odds.values() for wager in wagers]
    cited = dict.fromkeys(clause for wager in named for clause in house.tables[wager].clauses)
    demanded = word_clauses(house.rules, "odds:ante")
    text = "; ".join(
        f"{capital(listed([wager_label(house.rules, wager).lower() for wager in wagers]))} "
        f"pay{'s' if len(wagers) == 1 else ''} {odds}"
        for odds, wagers in by_odds.items()
    )
    yield Words("even_money", text, (*demanded, *cited))


def _payout_limit(house: HouseRules, limit: str) -> Words:
    cited = word_clauses(house.rules, "payout_limit")
    if limit == "generic":
        return Words("payout_limit", GENERIC, cited)
    (amount,) = (each.amount for each in house.limits if each.per == "hand")
    return Words("payout_limit", f"Payout limit for each hand {dollars(amount)}", cited)
