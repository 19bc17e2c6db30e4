"""Roles: an ordered list, because the documents say "floorperson or above".

Observers, surveillance and auditors, are outside the order: they see every hand and act at no table. The
system is the table's host: its timers and, at an electronic table, the dealer.
"""

from croupier.errors import Refusal

ROLES = ("player", "dealer", "floorperson", "supervisor", "administrator")
SYSTEM = "system"
OBSERVERS = ("surveillance", "auditor")

_RANK = {role: rank for rank, role in enumerate(ROLES)}


def at_least(role: str, least: str) -> bool:
    """Whether a role is this one or above."""
    return _RANK.get(role, -1) >= _RANK[least]


def check_at_least(role: str, least: str) -> None:
    """Refuse a role below this one."""
    if not at_least(role, least):
        raise Refusal("role_too_low", f"this needs a {or_above(least)}, not a {role}")


def or_above(least: str) -> str:
    """The role in words, for a refusal."""
    return least if least == ROLES[-1] else f"{least} or above"
