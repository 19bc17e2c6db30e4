"""The table of `croupier play`: the machine, its shuffles, its meters and the simulated players.

`croupier.Table` has the machine, the clock and the shuffler.
"""

import random

from croupier.api.tables import HOST, Table
from croupier.games import game
from croupier.games.vocabulary import wager_label
from croupier.money import dollars
from croupier.settlement.prepared_rules import prepared
from croupier.submission.house import TableRules
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.offers import Offer
from croupier.table.redaction.events import redact_event
from croupier.table.roles import SYSTEM
from croupier.table.state import ELECTRONIC, Hand, Viewer

TABLE, YOU, FLOOR = "practice", "you", "practice floor"
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


class PlayTable(Table):
    """An electronic table and the practice floor beside it."""

    def __init__(self, rules: TableRules, shuffler: random.Random) -> None:
        super().__init__(rules, name=TABLE, shuffler=shuffler, mode=ELECTRONIC)

    def do(self, asked: c.AnyAct, by: str, role: str) -> list[e.AnyEvent]:
        """Perform an act; return its events, redacted for you, with the practice floor's validations."""
        viewer = Viewer("player", YOU)
        events = [redact_event(event, viewer, state) for event, state in self.perform(asked, by, role)]
        if self.state.pending:
            events += self.do(c.Validate(award=next(iter(self.state.pending))), FLOOR, VALIDATES)
        return events

    @property
    def meter_words(self) -> str:
        """The meters in words; empty without a progressive."""
        return ", ".join(f"{name} {dollars(cents)}" for name, cents in self.meters.items())

    def offered(self, kind: str, by: str, role: str) -> Offer | None:
        """The first offer of this kind to this actor."""
        found = self.offered_to(by, role)
        return next((offer for offer in found if offer.act == kind), None)

    def ready(self) -> list[e.AnyEvent]:
        """Shuffle if due, so that bets may be placed."""
        before = len(self.log)
        self.shuffle()
        viewer = Viewer("player", YOU)
        return [redact_event(event, viewer, self.state) for event in self.log[before:]]

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
