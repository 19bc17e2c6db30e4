"""Run a table: open it, act at it, see what is offered and what each viewer may see, and replay its log.

The table machine is pure: an act in, events out. `Table` adds what a program needs around it: the clock, a
shuffler with a seed, the meters of its own progressive, and its log.

    >>> table = Table.open("ma/four-card-poker", seed=1)
    >>> _ = table.act(acts.Sit(seat=1, player="ann"), by="ann", role="player")
"""

import random
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Literal, get_args

from croupier.api import acts
from croupier.api.submissions import submission_source
from croupier.cards import DECK_SIZE, card_text
from croupier.errors import Refusal
from croupier.floor.host.link_events import follow
from croupier.input_types import conform, iterable, text, whole
from croupier.jackpot.decisions import open_link
from croupier.jackpot.link import Link
from croupier.jackpot.link import evolve as evolve_link
from croupier.jackpot.meters import UNIT
from croupier.submission.form import Submission
from croupier.submission.house import TableRules
from croupier.submission.practice import practice_rules
from croupier.submission.table import table_rules_of
from croupier.table.commands import AnyAct, Command
from croupier.table.events import AnyEvent
from croupier.table.machine import act, fold
from croupier.table.offers import Actor, Offer, offers
from croupier.table.offers.bounds import Amount
from croupier.table.redaction.events import redact_event
from croupier.table.redaction.view import DealerView, LastView, SeatView, StepView, View, view
from croupier.table.roles import PEOPLE, SYSTEM
from croupier.table.state import ELECTRONIC, EMPTY, LIVE, State, Viewer
from croupier.table.transcript import transcript

__all__ = [
    "Amount",
    "AnyAct",
    "AnyEvent",
    "DealerView",
    "LastView",
    "Offer",
    "SeatView",
    "StepView",
    "Table",
    "View",
    "replay",
]

HOST = "host"
"""The name under which the table itself acts."""

_VIEWERS = (*PEOPLE, "public")


def _now() -> int:
    return time.time_ns() // 1_000_000


class Table:
    """A table in use. Everything that changes it goes through `act`; everything it did is in `log`."""

    def __init__(self, rules: TableRules, *, name: str, shuffler: random.Random, mode: str) -> None:
        self.state: State = EMPTY
        """The whole state, secrets included; `view` shows what a viewer may see of it."""
        self.name = name
        self.log: list[AnyEvent] = []
        """All events of the table, secrets included."""
        self._clock: Callable[[], int] = _now
        self._shuffler = shuffler
        self.link: Link | None = None
        """The meters of the table's own progressive."""
        progressive = rules.house.progressive
        if progressive is not None:
            self.link = evolve_link(None, open_link(name, progressive, at=self._clock(), by=HOST))
        self.perform(acts.OpenTable(table=name, mode=mode, rules=rules), HOST, SYSTEM)

    @classmethod
    def open(
        cls,
        rules: str | Path | Submission,
        *,
        name: str = "table",
        mode: Literal["electronic", "live"] = "electronic",
        seed: int | None = None,
    ) -> "Table":
        """Open a table: of a rule set with its practice choices, of a submission, or of its file.

        An `electronic` table deals itself, from decks in an order that the seed decides (without a seed: the
        system's randomness); at a `live` one a dealer enters the cards.
        """
        if text(mode, "mode") not in (ELECTRONIC, LIVE):
            raise Refusal("value_not_allowed", f"mode: {mode!r}; allowed: {ELECTRONIC}, {LIVE}")
        if seed is not None:
            whole(seed, "seed")
        text(name, "name")
        by_name = isinstance(rules, str)
        found = practice_rules(str(rules)) if by_name else table_rules_of(submission_source(rules))
        shuffler = random.SystemRandom() if seed is None else random.Random(seed)
        return cls(found, name=name, shuffler=shuffler, mode=mode)

    def act(self, act: AnyAct, *, by: str, role: str) -> tuple[AnyEvent, ...]:
        """Perform an act of `croupier.acts`; the events that it caused, as its actor may see them.

        `Refusal` if it is not allowed now, and then nothing has changed. Types are checked as on a line of
        JSON: a float or a boolean is no amount.
        """
        if not isinstance(act, get_args(AnyAct)):
            raise Refusal("malformed", f"act: expected one of `croupier.acts`, got `{type(act).__name__}`")
        if isinstance(act, acts.OpenTable | acts.AdoptRules):
            raise Refusal("not_now", "a table is opened by Table.open, under one submission")
        events = self.perform(conform(act, type(act), "act"), text(by, "by"), text(role, "role"))
        viewer = Viewer(role, by)
        return tuple(redact_event(event, viewer, state) for event, state in events)

    def perform(self, asked: AnyAct, by: str, role: str) -> list[tuple[AnyEvent, State]]:
        """Perform an act whose types are known; every event with the state after it, secrets included."""
        at = self._clock()
        meters = {} if self.link is None else dict(self.link.amounts)
        command = Command(act=asked, by=by, role=role, version=self.state.version, at=at, meters=meters)
        done: list[tuple[AnyEvent, State]] = []
        for event, state in act(self.state, command):
            if self.link is not None:
                self.link = follow(self.link, self.name, self.state.round, event)[1]
            self.state = state
            self.log.append(event)
            done.append((event, state))
        return done

    def shuffle(self) -> None:
        """Shuffle, if the table waits for it: only an electronic table deals from an order of its own."""
        if any(offer.act == "shuffle" for offer in self.offered_to(HOST, SYSTEM)):
            deck = [card_text(card) for card in range(DECK_SIZE)]
            self._shuffler.shuffle(deck)
            self.perform(acts.Shuffle(order=" ".join(deck)), HOST, SYSTEM)

    def close_bets(self) -> None:
        """No more bets at an electronic table: it deals, and waits for the first decision."""
        self.perform(acts.CloseBets(), HOST, SYSTEM)

    def offers(self, *, by: str, role: str) -> tuple[Offer, ...]:
        """Everything that this person may do now, with the bounds; nothing else is allowed."""
        seen = text(role, "role") in _VIEWERS
        return self.view(role=role, player=by).offers if seen else self.offered_to(text(by, "by"), role)

    def offered_to(self, by: str, role: str) -> tuple[Offer, ...]:
        """As `offers`, with the bounds of hidden hands: for the table's host."""
        return offers(self.state, Actor(by, role), self._clock())

    def view(self, *, role: str, player: str = "") -> View:
        """The table as somebody may see it: hidden cards, and awards that wait, are left out."""
        if text(role, "role") not in _VIEWERS:
            raise Refusal("role_not_allowed", f"role: {role!r}; allowed: {', '.join(_VIEWERS)}")
        return view(self.state, Viewer(role, text(player, "player")), self._clock())

    @property
    def meters(self) -> dict[str, int]:
        """The progressive meters in whole cents, by name; empty without a progressive."""
        return {} if self.link is None else {name: units // UNIT for name, units in self.link.amounts.items()}

    def transcript(self) -> str:
        """The history of the table in words, with its clauses, secrets included."""
        return "\n".join(transcript(self.log))


def replay(events: Iterable[AnyEvent]) -> State:
    """The state that a log of events leads to; it equals the state of the table that wrote them."""
    given = list(iterable(events, "events", "events"))
    for number, event in enumerate(given):
        if not isinstance(event, get_args(AnyEvent)):
            kind = type(event).__name__
            raise Refusal("malformed", f"events[{number}]: expected an event, got `{kind}`")
    return fold(given)
