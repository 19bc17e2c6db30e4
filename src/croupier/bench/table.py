"""The speed of the table machine: complete six-seat electronic rounds through `act`, all events built.

For comparison pokerkit, if installed, plays heads-up no-limit hands to the showdown: another table machine,
for another game.
"""

import random
import time
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from itertools import cycle
from statistics import median

from croupier.bench.rule_sets import choices_of, every_rule_set, wagers_of
from croupier.cards import card_text
from croupier.jackpot.meters import UNIT
from croupier.submission.form import Choices
from croupier.submission.table import default_table_rules
from croupier.table import commands as c
from croupier.table.machine import act
from croupier.table.offers import every_offer
from croupier.table.state import EMPTY, State

SEATS = range(1, 7)


def measure_table(seconds: float) -> dict[str, object]:
    """Rounds and events a second by rule set, and the peer's hands a second."""
    figures: dict[str, object] = {}
    for rules in every_rule_set():
        table = _Table(rules)
        table.play()
        best, middle = _rates(table.play, seconds)
        figures[rules] = {"best": best, "median": middle, "events": best * table.events / table.rounds}
    measured: dict[str, object] = {"rules": figures, "pokerkit": None}
    if find_spec("pokerkit"):
        best, middle = _rates(_pokerkit, seconds)
        measured["pokerkit"] = {"version": version("pokerkit"), "best": best, "median": middle}
    return measured


def _rates(play: Callable[[], int], seconds: float) -> tuple[float, float]:
    """Rounds per second of the best and of the median pass, in as many passes as the time allows."""
    rates: list[float] = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(rates) < 3:
        start = time.perf_counter()
        rounds = play()
        rates.append(rounds / (time.perf_counter() - start))
    return max(rates), median(rates)


class _Table:
    """A full table whose players place every wager; a third fold, the others wager the minimum."""

    def __init__(self, rules: str) -> None:
        table = default_table_rules(rules, Choices.of(**choices_of(rules)))
        self.wagers = wagers_of(table.house)
        progressive = table.house.progressive
        meters = progressive.meters if progressive else ()
        self.meters = {meter.name: meter.seed * UNIT for meter in meters}
        self.state: State = EMPTY
        self.rounds = self.events = 0
        shuffler = random.Random(rules)
        deck = [card_text(card) for card in range(52)]
        decks = []
        for _ in range(100):
            shuffler.shuffle(deck)
            decks.append(" ".join(deck))
        self.decks = cycle(decks)
        self._do(c.OpenTable(table="bench", mode="electronic", rules=table), "system", "system")
        for seat in SEATS:
            self._do(c.Sit(seat=seat, player=f"p{seat}"), "player", f"p{seat}")

    def _do(self, asked: c.AnyAct, role: str, by: str) -> None:
        command = c.Command(
            act=asked, by=by, role=role, version=self.state.version, at=self.state.now + 1, meters=self.meters
        )
        done = act(self.state, command)
        self.state = done[-1].state
        self.events += len(done)

    def play(self, rounds: int = 50) -> int:
        """Play rounds, from shuffle to shuffle."""
        for _ in range(rounds):
            self._do(c.Shuffle(commitment="bench"), "system", "system")
            for seat in SEATS:
                self._do(c.Bet(seat=seat, wagers=self.wagers), "player", f"p{seat}")
            self._do(c.CloseBets(order=next(self.decks)), "system", "system")
            while self.state.program == "round":
                offer = next(each for each in every_offer(self.state) if each.act == "decide")
                wager, waive = offer.amounts
                if offer.seat % 3 == 0:
                    decision = c.Decide(seat=offer.seat, action=waive.name)
                else:
                    amount = wager.only[0] if wager.only else wager.least
                    decision = c.Decide(seat=offer.seat, action=wager.name, amount=amount)
                self._do(decision, "player", f"p{offer.seat}")
        self.rounds += rounds
        return rounds


def _pokerkit(hands: int = 20) -> int:
    """Play heads-up hands called down, as in pokerkit's documentation."""
    pokerkit = import_module("pokerkit")
    everything = tuple(pokerkit.Automation)
    for _ in range(hands):
        state = pokerkit.NoLimitTexasHoldem.create_state(everything, True, 0, (1, 2), 2, 200, 2)
        while state.status:
            state.check_or_call()
    return hands
