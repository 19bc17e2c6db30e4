"""Adoption: a table moves to another version of its submission, at once or between rounds.

A table runs on one version of its submission. A new one takes effect between rounds; it is queued while a
round runs, or while it would change the rate of a meter that has not just been won. A link's meters grow at
one set of rates: when they change, every other table of the link gets them at its next round.
"""

from croupier.errors import Refusal
from croupier.floor.host import automation
from croupier.floor.host.batch import Unit
from croupier.floor.people.model import ADMINISTRATOR, Actor, require
from croupier.floor.registry import events as e
from croupier.floor.registry.entries import record, stamp
from croupier.floor.registry.registry import Registry, differing_rates, with_rates_of
from croupier.jackpot import decisions
from croupier.jackpot.link import Link, evolve
from croupier.table import commands as c
from croupier.table.roles import SYSTEM

APPLIED, QUEUED = "applied", "queued"

_WAITS = ("not_now", "rate_change_not_allowed", "count_mismatch")
"""Refusals of an adoption that may succeed later."""


def adopt_version(unit: Unit, registry: Registry, table: str, version: int, actor: Actor) -> str:
    """Adopt another version of a table's submission: `applied` at once, or `queued`."""
    require(actor, ADMINISTRATOR)
    here = registry.within(unit)
    listing = here.listing(table)
    if version == listing.version and table not in here.pending:
        raise Refusal("submission_unchanged", f"table {table} runs on version {version}")
    rules = here.rules(table, version)
    progressive = rules.house.progressive
    if (progressive is None) == bool(listing.settings.link):
        raise Refusal("link_missing", f"version {version} changes whether table {table} has a progressive")
    if progressive is not None:
        decisions.check_fits(unit.link(listing.settings.link), progressive)
    try:
        _adopt(unit, registry, table, version, actor)
    except Refusal as refusal:
        if refusal.code not in _WAITS:
            raise
        queue_version(
            unit,
            here,
            table,
            version,
            "rates" if refusal.code == "rate_change_not_allowed" else "round",
            actor,
        )
        return QUEUED
    return APPLIED


def apply_pending(unit: Unit, registry: Registry, table: str, *, known: bool = False) -> bool:
    """After a round: adopt the queued version, if that is allowed now."""
    if not known and table not in registry.pending:
        return False
    state = unit.state(table)
    if state.program not in ("round", "closed") or state.hands or state.bets_closed:
        return False
    here = registry.within(unit)
    version = here.pending.get(table)
    if version is None:
        return False
    actor = Actor(automation.HOST, SYSTEM)
    try:
        _adopt(unit, registry, table, version, actor)
    except Refusal as refusal:
        if refusal.code in _WAITS:
            return False
        event = e.AdoptionRefused(
            **stamp(unit, actor),
            table=table,
            before=here.listing(table).version,
            after=version,
            code=refusal.code,
            message=refusal.message,
        )
        record(unit, event)
        return False
    return True


def _adopt(unit: Unit, registry: Registry, table: str, version: int, actor: Actor) -> None:
    """Adopt now, with the version's rates for the link; refused as a whole."""
    here = registry.within(unit)
    listing = here.listing(table)
    name = listing.settings.link
    rules, filed = here.rules(table, version), here.rules(table)
    link = unit.link(name) if name else None
    rates: dict[str, int] = {}
    if link is not None and rules.house.progressive is not None and filed.house.progressive is not None:
        was = {meter.name: meter.rate for meter in filed.house.progressive.meters}
        differing = differing_rates(link, rules.house.progressive)
        # A rate filed as in the version before is no request to change the link's rate.
        rates = {meter: rate for meter, rate in differing.items() if rate != was[meter]}
        if rates:
            changed = decisions.change_rates(link, rates, at=unit.batch.now, by=actor.id)
            link = evolve(link, changed)
    if unit.state(table).program != "closed":  # a closed table opens by this version
        asked = c.AdoptRules(rules=with_rates_of(link, rules))
        unit.command(table, asked, by=actor.id, role=actor.role)
    _applied(unit, here, table, version, actor)
    if rates:
        _record_rates(unit, name, rates, actor)
        _give_rates(unit, registry, [other for other in here.tables_of(name) if other != table], actor)


def change_rates(unit: Unit, registry: Registry, link: str, rates: dict[str, int], actor: Actor) -> Link:
    """Change the rates of meters (hundredths of a percent): allowed only right after a win."""
    require(actor, ADMINISTRATOR)
    after = _record_rates(unit, link, rates, actor)
    _give_rates(unit, registry, registry.within(unit).tables_of(link), actor)
    return after


def _give_rates(unit: Unit, registry: Registry, tables: list[str], actor: Actor) -> None:
    """Give tables of a link its new rates, now or between rounds; other servers give them to theirs."""
    here = registry.within(unit)
    for table in tables:
        if table not in here.pending:
            queue_version(unit, here, table, here.listing(table).version, "rates", actor)
        if table in unit.opened or table in unit.batch.opened or table in unit.batch.tables:
            apply_pending(unit, registry, table, known=True)


def _record_rates(unit: Unit, link: str, rates: dict[str, int], actor: Actor) -> Link:
    before = unit.link(link)
    changed = decisions.change_rates(before, rates, at=unit.batch.now, by=actor.id)
    after = evolve(before, changed)
    unit.record_link(link, before, after, [changed])
    event = e.MeterRatesChanged(
        **stamp(unit, actor),
        link=link,
        before={meter.name: meter.rate for meter in before.meters if meter.name in rates},
        after=rates,
    )
    record(unit, event)
    return after


def queue_version(unit: Unit, here: Registry, table: str, version: int, reason: str, actor: Actor) -> None:
    """Record that a version waits for the end of the round, or for a meter to be won."""
    before = here.listing(table).version
    event = e.AdoptionQueued(
        **stamp(unit, actor),
        table=table,
        before=before,
        after=version,
        reason=reason,
    )
    record(unit, event)


def _applied(unit: Unit, here: Registry, table: str, version: int, actor: Actor) -> None:
    before = here.listing(table).version
    record(unit, e.AdoptionApplied(**stamp(unit, actor), table=table, before=before, after=version))
