"""What a supervisor who settles a round anew is told of hands that stayed hidden: nothing."""

import pytest

from croupier.cards import text_of
from croupier.errors import Refusal
from croupier.server.api.history.rounds import Step
from croupier.server.api.resettlement.messages import AnewAsked
from croupier.server.api.resettlement.resettlement import act_of, as_seen, as_told, check_seen
from croupier.settlement.round import Round
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.evolve import evolve
from croupier.table.machine import act
from croupier.table.state import State, Viewer
from tests.table.driver import Table, live, shuffled

DECK = text_of(2**52 - 1).split()


def folded_unseen() -> tuple[Table, Round, Round]:
    """A live table whose shoe knows every card, a round in which seat 1 folded unseen, and what a supervisor
    is told of it."""
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
    return table, record, as_seen(record, settled, Viewer("supervisor", "s"))


def test_other_cards_tell_of_no_hidden_hand() -> None:
    table, record, told = folded_unseen()
    assert [seat.cards is None for seat in told.seats] == [True, False]
    assert told.dealer
    hidden = {card for seat in record.seats if seat.seat == 1 for card in (seat.cards or "").split()}
    shown = {card for seat in told.seats for card in (seat.cards or "").split()} | set(told.dealer.split())
    own = told.dealer.split()
    foreseen, done = set(), set()
    for card in (each for each in DECK if each not in shown):
        asked = AnewAsked(dealer=" ".join((card, *own[1:])), version=table.state.version, reason="misread")
        again = act_of(1, record, asked, electronic=False)
        with pytest.raises(Refusal) as refused:
            check_seen(again, asked, told)
        foreseen.add(str(refused.value))
        if card in hidden:
            command = c.Command(
                act=again, by="s", role="supervisor", version=table.state.version, at=table.now
            )
            with pytest.raises(Refusal) as refused:
                act(table.state, command)
            done.add(str(as_told(refused.value, again, asked, told)))
    assert len(foreseen) == 1
    assert len(done) == 1
    assert not any(card in text for card in hidden for text in (*foreseen, *done))
