"""Checks of wagers: conditions, settlement, limits and citations."""

from collections.abc import Iterable, Iterator

from croupier.money import LARGEST
from croupier.rulebook.model import Limit, RuleSet, Wager

_BESIDE_WAGERS = ("envy", "limit", "seat")
"""Results of a settlement beside the wagers."""

_CITED = ("win", "win_after_fold", "lose", "lose_after_fold", "lost_by_fold")
_CITED_OF_SEATS = ("forfeited", "abandoned")
"""Situations for which a settlement cites clauses, of wagers and of whole seats."""


def wager_problems(rules: RuleSet) -> Iterator[tuple[str, str]]:
    """Everything wrong with the wagers of a rule set: key and problem."""
    if "ante" not in rules.wagers:
        yield "wagers.ante", "missing; every game has an ante"
    if rules.progressive and "progressive" not in rules.wagers:
        yield "progressive", f"no wager of that name; allowed: tables of {', '.join(rules.wagers)}"
    decided = [name for name, wager in rules.wagers.items() if wager.placed == "by_decision"]
    if not decided:
        yield "wagers", "none is placed by decision; allowed: one"
    for name in decided[1:]:
        yield f"wagers.{name}.placed", f"a second wager by decision beside {decided[0]}; allowed: one"
    instruments = rules.facts.get("wagers", {}).get("instruments")
    if instruments is not None and isinstance(instruments.value, tuple) and "chips" not in instruments.value:
        yield "facts.wagers.instruments", f"{list(instruments.value)}; allowed: chips, and others with them"
    for name, wager in rules.wagers.items():
        yield from _conditions(rules, name, wager)
    for name in rules.settlement:
        if name not in rules.wagers:
            yield f"settlement.{name}", f"no such wager; allowed: {', '.join(rules.wagers)}"
    yield from _filing(rules)
    yield from _cited(rules)
    for name, limit in rules.limits.items():
        yield from _limit(rules, f"limits.{name}", limit)


def condition_problems(rules: RuleSet, key: str, conditions: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Conditions on the house's policies, written `policy=value`."""
    for condition in conditions:
        policy, _, value = condition.partition("=")
        if policy not in rules.policies or value not in rules.policies[policy].values:
            known = (f"{name}={each}" for name, found in rules.policies.items() for each in found.values)
            yield key, f"unknown policy or value {condition!r}; allowed: {', '.join(known) or '(none)'}"


def _conditions(rules: RuleSet, name: str, wager: Wager) -> Iterator[tuple[str, str]]:
    """Conditions on a wager, which only one placed before the deal has."""
    if name == "ante" and (wager.placed != "before_deal" or wager.offered != "always"):
        yield "wagers.ante", "allowed: placed before the deal and always offered"
    if any(stake < 1 for stake in wager.stakes):
        yield f"wagers.{name}.stakes", f"{list(wager.stakes)}; allowed: cents, 1 or more"
    for part in ("needs", "needs_one_of", "equals", "stakes"):
        key, value = f"wagers.{name}.{part}", getattr(wager, part)
        named: tuple[str | int, ...] = (value,) if isinstance(value, str) else value or ()
        if named and wager.placed != "before_deal":
            yield key, "no code reads it of a wager that is not placed before the deal"
        if len(set(named)) < len(named):
            yield key, "named twice; allowed: each once"
        others = [
            each for each, other in rules.wagers.items() if each != name and other.placed == "before_deal"
        ]
        for other in named:
            if isinstance(other, str) and other not in others:
                yield key, f"no such wager {other!r} before the deal; allowed: {', '.join(others)}"


def _filing(rules: RuleSet) -> Iterator[tuple[str, str]]:
    """How a progressive without a printed table is filed."""
    filed = "progressive" in rules.wagers and not rules.progressive
    if filed and rules.progressive_filing is None:
        yield "progressive_filing", "missing; the document prints no table of the progressive"
    elif rules.progressive_filing is not None and not filed:
        yield "progressive_filing", "no code reads it; allowed: with a progressive that has no printed table"


def _cited(rules: RuleSet) -> Iterator[tuple[str, str]]:
    """Clauses and readings that a settlement names, by wager and situation."""
    allowed = (*rules.wagers, *_BESIDE_WAGERS)
    for name, situations in rules.clauses_on.items():
        if name not in allowed:
            yield f"clauses_on.{name}", f"no such wager; allowed: {', '.join(allowed)}"
        known = _CITED_OF_SEATS if name == "seat" else _CITED
        for situation in situations:
            if situation not in known:
                yield f"clauses_on.{name}.{situation}", f"no code reads it; allowed: {', '.join(known)}"
    for key, named in rules.readings_on.items():
        if key.partition(".")[0] not in allowed:
            yield f"readings_on.{key}", f"no such wager; allowed: {', '.join(allowed)}"
        for reading in named:
            if reading not in rules.readings:
                stated = ", ".join(rules.readings)
                yield f"readings_on.{key}", f"unknown reading {reading!r}; allowed: {stated}"


def _limit(rules: RuleSet, key: str, limit: Limit) -> Iterator[tuple[str, str]]:
    allowed = [name for name in rules.wagers if name != "progressive"]
    for part, named in (("capped", limit.capped), ("counted", limit.counted)):
        for wager in named:
            if wager not in allowed:
                yield f"{key}.{part}", f"no such wager {wager!r}; allowed: {', '.join(allowed)}"
        if len(set(named)) < len(named):
            yield f"{key}.{part}", "named twice; allowed: each once"
    for wager in set(limit.capped) & set(limit.counted):
        yield f"{key}.counted", f"{wager!r} is capped already; allowed: in one of them"
    if not limit.capped:
        yield f"{key}.capped", "empty; allowed: the wagers that the limit cuts"
    if limit.amount is None and "aggregate_limit" not in rules.options:
        yield f"{key}.amount", "missing, and no option `aggregate_limit` lets the operator set it"
    if limit.amount is not None and not 1 <= limit.amount <= LARGEST:
        yield f"{key}.amount", f"{limit.amount}; allowed: cents, 1 to {LARGEST}"
    yield from condition_problems(rules, f"{key}.dropped_under", limit.dropped_under)
