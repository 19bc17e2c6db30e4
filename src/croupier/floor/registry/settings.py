"""House settings: tax-form threshold, start of the gaming day, voids, the watch, and second factors.

Each change is an event of the stream `settings` with the values before and after it, so that an old slip is
reprinted by the settings of its time.
"""

from bisect import bisect_right
from collections.abc import Sequence
from datetime import UTC as UNIVERSAL
from datetime import date, datetime, timedelta
from operator import itemgetter
from typing import NamedTuple
from zoneinfo import ZoneInfo, available_timezones

import msgspec

from croupier.errors import Refusal
from croupier.floor.host.batch import Unit
from croupier.floor.people.model import ADMINISTRATOR, Actor, require
from croupier.floor.registry.chips import DENOMINATIONS, Denomination, check_denominations
from croupier.floor.registry.house_events import HouseEvent, encode_house_event
from croupier.ledger.store import Ledger
from croupier.money import LARGEST, dollars
from croupier.table.roles import ROLES

STREAM = "settings"

TAX_FORM, TAX_MULTIPLE = 200_000, 300
"""Winnings of a bet of at least so many cents, and at least this multiple of the wager, are marked for a tax
form, unless the operator sets another rule. It is no legal advice."""
TAX_YEAR = 2026
"""The calendar year of the federal instructions for Form W-2G behind the default; the amount is indexed."""
REFUSE, WARN = "refuse", "warn"
"""The choices for a live table without an opener or closer."""
DISCREPANCY = 10_000
_MOST_MULTIPLE = 100_000
_DAY = 24 * 60
UTC = "UTC"
WATCH_THRESHOLDS = (0, *range(3, 13))
"""Powers of ten at which evidence of hidden knowledge raises an alert; 0 for none."""

NOBODY = "nobody"
SECOND_FACTOR = ("", NOBODY, *ROLES[1:])
"""From which role up a second factor is required: empty for the default of the server."""


class HouseSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of the house."""

    tax_form: int = TAX_FORM
    """Cents from which winnings are marked for a tax form."""
    tax_multiple: int = TAX_MULTIPLE
    """The multiple of the wager that winnings must also reach; 0 for none."""
    tax_confirmed: bool = False
    """Whether the operator confirmed the rule."""
    day_starts: int = 0
    """The start of the gaming day, in minutes after midnight in the house's time zone."""
    confirm_voids: bool = True
    """A dealer's report that voids a dealt hand or round waits for a floorperson. Tables take it over when
    they are opened."""
    every_discard: bool = False
    """Where players set their hands, dealers enter the discards of every hand in play, so that a hand set
    below its best is found; if off, only of hands with a wager that depends on all cards. Tables take it over
    when they are opened."""
    watch: int = 6
    """The evidence of hidden knowledge that raises an alert, as a power of ten; 0 for none."""
    second_factor: str = ""
    """The lowest role that needs a second factor, `nobody`, or empty for the server's default."""
    zone: str = UTC
    """The house's time zone, such as America/New_York, for its gaming day and printouts."""
    gate: str = REFUSE
    """The response to cards without an opener, and to a day's end without a closer: `refuse` or `warn`."""
    chips: tuple[Denomination, ...] = DENOMINATIONS
    """The house's chip denominations, by which chips are counted."""
    discrepancy: int = DISCREPANCY
    """The smallest difference of a count from its expected value that is reported, in cents."""


NEW_HOUSE = HouseSettings()
"""The settings of a house that changed none."""


class HouseSettingsChanged(HouseEvent, frozen=True, kw_only=True):
    """An administrator has changed the house settings."""

    before: HouseSettings
    after: HouseSettings


_decoder = msgspec.json.Decoder(HouseSettingsChanged)


def decode_settings_event(body: bytes) -> HouseSettingsChanged:
    """An event of the settings from JSON."""
    return _decoder.decode(body)


def settings_of(ledger: Ledger, position: int | None = None) -> HouseSettings:
    """The settings now, or at a position of the log."""
    changes = settings_by_position(ledger)
    return changes[-1][1] if position is None else settings_at(changes, position)


def settings_by_position(ledger: Ledger) -> list[tuple[int, HouseSettings]]:
    """All settings that the house ever had, each with the position from which it holds, from 0 on."""
    events = [(record.position, decode_settings_event(record.body)) for record in ledger.read(STREAM)]
    return [(0, NEW_HOUSE), *((position, event.after) for position, event in events)]


def settings_at(changes: Sequence[tuple[int, HouseSettings]], position: int) -> HouseSettings:
    """The settings at a position of the log."""
    return changes[bisect_right(changes, position, key=itemgetter(0)) - 1][1]


def change_settings(unit: Unit, after: HouseSettings, actor: Actor) -> HouseSettings:
    """Change house settings; an unchanged setting is no event."""
    require(actor, ADMINISTRATOR)
    if not 0 <= after.tax_form <= LARGEST:
        message = f"a tax-form threshold of {after.tax_form} cents; allowed: up to {dollars(LARGEST)}"
        raise Refusal("value_not_allowed", message)
    _check_chips(after)
    if not 0 <= after.day_starts < _DAY:
        message = f"a day that begins {after.day_starts} minutes after midnight; allowed: 0 to {_DAY - 1}"
        raise Refusal("value_not_allowed", message)
    if after.watch not in WATCH_THRESHOLDS:
        least, most = WATCH_THRESHOLDS[1], WATCH_THRESHOLDS[-1]
        message = f"an alert at 10^{after.watch} to 1; allowed: {least} to {most}, or 0 for none"
        raise Refusal("value_not_allowed", message)
    if after.second_factor not in SECOND_FACTOR:
        message = f"a second factor from {after.second_factor!r} up"
        raise Refusal("value_not_allowed", f"{message}; allowed: {', '.join(SECOND_FACTOR[1:])}, or empty")
    if after.zone not in available_timezones():
        message = f"time zone {after.zone[:40]!r}; allowed: a name such as America/New_York, or UTC"
        raise Refusal("value_not_allowed", message)
    before = standing(unit)
    if after == before:
        return before
    event = HouseSettingsChanged(
        at=unit.batch.now,
        by=actor.id,
        role=actor.role,
        address=actor.address,
        before=before,
        after=after,
    )
    kind = str(event.__struct_config__.tag)
    unit.append(STREAM, kind, encode_house_event(event), by=actor.id, role=actor.role)
    return after


def _check_chips(after: HouseSettings) -> None:
    """Refuse unusable settings of the chips, the gate and the tax form."""
    check_denominations(after.chips)
    if after.gate not in (REFUSE, WARN):
        raise Refusal("value_not_allowed", f"gate {after.gate[:20]!r}; allowed: {REFUSE} or {WARN}")
    if not 0 <= after.discrepancy <= LARGEST:
        message = f"discrepancies from {after.discrepancy} cents; allowed: up to {dollars(LARGEST)}"
        raise Refusal("value_not_allowed", message)
    if not 0 <= after.tax_multiple <= _MOST_MULTIPLE:
        message = f"a tax form from {after.tax_multiple} times the wager; allowed: 0 to {_MOST_MULTIPLE}"
        raise Refusal("value_not_allowed", message)


def standing(unit: Unit) -> HouseSettings:
    """The settings with the pending changes of this batch."""
    unit.batch.tx.lock(STREAM)
    bodies = [record.body for record in unit.batch.tx.read(STREAM)]
    bodies += [each.entry.body for each in unit.batch.pending if each.stream == STREAM]
    return decode_settings_event(bodies[-1]).after if bodies else NEW_HOUSE


# ------------------------------------------------------------------------------------------- gaming days


class Span(NamedTuple):
    """A span of time, its end excluded, in milliseconds since 1970 UTC."""

    since: int
    until: int


def gaming_day(day: str, settings: HouseSettings) -> Span:
    """A day of the house, such as 2026-03-09: it begins on that date at the hour that the house has set.

    >>> span = gaming_day("1970-01-02", HouseSettings(day_starts=11 * 60))
    >>> span.since == (24 + 11) * 3_600_000, span.until - span.since == 24 * 3_600_000
    (True, True)
    """
    try:
        zone, first = ZoneInfo(settings.zone), date.fromisoformat(day)
        hour = timedelta(minutes=settings.day_starts)
        since, until = (
            # An hour by the clock on the wall: where the clocks change, the day has 23 or 25 hours.
            datetime.combine(each, datetime.min.time(), zone) + hour
            for each in (first, first + timedelta(days=1))
        )
    except (ValueError, OverflowError):
        raise Refusal("malformed", f"day {day!r}; allowed: year, month and day, such as 2026-03-09") from None
    return Span(_milliseconds(since), _milliseconds(until))


def time_at(text: str, settings: HouseSettings) -> int:
    """A time by the clock of the house, in milliseconds.

    >>> time_at("1970-01-01 19:30", HouseSettings(zone="America/New_York")) == 24 * 3_600_000 + 30 * 60_000
    True
    """
    try:
        return _milliseconds(
            datetime.strptime(text, "%Y-%m-%d %H:%M").replace(tzinfo=ZoneInfo(settings.zone))
        )
    except (ValueError, OverflowError):
        allowed = "day, hour and minute by the clock of the house, such as 2026-03-09 18:30"
        raise Refusal("malformed", f"time {text[:40]!r}; allowed: {allowed}") from None


def day_at(at: int, settings: HouseSettings) -> str:
    """The gaming day of a time in milliseconds.

    >>> day_at(35 * 3_600_000 - 1, HouseSettings(day_starts=11 * 60))
    '1970-01-01'
    """
    zone = ZoneInfo(settings.zone)
    started = datetime.fromtimestamp(at / 1000, zone) - timedelta(minutes=settings.day_starts)
    return started.date().isoformat()


def _milliseconds(time: datetime) -> int:
    return (time - datetime(1970, 1, 1, tzinfo=UNIVERSAL)) // timedelta(milliseconds=1)


def clock_words(minutes: int, zone: str = UTC) -> str:
    """An hour of the day in words: 06:30 UTC."""
    return f"{minutes // 60:02}:{minutes % 60:02} {zone}"
