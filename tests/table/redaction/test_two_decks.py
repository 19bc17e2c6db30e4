"""The one door for secrets: cards that a viewer may not know could be any others, and nothing would change.

A round is played twice, with two decks that agree in the cards that a viewer may know at some moment. Up to
that moment everything that leaves `table.redaction` is the same, byte for byte: views, events, transcripts,
replays with the line to share, significant events, log records, resettlements and refusals.

Alerts are left out: their purpose is to tell the floor about hands that it cannot see. Observers read the log
itself, burned cards included, so the log is compared for all other viewers.
"""

import random
from collections.abc import Callable, Iterator, Sequence

import msgspec
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from croupier.cards import text_of
from croupier.errors import Refusal
from croupier.floor.reports.significant_events import of as significant_of
from croupier.games.steps import BOARD, DEALER
from croupier.ledger.records import Record
from croupier.settlement.round import FOLD, Round, Seat
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.evolve import evolve
from croupier.table.machine import decide
from croupier.table.redaction.events import redact_event, without_deck_order
from croupier.table.redaction.log import check_stream, redact_finding, searchable_text, unsealed_body
from croupier.table.redaction.permissions import sees_alerts
from croupier.table.redaction.replay import Step, may_replay, redact_round
from croupier.table.redaction.resettlement import (
    Correction,
    check_changes,
    check_live,
    check_preview,
    redact_facts,
    redact_refusal,
)
from croupier.table.redaction.sharing import shared_line
from croupier.table.redaction.view import view
from croupier.table.state import EMPTY, Viewer
from croupier.table.transcript import transcript
from tests.table.driver import correction as correction_of
from tests.table.driver import every_wager, resettlement, shuffled
from tests.table.redaction.two_decks import (
    SEATS,
    TABLES,
    VIEWERS,
    WATCHERS,
    Play,
    bonuses,
    lawful,
    player_of_rounds,
    start_of_round,
    swapped,
)

change = msgspec.structs.replace
encode = msgspec.json.encode
DECK = text_of(2**52 - 1).split()


class Past:
    """A log up to some moment, the cards that the viewer does not know then, and a guess at hidden hands."""

    def __init__(self, log: Sequence[e.AnyEvent], known: set[str], guess: dict[int, str | None]) -> None:
        self.guess = guess
        self.steps: list[Step] = []
        self.unknown = [card for card in DECK if card not in known]
        state = EMPTY
        for version, logged in enumerate(log, start=1):
            event = change(logged, alerts=()) if hasattr(logged, "alerts") else logged
            before, state = state, evolve(state, event)
            self.steps.append(Step(version, event, before, state))
        self.state = state
        self.first = start_of_round(log)
        """The first event of the round: the shuffle before it has an order of its own in every deck."""


def events(past: Past, viewer: Viewer) -> Iterator[bytes]:
    for step in past.steps[past.first :]:
        yield e.encode_event(redact_event(step.event, viewer, step.after))


def views(past: Past, viewer: Viewer) -> Iterator[bytes]:
    for step in past.steps[past.first :]:
        yield encode(change(view(step.after, viewer), alerts=()))


def transcripts(past: Past, viewer: Viewer) -> Iterator[bytes]:
    log = [redact_event(step.event, viewer, step.after) for step in past.steps]
    for line in list(transcript(log))[past.first :]:
        yield line.encode()


def replays(past: Past, viewer: Viewer) -> Iterator[bytes]:
    steps = [step for step in past.steps if step.before.program == "round"]
    rulings = [(step.version, step.event) for step in past.steps if isinstance(step.event, e.Resettled)]
    yield encode(may_replay(steps, viewer))
    shown = redact_round(steps, rulings, viewer)
    yield encode(shown.start)
    for each in shown.steps:
        if each.version > past.first:
            yield e.encode_event(each.event) + encode(change(each.view, alerts=())) + encode(each.lines)
    for ruling in shown.rulings:
        yield e.encode_event(ruling.event) + encode(ruling.lines)
    settled = next((step for step in steps if isinstance(step.event, e.RoundSettled)), None)
    yield shared_line(settled, shown.steps[-1].view if shown.steps else None, viewer.player).encode()


def records(past: Past) -> Iterator[Record]:
    """The log as the ledger keeps it."""
    for step in past.steps[past.first :]:
        event = without_deck_order(step.event)
        kind, body = str(event.__struct_config__.tag), e.encode_event(event)
        yield Record(kind, body, event.at, event.by, event.role, "table:t", step.version, step.version, b"")


def significant_events(past: Past, viewer: Viewer) -> Iterator[bytes]:
    """Supervisors and above read them."""
    for record in records(past) if sees_alerts(viewer) else ():
        yield encode(significant_of(record, viewer))


def log_records(past: Past, viewer: Viewer) -> Iterator[bytes]:
    for record in records(past) if viewer not in WATCHERS else ():
        yield redact_finding(record.body.decode(), record.stream, viewer).encode()
        try:
            check_stream(viewer, record.stream)
        except Refusal as refusal:
            yield str(refusal).encode()
        else:
            yield encode(unsealed_body(record.body)) + searchable_text(record.body).encode()


# -------------------------------------------------------------------------------------------- resettlement


def corrections(record: Round, past: Past) -> Iterator[tuple[Round, frozenset[int]]]:
    """Facts to resettle on: other wagers and decisions of each seat, and other cards of each place."""
    for index, seat in enumerate(record.seats):
        extra = {
            name: stake
            for name, stake in every_wager(record.rules.partition("@")[0]).items()
            if name not in seat.wagers and name != "progressive"
        }
        for wagers in (seat.wagers | extra, {"ante": seat.wagers["ante"] * 2}):
            yield with_seat(record, index, change(seat, wagers=wagers)), frozenset()
        word = "raise" if "flush" in record.rules else "play"
        for decision in (FOLD, *({word: amount} for amount in (1000, 2000, 3000, 4000))):
            yield with_seat(record, index, change(seat, decision=decision)), frozenset()
        guess = change(seat, cards=past.guess.get(seat.seat))
        yield with_seat(record, index, guess), frozenset({seat.seat})
    for card in past.unknown[::7]:
        others = [each for each in (record.dealer or "").split()[1:] if each != card]
        yield change(record, dealer=" ".join((card, *others))), frozenset({DEALER})
        if record.board:
            yield change(record, board=" ".join((card, *record.board.split()[1:]))), frozenset({BOARD})


def with_seat(record: Round, index: int, seat: Seat) -> Round:
    return change(record, seats=[*record.seats[:index], seat, *record.seats[index + 1 :]])


def asked_for(past: Past, viewer: Viewer) -> Iterator[Correction]:
    """Resettlements of the round, once it is over."""
    settled = [step for step in past.steps if isinstance(step.event, e.RoundSettled)]
    if not settled or past.state.last is None or past.state.pending:
        return
    assert isinstance(settled[0].event, e.RoundSettled)
    again = [step.event.record for step in past.steps if isinstance(step.event, e.Resettled)]
    record = (again or [settled[0].event.record])[-1]
    visible = redact_facts(record, settled[0], viewer)
    for corrected, entered in corrections(record, past):
        act = resettlement(settled[0].event.round, record, corrected, "misread")
        yield Correction(act, entered, visible)


def resettle(past: Past, act: c.Resettle) -> bytes:
    """The amounts of a resettlement by a supervisor."""
    by, version = "supervisor", past.state.version
    command = c.Command(act=act, by=by, role=by, version=version, at=past.state.now)
    (event,) = decide(past.state, command)
    assert isinstance(event, e.Resettled)
    return encode((event.differences, event.meters, event.awards_back, event.awards))


def previews(past: Past, viewer: Viewer) -> Iterator[bytes]:
    """The facts of a round to resettle, and the preview or its refusal."""
    for number, correction in enumerate(asked_for(past, viewer)):
        if not number:
            yield encode(correction.visible)
        try:
            check_live(electronic=past.state.electronic)
            check_changes(correction)
            check_preview(correction)
            yield resettle(past, correction.act)
        except Refusal as refusal:
            yield f"{refusal.code} {refusal}".encode()


# ------------------------------------------------------------------------------------------------ refusals


def refused_commands(past: Past) -> Iterator[c.AnyAct]:
    """Commands that are refused with any cards."""
    cards = " ".join(past.unknown[:3])
    yield c.Report(irregularity="card_face_up", cards=past.unknown[0], count=99)
    yield c.Report(irregularity="card_face_up", cards=cards)
    for seat in SEATS:
        yield c.Enter(to=seat, cards=cards)
        for action in ("raise", "play"):
            yield c.Decide(seat=seat, action=action, amount=10**8)
            yield correction_of(seat, decision=action, amount=10**8, reason="misread")


def refuse(past: Past, viewer: Viewer, act: c.AnyAct) -> bytes:
    """The refusal of a command; empty if it is accepted."""
    at, version = past.state.now, past.state.version
    progressive = past.state.at.house.progressive if past.state.rules else None
    meters = {each.name: each.seed * 10_000 for each in progressive.meters} if progressive else {}
    command = c.Command(act=act, by=viewer.player, role=viewer.role, version=version, at=at, meters=meters)
    try:
        decide(past.state, command)
    except Refusal as refusal:
        return f"{refusal.code} {refusal}".encode()
    return b""


def refusals(past: Past, viewer: Viewer) -> Iterator[bytes]:
    for act in refused_commands(past):
        refusal = refuse(past, viewer, act)
        assert refusal, act
        yield refusal


# ------------------------------------------------------------------------------------------- two decks


Door = Callable[[Past, Viewer], Iterator[bytes]]
DOORS: tuple[Door, ...] = (
    events,
    views,
    transcripts,
    replays,
    significant_events,
    log_records,
    previews,
    refusals,
)


def two_pasts(play: Play, viewer: Viewer, seed: int) -> tuple[Past, Past]:
    """One round at one moment with two decks: the viewer may know the same cards of both."""
    chance = random.Random(seed)
    deck = shuffled(seed)
    first = play(deck).log
    start = start_of_round(first)
    moment = len(first) if chance.random() < 0.4 else chance.randrange(start, len(first)) + 1
    known = lawful(first[:moment], viewer)
    for _ in range(20):
        second = play(swapped(deck, known, chance)).log
        if bonuses(first[:moment]) == bonuses(second[:moment]):
            break
    assume(bonuses(first[:moment]) == bonuses(second[:moment]))
    settled = [event.record.seats for event in first if isinstance(event, e.RoundSettled)]
    guess = {
        seat.seat: seat.cards for seats in settled for seat in seats
    }  # right for one deck, not the other
    return Past(first[:moment], known, guess), Past(second[:moment], known, guess)


@pytest.mark.parametrize("mode", ["electronic", "scanned", "keyed"])
@pytest.mark.parametrize(("name", "deal"), TABLES)
@settings(max_examples=8, deadline=None)
@given(viewer=st.sampled_from(VIEWERS), seed=st.integers(0, 1 << 30))
@example(viewer=Viewer("public"), seed=281)  # a hand left exposed for Cover All, the dealer's hand hidden
def test_hidden_cards_could_be_any_others(name: str, deal: str, mode: str, viewer: Viewer, seed: int) -> None:
    one, other = two_pasts(player_of_rounds(name, deal, mode, seed), viewer, seed)
    for door in DOORS:
        for left, right in zip(door(one, viewer), door(other, viewer), strict=True):
            assert left == right, (door.__name__, viewer)


@pytest.mark.parametrize("mode", ["scanned", "keyed"])
@pytest.mark.parametrize(("name", "deal"), TABLES)
@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 1 << 30))
def test_two_refusals_for_hidden_cards_read_the_same(name: str, deal: str, mode: str, seed: int) -> None:
    """A card of a hidden hand is refused, and any other is recorded: the refusal itself names no card."""
    viewer = Viewer("supervisor", "supervisor")
    one, other = two_pasts(player_of_rounds(name, deal, mode, seed), viewer, seed)
    for card in one.unknown:
        act = c.Report(irregularity="card_face_up", cards=card)
        left, right = refuse(one, viewer, act), refuse(other, viewer, act)
        assert left == right or b"" in (left, right)
    for left_asked, right_asked in zip(asked_for(one, viewer), asked_for(other, viewer), strict=True):
        left, right = redacted_refusal(one, left_asked), redacted_refusal(other, right_asked)
        assert left == right or b"" in (left, right)


def redacted_refusal(past: Past, correction: Correction) -> bytes:
    try:
        resettle(past, correction.act)
    except Refusal as refusal:
        redacted = redact_refusal(refusal, correction)
        return f"{redacted.code} {redacted}".encode()
    return b""
