"""Roles: an ordered list, because the documents say "floorperson or above".

Observers, surveillance and auditors, are outside the order: they see every hand and act at no table. So are
the people who move or count chips and cash: the cage, security and the count team see what the public sees of
a table, and sign for their own step alone. The system is the table's host: its timers and, at an electronic
table, the dealer.
"""

from croupier.errors import Refusal

ROLES = ("player", "dealer", "floorperson", "supervisor", "administrator")
SYSTEM = "system"
OBSERVERS = ("surveillance", "auditor")
CAGE, SECURITY, COUNT_TEAM = "cage", "security", "count_team"
MONEY_ROLES = (CAGE, SECURITY, COUNT_TEAM)
"""Who moves chips and counts cash away from the tables: never a dealer or the pit."""
PEOPLE = (*ROLES, *OBSERVERS, *MONEY_ROLES)
"""Every role that a person can have."""

_OUTSIDE = {CAGE: "the cage", SECURITY: "security", COUNT_TEAM: "the count team"}
_RANK = {role: rank for rank, role in enumerate(ROLES)}


def at_least(role: str, least: str) -> bool:
    """Whether a role is this one or above."""
    return _RANK.get(role, -1) >= _RANK[least]


def check_at_least(role: str, least: str) -> None:
    """Refuse a role below this one."""
    if not at_least(role, least):
        raise Refusal("role_too_low", f"this needs {one_role(or_above(least))}, not {one_role(role)}")


def or_above(least: str) -> str:
    """The role in words, for a refusal."""
    return least if least == ROLES[-1] else f"{least} or above"


def fills_role(role: str, wanted: str) -> bool:
    """Whether a role may do the part of another: a floorperson's is also done by those above, a dealer's and
    those outside the order by their own people alone."""
    return role == wanted if wanted == "dealer" or wanted not in _RANK else at_least(role, wanted)


def one_role(role: str) -> str:
    """Somebody of a role, in words: "a dealer", "an auditor", "the cage"."""
    if role in _OUTSIDE:
        return _OUTSIDE[role]
    return f"an {role}" if role[:1] in "aeiou" else f"a {role}"


def role_words(role: str) -> str:
    """A role in words, for a refusal: "a dealer", "a floorperson or above", "the cage"."""
    return one_role(role) if role == "dealer" or role in _OUTSIDE else one_role(or_above(role))
