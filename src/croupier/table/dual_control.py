"""Dual control: which acts need a second person, and who may not approve their own work. Judged here alone.

An act that moves money, changes a fact or gives power is listed in `RULES`. Two ways to approve one:

* At once: the second person signs in beside the first (`Door.countersign`, over HTTP `countersigned`), and
  the act carries the recorded signature. Call `check_act("drop", by, second, made_by=…)` and record the
  `Second` that it returns.
* Later: one person asks, another decides. Record who asked, and call `check_approver(by, made_by, what)` at
  the decision.

`made_by` has everybody who created, corrected or resettled the same thing before: none of them approves it.
The audit calls the same functions with the people of the event, so that a forged log is found
(`floor.audit.control`). A new desk adds its act to `RULES`, with the least role of the second person.
"""

from collections.abc import Collection

import msgspec

from croupier.errors import Refusal
from croupier.table.roles import (
    CAGE,
    COUNT_TEAM,
    SECURITY,
    at_least,
    fills_role,
    one_role,
    or_above,
    role_words,
)


class Second(msgspec.Struct, frozen=True, kw_only=True):
    """The second person for an act, who signed in beside the first."""

    by: str
    role: str
    signature: str
    """The house event that records the signature."""


class Rule(msgspec.Struct, frozen=True):
    """An act that needs two people."""

    what: str
    """The act in words, for a refusal."""
    second: str = "dealer"
    """The least role of the second person."""
    pair: tuple[str, str] | None = None
    """The roles of the two, in either order, where the act has its own two."""


RULES: dict[str, Rule] = {
    "correction": Rule("a correction"),
    "resettlement": Rule("a resettlement"),
    "meter_correction": Rule("the correction of a meter"),
    "open_inventory": Rule("an opener", pair=("dealer", "floorperson")),
    "close_inventory": Rule("a closer", pair=("dealer", "floorperson")),
    "fill": Rule("the delivery of a fill", pair=("dealer", SECURITY)),
    "credit": Rule("the delivery of a credit", pair=("dealer", SECURITY)),
    "drop": Rule("a drop", pair=(COUNT_TEAM, COUNT_TEAM)),
    "limits": Rule("a change of limits", "floorperson"),
    "people": Rule("a change of an account with a supervisor's power or more", "supervisor"),
}
"""Every act that needs two people."""

STEPS: dict[str, tuple[str, str]] = {
    "request_slip": ("the request of a fill or credit", "floorperson"),
    "approve_slip": ("the approval of a fill or credit", CAGE),
    "color_up": ("a color-up", "dealer"),
    "buy_in": ("a total of buy-ins", "dealer"),
    "marker": ("a total of markers", "floorperson"),
}
"""Steps of one person, in words, with the role whose part each is."""


def check_step(step: str, by: str, role: str, made_by: Collection[str] = ()) -> None:
    """Refuse a step of `STEPS` to another role, and to somebody who did another step of the same thing."""
    what, wanted = STEPS[step]
    if not fills_role(role, wanted):
        raise Refusal("role_too_low", f"{what}: entered by {one_role(role)}; allowed: {role_words(wanted)}")
    check_approver(by, made_by, what)


EDITION = 1
"""Counts up with every rule that an act is refused by and older logs may not follow; a table records it when
it opens, and an audit judges the table by it. 1: who changed a round is no second for its next change."""


def check_act(
    act: str,
    by: str,
    second: Second | None,
    *,
    role: str = "",
    made_by: Collection[str] = (),
    clauses: tuple[str, ...] = (),
) -> Second:
    """The second person of an act of `RULES`; refused if there is none, or not by its rule.

    `role` is the first person's, for an act that a dealer and a floorperson sign. Nobody of `made_by` may be
    second.
    """
    rule = RULES[act]
    if second is None or not second.by or not second.signature:
        message = f"{rule.what} needs two people; allowed: a second person, {_seconds(rule)}, signs in"
        raise Refusal("signatures_missing", message, clauses)
    if second.by == by:
        message = f"{rule.what}: both signatures are of one person; allowed: two people"
        raise Refusal("signatures_missing", message, clauses)
    if rule.pair is None and not at_least(second.role, rule.second):
        message = f"{rule.what}: signed by {one_role(second.role)}; allowed: {or_above(rule.second)}"
        raise Refusal("role_too_low", message, clauses)
    if rule.pair is not None and not is_pair(rule.pair, role, second.role):
        signed = f"{rule.what}: signed by {one_role(role)} and {one_role(second.role)}"
        raise Refusal("signatures_missing", f"{signed}; allowed: {_pair(rule.pair)}", clauses)
    if second.by in made_by:
        message = f"{rule.what}: the second person took part in it before; allowed: somebody else"
        raise Refusal("own_work", message, clauses)
    return second


def is_pair(pair: tuple[str, str], one: str, other: str) -> bool:
    """Whether two people have the roles of a pair, in either order."""
    return any(
        fills_role(first, pair[0]) and fills_role(second, pair[1])
        for first, second in ((one, other), (other, one))
    )


def check_approver(by: str, made_by: Collection[str], what: str, clauses: tuple[str, ...] = ()) -> None:
    """Refuse to let people approve their own entry, correction or resettlement."""
    if by in made_by:
        raise Refusal("own_work", f"{what}: you took part in it; allowed: somebody else", clauses)


def _seconds(rule: Rule) -> str:
    return or_above(rule.second) if rule.pair is None else f"so that two sign: {_pair(rule.pair)}"


def _pair(pair: tuple[str, str]) -> str:
    first, second = (role_words(each) for each in pair)
    return f"two of {first}" if first == second else f"{first}, and {second}"
