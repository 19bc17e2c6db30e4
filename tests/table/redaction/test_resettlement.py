"""A supervisor who resettles a round learns nothing about hidden hands."""

import msgspec
import pytest

from croupier.cards import text_of
from croupier.errors import Refusal
from croupier.games.steps import DEALER
from croupier.settlement.round import Round
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.evolve import evolve
from croupier.table.machine import act
from croupier.table.redaction.replay import Step
from croupier.table.redaction.resettlement import Correction, check_preview, redact_facts, redact_refusal
from croupier.table.state import State, Viewer
from tests.table.driver import Table, live, resettlement, shuffled

DECK = text_of(2**52 - 1).split()


def folded_face_down() -> tuple[Table, Round, Round]:
    """A live table whose shoe knows every card, a round in which seat 1 folded face down, and the facts of it
    as a supervisor may see them."""
    table = live("nj/high-card-flush", seats=(1, 2))
    table.start_round({1: {"ante": 1000}, 2: {"ante": 1000}}, shuffled(5))
    table.until("deal")
    table.do(c.Deal(step="deal", cards=table.draw(up_only=False)))
    table.until("decide")
    table.decide(1, "fold")
    while not isinstance(table.log[-1], e.RoundSettled) and table.state.program == "round":
        table.perform_next()
    state, settled = State(), None
    for number, event in enumerate(table.log, start=1):
        before, state = state, evolve(state, event)
        if isinstance(event, e.RoundSettled):
            settled = Step(number, event, before, state)
    assert settled is not None
    assert isinstance(settled.event, e.RoundSettled)
    record = settled.event.record
    return table, record, redact_facts(record, settled, Viewer("supervisor", "s"))


def test_entering_other_cards_reveals_no_hidden_hand() -> None:
    table, record, visible = folded_face_down()
    assert [seat.cards is None for seat in visible.seats] == [True, False]
    assert visible.dealer
    hidden = {card for seat in record.seats if seat.seat == 1 for card in (seat.cards or "").split()}
    shown = {card for seat in visible.seats for card in (seat.cards or "").split()} | set(
        visible.dealer.split()
    )
    own = visible.dealer.split()
    previewed, done = set(), set()
    for card in (each for each in DECK if each not in shown):
        corrected = msgspec.structs.replace(record, dealer=" ".join((card, *own[1:])))
        resettle = resettlement(1, record, corrected, "misread")
        correction = Correction(resettle, frozenset({DEALER}), visible)
        with pytest.raises(Refusal) as refused:
            check_preview(correction)
        previewed.add(str(refused.value))
        if card in hidden:
            command = c.Command(
                act=resettle, by="s", role="supervisor", version=table.state.version, at=table.now
            )
            with pytest.raises(Refusal) as refused:
                act(table.state, command)
            done.add(str(redact_refusal(refused.value, correction)))
    assert len(previewed) == 1
    assert len(done) == 1
    assert not any(card in text for card in hidden for text in (*previewed, *done))
