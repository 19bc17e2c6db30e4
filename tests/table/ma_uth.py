"""Massachusetts Ultimate Texas Hold'em in the hands of a test: its wagers, arranged decks, refusals."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

import pytest

from croupier.errors import Refusal
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.events import AnyEvent, Dealt
from tests.table.driver import METHODS, Table, every_wager, live, stacked, timid

NAME = "ma/ultimate-texas-holdem"
DEALS = METHODS[NAME]
ALL = every_wager(NAME)
MAIN = {"ante": 1000, "blind": 1000}
DEALER, RACK, BOARD = 0, -1, -2

BOARD_CARDS = "2h Ks 9c 5d Js"
HANDS = {1: "2c 2d", 2: "7c 8d"}
"""Three twos in seat 1, nothing in seat 2."""
PART = 1_000_000
"""What one progressive stake puts on the meter: 20% of $5, in ten-thousandths of a cent."""

by_deal = pytest.mark.parametrize("deal", DEALS)

E = TypeVar("E", bound=AnyEvent)


def refused(code: str, ask: Callable[..., object], *what: object) -> Refusal:
    """The refusal of a request, by its code."""
    with pytest.raises(Refusal) as refusal:
        ask(*what)
    assert refusal.value.code == code, refusal.value
    return refusal.value


def of(events: Iterable[AnyEvent], kind: type[E]) -> list[E]:
    """The events of a kind."""
    return [event for event in events if isinstance(event, kind)]


def one(events: Iterable[AnyEvent], kind: type[E]) -> E:
    """The only event of a kind."""
    found = of(events, kind)
    assert len(found) == 1, found
    return found[0]


def dealt(events: Iterable[AnyEvent], step: str) -> Dealt:
    """The deal of a step."""
    found = [event for event in of(events, Dealt) if event.step == step]
    assert len(found) == 1, found
    return found[0]


def arranged(deal: str, hands: Mapping[int, str], dealer: str, board: str, burns: str = "") -> list[str]:
    """A deck that gives these hands, by the way of dealing; the burns are some other cards if not given."""
    places = [*(hands[seat].split() for seat in sorted(hands)), dealer.split()]
    if deal == "automated-shoe":
        first = [card for hand in places for card in hand]
    else:
        first = [hand[turn] for turn in range(2) for hand in places]
    community = board.split()
    spare = stacked(*first, *community)[len(first) + len(community) :]
    one_burn, other_burn = burns.split() if burns else spare[:2]
    return stacked(*first, one_burn, *community[:3], other_burn, *community[3:])


def played(table: Table) -> list[AnyEvent]:
    """Play to the end of the round; its events from here."""
    events: list[AnyEvent] = []
    number = table.state.round
    while table.state.program == "round" and table.state.round == number:
        events += table.perform_next()
    return events


# ------------------------------------------------------------------------------------------ irregularities


def two_players(deal: str, step: str, wagers: dict[str, int] = ALL, **more: object) -> Table:
    """Two players, everybody checking, until this step is due."""
    table = live(NAME, deal, seats=tuple(HANDS), **more)
    table.start_round(dict.fromkeys(HANDS, wagers), arranged(deal, HANDS, "Ah Ad", BOARD_CARDS))
    table.until(step, timid)
    return table


def report(table: Table, kind: str, seat: int = 0, **more: object) -> e.IrregularityFound:
    """The dealer reports an irregularity, which a player may not."""
    found = c.Report(irregularity=kind, seat=seat, **more)  # type: ignore[arg-type]
    refused("role_too_low", table.do, found, "player", "p1")
    return one(table.do(found), e.IrregularityFound)


def nets(table: Table) -> dict[int, dict[str, int]]:
    """By seat and wager its net, Cover All included; a returned wager is 0."""
    by_seat = {
        event.seat: {name: result.net for name, result in event.results.items()}
        for event in of(table.log, e.SeatSettled)
    }
    for event in of(table.log, e.CoverAllSettled):
        for seat, result in event.results.items():
            by_seat[seat]["cover_all"] = result.net
    return by_seat


def outcomes(table: Table, seat: int) -> dict[str, str]:
    """By wager its outcome, Cover All left out."""
    settled = next(event for event in of(table.log, e.SeatSettled) if event.seat == seat)
    return {name: result.outcome for name, result in settled.results.items()}


def all_went_back(table: Table, clause: str, parts: int) -> None:
    """Every wager of the round went back under this clause, and the parts with them."""
    for event in of(table.log, e.SeatSettled):
        for result in event.results.values():
            assert (result.outcome, result.paid, result.returned) == ("void", 0, result.stake)
            assert clause in result.clauses
    assert set(one(table.log, e.RoundSettled).nets.values()) == {0}
    returned = one(table.log, e.RoundSettled).returned_contributions
    assert returned == ({"main": parts * PART} if parts else {})
