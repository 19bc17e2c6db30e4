"""Checks of irregularities: one clause for each, and no data that no code reads."""

from collections.abc import Iterator
from typing import get_args

from croupier.rulebook.checks.wagers import condition_problems
from croupier.rulebook.model import Irregularity, IrregularityKind, RuleSet

NOT_REPORTED = ("deck_too_old", "device_replaced")
"""Kinds that nobody reports: a timer raises them, or an act of their own."""

_OF_A_COUNT = ("stub_misdealt", "stub_wrong", "device_count_wrong", "chips_mismatch")
"""Kinds that a wrong count brings up."""

OF_A_ROUND = frozenset(get_args(IrregularityKind)) - {*NOT_REPORTED, *_OF_A_COUNT, "shuffler_fault"}
"""Kinds that can happen between two moments of a round."""


def irregularity_problems(rules: RuleSet) -> Iterator[tuple[str, str]]:
    """Everything wrong with the irregularities of a rule set: key and problem."""
    methods = tuple(rules.options["deal"].values) if "deal" in rules.options else ()
    taken: dict[tuple[str, str], str] = {}
    for clause, datum in rules.irregularities.items():
        key = f"irregularities.{clause}"
        if "device_replaced" in datum.kinds and not datum.devices:
            yield f"{key}.devices", "missing; what is done with the device first"
        if not OF_A_ROUND.isdisjoint(datum.kinds):
            missing = [part for part in ("since", "before") if getattr(datum, part) is None]
            yield from (
                (f"{key}.{part}", "missing; the moments between which it can apply") for part in missing
            )
        yield from condition_problems(rules, f"{key}.settled_under", datum.settled_under)
        for wager in (*datum.settled, *(each for named in datum.settled_under.values() for each in named)):
            if wager not in rules.wagers:
                yield f"{key}.settled", f"no such wager {wager!r}; allowed: {', '.join(rules.wagers)}"
        for condition in datum.kept_under:
            option, _, value = condition.partition("=")
            if option not in rules.options or value not in rules.options[option].values:
                known = (f"{name}={each}" for name, found in rules.options.items() for each in found.values)
                problem = f"unknown option or value {condition!r}; allowed: {', '.join(known)}"
                yield f"{key}.kept_under", problem
        for part in _unread(datum):
            yield f"{key}.{part}", "no code reads it of an irregularity that nobody reports"
        for method in datum.deal:
            if methods and method not in methods:
                yield f"{key}.deal", f"no such dealing method {method!r}; allowed: {', '.join(methods)}"
        for kind in datum.kinds:
            for method in datum.deal or methods:
                other = taken.setdefault((kind, method), clause)
                if other != clause:
                    problem = f"{kind!r} has another clause with {method}, {other}; allowed: one"
                    yield f"{key}.deal", problem


def _unread(datum: Irregularity) -> Iterator[str]:
    """Parts that only a report, or a kind, makes use of."""
    if not any(kind not in NOT_REPORTED for kind in datum.kinds):
        yield from (part for part, usual in _OF_REPORTS.items() if getattr(datum, part) != usual)
    if not datum.kinds and datum.deal:
        yield "deal"
    if OF_A_ROUND.isdisjoint(datum.kinds):
        yield from (part for part in ("since", "before") if getattr(datum, part) is not None)
    if datum.devices and "device_replaced" not in datum.kinds:
        yield "devices"


_OF_REPORTS = {"deck": "stays", "role": "dealer"}
