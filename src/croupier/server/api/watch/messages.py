"""Messages of the watch."""

import msgspec

from croupier.odds.watch.players import PlayerWatch


class DecisionShown(msgspec.Struct, frozen=True, kw_only=True):
    """A decision, and what the best one with the visible cards would have gained."""

    stage: str
    action: str
    best: str
    cost: float
    """In antes, on average."""


class WatchedHandShown(msgspec.Struct, frozen=True, kw_only=True):
    """One round of a player, and how it changed the evidence."""

    table: str
    round: int
    at: int
    hand: int
    cards: tuple[str, ...]
    """Of each box."""
    board: str
    hidden: str
    """The dealer's hand."""
    decisions: tuple[DecisionShown, ...]
    evidence: dict[str, float]
    """By leak: the factor of this round, as a power of ten."""
    total: float
    """For any of the leaks, after this round, as a power of ten."""


class WatchResponse(msgspec.Struct, frozen=True, kw_only=True):
    """The players, those with the strongest evidence first."""

    threshold: int
    """As a power of ten; 0: no alerts."""
    position: int
    """How far the log was read."""
    players: tuple[PlayerWatch, ...]


class PlayerResponse(msgspec.Struct, frozen=True, kw_only=True):
    """One player with their hands, latest last."""

    player: PlayerWatch
    hands: tuple[WatchedHandShown, ...]
