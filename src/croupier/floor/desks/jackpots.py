"""The jackpot desk: pending awards of all tables, and the content of a slip.

Validating and rejecting are commands to the table (`validate`, `reject`), which updates its link. A slip is
built from the log, so it is the same a year later.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping

import msgspec

from croupier.errors import Refusal
from croupier.floor.desks.award_records import EnvyDue, Signed, Won, gather
from croupier.floor.desks.openings import backwards, opening_of
from croupier.floor.host.link_events import decode_link_event
from croupier.floor.registry.settings import TAX_FORM, TAX_MULTIPLE, UTC, settings_of
from croupier.floor.reports.balances import balances_at
from croupier.jackpot.events import AwardLocked, MeterCorrected
from croupier.jackpot.link import Link
from croupier.jackpot.meters import UNIT
from croupier.ledger.store import Ledger
from croupier.table import events as e
from croupier.table.state import State

CAGE, INVENTORY = "the cage, outside the table inventory", "the table inventory"
"""Who pays an award."""


class Waiting(msgspec.Struct, frozen=True, kw_only=True):
    """A pending award."""

    table: str
    award: str
    """Round and seat, as the table names it."""
    round: int
    seat: int
    player: str
    hand: str
    paid: int
    """Cents."""
    meter: str = ""
    """Empty for a fixed amount, which comes from no meter."""
    share: int = 0
    link: str = ""
    number: int = 0
    """The award's number on its link."""
    since: int = 0


def pending_awards(tables: Mapping[str, tuple[State, str]], links: Mapping[str, Link]) -> list[Waiting]:
    """The pending awards of these tables, oldest first."""
    found = []
    for table, (state, name) in tables.items():
        link = links.get(name)
        for award in state.pending.values():
            locked = _locked(link, table, award.round, award.seat)
            found.append(
                Waiting(
                    table=table,
                    award=award.award,
                    round=award.round,
                    seat=award.seat,
                    player=award.player,
                    hand=award.hand,
                    paid=award.paid,
                    meter=award.meter,
                    share=award.share,
                    link=name if award.meter else "",
                    number=0 if locked is None else locked.award,
                    since=0 if locked is None else locked.at,
                )
            )
    return sorted(found, key=lambda each: (each.since, each.table, each.round, each.seat))


def _locked(link: Link | None, table: str, round_: int, seat: int) -> AwardLocked | None:
    if link is None:
        return None
    for each in reversed(link.awards.values()):
        locked = each.locked
        if each.state == "pending" and (locked.table, locked.round, locked.seat) == (table, round_, seat):
            return locked
    return None


# ------------------------------------------------------------------------------------------------ the slip


class Slip(msgspec.Struct, frozen=True, kw_only=True):
    """The content of a slip. Amounts are cents; meters are ten-thousandths of a cent."""

    table: str
    award: str
    rules: str
    title: str = ""
    operator: str
    round: int
    seat: int
    player: str
    hand: str
    cards: str
    board: str = ""
    """The community cards, which are a part of the winning hand."""
    paid: int
    source: str = ""
    """Who pays: the table inventory, or the cage where the document keeps awards out of the inventory."""
    envy: tuple[EnvyDue, ...] = ()
    state: str
    """pending, paid, rejected or taken back."""
    reason: str = ""
    meter: str = ""
    share: int = 0
    """Hundredths of a percent of the meter."""
    before: int = 0
    after: int = 0
    link: str = ""
    number: int = 0
    at: int
    people: tuple[Signed, ...] = ()
    clauses: tuple[str, ...] = ()
    tax_form: int = TAX_FORM
    tax_multiple: int = TAX_MULTIPLE
    tax_confirmed: bool = False
    """Whether the operator had confirmed the tax-form rule."""
    stake: int = 0
    """The wager that won, in cents."""
    serial: int = 0
    """The position in the log of the settlement by which it was won: no two awards share it."""
    zone: str = UTC
    """The house's time zone when it was won."""
    electronic: bool = True

    @property
    def deciding(self) -> tuple[str, ...]:
        """At most five clauses, those of the award itself first."""
        return self.clauses[:5]

    @property
    def above_threshold(self) -> bool:
        """Whether the award reaches the rule for a tax form: the threshold and the multiple of the wager."""
        return 0 < self.tax_form <= self.paid and self.paid >= self.tax_multiple * self.stake


LinkAt = Callable[[int], str]
"""The table's link when the record at this log position was written."""


def slip(ledger: Ledger, table: str, award: str, *, link_at: LinkAt) -> Slip:
    """The slip of an award, with the link and house settings of its time."""
    gathered = gather(ledger, table, award)
    won = gathered.won
    link, number, before, after = "", 0, 0, 0
    if won.meter:
        link = link_at(won.position)
        if isinstance(won.event, e.Resettled):
            number, before, after = _meter_after_resettlement(
                ledger, link, won, won.event, gathered.closed.position
            )
        else:
            locked = _locks(ledger, link, table, gathered.round)
            ours = locked[won.seat]
            number = ours.award
            before = won.stood
            after = before + ours.reseeded + ours.moved - ours.paid * UNIT
    opened = opening_of(ledger, table, gathered.closed.version)
    stake, clauses = _wager(won.event)
    settings = settings_of(ledger, won.position)
    return Slip(
        table=table,
        award=award,
        rules=opened.house_rules,
        title=opened.title,
        operator=opened.operator,
        electronic=opened.electronic,
        round=gathered.round,
        seat=won.seat,
        player=won.player,
        hand=won.hand,
        cards=gathered.cards,
        board=gathered.board,
        paid=won.paid,
        source=CAGE if won.meter and opened.outside else INVENTORY,
        envy=gathered.envy,
        state=gathered.state,
        reason=gathered.reason,
        meter=won.meter,
        share=won.share,
        before=before,
        after=after,
        link=link,
        number=number,
        at=won.event.at,
        people=gathered.people,
        clauses=tuple(dict.fromkeys((*clauses, *gathered.clauses))),
        tax_form=settings.tax_form,
        tax_multiple=settings.tax_multiple,
        tax_confirmed=settings.tax_confirmed,
        stake=stake,
        serial=won.position,
        zone=settings.zone,
    )


def _wager(event: e.SeatSettled | e.Resettled) -> tuple[int, tuple[str, ...]]:
    """The stake of the progressive wager, and the clauses of the award."""
    result = event.results.get("progressive") if isinstance(event, e.SeatSettled) else None
    return (0, event.clauses) if result is None else (result.stake, (*result.clauses, *event.clauses))


def _locks(ledger: Ledger, link: str, table: str, round_: int) -> dict[int, AwardLocked]:
    """By seat, the awards of a round as they came off the meters of the link."""
    found: dict[int, AwardLocked] = {}
    for record in backwards(ledger, f"link:{link}"):
        if record.kind not in ("AwardLocked", "Contributed"):
            continue
        event = decode_link_event(record.body)
        if getattr(event, "table", "") != table:
            continue
        if isinstance(event, AwardLocked) and event.round == round_:
            found.setdefault(event.seat, event)  # a rejected one may have been locked again: the last counts
        elif getattr(event, "round", 0) <= round_:
            break  # before its awards, a round contributes
    if not found:
        raise Refusal("unknown_award", f"link {link!r} has locked no award of {table}, round {round_}")
    return found


def _meter_after_resettlement(
    ledger: Ledger, link: str, won: Won, event: e.Resettled, since: int
) -> tuple[int, int, int]:
    """The link's number of an award added by a resettlement, and the meter before and after it.

    Computed backward from the account's balance after the link's events.
    """
    last, moved = won.position, defaultdict[str, int](int)

    def held() -> int:
        account = f"meter:{link}:{won.meter}"
        return balances_at(ledger, [account], last)[account]

    for record in backwards(ledger, f"link:{link}"):
        if record.position < since:  # the round's own contribution and before
            break
        if (record.at, record.by) != (event.at, event.by):
            continue
        change, later = decode_link_event(record.body), moved[won.meter]
        last = max(last, record.position)
        if isinstance(change, AwardLocked):
            _take(moved, change)
            if change.seat == won.seat:
                return change.award, held() - moved[won.meter], held() - later
        elif isinstance(change, MeterCorrected) and change.reason == event.reason:
            moved[change.meter] += change.amount
    return 0, held(), held()


def _take(amounts: dict[str, int], award: AwardLocked) -> None:
    amounts[award.meter] += award.reseeded + award.moved - award.paid * UNIT
    if award.moved:
        amounts["secondary"] -= award.moved
