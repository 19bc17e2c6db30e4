"""Every step that a rule file knows is asked for at some table, and its event carries its clauses.

Tables of all kinds are played: one deck and two, shuffled by hand and by machine, preshuffled, counting,
idle, with winners and folded hands. What no event ever cites is not enforced, whatever the data say.
"""

import pytest

from croupier.errors import Refusal
from croupier.rulebook.catalog import rule_set
from croupier.submission.form import Procedure
from croupier.table import commands as c
from croupier.table.events import AnyEvent, DeckChanged, IrregularityFound, ShuffleOrdered, TableIdle
from tests.table.driver import METHODS, RULES, Table, bold, electronic, every_wager, live, stacked, timid

# Winning hands for every bonus and progressive, in the order in which each game deals to one seat.
_SEVEN_HIGH_STRAIGHT_FLUSH = "2s 3s 4s 5s 6s 7s 8s"


def _winning_deck(name: str, deal: str) -> list[str]:
    """A deck that gives the only seat a winner."""
    if name.endswith("high-card-flush"):
        hand, dealer = _SEVEN_HIGH_STRAIGHT_FLUSH.split(), ["2d", "3h", "9d", "4c", "5h", "6c", "Kc"]
        if rule_set(name).steps[f"deal.{deal}"].pattern == "one_at_a_time":
            return stacked(*(card for pair in zip(hand, dealer, strict=True) for card in pair))
        return stacked(*hand, *dealer)
    if name.endswith("holdem"):
        order = "As 2d Ks 3c" if deal != "automated-shoe" else "As Ks 2d 3c"
        return stacked(order, "9h", "Qs Js Ts", "8h", "2c 2h")
    if deal == "automated-shoe":
        return stacked("As Ac Ad Ah 2c", "Kd 3h 9d 4c 5h", "6c 7c 8c 9c Td")
    return stacked("As Kd Ac 3h Ad 9d Ah 4c 2c 5h Td")


def _playthroughs(name: str, deal: str) -> list[Table]:
    tables: list[Table] = []
    winner = _winning_deck(name, deal)
    shuffles = rule_set(name).options["shuffle"].values
    manual = "manual" in shuffles and deal != "hand"
    wagers = {1: every_wager(name)}
    for choose in (bold, timid):
        table = live(name, deal)
        table.deal_round(wagers, winner, choose)
        for award in tuple(table.state.pending):
            table.do(c.Validate(award=award), "floorperson")
        for _ in range(5):
            table.deal_round(wagers, choose=choose)
        tables.append(table)
        tables.append(table := electronic(name, deal))
        table.deal_round(wagers, winner, choose)
    tables.append(table := live(name, deal, decks=2, counting_shuffler=True, shuffle="automated"))
    table.deal_round(wagers)
    table.deal_round(wagers)
    if manual or name == "ma/high-card-flush":
        tables.append(table := live(name, deal, shuffle="manual" if manual else "automated"))
        table.open_up()
        if not manual:  # nothing requires the cut, but it may be made
            table.do(c.Count(step="cut", count=10))
        table.do(c.Report(irregularity="improper_cut"), "supervisor")
        table.do(c.Count(step="cut", count=12))
    if "receive.preshuffled" in rule_set(name).steps:
        tables.append(table := live(name, deal, preshuffled=True))
        table.deal_round(wagers)
    for spread in ("face-up", "face-down"):
        tables.append(table := live(name, deal, procedure=Procedure(idle_spread=spread)))
        table.open_up()
        table.do(c.Leave(seat=1), "player", "p1")
        table.do(c.GoIdle())
        table.perform_next()
        table.sit(2)
        table.open_up()
    if name == "ma/four-card-poker":
        tables.append(table := live(name, deal, procedure=Procedure(settlement_alternative=1)))
        table.deal_round(wagers, winner)
        table.deal_round(wagers)
    if "order_shuffle" in rule_set(name).steps:
        tables.append(table := live(name, deal))
        table.open_up()
        table.do(c.OrderShuffle(), "floorperson")
        table.open_up()
        table.do(c.ChangeDeck())
        table.open_up()
    if name == "md/high-card-flush":
        tables.append(table := live(name, deal, reshuffle_and_count_device=True, shuffle="automated"))
        table.deal_round(wagers)
    return tables


def _cited(log: list[AnyEvent]) -> set[str]:
    return {clause for event in log for clause in event.clauses}


@pytest.mark.parametrize("name", RULES)
def test_every_step_is_asked_for_and_its_event_cites_its_clauses(name: str) -> None:
    cited: set[str] = set()
    for deal in METHODS[name]:
        for table in _playthroughs(name, deal):
            cited |= _cited(table.log)
    uncited = {
        step: missing
        for step, rule in (rule_set(name).steps | rule_set(name).instructions).items()
        if (missing := [clause for clause in rule.clauses if clause not in cited])
    }
    assert not uncited


@pytest.mark.parametrize("name", RULES)
def test_no_step_can_be_left_out(name: str) -> None:
    """Whatever step is due, every later one is refused until it is done."""
    table = live(name, seats=(1, 2))
    table.start_round({1: every_wager(name), 2: every_wager(name)})
    names = [step for step in rule_set(name).steps if "." not in step]
    while table.state.program == "round":
        due = table.step
        before = table.state
        for step in names:
            if step != due:
                with pytest.raises(Refusal):
                    table.do(c.Perform(step=step), "administrator")
        assert table.state is before
        table.perform_next()
        if table.state.round != before.round:
            break


def test_events_of_the_table_itself_are_recorded() -> None:
    table = live("md/high-card-flush", "hand")
    table.open_up()
    table.do(c.OrderShuffle(), "floorperson")
    table.open_up()
    table.do(c.ChangeDeck(reason="worn"))
    table.open_up()
    table.do(c.Leave(seat=1), "player", "p1")
    table.do(c.GoIdle())
    kinds = {type(event) for event in table.log}
    assert {ShuffleOrdered, DeckChanged, TableIdle} <= kinds
    assert IrregularityFound not in kinds
