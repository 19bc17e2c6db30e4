"""Who may do what: an ordered list, because the documents say "floorperson or above".

Surveillance and auditors stand beside the list: they see, and do nothing at a table. The system is the
table's own host: its timers and, at an electronic table, the dealer.
"""

ROLES = ("player", "dealer", "floorperson", "supervisor", "administrator")
SYSTEM = "system"
BESIDE = ("surveillance", "auditor")

_PLACE = {role: place for place, role in enumerate(ROLES)}


def at_least(role: str, least: str) -> bool:
    """Whether a role is this one or above."""
    return _PLACE.get(role, -1) >= _PLACE[least]


def or_above(least: str) -> str:
    """The role in words, for a refusal."""
    return least if least == ROLES[-1] else f"{least} or above"
