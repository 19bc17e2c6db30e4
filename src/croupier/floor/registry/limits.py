"""Changes of posted limits: a supervisor asks, a second person signs, and they apply at a stated time.

The next version of the table's submission is written and checked at once, so that limits outside the law or
the filing are refused before anybody signs off. From then until the stated time the table runs as before, and
the dealer and the sign announce the change; then the version is adopted between two rounds.
"""

from collections.abc import Mapping
from typing import NamedTuple

from croupier.errors import Refusal
from croupier.floor.host import automation
from croupier.floor.host.batch import Unit
from croupier.floor.people.model import Actor
from croupier.floor.registry import events as e
from croupier.floor.registry.adoption import apply_pending, queue_version
from croupier.floor.registry.changes import record_submission
from croupier.floor.registry.entries import record, stamp
from croupier.floor.registry.limit_text import with_limits
from croupier.floor.registry.registry import Registry
from croupier.table.dual_control import Second, check_act
from croupier.table.roles import SYSTEM, check_at_least

FURTHEST = 30 * 24 * 3_600_000
"""Milliseconds: how far ahead a change may be set."""

Limits = Mapping[str, tuple[int, int]]
"""Minimum and maximum by wager, in cents."""


class LimitsWanted(NamedTuple):
    """A change as it is asked for."""

    limits: Limits
    effective: int
    """When it applies, in milliseconds since 1970 UTC; a time that has passed means now."""


def change_limits(
    unit: Unit, registry: Registry, table: str, wanted: LimitsWanted, actor: Actor, second: Second | None
) -> e.LimitsApproved:
    """Write and load the next version of a table's submission with other limits, to apply at a time."""
    check_at_least(actor.role, "supervisor")
    check_act("limits", actor.id, second)
    here = registry.within(unit)
    listing = here.listing(table)
    if table in here.limits or table in here.pending:
        message = f"table {table} already has a pending change of limits; wait for it, or cancel it first"
        raise Refusal("limits_waiting", message)
    effective = max(wanted.effective, unit.batch.now)
    if effective > unit.batch.now + FURTHEST:
        raise Refusal("value_not_allowed", "this change of limits is too far ahead; allowed: within 30 days")
    posted = here.rules(table).posted
    changed = {
        wager: tuple(bounds) for wager, bounds in wanted.limits.items() if posted.get(wager) != tuple(bounds)
    }
    if not changed:
        raise Refusal("submission_unchanged", f"table {table} already has these limits")
    text = with_limits(here.submission(listing.submission, listing.version).text, wanted.limits)
    loaded = record_submission(unit, registry, listing.submission, text, actor)
    event = e.LimitsApproved(
        **stamp(unit, actor),
        table=table,
        before=listing.version,
        after=loaded.version,
        effective=effective,
        was={wager: posted[wager] for wager in changed if wager in posted},
        limits={wager: (bounds[0], bounds[1]) for wager, bounds in changed.items()},
        second=second,
    )
    record(unit, event)
    return event


def cancel_limits(unit: Unit, registry: Registry, table: str, actor: Actor) -> None:
    """Cancel a change of limits that has not applied yet."""
    check_at_least(actor.role, "supervisor")
    waiting = registry.within(unit).limits.get(table)
    if waiting is None:
        raise Refusal("not_now", f"table {table} has no pending change of limits")
    _refuse(unit, waiting, actor, "limits_canceled", "the change of limits was canceled")


def apply_limits(unit: Unit, registry: Registry, table: str) -> None:
    """Queue and, between rounds, adopt the change of limits of a table whose time has come."""
    here = registry.within(unit)
    waiting = here.limits.get(table)
    if waiting is None or waiting.effective > unit.batch.now:
        return
    actor = Actor(automation.HOST, SYSTEM)
    if here.listing(table).version != waiting.before:
        message = f"the table now runs on version {here.listing(table).version}, not {waiting.before}"
        _refuse(unit, waiting, actor, "limits_outdated", message)
        return
    queue_version(unit, here, table, waiting.after, "limits", actor)
    apply_pending(unit, registry, table, known=True)


def _refuse(unit: Unit, waiting: e.LimitsApproved, actor: Actor, code: str, message: str) -> None:
    event = e.AdoptionRefused(
        **stamp(unit, actor),
        table=waiting.table,
        before=waiting.before,
        after=waiting.after,
        code=code,
        message=message,
    )
    record(unit, event)
