"""The decks of a table's rounds as its events show them, until their seeds are revealed."""

import msgspec

from croupier.cards import DECK_SIZE
from croupier.ledger.records import Record
from croupier.table import events as e
from croupier.table.state import State

USES_DECK = frozenset((e.Shuffled, e.BetsClosed, e.PlayerSat, e.BetPlaced, e.RoundEnded, e.Dealt))


class Drawn(msgspec.Struct):
    """A table's events about the deck of one round."""

    commitments: list[str] = []
    """One per shuffle: a deck may be reshuffled before the first bet."""
    cards: list[str] = msgspec.field(default_factory=lambda: [""] * DECK_SIZE)
    """By place in the deck; empty if unseen."""
    seated: dict[str, None] = {}
    """The players seated between the shuffle and no more bets."""
    bet: Record | None = None
    """The first bet after the last shuffle."""
    closed: Record | None = None
    """No more bets: from here on the deck is used."""
    ended: Record | None = None


class Decks(dict[int, Drawn]):
    """By round, the decks of an electronic table: which place each card came from."""

    def follow(self, record: Record, before: State, event: e.AnyEvent) -> None:
        """The next event, with the state before it."""
        if type(event) not in USES_DECK or not before.electronic:
            return
        if isinstance(event, e.Shuffled):
            drawn = self.setdefault(before.round + 1, Drawn())
            drawn.commitments.append(event.commitment)
            drawn.seated.update(dict.fromkeys(before.players.values()))
            drawn.bet = None
        elif isinstance(event, e.BetsClosed):
            self.setdefault(before.round, Drawn()).closed = record
        elif before.round not in self:
            return
        elif isinstance(event, e.PlayerSat) and not before.bets_closed:
            self[before.round].seated[event.player] = None
        elif isinstance(event, e.BetPlaced):
            drawn = self[before.round]
            drawn.bet = drawn.bet or record
        elif isinstance(event, e.RoundEnded):
            self[before.round].ended = record
        elif isinstance(event, e.Dealt):
            drawn = self[before.round]
            place = before.drawn
            for packet in event.packets:
                cards = packet.cards.split()
                drawn.cards[place : place + len(cards)] = cards
                place += packet.count
