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
from croupier.table.roles import at_least, or_above


class Second(msgspec.Struct, frozen=True, kw_only=True):
    """The second person of an act, who has signed in beside the first."""

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
    pair: bool = False
    """Whether one of the two must be a dealer and the other a floorperson or above."""


RULES: dict[str, Rule] = {
    "correction": Rule("a correction"),
    "resettlement": Rule("a resettlement"),
    "meter_correction": Rule("the correction of a meter"),
    "open_inventory": Rule("an opening inventory", pair=True),
    "fill": Rule("a fill", pair=True),
    "credit": Rule("a credit", pair=True),
    "drop": Rule("a drop", pair=True),
    "close_inventory": Rule("a closing inventory", pair=True),
    "limits": Rule("a change of limits", "floorperson"),
    "people": Rule("a change of an account with a supervisor's power or more", "supervisor"),
}
"""Every act that needs two people."""


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
    if not rule.pair and not at_least(second.role, rule.second):
        message = f"{rule.what}: signed by a {second.role}; allowed: {or_above(rule.second)}"
        raise Refusal("role_too_low", message, clauses)
    if rule.pair and not is_pair(role, second.role):
        signed = f"{rule.what}: signed by a {role} and a {second.role}"
        message = f"{signed}; allowed: a dealer, and a floorperson or above"
        raise Refusal("signatures_missing", message, clauses)
    if second.by in made_by:
        message = f"{rule.what}: the second person took part in it before; allowed: somebody else"
        raise Refusal("own_work", message, clauses)
    return second


def is_pair(one: str, other: str) -> bool:
    """Whether two roles are a dealer's and a floorperson's or above."""
    return any(
        dealer == "dealer" and at_least(above, "floorperson")
        for dealer, above in ((one, other), (other, one))
    )


def check_approver(by: str, made_by: Collection[str], what: str, clauses: tuple[str, ...] = ()) -> None:
    """Refuse to let people approve their own entry, correction or resettlement."""
    if by in made_by:
        raise Refusal("own_work", f"{what}: you took part in it; allowed: somebody else", clauses)


def _seconds(rule: Rule) -> str:
    return "a dealer beside a floorperson or the reverse" if rule.pair else or_above(rule.second)
