"""The jackpot desk: pending awards of all tables, and the content of a slip.

Validating and rejecting are commands to the table (`validate`, `reject`), which updates its link. A slip is
built from the log, so it is the same a year later.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import NamedTuple

import msgspec

from croupier.errors import Refusal
from croupier.floor.desks.openings import backwards, opening_of
from croupier.floor.host.batch import Unit
from croupier.floor.host.link_events import decode_link_event
from croupier.floor.people.model import Actor
from croupier.floor.registry.settings import TAX_FORM, TAX_MULTIPLE, UTC, settings_of
from croupier.floor.reports.balances import balances_at
from croupier.games.steps import BOARD
from croupier.jackpot.events import AwardLocked, MeterCorrected
from croupier.jackpot.link import Link
from croupier.jackpot.meters import UNIT
from croupier.ledger.records import Record
from croupier.ledger.store import Ledger
from croupier.settlement.round import Round
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.state import Envy, State

CAGE, INVENTORY = "the cage, outside the table inventory", "the table inventory"
"""Who pays an award."""

PENDING, PAID, REJECTED, TAKEN_BACK = "pending", "paid", "rejected", "taken back"


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


def won_at(ledger: Ledger, table: str, award: str) -> int:
    """When an award was won, also for one that comes from no meter."""
    return _gather(ledger, table, award).won.event.at


def validate(unit: Unit, table: str, award: str, actor: Actor) -> State:
    """Validate an award, so that it may be paid."""
    return unit.command(table, c.Validate(award=award), by=actor.id, role=actor.role)


def reject(unit: Unit, table: str, award: str, reason: str, actor: Actor) -> State:
    """Reject an award, with a reason for the log."""
    return unit.command(table, c.Reject(award=award, reason=reason), by=actor.id, role=actor.role)


# ------------------------------------------------------------------------------------------------ the slip


class Signed(msgspec.Struct, frozen=True, kw_only=True):
    """A person's action on an award: role and time."""

    what: str
    by: str
    role: str
    at: int


class EnvyDue(msgspec.Struct, frozen=True, kw_only=True):
    """An envy that is paid with an award, in cents."""

    seat: int
    player: str
    paid: int


class Slip(msgspec.Struct, frozen=True, kw_only=True):
    """The content of a slip. Amounts are cents; meters are ten-thousandths of a cent."""

    table: str
    award: str
    rules: str
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
    gathered = _gather(ledger, table, award)
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


class Won(NamedTuple):
    """An award and the event by which it came about: its seat's settlement or a resettlement."""

    event: e.SeatSettled | e.Resettled
    position: int
    seat: int
    player: str
    hand: str
    meter: str
    share: int
    paid: int
    stood: int
    """Units on the meter when the award was paid from it."""


def won_before(ledger: Ledger, table: str, award: str, version: int) -> Won:
    """The award as it stood before a version of its table's stream, which takes it back."""
    return _gather(ledger, table, award, version - 1).won


class _Gathered(NamedTuple):
    round: int
    closed: Record
    """That the bets of the round were closed."""
    won: Won
    cards: str
    board: str
    envy: tuple[EnvyDue, ...]
    state: str
    reason: str
    people: tuple[Signed, ...]
    clauses: tuple[str, ...]


class _Event(NamedTuple):
    record: Record
    event: e.AnyEvent


_NAME = re.compile(r"[1-9][0-9]{0,14}\.[1-9][0-9]{0,2}")

_LATER = ("award_validated.v1", "award_rejected.v1", "award_taken_back.v1", "resettled.v1")


def _gather(ledger: Ledger, table: str, award: str, last: int | None = None) -> _Gathered:
    """The events of the award's round, and what was decided of it since, read backwards from the last."""
    if not _NAME.fullmatch(award):  # an award has one name: what was decided of it is found by that
        raise Refusal("unknown_award", f"award {award[:20]!r}; allowed: round and seat, such as 12.3")
    round_, _, seat = award.partition(".")
    later: list[_Event] = []
    of_round: list[_Event] = []
    for record in backwards(ledger, f"table:{table}", last):
        if record.kind in _LATER:
            event = e.decode_event(record.body)
            if _concerns(event, award):
                later.insert(0, _Event(record, event))
        elif record.kind in ("seat_settled.v1", "hand_shown.v1", "round_settled.v1", "dealt.v1"):
            of_round.insert(0, _Event(record, e.decode_event(record.body)))
        elif record.kind == "bets_closed.v1":
            closed = e.decode_event(record.body)
            assert isinstance(closed, e.BetsClosed)
            if closed.round == int(round_):
                return _found(record, closed, of_round, later, award, int(seat))
            of_round.clear()
            if closed.round < int(round_):
                break
    raise Refusal("unknown_award", f"table {table} has no award {award}")


def _concerns(event: e.AnyEvent, award: str) -> bool:
    """Whether something that was decided is about an award."""
    if isinstance(event, e.Resettled):
        return award in event.awards_back or any(each.award == award for each in event.awards)
    assert isinstance(event, e.AwardValidated | e.AwardRejected | e.AwardTakenBack)
    return event.award == award


def _found(
    record: Record,
    closed: e.BetsClosed,
    of_round: list[_Event],
    later: list[_Event],
    award: str,
    seat: int,
) -> _Gathered:
    cards, state, won, board = "", "", None, ""
    envy: tuple[Envy, ...] = ()
    for place, event in of_round:
        if isinstance(event, e.Dealt):
            named = (packet.cards for packet in event.packets if packet.to == BOARD and packet.cards)
            board = " ".join(filter(None, (board, *named)))
        elif isinstance(event, e.RoundSettled) and award in event.envy_waits:
            envy = event.envy_waits[award]
        if isinstance(event, e.HandShown) and event.seat == seat:
            cards = event.cards
        elif isinstance(event, e.RoundSettled) and not cards:
            cards = _cards_of(event.record, seat)
        elif isinstance(event, e.SeatSettled) and event.awards and event.seat == seat:
            mine = next(each for each in event.awards if each.seat == seat)
            facts = (seat, event.player, mine.row, mine.meter, mine.share, mine.paid, mine.stood)
            won, state = Won(event, place.position, *facts), PENDING if event.pending else PAID
    people = [Signed(what="dealt", by=closed.by, role=closed.role, at=closed.at)]
    reason, clauses = "", list[str]()
    for place, event in later:
        reason = ""
        if isinstance(event, e.Resettled):
            resettled = next((each for each in event.awards if each.award == award), None)
            if resettled is None:
                state, reason = TAKEN_BACK, event.reason
            else:
                facts = (
                    seat,
                    resettled.player,
                    resettled.hand,
                    resettled.meter,
                    resettled.share,
                    resettled.paid,
                    resettled.stood,
                )
                won, state = Won(event, place.position, *facts), PENDING
                cards = _cards_of(event.record, seat) or cards
            what = state if resettled is None else "resettled"
        else:
            state = {e.AwardValidated: PAID, e.AwardRejected: REJECTED}.get(type(event), TAKEN_BACK)
            reason = event.reason if isinstance(event, e.AwardRejected) else ""
            what = {PAID: "validated", REJECTED: "rejected"}.get(state, state)
        people.append(Signed(what=what, by=event.by, role=event.role, at=event.at))
        clauses += event.clauses
        if isinstance(event, e.AwardValidated):
            envy = event.envy
    if won is None:
        raise Refusal("unknown_award", f"no award {award}: seat {seat} won none in that round")
    return _Gathered(
        round=closed.round,
        closed=record,
        won=won,
        cards=cards,
        board=board,
        envy=tuple(EnvyDue(seat=each.seat, player=each.player, paid=each.paid) for each in envy),
        state=state,
        reason=reason,
        people=tuple(people),
        clauses=tuple(clauses),
    )


def _cards_of(record: Round, seat: int) -> str:
    return next((each.cards or "" for each in record.seats if each.seat == seat), "")


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

    Reckoned back from what the account holds when the link has followed.
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
