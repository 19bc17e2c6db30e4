"""Accounts as a sheet: people by their ids."""

from collections.abc import Iterable

from croupier.floor.people.model import Person
from croupier.floor.reports.sheets.sheet import Column, Sheet


def people_sheet(people: Iterable[Person], zone: str, now: int) -> Sheet:
    """Accounts with role and state, without names."""
    return Sheet(
        name="people",
        title="People",
        period="",
        zone=zone,
        columns=(Column("Id", "person"), Column("Role"), Column("State"), Column("Since", "time")),
        rows=tuple((each.id, each.role, _state(each, now), each.created) for each in people),
    )


def _state(person: Person, now: int) -> str:
    if not person.enabled:
        return "disabled"
    if person.locked_until > now:
        return "locked out"
    if person.demo:
        return "guest"
    return "active" if person.has_password else "invited"
