"""The operator's entries on a meter: top-ups and corrections.

Both are events of the link, posted against the house, and also in the stream `house`, with the actor, the
reason, and the meter before and after.
"""

from croupier.errors import Refusal
from croupier.floor.host.batch import Unit
from croupier.floor.people.model import Actor, require
from croupier.floor.registry.events import STREAM, MeterAdjusted, encode_registry_event
from croupier.jackpot import decisions
from croupier.jackpot.events import MeterCorrected, ToppedUp
from croupier.jackpot.link import evolve
from croupier.jackpot.meters import UNIT
from croupier.table.dual_control import Second, check_act

LEAST = "supervisor"


def top_up(unit: Unit, link: str, meter: str, cents: int, reason: str, actor: Actor) -> MeterAdjusted:
    """Put money of the house on a meter."""
    _check(reason, actor)
    changed = decisions.top_up(unit.link(link), meter, cents, at=unit.batch.now, by=actor.id)
    return _record(unit, link, changed, reason, actor)


def correct(
    unit: Unit, link: str, meter: str, cents: int, reason: str, actor: Actor, second: Second | None
) -> MeterAdjusted:
    """Correct a meter up or down, signed by two people; never below the least of its document."""
    _check(reason, actor)
    signed = check_act("meter_correction", actor.id, second)
    decisions.check_least(unit.link(link), meter, cents * UNIT)
    changed = decisions.correct(unit.link(link), meter, cents * UNIT, reason, at=unit.batch.now, by=actor.id)
    return _record(unit, link, changed, reason, actor, signed)


def _check(reason: str, actor: Actor) -> None:
    require(actor, LEAST)
    if not reason.strip():
        raise Refusal("reason_missing", "a reason is required: say why the meter is changed")


def _record(
    unit: Unit,
    link: str,
    changed: ToppedUp | MeterCorrected,
    reason: str,
    actor: Actor,
    second: Second | None = None,
) -> MeterAdjusted:
    before = unit.link(link)
    after = evolve(before, changed)
    unit.record_link(link, before, after, [changed])
    event = MeterAdjusted(
        at=unit.batch.now,
        by=actor.id,
        role=actor.role,
        address=actor.address,
        link=link,
        meter=changed.meter,
        what="top-up" if isinstance(changed, ToppedUp) else "correction",
        before=before.amounts[changed.meter],
        after=after.amounts[changed.meter],
        reason=reason.strip(),
        second=second,
        clauses=changed.clauses,
    )
    kind = str(event.__struct_config__.tag)
    unit.append(STREAM, kind, encode_registry_event(event), by=event.by, role=event.role)
    return event
