"""Significant events of a day, for auditors and managers.

Voids, corrections, resettlements, jackpots, alerts, count mismatches, failed sign-ins, lockouts,
restarts, and configuration changes, read from the log, newest first, a page at a time.
"""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from croupier.floor.desks import cashier
from croupier.floor.desks.inventory_events import DiscrepancyFound, decode_inventory_event
from croupier.floor.host.hosted_table import Settings
from croupier.floor.host.link_events import decode_link_event
from croupier.floor.registry import events as r
from croupier.floor.registry import events as registry_events
from croupier.floor.registry import house_events
from croupier.floor.registry import house_events as h
from croupier.floor.registry import settings as house_settings
from croupier.floor.reports.chip_words import chip_words
from croupier.jackpot import events as j
from croupier.jackpot.meters import UNIT
from croupier.ledger.records import Record
from croupier.ledger.store import Ledger
from croupier.money import dollars, percent
from croupier.names import spoken
from croupier.table import events as t
from croupier.table.redaction.events import redact_logged_event
from croupier.table.state import Viewer
from croupier.table.words.irregularities import irregularity_name

VOID, CORRECTION, JACKPOT, ALERT = "void", "correction", "jackpot", "alert"
SIGN_IN, RESTART, CONFIGURATION, MONEY = "sign-in", "restart", "configuration", "money"
WHAT = (VOID, CORRECTION, JACKPOT, ALERT, SIGN_IN, RESTART, CONFIGURATION, MONEY)

_PAGE = 1000


class Significant(msgspec.Struct, frozen=True, kw_only=True):
    """One of them, in words."""

    position: int
    at: int
    stream: str
    what: str
    """One of `WHAT`."""
    kind: str
    by: str
    role: str
    text: str
    table: str = ""
    link: str = ""
    clauses: tuple[str, ...] = ()


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """A page of events, newest first, and the position to continue before (0: no more)."""

    found: tuple[Significant, ...]
    before: int


def significant(
    ledger: Ledger,
    *,
    since: int = 0,
    until: int | None = None,
    table: str = "",
    what: frozenset[str] = frozenset(WHAT),
    before: int | None = None,
    limit: int = 200,
    viewer: Viewer,
) -> Page:
    """The significant events of a period (milliseconds, `until` not included), of one table or of all."""
    found: list[Significant] = []
    last = ledger.position() if before is None else before - 1
    while last > 0:
        after = max(0, last - _PAGE)
        for record in reversed(ledger.follow(after, last - after)):
            # Clocks of several servers differ a little, so the time alone decides for each event, and a
            # whole page older than asked for ends the search.
            if record.at < since or (until is not None and record.at >= until):
                continue
            each = of(record, viewer)
            if each is not None and each.what in what and table in ("", each.table):
                found.append(each)
                if len(found) == limit:
                    return Page(found=tuple(found), before=each.position)
        last = after
        if last and _older(ledger, last, since):
            break
    return Page(found=tuple(found), before=0)


def _older(ledger: Ledger, last: int, since: int) -> bool:
    return all(record.at < since for record in ledger.follow(max(0, last - 10), min(last, 10)))


def of(record: Record, viewer: Viewer) -> Significant | None:
    """A record as a significant event; none if it is ordinary or unreadable."""
    try:
        found = next(_described(record, viewer), None)
    except (msgspec.DecodeError, UnicodeDecodeError):  # the audit finds it; the others are still reported
        return None
    if found is None:
        return None
    what, text, clauses = found
    kind, _, name = record.stream.partition(":")
    return Significant(
        position=record.position,
        at=record.at,
        stream=record.stream,
        what=what,
        kind=record.kind,
        by=record.by,
        role=record.role,
        text=text,
        table=name if kind in ("table", "inventory") else _table_of(record),
        link=name if kind == "link" else "",
        clauses=clauses,
    )


def _table_of(record: Record) -> str:
    """The table of a house change or a link's award."""
    if record.stream == r.STREAM and record.kind in r.KINDS:
        return str(getattr(r.decode_registry_event(record.body), "table", ""))
    if record.stream.startswith("link:"):
        return str(getattr(decode_link_event(record.body), "table", ""))
    return ""


SignificantWords = Iterator[tuple[str, str, tuple[str, ...]]]


def _described(record: Record, viewer: Viewer) -> SignificantWords:
    kind = record.stream.partition(":")[0]
    if kind == "table":
        marks = _MARKS.get(record.kind)
        if record.kind in _TABLE and (marks is None or any(mark in record.body for mark in marks)):
            event = redact_logged_event(t.decode_event(record.body), viewer)
            for what, text in _TABLE[record.kind](event):
                yield what, text, event.clauses
    elif kind == "link":
        if record.kind in _LINK:
            change = decode_link_event(record.body)
            for what, text in _LINK[record.kind](change):
                yield what, text, change.clauses
    elif record.stream == house_events.STREAM:
        if record.kind in registry_events.KINDS:
            known = r.decode_registry_event(record.body)
            if not (isinstance(known, r.MeterAdjusted) and known.what == "correction"):  # its link reports it
                yield *_registry(known), getattr(known, "clauses", ())
        elif record.kind in _HOUSE:
            what, tell = _HOUSE[record.kind]
            yield what, tell(h.decode_house_event(record.body)), ()
    elif record.stream == house_settings.STREAM:
        yield CONFIGURATION, _settings(house_settings.decode_settings_event(record.body)), ()
    elif record.stream == cashier.STREAM:
        moved = cashier.decode_cashier_event(record.body)
        if moved.reason != "demo":
            word = "issued to" if isinstance(moved, cashier.MoneyIssued) else "taken back from"
            yield MONEY, f"{dollars(moved.amount)} of play money {word} {moved.player}", ()
    elif kind == "inventory":
        counted = decode_inventory_event(record.body)
        what = ALERT if isinstance(counted, DiscrepancyFound) else MONEY
        yield from ((what, words, ()) for words in chip_words(counted))


# ----------------------------------------------------------------------------------------------- a table's


def _irregularity(event: t.IrregularityFound) -> Iterator[tuple[str, str]]:
    where = f" at seat {event.seat}" if event.seat else ""
    words = irregularity_name(event.irregularity)
    consequence = {"none": "nothing is void", "hand": "the hand is void", "all": "all hands are void"}
    note = f" ({event.note})" if event.note else ""
    note += f", reported by {event.reported_by}" if event.reported_by else ""
    yield VOID, f"{words}{where}: {consequence[event.void]} under {event.clause}{note}"


def _corrected(event: t.Corrected) -> Iterator[tuple[str, str]]:
    where = f"seat {event.seat}" if event.seat else "the dealer"
    parts = [
        f"{name} {before!r} to {after!r}" if (before := event.before.get(name, "")) or after else name
        for name, after in event.after.items()
    ]
    signed = f"signed by {event.by} and {event.second.by}"
    told = f"{where} corrected: {', '.join(parts)}{_layout(event)}; {event.reason}"
    yield CORRECTION, f"{told}, {signed}"


def _layout(event: t.Corrected) -> str:
    return f"; on the layout: {event.layout}" if event.layout else ""


def _resettled(event: t.Resettled) -> Iterator[tuple[str, str]]:
    parts = [f"seat {seat} {_signed(cents)}" for seat, cents in event.differences.items() if cents]
    parts += [
        f"seat {seat} {_signed(cents)} outside the inventory"
        for seat, cents in event.outside.items()
        if cents
    ]
    parts += [f"award {award} taken back" for award in event.awards_back]
    parts += [f"award {each.award} of {dollars(each.paid)} pending validation" for each in event.awards]
    told = f"round {event.round} resettled: {', '.join(parts) or 'no difference'}; {event.reason}"
    yield CORRECTION, f"{told}, signed by {event.by} and {event.second.by}"


def _settled(event: t.SeatSettled) -> Iterator[tuple[str, str]]:
    """One line per seat: the award as the floor may see it."""
    alerts = "; ".join(alert.text for alert in event.alerts)
    for award in event.awards:
        source = "a fixed amount"
        if award.meter:
            source = f"{percent(award.share)} of {award.meter} at {dollars(award.stood // UNIT)}"
        waits = ", pending validation" if event.pending else ""
        told = f"; {alerts}" if alerts else ""
        text = (
            f"seat {award.seat} ({event.player}): {award.row}, {dollars(award.paid)}, {source}{waits}{told}"
        )
        yield JACKPOT, text
    if alerts:
        yield ALERT, alerts


def _decided(event: t.Decided | t.CardsEntered) -> Iterator[tuple[str, str]]:
    for alert in event.alerts:
        yield ALERT, alert.text


def _counted(event: t.Counted) -> Iterator[tuple[str, str]]:
    if not event.right:
        name = spoken(event.step)
        yield ALERT, f"{name}: {event.count} counted, {event.expected} expected"


def _signed(cents: int) -> str:
    return f"{'-' if cents < 0 else '+'}{dollars(abs(cents))}"


_TABLE: dict[str, Callable[[Any], Iterator[tuple[str, str]]]] = {
    "irregularity_found.v1": _irregularity,
    "irregularity_reported.v1": lambda event: iter(
        [(ALERT, f"{irregularity_name(event.irregularity)} reported; the table waits for a floorperson")]
    ),
    "report_dismissed.v1": lambda event: iter(
        [(ALERT, f"report of {irregularity_name(event.irregularity)} dismissed: {event.reason}")]
    ),
    "corrected.v1": _corrected,
    "resettled.v1": _resettled,
    "seat_settled.v1": _settled,
    "decided.v1": _decided,
    "cards_entered.v1": _decided,
    "counted.v1": _counted,
    "award_validated.v1": lambda event: iter(
        [(JACKPOT, f"award {event.award} validated: {event.player} is paid {dollars(event.paid)}")]
    ),
    "award_rejected.v1": lambda event: iter(
        [(JACKPOT, f"award {event.award} of {dollars(event.paid)} rejected: {event.reason}")]
    ),
    "award_taken_back.v1": lambda event: iter(
        [(JACKPOT, f"award {event.award} of {dollars(event.paid)} taken back")]
    ),
    "method_changed.v1": lambda event: iter(
        [(CONFIGURATION, f"device {event.device}: dealt by {event.deal}, shuffled {event.shuffle}")]
    ),
    "table_opened.v1": lambda event: iter(
        [(CONFIGURATION, f"opened, {event.mode}, {event.rules.house.rules.rules.name}")]
    ),
    "rules_adopted.v1": lambda event: iter([(CONFIGURATION, "another version of its submission adopted")]),
    "table_closed.v1": lambda event: iter([(CONFIGURATION, "closed")]),
}

_MARKS: dict[str, tuple[bytes, ...]] = {
    "seat_settled.v1": (b'"awards":[{', b'"alerts":[{'),
    "decided.v1": (b'"alerts":[{',),
    "cards_entered.v1": (b'"alerts":[{',),
    "counted.v1": (b'"right":false',),
}
"""For kinds that are mostly ordinary: texts in the body of every significant one. Others are not decoded."""

# ------------------------------------------------------------------------------------------------ a link's


def _meter_corrected(event: j.MeterCorrected) -> Iterator[tuple[str, str]]:
    yield CORRECTION, f"meter {event.meter} corrected by {_signed(event.amount // UNIT)}: {event.reason}"


_LINK: dict[str, Callable[[Any], Iterator[tuple[str, str]]]] = {
    "MeterCorrected": _meter_corrected,
}
"""Tables report awards; the registry reports openings, rates and top-ups."""

# ----------------------------------------------------------------------------------------------- the house's

_HOUSE: dict[str, tuple[str, Callable[[Any], str]]] = {
    "sign_in_failed.v1": (
        SIGN_IN,
        lambda event: f"sign-in refused: {event.person or 'a name without an account'} ({event.reason})",
    ),
    "locked_out.v1": (SIGN_IN, lambda event: f"locked out: {event.person or event.address} ({event.what})"),
    "unlocked.v1": (SIGN_IN, lambda event: f"unlocked: {event.person or event.locked_address}"),
    "session_revoked.v1": (
        SIGN_IN,
        lambda event: f"session of {event.person} ended: {spoken(event.reason)}",
    ),
    "person_created.v1": (CONFIGURATION, lambda event: f"{event.person} created, {event.after.role}"),
    "person_changed.v1": (
        CONFIGURATION,
        lambda event: (
            f"{event.person} changed ({', '.join(event.what)}): {event.before.role} to {event.after.role}"
            if event.before.role != event.after.role
            else f"{event.person} changed ({', '.join(event.what)})"
        ),
    ),
    "knowledge_suspected.v1": (
        ALERT,
        lambda event: (
            f"{event.player} plays as if they knew hidden cards ({event.knows}): 10^{event.evidence} to 1 "
            f"after {event.hands} hands, the last at {event.table}, round {event.round}"
        ),
    ),
    "luck_outside_band.v1": (ALERT, lambda event: event.words),
    "demo_closed.v1": (CONFIGURATION, lambda event: f"{event.people} demo accounts closed"),
}


def _settings(event: house_settings.HouseSettingsChanged) -> str:
    before, after = event.before, event.after
    parts = []
    if before.tax_form != after.tax_form:
        parts.append(f"tax form from {dollars(before.tax_form)} to {dollars(after.tax_form)}")
    parts += _rack_settings(before, after)
    if before.zone != after.zone:
        parts.append(f"time zone from {before.zone} to {after.zone}")
    if before.day_starts != after.day_starts:
        starts = (house_settings.clock_words(each.day_starts, each.zone) for each in (before, after))
        parts.append(f"gaming day from {' to '.join(starts)}")
    if before.confirm_voids != after.confirm_voids:
        parts.append(f"voids {'wait for a floorperson' if after.confirm_voids else 'stand as reported'}")
    if before.every_discard != after.every_discard:
        parts.append(f"discards of {'every hand' if after.every_discard else 'hands with a bonus wager'}")
    if before.watch != after.watch:
        parts.append(f"watch alert at 10^{after.watch} to 1" if after.watch else "no watch alert")
    return ", ".join(parts)


def _rack_settings(
    before: house_settings.HouseSettings, after: house_settings.HouseSettings
) -> Iterator[str]:
    if before.tax_multiple != after.tax_multiple:
        yield f"tax form from {before.tax_multiple} to {after.tax_multiple} times the wager"
    if before.tax_confirmed != after.tax_confirmed:
        yield f"tax-form rule {'confirmed' if after.tax_confirmed else 'not confirmed'}"
    if before.gate != after.gate:
        yield f"without opener or closer: {after.gate}"
    if before.chips != after.chips:
        yield "chips " + ", ".join(f"{dollars(each.cents)} {each.color}" for each in after.chips)
    if before.discrepancy != after.discrepancy:
        yield f"discrepancies from {dollars(before.discrepancy)} to {dollars(after.discrepancy)}"


def _registry(event: r.AnyRegistryEvent) -> tuple[str, str]:
    match event:
        case r.Started():
            return RESTART, f"{event.owner} started, {event.software}"
        case r.Stopped():
            return RESTART, f"{event.owner} shut down normally"
        case r.SubmissionLoaded():
            text = f"submission {event.name}, version {event.version} of {event.rules} ({event.digest[:12]})"
        case r.MeterLinkOpened():
            text = f"link {event.link} opened from {event.submission}, version {event.version}"
        case r.MeterRatesChanged():
            text = f"link {event.link}: " + ", ".join(
                f"{meter} from {_rate(event.before.get(meter))} to {_rate(rate)}"
                for meter, rate in event.after.items()
            )
        case r.MeterAdjusted():
            before, after = (dollars(units // UNIT) for units in (event.before, event.after))
            text = f"link {event.link}: add to meter {event.meter}, {before} to {after}: {event.reason}"
        case r.TableListed():
            text = f"table {event.table} listed, {event.after.mode}, {_listing(event.after)}"
        case r.TableChanged():
            text = f"table {event.table}: {_changes(event.before, event.after)}"
        case r.LimitsApproved():
            parts = [
                f"{spoken(wager)} {dollars(least)} to {dollars(most)}"
                for wager, (least, most) in event.limits.items()
            ]
            signed = f"signed by {event.by} and {event.second.by if event.second else 'nobody'}"
            text = f"table {event.table}: new limits, {', '.join(parts)}; version {event.after}, {signed}"
        case r.DealerTappedIn():
            text = f"table {event.table}: {event.by} tapped in"
        case r.DealerTappedOut():
            text = f"table {event.table}: {event.person} tapped out"
        case r.RotationPlanned():
            text = f"rotation planned, {len(event.turns)} turns"
        case r.AdoptionQueued():
            until = (
                "the round ends"
                if event.reason in ("round", "limits")
                else "the round ends, or a meter is won"
            )
            text = f"table {event.table}: version {event.after} after version {event.before} when {until}"
        case r.AdoptionApplied():
            text = f"table {event.table}: version {event.after} after version {event.before}"
        case r.AdoptionRefused():
            text = f"table {event.table}: version {event.after} cannot be adopted: {event.message}"
    return CONFIGURATION, text


def _rate(rate: int | None) -> str:
    return "none" if rate is None else percent(rate)


def _listing(listing: r.Listing) -> str:
    """A listed table: its submission, link and times, and settings that differ from the defaults."""
    told, usual = _facts_of(listing), _facts_of(msgspec.structs.replace(listing, settings=Settings()))
    always = ("link", "time to bet", "time to decide")
    parts = [f"{name} {words}" for name, words in told.items() if name in always or words != usual[name]]
    return f"{listing.submission} version {listing.version}, {', '.join(parts)}"


def _changes(before: r.Listing, after: r.Listing) -> str:
    was, now = _facts_of(before), _facts_of(after)
    parts = [f"{name} from {was[name]} to {now[name]}" for name in now if was[name] != now[name]]
    return ", ".join(parts) or "settings saved again, nothing changed"


def _facts_of(listing: r.Listing) -> dict[str, str]:
    """The settings of a listed table that may change, in words."""
    settings = listing.settings
    return {
        "submission": listing.submission,
        "version": str(listing.version),
        "link": settings.link or "none",
        "time to bet": _seconds(settings.betting_ms),
        "time after the last bet": _seconds(settings.all_bet_ms) if settings.all_bet_ms else "none",
        "time to decide": _seconds(settings.decision_ms),
        "demo": "on" if settings.demo else "off",
        "playing aids": "on" if settings.aids else "off",
        "amounts": "entered" if settings.amounts else "not entered",
        "private": "yes" if settings.private else "no",
    }


def _seconds(milliseconds: int) -> str:
    return f"{milliseconds / 1000:g} s"
