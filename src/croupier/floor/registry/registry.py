"""The registry of the house: its submissions, links, tables and queued adoptions.

It is folded from the stream `house`. `changes` and `adoption` add to it.
"""

import hashlib
import re
from dataclasses import replace
from typing import NamedTuple

import msgspec

from croupier.errors import Refusal
from croupier.floor.host.batch import Unit
from croupier.floor.host.hosted_table import Settings
from croupier.floor.registry import events as e
from croupier.jackpot.link import Link
from croupier.ledger.store import Ledger
from croupier.rulebook.catalog import cached_by_rulebook
from croupier.submission.house import HouseProgressive, TableRules
from croupier.submission.rule_lookup import check_installed
from croupier.submission.table import table_rules_of

LONGEST_TEXT = 65_536
NOT_YET = 2**63 - 1
"""The position of a record that is not committed yet."""
_NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?", re.ASCII)


class Loaded(msgspec.Struct, frozen=True, kw_only=True):
    """One version of a submission."""

    name: str
    version: int
    rules: str
    edition: str
    rules_digest: str
    text: str
    digest: str
    at: int
    by: str


class Ran(NamedTuple):
    """A table's listing from a position of the log on."""

    position: int
    listing: e.Listing


class Registry:
    """The configuration of the house, up to a version of its stream."""

    def __init__(self) -> None:
        self.version = 0
        self.submissions: dict[str, tuple[Loaded, ...]] = {}
        """By name, every version, oldest first."""
        self.links: dict[str, tuple[str, int]] = {}
        """By name, the submission and its version that the link was opened from."""
        self.listings: dict[str, e.Listing] = {}
        self.ran: dict[str, tuple[Ran, ...]] = {}
        """By table, every listing, oldest first: a past round is shown by the listing of its time."""
        self.pending: dict[str, int] = {}
        """By table, the queued version of its submission."""
        self.limits: dict[str, e.LimitsApproved] = {}
        """By table, the change of limits that waits for its time."""
        self.dealers: dict[str, e.DealerTappedIn] = {}
        """By table, its dealer of record."""
        self.turns: tuple[e.Turn, ...] = ()
        """The rotation plan."""
        self.starts: tuple[e.Started, ...] = ()
        """The last start of each server."""

    @classmethod
    def read(cls, ledger: Ledger) -> "Registry":
        """The registry as the log has it."""
        registry = cls()
        registry.catch_up(ledger)
        return registry

    def catch_up(self, ledger: Ledger) -> None:
        """Fold the new records. Other threads may read meanwhile: a copy is folded, then swapped in."""
        here = self._copy()
        while records := ledger.read(e.STREAM, after=here.version, limit=1000):
            for record in records:
                here._fold(record.kind, record.body, record.position)
                here.version = record.version
        self.__dict__.update(here.__dict__)

    def within(self, unit: Unit) -> "Registry":
        """The registry for a unit of work: locked, with the pending entries of its batch."""
        here = self._copy()
        tx = unit.batch.tx
        tx.lock(e.STREAM)
        for record in tx.read(e.STREAM, after=here.version):
            here._fold(record.kind, record.body, record.position)
            here.version = record.version
        for waiting in (*unit.batch.pending, *unit.pending):
            if waiting.stream == e.STREAM:
                here._fold(waiting.entry.kind, waiting.entry.body, NOT_YET)
        return here

    def tables(self) -> list[tuple[str, Settings]]:
        """Every table that is listed, as `Floor.start` takes them."""
        return [(name, listing.settings) for name, listing in self.listings.items()]

    # ------------------------------------------------------------------------------------ looking up

    def submission(self, name: str, version: int = 0) -> Loaded:
        """A version of a submission; by default the last."""
        versions = self.submissions.get(name, ())
        if not versions:
            raise Refusal("unknown_submission", f"no submission {name!r}; {_known(self.submissions)}")
        if not 0 <= version <= len(versions):
            message = f"submission {name!r} has no version {version}; allowed: 1 to {len(versions)}"
            raise Refusal("unknown_submission", message)
        return versions[version - 1]

    def listing(self, table: str) -> e.Listing:
        """A table as it is listed."""
        if table not in self.listings:
            raise Refusal("unknown_table_name", f"no table {table!r}; {_known(self.listings)}")
        return self.listings[table]

    def listing_at(self, table: str, position: int) -> e.Listing:
        """A table as it was listed when the record at a position of the log was written."""
        ran = self.ran.get(table, ())
        return next(
            (each.listing for each in reversed(ran) if each.position <= position), self.listing(table)
        )

    def check_link(self, table: str, round_: int, position: int) -> None:
        """Refuse to resettle a round (its record is at a position of the log) that was played for another
        link than the table's current one: its meters are there."""
        played, now = self.listing_at(table, position).settings.link, self.listing(table).settings.link
        if played != now:
            raise Refusal(
                "different_link",
                f"round {round_} was played for {played or 'no link'}, and table {table} plays for "
                f"{now or 'none'} now; allowed: rounds of the link that it plays for",
            )

    def rules(self, table: str, version: int = 0) -> TableRules:
        """The rules of a table, by the version that it runs on or another, with the rates as filed."""
        listing = self.listing(table)
        return rules_as_loaded(self.submission(listing.submission, version or listing.version))

    def tables_of(self, link: str) -> list[str]:
        """The tables that play for a link."""
        return [name for name, listing in self.listings.items() if listing.settings.link == link]

    # -------------------------------------------------------------------------------------- the fold

    def _copy(self) -> "Registry":
        here = Registry()
        here.version = self.version
        here.submissions = dict(self.submissions)
        here.links = dict(self.links)
        here.listings = dict(self.listings)
        here.ran = dict(self.ran)
        here.pending = dict(self.pending)
        here.limits = dict(self.limits)
        here.dealers, here.turns = dict(self.dealers), self.turns
        here.starts = self.starts
        return here

    def _fold(self, kind: str, body: bytes, position: int) -> None:
        if kind not in e.KINDS:
            return
        match e.decode_registry_event(body):
            case e.SubmissionLoaded() as event:
                loaded = Loaded(
                    name=event.name,
                    version=event.version,
                    rules=event.rules,
                    edition=event.edition,
                    rules_digest=event.rules_digest,
                    text=event.text,
                    digest=event.digest,
                    at=event.at,
                    by=event.by,
                )
                self.submissions[event.name] = (*self.submissions.get(event.name, ()), loaded)
            case e.MeterLinkOpened() as event:
                self.links[event.link] = (event.submission, event.version)
            case e.TableListed() | e.TableChanged() as event:
                self._list(event.table, event.after, position)
            case e.LimitsApproved() as event:
                self.limits[event.table] = event
            case e.AdoptionQueued() as event:
                self.pending[event.table] = event.after
                if event.reason == "limits":
                    self.limits.pop(event.table, None)
            case e.AdoptionApplied() as event:
                listing = self.listings[event.table]
                self._list(event.table, msgspec.structs.replace(listing, version=event.after), position)
                self.pending.pop(event.table, None)
            case e.AdoptionRefused() as event:
                self.pending.pop(event.table, None)
                self.limits.pop(event.table, None)
            case e.DealerTappedIn() as event:
                self.dealers[event.table] = event
            case e.DealerTappedOut() as event:
                self.dealers.pop(event.table, None)
            case e.RotationPlanned() as event:
                self.turns = event.turns
            case e.Started() as event:
                others = (start for start in self.starts if start.owner != event.owner)
                self.starts = (*others, event)
            case _:
                pass  # the rates are the link's, and a stop changes nothing

    def _list(self, table: str, listing: e.Listing, position: int) -> None:
        self.listings[table] = listing
        self.ran[table] = (*self.ran.get(table, ()), Ran(position, listing))


# ------------------------------------------------------------------------------------------------ rules


def digest_of(text: str) -> str:
    """The SHA-256 of a submission's text."""
    return hashlib.sha256(text.encode()).hexdigest()


@cached_by_rulebook(maxsize=64)
def rules_of(text: str, edition: str = "") -> TableRules:
    """The table that a submission describes; its first violation is the refusal."""
    if len(text) > LONGEST_TEXT:
        message = f"a submission of {len(text):,} characters; allowed: {LONGEST_TEXT:,}"
        raise Refusal("submission_unreadable", message)
    return table_rules_of(text, edition)


def rules_as_loaded(loaded: Loaded) -> TableRules:
    """The table that a loaded submission describes, by the edition of the rules that it was loaded under.

    Refused where the file of that edition is gone or has changed since.
    """
    check_installed(f"{loaded.rules.partition('@')[0]}@{loaded.edition}", loaded.rules_digest)
    return rules_of(loaded.text, loaded.edition)


def differing_rates(link: Link, progressive: HouseProgressive) -> dict[str, int]:
    """By meter, the rates of a progressive that differ from the link's."""
    running = {meter.name: meter.rate for meter in link.meters}
    return {
        meter.name: meter.rate
        for meter in progressive.meters
        if meter.rate is not None and meter.rate != running.get(meter.name)
    }


def with_rates_of(link: Link | None, rules: TableRules) -> TableRules:
    """The rules as the table runs them: the meters of a link grow at its rates, whatever its tables file."""
    progressive = rules.house.progressive
    if link is None or progressive is None or not differing_rates(link, progressive):
        return rules
    rates = {meter.name: meter.rate for meter in link.meters}
    meters = tuple(replace(meter, rate=rates.get(meter.name, meter.rate)) for meter in progressive.meters)
    house = replace(rules.house, progressive=replace(progressive, meters=meters))
    return replace(rules, house=house)


def check_listed_name(name: str, what: str) -> None:
    """Refuse a name that cannot be part of an address."""
    if not _NAME.fullmatch(name):
        message = f"{what} {name!r}; allowed: 1 to 40 lower-case letters, digits and hyphens between them"
        raise Refusal("name_unusable", message)


def _known(names: dict[str, object] | dict[str, tuple[Loaded, ...]] | dict[str, e.Listing]) -> str:
    return f"there are: {', '.join(names)}" if names else "there are none"
