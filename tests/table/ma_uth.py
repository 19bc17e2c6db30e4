"""Massachusetts Ultimate Texas Hold'em in the hands of a test: its wagers, arranged decks, refusals."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

import pytest

from croupier.errors import Refusal
from croupier.table.events import AnyEvent, Dealt
from tests.table.driver import METHODS, Table, every_wager, stacked

NAME = "ma/ultimate-texas-holdem"
DEALS = METHODS[NAME]
ALL = every_wager(NAME)
MAIN = {"ante": 1000, "blind": 1000}
DEALER, RACK, BOARD = 0, -1, -2

by_deal = pytest.mark.parametrize("deal", DEALS)

E = TypeVar("E", bound=AnyEvent)


def refused(code: str, ask: Callable[..., object], *what: object) -> Refusal:
    """The refusal of what is asked, by its code."""
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
    """On to the end of the round, whatever is due; its events from here."""
    events: list[AnyEvent] = []
    number = table.state.round
    while table.state.program == "round" and table.state.round == number:
        events += table.perform_next()
    return events
