"""Dual control over accounts: nobody alone gives, takes or resets the power of a supervisor or observer."""

from sqlalchemy import select

from croupier.floor.people.model import Actor
from croupier.floor.people.schema import people
from croupier.floor.people.store import Change
from croupier.table.dual_control import RULES, Second, check_act
from croupier.table.roles import OBSERVERS, ROLES, SYSTEM, at_least

SECOND = RULES["people"].second
POWERFUL = frozenset((*(role for role in ROLES if at_least(role, SECOND)), *OBSERVERS))
"""Roles whose accounts two people change."""
_MAY_SIGN = tuple(role for role in ROLES if at_least(role, SECOND))


def check_people(
    change: Change, by: Actor, second: Second | None, person: str, role: str, after: str = ""
) -> Second | None:
    """The second person of a change of an account that has one of these roles, or gets one.

    The console acts alone, and so does an administrator while nobody else could sign: the first of a house.
    Giving up one's own power needs nobody.
    """
    gained = after if after != role else ""
    if by.role == SYSTEM or POWERFUL.isdisjoint((gained,) if person == by.id else (role, gained)):
        return None
    if second is None and not _somebody_else(change, by.id, person):
        return None
    return check_act("people", by.id, second, made_by=(person,))


def _somebody_else(change: Change, *but: str) -> bool:
    able = people.c.enabled & ~people.c.demo & people.c.password.is_not(None) & people.c.role.in_(_MAY_SIGN)
    return (
        change.connection.execute(select(people.c.id).where(able & people.c.id.not_in(but)).limit(1)).first()
        is not None
    )
