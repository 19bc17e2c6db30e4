"""A player who does not act in time: a reading decides in each rule set, and the round names it."""

import pytest

from croupier.errors import Refusal
from croupier.rulebook.catalog import rule_set
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.transcript import transcript
from tests.table.driver import RULES, electronic, every_wager, live

READINGS = dict(zip(RULES, ("MA-46", "NJ-46", "MD-45", "UTH-25", "FCP-33"), strict=True))
ACTIONS = {"ma/ultimate-texas-holdem": ["check", "check", "fold"]}
"""Where checking is free; elsewhere the one decision is a fold."""


@pytest.mark.parametrize("mode", ["live", "electronic"])
@pytest.mark.parametrize("name", RULES)
def test_the_default_action_is_a_reading_that_the_round_names(name: str, mode: str) -> None:
    fact = rule_set(name).fact("decision.default_action")
    assert fact.reading == READINGS[name]
    assert rule_set(name).readings[READINGS[name]].alternative
    table = live(name) if mode == "live" else electronic(name)
    table.start_round({1: every_wager(name)})
    while not any(isinstance(event, e.RoundSettled) for event in table.log):
        if any(offer.act == "lapse" for offer in table.offers("floorperson")):
            with pytest.raises(Refusal):  # a live dealer's floor decides, never the dealer
                table.do(c.Lapse(seat=1), "dealer")
            table.do(c.Lapse(seat=1), "floorperson" if mode == "live" else "system")
        else:
            table.perform_next()
    decided = [event for event in table.log if isinstance(event, e.Decided)]
    assert [event.action for event in decided] == ACTIONS.get(name, ["fold"])
    for event in decided:
        assert event.default
        assert set(fact.clauses) <= set(event.clauses)
    (settled,) = [event for event in table.log if isinstance(event, e.RoundSettled)]
    assert READINGS[name] in settled.readings
    assert "out of time" in "\n".join(transcript(table.log))


@pytest.mark.parametrize("name", RULES)
def test_a_round_in_which_everybody_acts_does_not_rest_on_it(name: str) -> None:
    table = electronic(name)
    events = table.deal_round({1: every_wager(name)})
    (settled,) = [event for event in events if isinstance(event, e.RoundSettled)]
    assert READINGS[name] not in settled.readings
