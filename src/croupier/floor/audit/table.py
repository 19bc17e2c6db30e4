"""Replay a table's stream: fold every event, derive its postings, repeat every settlement.

The recorded payments of the table are compared with a settlement by the rules in its own log: each seat on
the meters of its settlement, then the round as a whole, with envy and Cover All. A resettlement is computed
again too. Nothing here reads the rulebook that is installed today.
"""

from collections import deque
from collections.abc import Mapping
from hashlib import sha256
from typing import NamedTuple, get_args

import msgspec

from croupier.errors import Refusal
from croupier.floor.audit.control import TWO_PEOPLE, check_control
from croupier.floor.audit.decks import USES_DECK, Decks, Drawn
from croupier.floor.audit.findings import UNREADABLE, Move, Posted, Report, compare_moves
from croupier.floor.host.accounts import table_postings
from croupier.floor.host.link_events import at_the_first
from croupier.jackpot.meters import UNIT
from croupier.ledger.records import Record
from croupier.settlement.prepared_rules import prepared
from croupier.settlement.round import Result, Round, TableSettlement
from croupier.settlement.settle import settle_at, settle_folded
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.acts.settlement import (
    awards_due,
    contributions,
    envy_of,
    results_due,
    round_of,
    round_so_far,
)
from croupier.table.evolution.station import settled_since
from croupier.table.evolve import evolve
from croupier.table.machine import act
from croupier.table.postings import postings
from croupier.table.programs import current
from croupier.table.state import EMPTY, State

KEPT_ROUNDS = 1000
"""As many rounds as may be resettled."""


class Cause(NamedTuple):
    """A table event that its link must follow."""

    record: Record
    event: e.AnyEvent
    link: str
    round: int
    moves: tuple[Move, ...]


_KINDS: dict[type, str] = {
    kind: str(kind.__struct_config__.tag) for kind in get_args(e.AnyEvent)
}  # as a record names them
_WITH_ENVELOPE = frozenset((e.TableOpened, e.Shuffled, e.BetsClosed))
_SETTLES = frozenset(
    (
        e.BetsClosed,
        e.BonusHandedOver,
        e.SeatSettled,
        e.HandTakenBack,
        e.CoverAllSettled,
        e.RoundSettled,
        e.AwardValidated,
        e.Resettled,
    )
)
_MOVES_LINK = frozenset(
    (
        e.BetsClosed,
        e.SeatSettled,
        e.RoundSettled,
        e.AwardValidated,
        e.AwardRejected,
        e.AwardTakenBack,
        e.Resettled,
    )
)


class SavedTable(msgspec.Struct, frozen=True):
    """A table between two commits, from which its replay can continue."""

    state: State
    link: str
    drawn: dict[int, Drawn]
    records: dict[int, bytes]
    played_for: dict[int, str]


class TableReplay:
    """One table, followed from its first record."""

    def __init__(self, name: str, report: Report, listed: Mapping[str, str]) -> None:
        self.name = name
        self.state: State = EMPTY
        self.broken: bool = False
        """Set when an event cannot be read or replayed; nothing after it can be checked."""
        self.link: str = ""
        self.causes: deque[Cause] = deque()
        self.rounds: int = 0
        self.drawn: Decks = Decks()
        """Until the seed is revealed and checked."""
        self._report = report
        self._listed = listed
        """By table, its current link as the house lists it."""
        self._records: dict[int, bytes] = {}
        self._played_for: dict[int, str] = {}
        """By round, its link."""
        self._settled: tuple[tuple[Round, dict[str, int], tuple[int, ...]], TableSettlement] | None = None
        self._facts: Round | None = None
        """The round as it is settled: the same for all seats that are settled one after the other."""

    def saved(self) -> SavedTable:
        """The table between two commits."""
        drawn = dict(self.drawn)
        return SavedTable(self.state, self.link, drawn, self._records, self._played_for)

    def resume(self, saved: SavedTable) -> None:
        """Continue with the table as an earlier replay left it."""
        self.state, self.link = saved.state, saved.link
        self.drawn = Decks(saved.drawn)
        self._records, self._played_for = saved.records, saved.played_for

    def feed(self, posted: Posted) -> None:
        """The next record of the stream."""
        record = posted.record
        if self.broken:
            return
        try:
            event = e.decode_event(record.body)
        except UNREADABLE as error:
            self._break(record, f"the event cannot be read: {error}")
            return
        self._check_envelope(record, event)
        before = self.state
        try:
            self._check_money(posted, before, event)
            kind = type(event)
            if kind in _SETTLES:
                self._check_settlement(record, before, event)
            if kind in TWO_PEOPLE:
                check_control(self._report, record, before, event)
            after = evolve(before, event)
        except Exception as error:  # an event that no machine decided may raise anything
            words = f"{type(error).__name__} {error}".strip()
            self._break(record, f"{record.kind} cannot have happened here ({words})")
            return
        if after.version != record.version:
            self._break(record, f"the table is at version {after.version} here")
            return
        if kind in USES_DECK:
            self.drawn.follow(record, before, event)
        self.state = after
        if self._facts is not None and not _same_facts(before, event):
            self._facts = None

    def _break(self, record: Record, text: str) -> None:
        self.broken = True
        self._report("not_replayable", record, f"{text}; the rest of the stream is not replayed")

    def _check_envelope(self, record: Record, event: e.AnyEvent) -> None:
        """Check that the record's fields match its event."""
        made_by = type(event)
        kind = _KINDS[made_by]
        if record.kind != kind or record.by != event.by or record.role != event.role:
            told = f"{record.kind} by {record.role} {record.by}"
            self._report(
                "not_replayable", record, f"recorded as {told}, but it is {kind} by {event.role} {event.by}"
            )
        if made_by not in _WITH_ENVELOPE:
            return
        if isinstance(event, e.TableOpened) and event.table != self.name:
            self._report("not_replayable", record, f"table {event.table!r} in the stream of {self.name!r}")
        if isinstance(event, e.Shuffled | e.BetsClosed) and event.order:
            self._report("not_replayable", record, "the order of an undealt deck is readable in the log")

    # ---------------------------------------------------------------------------------------------- money

    def _check_money(self, posted: Posted, before: State, event: e.AnyEvent) -> None:
        listed = self._listed.get(self.name)
        self.link = (_posted_for(posted) or self.link) if listed is None else listed
        made = postings(before, event)
        if not made and not posted.moves and type(event) not in _MOVES_LINK:
            return
        moves = table_postings(made, self.name, self.link, live=not before.electronic)
        compare_moves(self._report, posted, moves)
        if self.link and type(event) in _MOVES_LINK and _moves_link(before, event):
            meters = tuple(move for move in moves if move[0].startswith("meter:"))
            self._cause(Cause(posted.record, event, self.link, before.round, meters), before)

    def _cause(self, cause: Cause, before: State) -> None:
        """The link events that this event causes."""
        last = self.causes[-1] if self.causes and before.winners_order else None
        if (
            last is not None
            and last.round == cause.round
            and isinstance(last.event, e.SeatSettled)
            and isinstance(cause.event, e.SeatSettled)
        ):
            settled = at_the_first((last.event, cause.event), before.winners_order)
            self.causes[-1] = last._replace(event=settled, moves=last.moves + cause.moves)
        else:
            self.causes.append(cause)

    # ----------------------------------------------------------------------------------------- settlement

    def _check_settlement(self, record: Record, before: State, event: e.AnyEvent) -> None:
        try:
            if isinstance(event, e.BetsClosed):
                self._settled = None
                due = contributions(before.at.house, before.hands.values())
                self._equal(record, "contributions", event.contributions, due)
            elif isinstance(event, e.BonusHandedOver):
                self._check_handed_over(record, before, event)
            elif isinstance(event, e.SeatSettled):
                self._check_seat(record, before, event)
            elif isinstance(event, e.HandTakenBack):
                self._facts = self._settled = None
                self._equal(record, "what goes back with the hand", event.results, settled_since(before))
            elif isinstance(event, e.CoverAllSettled):
                whole = self._whole(before, before.settlement_meters)
                self._compare(record, event.results, _late(whole, "cover_all"), "cover_all")
            elif isinstance(event, e.RoundSettled):
                self.rounds += 1
                self._check_round(record, before, event)
            elif isinstance(event, e.AwardValidated):
                self._equal(record, "the envies", event.envy, before.pending[event.award].envy)
            elif isinstance(event, e.Resettled):
                self._check_resettled(record, before, event)
        except Refusal as refusal:
            self._report(
                "settlement_differs", record, f"cannot be settled again: {refusal.message} ({refusal.code})"
            )

    def _settle(self, facts: Round, meters: Mapping[str, int], order: tuple[int, ...]) -> TableSettlement:
        """The settlement of a round; the seats of an electronic table share theirs."""
        key = (facts, dict(meters), order)
        if self._settled is None or self._settled[0] != key:
            ready = prepared(self.state.at.house)
            self._settled = key, settle_at(ready, facts, meters=meters, progressive_order=order)
        return self._settled[1]

    def _whole(self, before: State, meters: Mapping[str, int]) -> TableSettlement:
        if self._facts is None:
            self._facts = round_of(before, before.hands)
        return self._settle(self._facts, meters, before.winners_order)

    def _check_handed_over(self, record: Record, before: State, event: e.BonusHandedOver) -> None:
        """Settle the bonuses of a folded hand again, after those that were handed over before it."""
        folded = [seat for seat, hand in before.hands.items() if hand.handed_over or seat == event.seat]
        paid = settle_folded(prepared(before.at.house), round_of(before, folded), event.seat)
        self._compare_results(record, event.seat, event.results, paid.results)
        self._equal(record, f"seat {event.seat}: the awards", event.awards, paid.awards)
        self._equal(record, f"seat {event.seat}: the player", event.player, before.hands[event.seat].player)

    def _check_seat(self, record: Record, before: State, event: e.SeatSettled) -> None:
        """Settle a seat again: with the whole round, or in its turn at a live table."""
        if _at_once(before):
            settled = self._whole(before, event.meters)
        else:
            settled = self._settle(round_so_far(before, event.seat), event.meters, ())
        wanted = results_due(before, event.seat, settled, event.part)
        self._compare_results(record, event.seat, event.results, wanted)
        awards = awards_due(before, event.seat, settled, event.part)
        self._equal(record, f"seat {event.seat}: the awards", event.awards, awards)
        self._equal(record, f"seat {event.seat}: the player", event.player, before.hands[event.seat].player)

    def _check_round(self, record: Record, before: State, event: e.RoundSettled) -> None:
        """Settle the round again from its record: every result, envy, Cover All and the nets."""
        meters = {name: units // UNIT for name, units in before.settlement_meters.items()} or None
        facts = round_of(before, before.hands)
        self._equal(record, "the round", event.round, before.round)
        self._equal(record, "the record", event.record, msgspec.structs.replace(facts, meters=meters))
        recorded = _recorded(record)
        self._equal(record, "the digest", event.digest, sha256(recorded).hexdigest())
        plain = msgspec.structs.replace(event.record, meters=None)
        whole = self._settle(plain, before.settlement_meters, before.winners_order)
        envy, waits = envy_of(before, whole)
        self._compare(record, event.envy, envy, "envy")
        self._equal(record, "the envies that wait", event.envy_waits, waits)
        # At a live table other tables move the meters between two seats; the seats were checked on theirs.
        passed = () if _at_once(before) else ("progressive",)
        for seat in whole.settlement.seats:
            found = dict(before.results.get(seat.seat, {}))
            wanted = {name: result for name, result in seat.results.items() if name != "envy"}
            for name in passed:
                found.pop(name, None)
                wanted.pop(name, None)
            self._compare_results(record, seat.seat, found, wanted)
        nets = {
            seat: sum(result.net for result in results.values())
            + (event.envy[seat].net if seat in event.envy else 0)
            for seat, results in before.results.items()
        }
        self._equal(record, "the nets", event.nets, nets)
        players = {seat: hand.player for seat, hand in before.hands.items()}
        self._equal(record, "the players", event.players, players)
        back = [
            hand
            for hand in before.hands.values()
            if (staked := before.results[hand.seat].get("progressive")) is not None
            and staked.outcome == "void"
        ]
        due = contributions(before.at.house, back)
        self._equal(record, "the contributions returned", event.returned_contributions, due)
        self._settled = None
        self._keep(event.round, recorded)

    def _check_resettled(self, record: Record, before: State, event: e.Resettled) -> None:
        """Repeat a resettlement from the record in force before it."""
        kept = self._records.get(event.round)
        if kept is None:
            self._report("settlement_differs", record, f"round {event.round}: resettled, but never before")
            return
        recorded = _recorded(record)
        self._keep(event.round, recorded)  # even after a finding: the next resettlement starts from it
        asked = c.Resettle(
            round=event.round,
            original=msgspec.json.decode(kept, type=Round),
            corrected=event.record,
            reason=event.reason,
            second=event.second,
        )
        command = c.Command(act=asked, by=event.by, role=event.role, version=before.version, at=event.at)
        ((again, _),) = act(before, command)
        assert isinstance(again, e.Resettled)
        played = self._played_for.get(event.round)
        if played and played != self.link and _moves_link(before, event):
            words = f"round {event.round} was played for link {played}"
            self._report("link_differs", record, f"{words}, and resettled on the meters of {self.link!r}")
        for part in ("differences", "outside", "meters", "players", "awards", "awards_back"):
            found, wanted = getattr(event, part), getattr(again, part)
            self._equal(record, f"round {event.round} resettled: the {part}", found, wanted)
        digest = sha256(recorded).hexdigest()
        self._equal(record, f"round {event.round} resettled: the digest", event.digest, digest)

    def _keep(self, number: int, facts: bytes) -> None:
        self._records[number] = facts
        self._played_for.setdefault(number, self.link)
        for kept in (self._records, self._played_for):
            kept.pop(number - KEPT_ROUNDS, None)

    # --------------------------------------------------------------------------------------------- compare

    def _equal(self, record: Record, what: str, found: object, wanted: object) -> None:
        if found != wanted:
            text = f"{what}: recorded {_short(found)}; computed {_short(wanted)}"
            self._report("settlement_differs", record, text)

    def _compare(
        self, record: Record, found: Mapping[int, Result], wanted: Mapping[int, Result], name: str
    ) -> None:
        for seat in sorted({*found, *wanted}):
            mine = {name: found[seat]} if seat in found else {}
            due = {name: wanted[seat]} if seat in wanted else {}
            self._compare_results(record, seat, mine, due)

    def _compare_results(
        self, record: Record, seat: int, found: Mapping[str, Result], wanted: Mapping[str, Result]
    ) -> None:
        if found == wanted:
            return
        for name in dict.fromkeys((*wanted, *found)):
            mine, due = found.get(name), wanted.get(name)
            if mine != due:
                words = (
                    f"seat {seat}, {name}: recorded {_result(mine, due)}; settled again {_result(due, mine)}"
                )
                self._report("settlement_differs", record, words)


def _posted_for(posted: Posted) -> str:
    """The link whose meters a record moves, for a table that the house never listed."""
    accounts = (account for account, _ in posted.moves if account.startswith("meter:"))
    return next(accounts, "").removeprefix("meter:").rpartition(":")[0]


def _at_once(state: State) -> bool:
    """Whether the seats were settled together, on one set of meters."""
    step = current(state)
    return state.electronic or bool(state.winners_order) or (step is not None and step.stepwise)


def _same_facts(before: State, event: e.AnyEvent) -> bool:
    """Whether an event leaves the facts of the settlement unchanged."""
    return type(event) is e.SeatSettled or (
        isinstance(event, e.HandShown) and event.cards == before.hands[event.seat].cards
    )


def _moves_link(before: State, event: e.AnyEvent) -> bool:
    """Whether an event causes link events."""
    match event:
        case e.BetsClosed():
            return bool(event.contributions)
        case e.SeatSettled():
            return any(award.meter for award in event.awards)
        case e.RoundSettled():
            return bool(event.returned_contributions)
        case e.AwardValidated() | e.AwardRejected():
            return bool(before.pending[event.award].meter)
        case e.AwardTakenBack():
            return bool(event.meter)
        case e.Resettled():  # awards may come and go even if no meter changes
            named = [before.awarded[name] for name in event.awards_back if name in before.awarded]
            return bool(event.meters) or any(award.meter for award in (*event.awards, *named))
    return False


class _Settled(msgspec.Struct):
    """The bytes of the record inside an event that settles a round."""

    record: msgspec.Raw


def _recorded(record: Record) -> bytes:
    return bytes(msgspec.json.decode(record.body, type=_Settled).record)


def _late(whole: TableSettlement, name: str) -> dict[int, Result]:
    return {seat.seat: seat.results[name] for seat in whole.settlement.seats if name in seat.results}


def _result(result: Result | None, other: Result | None) -> str:
    """The parts of a result that differ from the other, in words."""
    if result is None:
        return "nothing"
    parts = [f"{name} {getattr(result, name)}" for name in ("outcome", "stake", "paid", "returned", "net")]
    if other is None:
        return ", ".join(parts)
    differing = [
        f"{name} {getattr(result, name)}"
        for name in Result.__struct_fields__
        if getattr(result, name) != getattr(other, name)
    ]
    return ", ".join(differing)


def _short(value: object) -> str:
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    return text if len(text) <= 200 else f"{text[:200]}…"
