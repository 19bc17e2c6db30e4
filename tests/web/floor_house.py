"""A running house with live tables in the hands of a test: a dealer who deals stacked decks through the floor."""

from typing import Any

from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.state import State
from tests.server.rig import Running
from tests.table.driver import Table

PATIENCE = 20


class Dealer(Table):
    """The table machine's driver over a running server: a live table, dealt from stacked decks."""

    def __init__(self, here: Running, name: str, dealer: str = "dealer") -> None:
        self.here, self.name, self.dealer = here, name, dealer
        self.log, self.deck, self.hands, self.meters = [], [], {}, {}

    @property
    def state(self) -> State:
        return self.here.house.floor.tables[self.name].state

    @state.setter
    def state(self, state: State) -> None:
        raise AssertionError("the floor's")

    @property
    def now(self) -> int:
        return self.here.house.floor.clock()

    @now.setter
    def now(self, now: int) -> None:
        raise AssertionError("the floor's")

    def do(self, asked: c.AnyAct, role: str = "dealer", by: str = "") -> tuple[e.AnyEvent, ...]:
        """Through the floor."""
        who = by or (self.dealer if role == "dealer" else role)
        self.here.house.floor.send(self.name, asked, by=who, role=role).result(PATIENCE)
        return ()

    def sit_as(self, seats: dict[int, str]) -> None:
        """People of the house on their seats."""
        for seat, player in seats.items():
            self.do(c.Sit(seat=seat, player=player), "player", player)

    def win(self, deck: list[str], wagers: dict[int, dict[str, int]]) -> None:
        """A round up to the point where its awards are to be validated."""
        self.open_up()
        self.start_round(wagers, deck)
        self.until("collect")


def everything(here: Running, table: str) -> dict[str, Any]:
    """A table as the floor's page is told it."""
    told: dict[str, Any] = here.signed_in("floorperson").get(f"/api/floor/{table}").raise_for_status().json()
    return told
