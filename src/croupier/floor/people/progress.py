"""Learning progress: finished tutorials, mistakes to repeat, tallies by street.

The browser decides when to repeat a mistake; the house stores the document for people with an account. It is
no act of the house, so it is not in the log. A change states the version it is based on, as commands do.
"""

from typing import Annotated

import msgspec
from sqlalchemy import insert, select, update

from croupier.errors import Refusal
from croupier.floor.people.schema import progress
from croupier.floor.people.store import Register

MOST_MISTAKES = 300
MOST_TALLIES = 100

Name = Annotated[str, msgspec.Meta(max_length=64)]
Cards = Annotated[str, msgspec.Meta(max_length=40)]
Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
Moment = Annotated[int, msgspec.Meta(ge=0, le=1 << 53)]


class Mistake(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A decision that was taken wrong, as a drill can ask it again."""

    rules: Name
    street: Name
    cards: Cards
    board: Cards
    up: Cards
    choices: Annotated[tuple[Name, ...], msgspec.Meta(max_length=10)]
    right: Count
    """Right answers in a row since."""
    due: Moment
    """When it is asked again, in milliseconds since 1970."""


class Tally(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The decisions drilled on a street of a rule set."""

    decisions: Count
    right: Count
    cost: Annotated[float, msgspec.Meta(ge=0, le=1e9)]
    """Antes."""


class Learned(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A person's progress."""

    tutorials: Annotated[tuple[Name, ...], msgspec.Meta(max_length=MOST_TALLIES)] = ()
    mistakes: Annotated[tuple[Mistake, ...], msgspec.Meta(max_length=MOST_MISTAKES)] = ()
    tallies: Annotated[
        dict[Annotated[str, msgspec.Meta(max_length=130)], Tally], msgspec.Meta(max_length=MOST_TALLIES)
    ] = {}
    """By rule set and street, with a space between."""


class KeptProgress(msgspec.Struct, frozen=True, kw_only=True):
    """A person's progress, and how often it was changed."""

    version: int
    learned: Learned


class Progress:
    """The progress of the house's people."""

    def __init__(self, register: Register) -> None:
        self._register = register

    def of(self, person: str) -> KeptProgress:
        """A person's progress; version 0 where the house has none."""
        with self._register.look() as connection:
            row = connection.execute(select(progress).where(progress.c.person == person)).one_or_none()
        if row is None:
            return KeptProgress(version=0, learned=Learned())
        return KeptProgress(version=row.version, learned=msgspec.json.decode(row.learned, type=Learned))

    def keep(self, person: str, version: int, learned: Learned) -> KeptProgress:
        """Replace a person's progress, unless it has changed since `version`."""
        encoded = msgspec.json.encode(learned)
        with self._register.change() as change:
            here = progress.c.person == person
            found = change.connection.execute(select(progress.c.version).where(here)).scalar() or 0
            if found != version:
                raise Refusal(
                    "progress_changed",
                    f"the change is based on version {version}; the progress is at version {found}",
                )
            values = {"version": found + 1, "learned": encoded, "changed": change.at}
            statement = update(progress).where(here) if found else insert(progress).values(person=person)
            change.connection.execute(statement.values(**values))
        return KeptProgress(version=found + 1, learned=learned)
