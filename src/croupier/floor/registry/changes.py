"""Changes of the registry: load a submission, open a link, list, open and change a table.

Every function is part of a unit of work: it refuses and nothing has happened, or it has appended everything.
Adopting another version of a submission is `croupier.floor.registry.adoption`.
"""

from croupier.errors import Refusal
from croupier.floor.host import automation
from croupier.floor.host.batch import Unit
from croupier.floor.host.hosted_table import Hosted, Settings
from croupier.floor.people.model import ADMINISTRATOR, Actor, require
from croupier.floor.registry import events as e
from croupier.floor.registry.adoption import apply_pending
from croupier.floor.registry.entries import record, stamp
from croupier.floor.registry.registry import (
    Loaded,
    Registry,
    check_listed_name,
    differing_rates,
    digest_of,
    rules_as_loaded,
    rules_of,
    with_rates_of,
)
from croupier.floor.registry.settings import standing
from croupier.jackpot import decisions
from croupier.jackpot.link import Link, evolve
from croupier.ledger.keys import Keys
from croupier.money import percent
from croupier.submission.house import TableRules
from croupier.table import commands as c
from croupier.table.state import ELECTRONIC, LIVE, State

LEAST_MS, MOST_MS = 1_000, 600_000
"""Between a second and ten minutes to bet or to decide."""


def load_submission(unit: Unit, registry: Registry, name: str, text: str, actor: Actor) -> Loaded:
    """Load a submission, or the next version of it; one with a violation is refused with its first."""
    require(actor, ADMINISTRATOR)
    return record_submission(unit, registry, name, text, actor)


def record_submission(unit: Unit, registry: Registry, name: str, text: str, actor: Actor) -> Loaded:
    """Record a submission for somebody who may; one with a violation is refused with its first."""
    check_listed_name(name, "submission")
    here = registry.within(unit)
    found = rules_of(text).house.rules
    rules = found.rules.name
    versions = here.submissions.get(name, ())
    digest = digest_of(text)
    if versions and versions[-1].rules != rules:
        message = f"submission {name!r} is for {versions[-1].rules}, the text for {rules}; allowed: the same"
        raise Refusal("value_not_allowed", message)
    if versions and (versions[-1].digest, versions[-1].rules_digest) == (digest, found.digest):
        raise Refusal("submission_unchanged", f"submission {name!r}: version {len(versions)} has this text")
    event = e.SubmissionLoaded(
        **stamp(unit, actor),
        name=name,
        version=len(versions) + 1,
        rules=rules,
        edition=found.rules.edition,
        rules_digest=found.digest,
        text=text,
        digest=digest,
        before=versions[-1].digest if versions else "",
    )
    record(unit, event)
    return registry.within(unit).submission(name)


def open_link(
    unit: Unit, registry: Registry, link: str, submission: str, actor: Actor, *, version: int = 0
) -> Link:
    """Open a link with the meters of a submission's progressive, at its filed seeds and rates."""
    require(actor, ADMINISTRATOR)
    check_listed_name(link, "link")
    here = registry.within(unit)
    loaded = here.submission(submission, version)
    if link in here.links or unit.batch.tx.lock(f"link:{link}").version:
        raise Refusal("name_taken", f"link {link!r} already exists")
    progressive = rules_as_loaded(loaded).house.progressive
    if progressive is None:
        raise Refusal("link_missing", f"submission {submission!r} offers no progressive to link")
    opened = decisions.open_link(link, progressive, at=unit.batch.now, by=actor.id)
    after = evolve(None, opened)
    unit.record_link(link, None, after, [opened])
    event = e.MeterLinkOpened(
        **stamp(unit, actor),
        link=link,
        submission=submission,
        version=loaded.version,
    )
    record(unit, event)
    return after


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
        raise Refusal("name_taken", f"table {table!r} already exists")
    if mode not in (ELECTRONIC, LIVE):
        raise Refusal("value_not_allowed", f"mode {mode!r}; allowed: {ELECTRONIC}, {LIVE}")
    settings = settings or Settings()
    loaded = here.submission(submission, version)
    _check_settings(settings, mode)
    _check_joins(unit, settings.link, rules_as_loaded(loaded))
    listing = e.Listing(mode=mode, submission=submission, version=loaded.version, settings=settings)
    record(unit, e.TableListed(**stamp(unit, actor), table=table, after=listing))
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
    stands = standing(unit)
    asked = c.OpenTable(
        table=table,
        mode=listing.mode,
        rules=rules,
        amounts=listing.settings.amounts,
        confirm_voids=stands.confirm_voids,
        every_discard=stands.every_discard,
    )
    unit.command(table, asked, by=actor.id, role=actor.role)
    automation.electronic(unit, table, keys)
    return unit.state(table)


def change_table(unit: Unit, registry: Registry, table: str, settings: Settings, actor: Actor) -> e.Listing:
    """Run a table with other times; on another link, or with amounts or without, only while it is closed."""
    require(actor, ADMINISTRATOR)
    here = registry.within(unit)
    before = here.listing(table)
    if settings == before.settings:
        return before  # nothing changed, so nothing is logged
    state = unit.state(table)
    _check_settings(settings, before.mode)
    if settings.amounts != before.settings.amounts and state.program != "closed":
        message = f"table {table}: whether amounts are entered changes only while the table is closed"
        raise Refusal("not_now", message)
    if settings.link != before.settings.link:
        if state.program != "closed" or state.pending:
            message = f"table {table}: the link changes only while the table is closed and no award pending"
            raise Refusal("not_now", message)
        _check_joins(unit, settings.link, here.rules(table))
    after = e.Listing(
        mode=before.mode, submission=before.submission, version=before.version, settings=settings
    )
    record(unit, e.TableChanged(**stamp(unit, actor), table=table, before=before, after=after))
    was = unit.hosted(table)
    hosted = Hosted(table, settings, state, unit.secret(table))
    hosted.recent, hosted.snapshot_at = was.recent, was.snapshot_at
    hosted.deadline, hosted.due = was.deadline, was.due
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
