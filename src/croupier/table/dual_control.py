"""Dual control: which acts need a second person, and who may not approve their own work. Judged here alone.

A second person signs in beside the first (`Door.countersign`); the act carries the recorded signature. Who
made, corrected or resettled something never approves it.
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


SECOND_LEAST = "dealer"
"""The least role of the second person."""


def check_second(by: str, second: Second | None, what: str, clauses: tuple[str, ...] = ()) -> Second:
    """The second person of an act; refused if there is none, or if one person signs twice."""
    if second is None or not second.by or not second.signature:
        message = f"{what} needs two people; allowed: a second person, {or_above(SECOND_LEAST)}, signs in"
        raise Refusal("signatures_missing", message, clauses)
    if second.by == by:
        message = f"{what}: both signatures are of one person; allowed: two people"
        raise Refusal("signatures_missing", message, clauses)
    if not at_least(second.role, SECOND_LEAST):
        message = f"{what}: signed by a {second.role}; allowed: {or_above(SECOND_LEAST)}"
        raise Refusal("role_too_low", message, clauses)
    return second


def check_approver(by: str, made_by: Collection[str], what: str, clauses: tuple[str, ...] = ()) -> None:
    """Refuse to let people approve their own entry, correction or resettlement."""
    if by in made_by:
        raise Refusal("own_work", f"{what}: you took part in it; allowed: somebody else", clauses)
