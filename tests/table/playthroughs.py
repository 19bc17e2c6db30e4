"""Tables of all kinds, played: one deck and two, shuffled by hand and by machine, preshuffled, counting,
idle, with winners and folded hands. Between them every step of every rule file is asked for."""

from collections.abc import Callable, Iterator

from croupier.rulebook.catalog import rule_set
from croupier.submission.form import Procedure
from croupier.table import commands as c
from tests.table import driver
from tests.table.driver import Table, bold, electronic, every_wager, stacked, timid

# Winning hands for every bonus and progressive, in the order in which each game deals to one seat.
_SEVEN_HIGH_STRAIGHT_FLUSH = "2s 3s 4s 5s 6s 7s 8s"


Opened = Callable[..., Table]
"""Opens a live table with a player, not opened up yet: `driver.live`, or one that watches it."""


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


def playthroughs(name: str, deal: str, live: Opened = driver.live) -> Iterator[Table]:
    """The tables of a rule set with one way of dealing, after they were played."""
    yield from _rounds(name, deal, live)
    yield from _decks(name, deal, live)
    for spread in ("face-up", "face-down"):
        table = live(name, deal, procedure=Procedure(idle_spread=spread))
        table.open_up()
        table.do(c.Leave(seat=1), "player", "p1")
        table.do(c.GoIdle())
        table.perform_next()
        table.sit(2)
        table.open_up()
        yield table


def _rounds(name: str, deal: str, live: Opened) -> Iterator[Table]:
    """Winning, folded and losing hands, at live tables and electronic ones."""
    winner, wagers = _winning_deck(name, deal), {1: every_wager(name)}
    for choose in (bold, timid):
        table = live(name, deal)
        table.deal_round(wagers, winner, choose)
        for award in tuple(table.state.pending):
            table.do(c.Validate(award=award), "floorperson")
        for _ in range(5):
            table.deal_round(wagers, choose=choose)
        yield table
        table = electronic(name, deal)
        table.deal_round(wagers, winner, choose)
        yield table
    if name == "ma/four-card-poker":
        table = live(name, deal, procedure=Procedure(settlement_alternative=1))
        table.deal_round(wagers, winner)
        table.deal_round(wagers)
        yield table


def _decks(name: str, deal: str, live: Opened) -> Iterator[Table]:
    """Two decks, cuts, preshuffled and counting devices, shuffles that are ordered."""
    rules, wagers = rule_set(name), {1: every_wager(name)}
    manual = "manual" in rules.options["shuffle"].values and deal != "hand"
    table = live(name, deal, decks=2, counting_shuffler=True, shuffle="automated")
    table.deal_round(wagers)
    table.deal_round(wagers)
    yield table
    if manual or rules.steps["cut"].optional:
        table = live(name, deal, shuffle="manual" if manual else "automated")
        table.open_up()
        if not manual:  # nothing requires the cut, but it may be made
            table.do(c.Perform(step="cut"))
        table.do(c.Report(irregularity="improper_cut"), "supervisor")
        table.do(c.Perform(step="cut"))
        yield table
    if "receive.preshuffled" in rules.steps:
        table = live(name, deal, preshuffled=True)
        table.deal_round(wagers)
        yield table
    if "order_shuffle" in rules.steps:
        table = live(name, deal)
        table.open_up()
        table.do(c.OrderShuffle(), "floorperson")
        table.open_up()
        table.do(c.ChangeDeck())
        table.open_up()
        yield table
        table = live(name, deal, reshuffle_and_count_device=True, shuffle="automated")
        table.deal_round(wagers)
        yield table
