"""A house with something to see on every page: rounds played, tables in the middle of one, an award."""

import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple
from unittest.mock import patch

from croupier.floor.fairness.commit_reveal import SECRET_BYTES
from croupier.floor.fairness.shuffle import Secret
from croupier.floor.host import automation
from croupier.floor.registry.demo import SCHOOL, demo_tables
from croupier.table import commands as c
from croupier.table.state import State
from tests.floor.desk_rig import MA, MD, NOTHING, SEVEN, in_turn
from tests.floor.floor_rig import asked_at, decision
from tests.server.rig import Client, Running
from tests.web.floor_house import Dealer

PATIENCE = 20
PEOPLE = ("ada", "ben", "chloe", "dev", "robin")
ME = "robin"
SEATS = {1: "ada", 2: "ben", 4: ME, 6: "dev"}
"""Who sits where at the tables of the demo: two decide before us, one after."""

HOLDEM_BETS = {
    1: {"ante": 1000, "blind": 1000, "trips": 500, "progressive": 500},
    2: {"ante": 500, "blind": 500},
    4: {"ante": 2500, "blind": 2500, "trips": 500, "progressive": 500},
    6: {"ante": 1000, "blind": 1000, "trips": 1000},
}
FLUSH_BETS = {
    1: {"ante": 1000, "flush_bonus": 500, "progressive": 100},
    2: {"ante": 500, "straight_flush_bonus": 200},
    4: {"ante": 2500, "flush_bonus": 500, "straight_flush_bonus": 500, "progressive": 100},
    6: {"ante": 2000, "flush_bonus": 1000},
}
FOUR_CARD_BETS = {
    1: {"ante": 1000, "aces_up": 500, "progressive": 100},
    2: {"ante": 500, "aces_up": 500},
    4: {"ante": 2500, "aces_up": 500, "progressive": 100},
    6: {"ante": 2000},
}
BETS: Mapping[str, Mapping[int, dict[str, int]]] = {
    table: {"ma-ultimate-texas-holdem": HOLDEM_BETS, "ma-four-card-poker": FOUR_CARD_BETS}.get(
        table, FLUSH_BETS
    )
    for table in demo_tables()
}
PIT, JACKPOT = SCHOOL, "pit-2"
"""Live tables: that of the demo, in the middle of a round, and one where an award waits."""
PIT_BETS = {
    1: {"ante": 1000, "flush_bonus": 500, "progressive": 100},
    3: {"ante": 2500, "straight_flush_bonus": 500},
    5: {"ante": 500},
}


class Place(NamedTuple):
    """A page of the web and who looks at it: a role, one of the players, or "" for nobody in particular."""

    path: str
    who: str = ""


@contextmanager
def known_decks(seed: int) -> Iterator[None]:
    """Decks that come out alike every time; only for pictures, where nobody plays against them."""
    chance = random.Random(seed)

    def draw() -> Secret:
        return Secret(chance.randbytes(SECRET_BYTES), chance.randbytes(SECRET_BYTES))

    with patch.object(automation, "draw", draw):
        yield


class Evening:
    """The events of a demo house while the test watches."""

    def __init__(self, here: Running) -> None:
        self.here = here
        self.people: dict[str, Client] = {name: here.player(name, 500_000) for name in PEOPLE}

    @property
    def me(self) -> Client:
        return self.people[ME]

    def as_(self, who: str) -> Client | None:
        """Somebody's session."""
        return None if not who else self.people.get(who) or self.here.signed_in(who)

    def state(self, table: str) -> State:
        return self.here.house.floor.tables[table].state

    def do(self, table: str, asked: c.AnyAct, by: str, role: str = "player") -> None:
        """A command, through the floor."""
        self.here.house.floor.send(table, asked, by=by, role=role).result(PATIENCE)

    # ---------------------------------------------------------------------------------- electronic tables

    def seat(self, table: str) -> None:
        """Everybody takes their seats."""
        for seat, name in SEATS.items():
            self.do(table, c.Sit(seat=seat, player=self.people[name].person), self.people[name].person)

    def bet(self, table: str) -> None:
        """Everybody bets."""
        for seat, name in SEATS.items():
            self.do(table, c.Bet(seat=seat, wagers=BETS[table][seat]), self.people[name].person)

    def close_bets(self, table: str) -> None:
        self.do(table, c.CloseBets(), "dealer", "dealer")

    def decide(self, table: str) -> bool:
        """Every seat that is asked decides; whether any was."""
        asked = asked_at(self.state(table))
        if asked is None:
            return False
        self.do(table, decision(asked), self.state(table).hands[asked.seat].player)
        return True

    def until_me(self, table: str, street: str = "") -> None:
        """A round up to our own decision, or up to that of a street."""
        self.bet(table)
        self.close_bets(table)
        while (asked := asked_at(self.state(table))) is not None:
            mine = self.state(table).hands[asked.seat].player == self.me.person
            if mine and street in ("", asked.name):
                return
            if mine:
                waive = asked.amounts[-1]
                self.do(table, c.Decide(seat=asked.seat, action=waive.name), self.me.person)
            else:
                self.decide(table)
        raise AssertionError(f"{table}: nobody asked us")

    def finish(self, table: str) -> None:
        """The rest of the round."""
        while self.decide(table):
            pass

    def rounds(self, table: str, number: int) -> None:
        """Whole rounds."""
        for _ in range(number):
            self.bet(table)
            self.close_bets(table)
            self.finish(table)

    def won(self, table: str) -> int:
        """Our result of the last round, in cents."""
        last = self.me.view(table)["last"]
        return int(next(seat["net"] for seat in last["seats"] if seat["player"] == self.me.person))

    # ---------------------------------------------------------------------------------------- live tables

    def live_table(self, table: str, rules: str, seats: Mapping[int, str]) -> Dealer:
        """A live table with people on their seats, ready for bets."""
        if table not in self.here.house.floor.tables:
            self.here.table(table, rules, mode="live")
        dealer = Dealer(self.here, table)
        for seat, name in seats.items():
            player = self.people[name].person
            dealer.do(c.Sit(seat=seat, player=player), "player", player)
        dealer.open_up()
        return dealer

    def pit(self, step: str) -> Dealer:
        """A live table in the middle of a round."""
        dealer = self.live_table(PIT, MA, {1: "ada", 3: "ben", 5: "dev"})
        dealer.start_round(PIT_BETS)
        dealer.until(step)
        return dealer

    def jackpot(self) -> None:
        """A live table where somebody was dealt the whole meter."""
        dealer = self.live_table(JACKPOT, MD, {1: "chloe"})
        dealer.win(in_turn(SEVEN, NOTHING), {1: {"ante": 1000, "progressive": 100}})
