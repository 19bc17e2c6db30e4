"""The watch over players: evidence for each leak, hand by hand, and the cost of their play."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import log
from typing import NamedTuple

import msgspec

from croupier.errors import Refusal
from croupier.jit import numpy
from croupier.odds.protection.leak import Leak, parse_leak
from croupier.odds.protocol import solver_for
from croupier.odds.review.decisions import PricedDecision, priced_decisions
from croupier.odds.watch.evidence import Evidence, e_values
from croupier.odds.watch.hand import WatchedHand
from croupier.odds.watch.record import RecordedRound, watched_hands
from croupier.settlement.round import Result
from croupier.submission.house import HouseRules

LEAKS = ("dealer:1", "dealer:2", "others:5")
"""The leaks watched by default, in the games that have them."""
THRESHOLD = 6.0
"""The threshold of the evidence, as a power of ten."""


class LeakEvidence(msgspec.Struct, frozen=True):
    """The evidence for one leak."""

    knows: str
    evidence_log10: float
    alarm_at: int | None
    """The hand at which the evidence first reached the threshold."""


class PlayedEdge(msgspec.Struct, frozen=True):
    """The edge of a player's decisions, in percent of the antes, with the cards that they could see."""

    percent: float


class PlayerWatch(msgspec.Struct, frozen=True):
    """One player."""

    player: str
    hands: int
    evidence_log10: float
    """For any of the leaks: the mixture of their evidence."""
    alarm_at: int | None
    leaks: tuple[LeakEvidence, ...]
    edge_of_play: PlayedEdge | None
    result: int
    """Net, in cents, of all wagers."""


class HandEvidence(NamedTuple):
    """How one round changed the evidence against a player."""

    player: str
    hand: int
    evidence: dict[str, float]
    """By leak: the base-10 logarithm of the round's factor."""
    total: float
    """The base-10 logarithm of the mixture over leaks after it."""


@dataclass
class _Running:
    evidence: Evidence = field(default_factory=Evidence)
    last: float = 0.0
    alarm_at: int | None = None


@dataclass
class _Player:
    leaks: dict[str, _Running]
    hands: int = 0
    alarm_at: int | None = None
    antes: int = 0
    edge: Fraction = Fraction(0)
    """Cents, over the antes that were priced."""
    result: int = 0


Values = dict[str, list[float]]
"""By leak: the e-value of a round for each thief."""


class RoundEvidence(NamedTuple):
    """The e-values of one round by player, and the leaks that its game is not watched for."""

    values: dict[str, Values]
    refused: dict[str, Refusal]


def round_evidence(played: RecordedRound, leaks: Mapping[str, Leak]) -> RoundEvidence:
    """The e-values of one round: the part of the watch that takes time."""
    found = RoundEvidence({}, {})
    for player, hands in watched_hands(played).items():
        for name, leak in leaks.items():
            if name in found.refused:
                continue
            try:
                found.values.setdefault(player, {})[name] = _values(played.house, leak, hands)
            except Refusal as refusal:
                if refusal.code != "not_watched":
                    raise
                found.refused[name] = refusal
    return found


def _values(house: HouseRules, leak: Leak, hands: list[WatchedHand]) -> list[float]:
    solver = solver_for(house.rules)
    boxes = [solver.informed_choices(house, hand, leak) for hand in hands]
    if len({len(choices.held) for choices in boxes}) > 1:
        boxes = boxes[:1]  # boxes that were decided on different streets have different candidates
    return e_values(boxes)


def _game(played: RecordedRound) -> str:
    return played.house.rules.rules.game


class Watch:
    """Evidence against players, fed with rounds in their order."""

    def __init__(self, leaks: Sequence[str] = LEAKS, threshold: float = THRESHOLD) -> None:
        self.leaks: dict[str, Leak] = {str(leak): leak for leak in map(parse_leak, leaks)}
        self.threshold = threshold
        self.players: dict[str, _Player] = {}
        self.refused: dict[tuple[str, str], Refusal] = {}
        """By game and leak: why it is not watched there."""
        self._prices: dict[int, tuple[HouseRules, Fraction]] = {}
        """By object identity, for speed."""
        self.watched: set[str] = set()
        """The leaks that some hand was watched for."""

    def add(self, played: RecordedRound) -> list[HandEvidence]:
        """Count a round; returns the change for each player of whom a hand was watched."""
        known = {leak: each for leak, each in self.leaks.items() if (_game(played), leak) not in self.refused}
        found = round_evidence(played, known)
        self.refused |= {(_game(played), leak): refusal for leak, refusal in found.refused.items()}
        return self.enter(played, found.values)

    def enter(self, played: RecordedRound, values: Mapping[str, Values]) -> list[HandEvidence]:
        """Count a round by its e-values: by player, leak and thief."""
        for player in dict.fromkeys(played.players.values()):
            known = self.players.setdefault(player, _Player({name: _Running() for name in self.leaks}))
            known.hands += sum(
                seat.decision is not None and played.players.get(seat.seat) == player
                for seat in played.record.seats
            )
        return [self._count(player, mine) for player, mine in values.items()]

    def _count(self, name: str, values: Values) -> HandEvidence:
        player = self.players[name]
        factors = {}
        for leak, mine in values.items():
            self.watched.add(leak)
            running = player.leaks[leak]
            total = running.evidence.add(mine)
            factors[leak] = _log10(total - running.last)
            running.last = total
            if running.alarm_at is None and total >= self.threshold * log(10):
                running.alarm_at = player.hands
        total = self.total(name)
        if player.alarm_at is None and total >= self.threshold:
            player.alarm_at = player.hands
        return HandEvidence(name, player.hands, factors, total)

    def price(self, played: RecordedRound, results: Mapping[int, Mapping[str, Result]]) -> None:
        """Enter the results of a round by seat and wager, and the edge of its decisions."""
        decisions = {seat.seat: priced_decisions(played, seat) for seat in played.record.seats}
        self.book(played, results, decisions, self._optimal(played.house))

    def book(
        self,
        played: RecordedRound,
        results: Mapping[int, Mapping[str, Result]],
        decisions: Mapping[int, Sequence[PricedDecision]],
        optimal: Fraction,
    ) -> None:
        """Enter the results of a round, given its decisions by seat and the value of optimal play."""
        for seat in played.record.seats:
            name = played.players.get(seat.seat)
            if name is None:
                continue
            player = self.players[name]
            player.result += sum(result.net for result in results.get(seat.seat, {}).values())
            if priced := decisions.get(seat.seat):
                ante = seat.wagers.get("ante") or 1
                player.antes += ante
                player.edge += ante * (optimal - sum((each.cost for each in priced), Fraction(0)))

    def _optimal(self, house: HouseRules) -> Fraction:
        if id(house) not in self._prices:
            self._prices[id(house)] = house, solver_for(house.rules).optimal(house)
        return self._prices[id(house)][1]

    def total(self, name: str) -> float:
        """The base-10 logarithm of the evidence against a player for any of the leaks."""
        logs = [running.last for running in self.players[name].leaks.values()]
        return _log10(float(numpy().logaddexp.reduce(logs) - log(len(logs))))

    def report(self, players: Iterable[str] | None = None) -> tuple[PlayerWatch, ...]:
        """The figures of some players, or of all."""
        return tuple(
            PlayerWatch(
                player=name,
                hands=player.hands,
                evidence_log10=self.total(name),
                alarm_at=player.alarm_at,
                leaks=tuple(
                    LeakEvidence(leak, _log10(running.last), running.alarm_at)
                    for leak, running in player.leaks.items()
                    if leak in self.watched
                ),
                edge_of_play=PlayedEdge(float(100 * player.edge / player.antes)) if player.antes else None,
                result=player.result,
            )
            for name, player in sorted(self.players.items())
            if players is None or name in players
        )


def _log10(natural: float) -> float:
    """The base-10 logarithm, given the natural one; no evidence is 0, whatever the last bits say."""
    return round(natural / log(10), 12) + 0.0
