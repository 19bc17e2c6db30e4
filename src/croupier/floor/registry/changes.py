"""What changes the registry: submissions loaded, links opened, tables listed and opened, versions adopted.

Every function is part of a unit of work: it refuses and nothing has happened, or it has appended everything.
A table runs on one version of its submission. A new one takes effect between rounds; while a round runs, or
while it would change the rate of a meter that has not just been won, it waits. A link's meters grow at one
set of rates: when they change, every other table of the link is given them at its next round.
"""

from typing import TypedDict

import msgspec
from sqlalchemy import select

from croupier.errors import Refusal
from croupier.floor.host import automation as follow_up
from croupier.floor.host.batch import Unit
from croupier.floor.host.floor import Floor
from croupier.floor.host.hosted_table import Hosted, Settings
from croupier.floor.people.model import ADMINISTRATOR, Actor, require
from croupier.floor.registry import events as e
from croupier.floor.registry.registry import (
    NOT_YET,
    Loaded,
    Registry,
    check_listed_name,
    differing_rates,
    digest_of,
    rules_of,
    with_rates_of,
)
from croupier.jackpot import decisions
from croupier.jackpot.link import Link, evolve
from croupier.ledger.keys import Keys
from croupier.ledger.schema import events
from croupier.money import percent
from croupier.submission.house import TableRules
from croupier.table import commands as c
from croupier.table.events import RoundSettled
from croupier.table.roles import SYSTEM
from croupier.table.state import ELECTRONIC, LIVE, State

APPLIED, QUEUED = "applied", "queued"

LEAST_MS, MOST_MS = 1_000, 600_000
"""Between a second and ten minutes to bet or to decide."""

_WAITS = ("not_now", "rates_bound", "count_mismatch")
"""Refusals of an adoption that time cures."""


def _record(unit: Unit, event: e.AnyRegistryEvent) -> None:
    kind = str(event.__struct_config__.tag)
    unit.append(e.STREAM, kind, e.encode_registry_event(event), by=event.by, role=event.role)


def attach(floor: Floor, registry: Registry) -> None:
    """Keep the registry of a floor up to date, let what waits take effect between rounds, and keep rounds of
    another link from being settled anew."""
    looked_at = registry.version
    seen = floor.ledger.seen
    behind = False

    def adopt(unit: Unit, table: str) -> None:
        # Of rates that another process has just changed the link knows before the registry here does.
        if table in registry.pending or _behind(unit, table):
            follow_up.electronic(unit, table, floor.keys)  # a table that waits for its shuffle adopts nothing
            apply_pending(unit, registry, table, known=True)

    def soon(table: str) -> None:
        """Nobody may be playing there: a table does not wait for its next command."""
        if table in registry.pending:
            floor.run(lambda unit: adopt(unit, table), table=table)

    def refresh() -> None:
        nonlocal looked_at, behind
        behind = True  # if this fails it is tried again
        registry.catch_up(floor.ledger)
        behind = False
        if registry.version == looked_at:
            return
        looked_at = registry.version
        for table in registry.pending.keys() & floor.tables.keys():
            soon(table)

    def changed_elsewhere() -> None:
        """Another process may have changed the house; not if only this one has written meanwhile."""
        nonlocal seen
        (looks, others), seen = seen, floor.ledger.seen
        if behind or looks == seen[0] or others != seen[1]:
            refresh()

    floor.admit.append(lambda unit, table, asked: _check_anew(unit, registry, table, asked))
    floor.hooks.append(adopt)
    floor.house_changed.append(refresh)
    floor.every_second.append(changed_elsewhere)
    floor.adopted.append(soon)


def _behind(unit: Unit, table: str) -> bool:
    """Whether a table between rounds does not have the rates of its link."""
    state, name = unit.state(table), unit.hosted(table).settings.link
    if not name or state.rules is None or state.hands or state.bets_closed:
        return False
    progressive = state.rules.house.progressive
    return progressive is not None and bool(differing_rates(unit.link(name), progressive))


def _check_anew(unit: Unit, registry: Registry, table: str, asked: c.AnyAct) -> None:
    """Refuse to settle a round of another link anew. Nothing else looks into the log, nor does this where
    the table has had one link only, or does not know the round."""
    if not isinstance(asked, c.Resettle) or asked.round not in unit.state(table).settled:
        return
    here = registry.within(unit)
    if len({each.listing.settings.link for each in here.ran.get(table, ())}) > 1:
        here.check_link(table, asked.round, _settled_at(unit, table, asked.round))


class _Settled(msgspec.Struct):
    round: int


def _settled_at(unit: Unit, table: str, round_: int) -> int:
    """Where a round stands in the log. One that this batch has settled is of the link of before it."""
    query = (
        select(events.c.position, events.c.body)
        .where(events.c.stream == f"table:{table}", events.c.kind == str(RoundSettled.__struct_config__.tag))
        .order_by(events.c.version.desc())
        .limit(unit.state(table).round - round_ + 1)  # no more have come since
    )
    for position, body in unit.batch.tx.connection.execute(query):
        if msgspec.json.decode(bytes(body), type=_Settled).round == round_:
            return int(position)
    return NOT_YET - 1


class _Stamp(TypedDict):
    at: int
    by: str
    role: str
    address: str


def _stamp(unit: Unit, actor: Actor) -> _Stamp:
    return _Stamp(at=unit.batch.now, by=actor.id, role=actor.role, address=actor.address)


# ------------------------------------------------------------------------------------------- submissions


def load_submission(unit: Unit, registry: Registry, name: str, text: str, actor: Actor) -> Loaded:
    """Load a submission, or the next version of it; one with a violation is refused with its first."""
    require(actor, ADMINISTRATOR)
    check_listed_name(name, "submission")
    here = registry.within(unit)
    rules = rules_of(text).house.rules.rules.name
    versions = here.submissions.get(name, ())
    digest = digest_of(text)
    if versions and versions[-1].rules != rules:
        message = f"submission {name!r} is of {versions[-1].rules}, the text of {rules}; allowed: the same"
        raise Refusal("value_not_allowed", message)
    if versions and versions[-1].digest == digest:
        raise Refusal("submission_unchanged", f"submission {name!r}: version {len(versions)} is this text")
    event = e.SubmissionLoaded(
        **_stamp(unit, actor),
        name=name,
        version=len(versions) + 1,
        rules=rules,
        text=text,
        digest=digest,
        before=versions[-1].digest if versions else "",
    )
    _record(unit, event)
    return registry.within(unit).submission(name)


# ------------------------------------------------------------------------------------------------- links


def open_link(
    unit: Unit, registry: Registry, link: str, submission: str, actor: Actor, *, version: int = 0
) -> Link:
    """Open a link with the meters of a submission's progressive, at its filed seeds and rates."""
    require(actor, ADMINISTRATOR)
    check_listed_name(link, "link")
    here = registry.within(unit)
    loaded = here.submission(submission, version)
    if link in here.links or unit.batch.tx.lock(f"link:{link}").version:
        raise Refusal("name_taken", f"there is a link {link!r} already")
    progressive = rules_of(loaded.text).house.progressive
    if progressive is None:
        raise Refusal("link_missing", f"submission {submission!r} offers no progressive to link")
    opened = decisions.open_link(link, progressive, at=unit.batch.now, by=actor.id)
    after = evolve(None, opened)
    unit.record_link(link, None, after, [opened])
    event = e.MeterLinkOpened(
        **_stamp(unit, actor),
        link=link,
        submission=submission,
        version=loaded.version,
    )
    _record(unit, event)
    return after


def change_rates(unit: Unit, registry: Registry, link: str, rates: dict[str, int], actor: Actor) -> Link:
    """Let meters grow at other rates (hundredths of a percent): only when they have just been won."""
    require(actor, ADMINISTRATOR)
    after = _change_rates(unit, link, rates, actor)
    _give_rates(unit, registry, registry.within(unit).tables_of(link), actor)
    return after


def _give_rates(unit: Unit, registry: Registry, tables: list[str], actor: Actor) -> None:
    """Tables of a link get its new rates, now or at their next round; those elsewhere from their own host."""
    here = registry.within(unit)
    for table in tables:
        if table not in here.pending:
            _queue(unit, here, table, here.listing(table).version, "rates", actor)
        if table in unit.opened or table in unit.batch.opened or table in unit.batch.tables:
            apply_pending(unit, registry, table, known=True)


def _change_rates(unit: Unit, link: str, rates: dict[str, int], actor: Actor) -> Link:
    before = unit.link(link)
    changed = decisions.change_rates(before, rates, at=unit.batch.now, by=actor.id)
    after = evolve(before, changed)
    unit.record_link(link, before, after, [changed])
    event = e.MeterRatesChanged(
        **_stamp(unit, actor),
        link=link,
        before={meter.name: meter.rate for meter in before.meters if meter.name in rates},
        after=rates,
    )
    _record(unit, event)
    return after


# ------------------------------------------------------------------------------------------------ tables


def list_table(
    unit: Unit,
    registry: Registry,
    table: str,
    actor: Actor,
    *,
    mode: str,
    submission: str,
    version: int = 0,
    settings: Settings | None = None,
) -> e.Listing:
    """Give a table its name, submission and link. It is hosted from now on, and not open yet."""
    require(actor, ADMINISTRATOR)
    check_listed_name(table, "table")
    here = registry.within(unit)
    if table in here.listings or unit.batch.tx.lock(f"table:{table}").version:
        raise Refusal("name_taken", f"there is a table {table!r} already")
    if mode not in (ELECTRONIC, LIVE):
        raise Refusal("value_not_allowed", f"mode {mode!r}; allowed: {ELECTRONIC}, {LIVE}")
    settings = settings or Settings()
    loaded = here.submission(submission, version)
    _check_settings(settings, mode)
    _check_joins(unit, settings.link, rules_of(loaded.text))
    listing = e.Listing(mode=mode, submission=submission, version=loaded.version, settings=settings)
    _record(unit, e.TableListed(**_stamp(unit, actor), table=table, after=listing))
    unit.opened[table] = Hosted(table, settings, State())
    return listing


def open_table(unit: Unit, registry: Registry, table: str, actor: Actor, keys: Keys) -> State:
    """Open a listed table, for the first time or for another day, by the version that it is to run on.

    A version whose rates are still bound waits on: the table opens by the one before it.
    """
    if unit.state(table).program == "closed":
        apply_pending(unit, registry, table, known=True)
    here = registry.within(unit)
    listing = here.listing(table)
    link = unit.link(listing.settings.link) if listing.settings.link else None
    rules = with_rates_of(link, here.rules(table))
    amounts = listing.settings.amounts
    asked = c.OpenTable(table=table, mode=listing.mode, rules=rules, amounts=amounts)
    unit.command(table, asked, by=actor.id, role=actor.role)
    follow_up.electronic(unit, table, keys)
    return unit.state(table)


def change_table(unit: Unit, registry: Registry, table: str, settings: Settings, actor: Actor) -> e.Listing:
    """Run a table with other times; on another link, or with amounts or without, only while it is closed."""
    require(actor, ADMINISTRATOR)
    here = registry.within(unit)
    before = here.listing(table)
    if settings == before.settings:
        return before  # nothing has happened that the log could tell
    state = unit.state(table)
    _check_settings(settings, before.mode)
    if settings.amounts != before.settings.amounts and state.program != "closed":
        message = f"table {table}: whether amounts are entered; allowed: while the table is closed"
        raise Refusal("not_now", message)
    if settings.link != before.settings.link:
        if state.program != "closed" or state.pending:
            message = f"table {table}: another link; allowed: while the table is closed and no award waits"
            raise Refusal("not_now", message)
        _check_joins(unit, settings.link, here.rules(table))
    after = e.Listing(
        mode=before.mode, submission=before.submission, version=before.version, settings=settings
    )
    _record(unit, e.TableChanged(**_stamp(unit, actor), table=table, before=before, after=after))
    was = unit.hosted(table)
    hosted = Hosted(table, settings, state, unit.secret(table))
    hosted.recent, hosted.snapshot_at, hosted.deadline = was.recent, was.snapshot_at, was.deadline
    unit.opened[table] = hosted
    return after


def _check_settings(settings: Settings, mode: str) -> None:
    for name, value in (("betting", settings.betting_ms), ("decision", settings.decision_ms)):
        if not LEAST_MS <= value <= MOST_MS:
            message = f"{name} time of {value} ms; allowed: {LEAST_MS} to {MOST_MS}"
            raise Refusal("value_not_allowed", message)
    if not 0 <= settings.all_bet_ms <= MOST_MS:
        message = f"{settings.all_bet_ms} ms after the last bet; allowed: 0 to {MOST_MS}"
        raise Refusal("value_not_allowed", message)
    if not settings.amounts and mode != LIVE:
        message = f"an {mode} table whose amounts are not entered; allowed: a live table alone"
        raise Refusal("value_not_allowed", message)


def _check_joins(unit: Unit, link: str, rules: TableRules) -> None:
    """A table with a progressive plays for a link that starts its meters again as it does, at its rates."""
    progressive = rules.house.progressive
    if progressive is None:
        if link:
            raise Refusal("link_missing", f"link {link!r}: the submission offers no progressive")
        return
    if not link:
        raise Refusal("link_missing", "the submission offers a progressive; allowed: with a link of meters")
    joined = unit.link(link)
    decisions.check_fits(joined, progressive)
    for meter, rate in differing_rates(joined, progressive).items():
        message = f"meter {meter} of link {link} does not grow at {percent(rate)} of a wager"
        raise Refusal("link_differs", f"{message}; allowed: the rate of the link", progressive.table.clauses)


# ---------------------------------------------------------------------------------------------- adoption


def adopt_version(unit: Unit, registry: Registry, table: str, version: int, actor: Actor) -> str:
    """Run a table by another version of its submission: `applied` at once, or `queued` until it may be."""
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
        _queue(unit, here, table, version, "rates" if refusal.code == "rates_bound" else "round", actor)
        return QUEUED
    return APPLIED


def apply_pending(unit: Unit, registry: Registry, table: str, *, known: bool = False) -> bool:
    """For the host, after whatever may have ended a round: adopt the version that waits, if it may be now."""
    if not known and table not in registry.pending:
        return False
    state = unit.state(table)
    if state.program not in ("round", "closed") or state.hands or state.bets_closed:
        return False
    here = registry.within(unit)
    version = here.pending.get(table)
    if version is None:
        return False
    actor = Actor(follow_up.HOST, SYSTEM)
    try:
        _adopt(unit, registry, table, version, actor)
    except Refusal as refusal:
        if refusal.code in _WAITS:
            return False
        event = e.AdoptionRefused(
            **_stamp(unit, actor),
            table=table,
            before=here.listing(table).version,
            after=version,
            code=refusal.code,
            message=refusal.message,
        )
        _record(unit, event)
        return False
    return True


def _adopt(unit: Unit, registry: Registry, table: str, version: int, actor: Actor) -> None:
    """Adopt now, with the rates that the version brings to the link; refused as a whole."""
    here = registry.within(unit)
    listing = here.listing(table)
    name = listing.settings.link
    rules, filed = here.rules(table, version), here.rules(table)
    link = unit.link(name) if name else None
    rates: dict[str, int] = {}
    if link is not None and rules.house.progressive is not None and filed.house.progressive is not None:
        was = {meter.name: meter.rate for meter in filed.house.progressive.meters}
        differing = differing_rates(link, rules.house.progressive)
        # What this version files as the one before it did is not a wish to change what the link runs at.
        rates = {meter: rate for meter, rate in differing.items() if rate != was[meter]}
        if rates:
            changed = decisions.change_rates(link, rates, at=unit.batch.now, by=actor.id)
            link = evolve(link, changed)
    if unit.state(table).program != "closed":  # a closed table opens by this version
        asked = c.AdoptRules(rules=with_rates_of(link, rules))
        unit.command(table, asked, by=actor.id, role=actor.role)
    _applied(unit, here, table, version, actor)
    if rates:
        _change_rates(unit, name, rates, actor)
        _give_rates(unit, registry, [other for other in here.tables_of(name) if other != table], actor)


def _queue(unit: Unit, here: Registry, table: str, version: int, reason: str, actor: Actor) -> None:
    before = here.listing(table).version
    event = e.AdoptionQueued(
        **_stamp(unit, actor),
        table=table,
        before=before,
        after=version,
        reason=reason,
    )
    _record(unit, event)


def _applied(unit: Unit, here: Registry, table: str, version: int, actor: Actor) -> None:
    before = here.listing(table).version
    _record(unit, e.AdoptionApplied(**_stamp(unit, actor), table=table, before=before, after=version))


# ---------------------------------------------------------------------------------------------- restarts


def record_start(unit: Unit, owner: str, software: str) -> None:
    """A process of the house has started."""
    event = e.Started(at=unit.batch.now, by=SYSTEM, role=SYSTEM, owner=owner, software=software)
    _record(unit, event)


def record_stop(unit: Unit, owner: str) -> None:
    """A process of the house ends in order."""
    _record(unit, e.Stopped(at=unit.batch.now, by=SYSTEM, role=SYSTEM, owner=owner))
