"""The score of a session's practice decisions by rule set and street, kept only in memory."""

from collections import OrderedDict, deque
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from croupier.floor.host.hosted_table import Hosted
from croupier.odds.advice import Advice
from croupier.server.api.practice.messages import DecisionScored, ScoreLine
from croupier.table.events import Decided

SESSIONS = 5000
LAST = 20


class Place(NamedTuple):
    """A decision of a table: which round, which seat, and the version at which it was due."""

    table: str
    round: int
    seat: int
    version: int


class Valued(NamedTuple):
    """A decision whose values were sent before it was taken."""

    rules: str
    advice: Advice
    ante: int


@dataclass
class _Line:
    decisions: int = 0
    right: int = 0
    cost: Fraction = Fraction(0)
    cents: Fraction = Fraction(0)


@dataclass
class Account:
    """The decisions of one session."""

    waiting: dict[Place, Valued] = field(default_factory=dict)
    last: deque[DecisionScored] = field(default_factory=lambda: deque(maxlen=LAST))
    lines: dict[tuple[str, str], _Line] = field(default_factory=dict)

    def score(self) -> tuple[ScoreLine, ...]:
        """By rule set and street."""
        return tuple(
            ScoreLine(
                rules=rules,
                street=street,
                decisions=line.decisions,
                right=line.right,
                cost=float(line.cost),
                cost_cents=float(line.cents),
            )
            for (rules, street), line in sorted(self.lines.items())
        )

    def take(self, valued: Valued, place: Place, action: str, amount: int = 0) -> DecisionScored:
        """Enter a decision; the one that wagers less is right among equals, and so is an equal one."""
        advice, ante = valued.advice, valued.ante
        antes = Fraction(amount, ante) if ante else Fraction(0)
        cost = advice.values[advice.best] - advice.value_of(action, antes)
        line = self.lines.setdefault((valued.rules, advice.stage), _Line())
        line.decisions += 1
        line.right += not cost
        line.cost += cost
        line.cents += cost * ante
        scored = DecisionScored(
            table=place.table,
            rules=valued.rules,
            round=place.round,
            seat=place.seat,
            street=advice.stage,
            action=action,
            amount=amount,
            best=advice.best,
            right=not cost,
            cost=float(cost),
            cost_cents=float(cost * ante),
        )
        self.last.appendleft(scored)
        return scored

    def settle(self, hosted: Hosted) -> None:
        """Enter the decisions that have been taken at a table since their values were sent."""
        waiting = [place for place in self.waiting if place.table == hosted.name]
        if not waiting:
            return
        recent = list(hosted.recent)
        for place in waiting:
            taken = next(
                (
                    each.event
                    for each in recent
                    if each.version > place.version
                    and each.state.round == place.round
                    and isinstance(each.event, Decided)
                    and each.event.seat == place.seat
                ),
                None,
            )
            if taken is not None:
                self.take(self.waiting.pop(place), place, taken.action, taken.amount)
            elif hosted.state.round != place.round:
                del self.waiting[place]  # void, or too long ago


class Scores:
    """The accounts of all sessions; the least recently used are dropped."""

    def __init__(self) -> None:
        self._accounts: OrderedDict[str, Account] = OrderedDict()

    def of(self, session: str) -> Account:
        """The account of a session."""
        account = self._accounts.setdefault(session, Account())
        self._accounts.move_to_end(session)
        while len(self._accounts) > SESSIONS:
            self._accounts.popitem(last=False)
        return account

    def clear(self, session: str) -> None:
        """Clear the score."""
        self._accounts.pop(session, None)
