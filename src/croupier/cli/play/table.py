"""The table of `croupier play`: the machine, its shuffles, its meters and the simulated players.

The machine is pure; randomness and the clock are here.
"""

import random
import time

from croupier.cards import DECK_SIZE, card_text
from croupier.games import game
from croupier.games.vocabulary import wager_label
from croupier.jackpot.decisions import contribute, lock_awards, open_link, validate
from croupier.jackpot.link import Link
from croupier.jackpot.link import evolve as evolve_link
from croupier.money import dollars
from croupier.settlement.prepared import prepared
from croupier.submission.house import TableRules
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.machine import act
from croupier.table.offers import Actor, Offer, offers
from croupier.table.redaction.events import redact_event
from croupier.table.roles import SYSTEM
from croupier.table.state import ELECTRONIC, EMPTY, Hand, State, Viewer

TABLE, HOST, YOU, FLOOR = "practice", "host", "you", "practice floor"
VALIDATES = "supervisor"
"""The role of the practice floor; every document lets a supervisor validate."""


def chosen(rules: TableRules) -> str:
    """The optional wagers of a table, with their pay tables, in words."""
    house = rules.house
    parts = [
        f"{wager_label(house.rules, wager).lower()} table {table.name}"
        for wager, table in house.tables.items()
        if house.rules.wagers[wager].offered == "by_choice"
    ]
    if house.cover_all:
        parts.append(wager_label(house.rules, "cover_all").lower())
    if house.progressive is not None:
        label, name = wager_label(house.rules, "progressive").lower(), house.progressive.table.name
        parts.append(f"{label} table {name}" if name in house.rules.progressive else label)
    return ", ".join(parts) or "no optional wager"


class PlayTable:
    """An electronic table and the practice floor beside it."""

    def __init__(self, rules: TableRules, shuffler: random.Random) -> None:
        self.state: State = EMPTY
        self.link: Link | None = None
        self._shuffler = shuffler
        progressive = rules.house.progressive
        if progressive is not None:
            self.link = evolve_link(None, open_link(TABLE, progressive, at=_now(), by=HOST))
        self.do(c.OpenTable(table=TABLE, mode=ELECTRONIC, rules=rules), HOST, SYSTEM)

    def do(self, asked: c.AnyAct, by: str, role: str) -> list[e.AnyEvent]:
        """Perform an act; return its events, redacted for you, with the practice floor's validations."""
        at = _now()
        command = c.Command(
            act=asked, by=by, role=role, version=self.state.version, at=at, meters=self._units()
        )
        events = []
        for event, state in act(self.state, command):
            self.state = state
            events.append(redact_event(event, Viewer("player", YOU), self.state))
            if isinstance(event, e.BetsClosed) and event.contributions:
                self._contribute(event, at)
            elif isinstance(event, e.SeatSettled) and event.awards:
                self._lock(event, at)
        if self.state.pending:
            events += self.do(c.Validate(award=next(iter(self.state.pending))), FLOOR, VALIDATES)
        return events

    def _units(self) -> dict[str, int]:
        return {} if self.link is None else dict(self.link.amounts)

    def _contribute(self, closed: e.BetsClosed, at: int) -> None:
        assert self.link is not None
        given = contribute(self.link, TABLE, closed.round, closed.contributions, at=at, by=HOST)
        self.link = evolve_link(self.link, given)

    def _lock(self, settled: e.SeatSettled, at: int) -> None:
        assert self.link is not None
        for locked in lock_awards(self.link, TABLE, self.state.round, settled.awards, at=at, by=HOST):
            self.link = evolve_link(self.link, locked)
            self.link = evolve_link(self.link, validate(self.link, locked.award, at=at, by=FLOOR))

    @property
    def meters(self) -> str:
        """The meters in words; empty without a progressive."""
        return ", ".join(f"{name} {dollars(units // 10_000)}" for name, units in self._units().items())

    def offered(self, kind: str, by: str, role: str) -> Offer | None:
        """The first offer of this kind to this actor."""
        found = offers(self.state, Actor(by, role), _now())
        return next((offer for offer in found if offer.act == kind), None)

    def ready(self) -> list[e.AnyEvent]:
        """Shuffle if due, so that bets may be placed."""
        if self.offered("shuffle", HOST, SYSTEM) is None:
            return []
        deck = [card_text(card) for card in range(DECK_SIZE)]
        self._shuffler.shuffle(deck)
        return self.do(c.Shuffle(order=" ".join(deck)), HOST, SYSTEM)

    def bet(self, seat: int, wagers: dict[str, int]) -> list[e.AnyEvent]:
        """Place the wagers of a seat."""
        return self.do(c.Bet(seat=seat, wagers=wagers), self.state.players[seat], "player")

    def deciding(self) -> Offer | None:
        """The offer to the seat whose turn it is; none if nobody is to decide."""
        # The dealer enters decisions for any seat, and so sees whose turn it is.
        return self.offered("decide", HOST, "dealer")

    def decide(self, offer: Offer, action: str, amount: int) -> list[e.AnyEvent]:
        """A player's decision."""
        decision = c.Decide(seat=offer.seat, action=action, amount=amount)
        return self.do(decision, offer.player or "", "player")

    def lapse(self, seat: int) -> list[e.AnyEvent]:
        """Take the default action for a player who left."""
        return self.do(c.Lapse(seat=seat), HOST, SYSTEM)

    # ------------------------------------------------------------------------------- the other players

    def bet_for_other(self, seat: int) -> None:
        """Place the minimum wagers for a simulated player."""
        offer = self.offered("bet", self.state.players[seat], "player")
        assert offer is not None
        wagers = self.state.at.house.rules.wagers
        ante = next(amount.least for amount in offer.amounts if amount.name == "ante")
        self.bet(seat, {"ante": ante, **dict.fromkeys(wagers["ante"].needs, ante)})

    def decide_for_other(self, offer: Offer) -> list[e.AnyEvent]:
        """A simulated player's decision: the minimum wager on a fair hand, else check or fold."""
        wager, waive = offer.amounts
        if self._fair(self.state.hands[offer.seat]):
            return self.decide(offer, wager.name, wager.only[0] if wager.only else wager.least)
        return self.decide(offer, waive.name, 0)

    def _fair(self, hand: Hand) -> bool:
        house = self.state.at.house
        samples = game(house.rules.rules.game).samples
        return samples.fair(prepared(house).play, hand.cards, self.state.board)


def _now() -> int:
    return time.time_ns() // 1_000_000
