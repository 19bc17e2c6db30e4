"""A running house with live tables in the hands of a test: a dealer who deals stacked decks."""

import msgspec

from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.state import State
from tests.server.rig import Running
from tests.table.driver import Table

PATIENCE = 20
BACKS = ("red", "blue")


class Dealer(Table):
    """The table machine's driver over a running server: a live table, dealt from stacked decks."""

    def __init__(self, here: Running, name: str) -> None:
        self.here, self.name = here, name
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
        if isinstance(asked, c.Validate):
            self.see_lights()
        if isinstance(asked, c.Perform) and asked.back:
            asked = msgspec.structs.replace(asked, back=BACKS[self.state.active])
        self.here.house.floor.send(self.name, asked, by=by or role, role=role).result(PATIENCE)
        return ()

    def win(self, deck: list[str], wagers: dict[int, dict[str, int]]) -> None:
        """A round up to the point where its awards are to be validated."""
        self.start_round(wagers, deck)
        self.until("collect")
        self.see_lights()


def live_table(here: Running, name: str, rules: str, *seats: int, opener: bool = True) -> Dealer:
    """A live table of the practice submission of a rule set, open, with p1, p2 … on their seats."""
    here.table(name, rules, mode="live", opener=opener)
    table = Dealer(here, name)
    table.sit(*seats)
    table.open_up()
    return table
