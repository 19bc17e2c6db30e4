"""The demo: an electronic table of each rule set with practice choices, open at once.

Tables of one game whose progressives fit one another play for one linked set of meters. Beside them is a live
table to learn the dealer station at. Everything is play money.
"""

import re
from collections.abc import Iterable

import msgspec

from croupier.errors import Refusal
from croupier.floor.host.batch import Unit
from croupier.floor.host.floor import Floor
from croupier.floor.host.hosted_table import Settings
from croupier.floor.people.model import Actor
from croupier.floor.registry import changes
from croupier.floor.registry.registry import Registry, differing_rates
from croupier.games import problem_of
from croupier.jackpot.decisions import check_fits
from croupier.ledger.keys import Keys
from croupier.rulebook.catalog import rule_set
from croupier.submission.house import HouseRules
from croupier.submission.practice import practice_rules, practice_text, practiced
from croupier.table.roles import SYSTEM
from croupier.table.state import ELECTRONIC, LIVE

SCHOOL = "dealer-school"
"""The live table, on a link of its own: cards that are made up there win nothing of the others' meters."""

ALL_BET_MS = 500
"""The table deals as soon as everybody has bet: a guest who plays alone waits for nobody."""


def demo_tables() -> dict[str, str]:
    """By table of the demo, its rules."""
    return {_listed_name(rules): rules for rules in practiced() if not problem_of(rules)}


def set_up_demo(
    floor: Floor,
    registry: Registry,
    *,
    betting_ms: int = 15_000,
    all_bet_ms: int = ALL_BET_MS,
    decision_ms: int = 30_000,
) -> list[str]:
    """Load, list and open the missing parts of the demo; return the names of its tables.

    Waits for the floor, which must have been started.
    """
    registry.catch_up(floor.ledger)
    times = Settings(betting_ms=betting_ms, all_bet_ms=all_bet_ms, decision_ms=decision_ms, demo=True)
    tables = demo_tables()

    def work(unit: Unit) -> None:
        here = _Demo(unit, registry, floor.keys, times)
        for table, rules in tables.items():
            here.open(table, rules, ELECTRONIC)
        if tables:
            here.open(SCHOOL, _taught(tables.values()), LIVE)

    floor.run(work).result(timeout=60)
    registry.catch_up(floor.ledger)
    return list(tables)


def _listed_name(rules: str) -> str:
    """The name of a table, submission or link of a rule set."""
    return re.sub(r"[^a-z0-9]+", "-", rules.lower()).strip("-")[:40].rstrip("-")


def _taught(rules: Iterable[str]) -> str:
    """The rules that dealers learn on: the first of the game with the most rule sets."""
    by_game: dict[str, list[str]] = {}
    for each in rules:
        by_game.setdefault(rule_set(each).rules.game, []).append(each)
    return max(by_game.values(), key=len)[0]


class _Demo:
    """The demo being set up in one unit of work."""

    def __init__(self, unit: Unit, registry: Registry, keys: Keys, times: Settings) -> None:
        self.unit, self.registry, self.keys, self.times = unit, registry, keys, times
        self.actor = Actor(SYSTEM, SYSTEM)

    def open(self, table: str, rules: str, mode: str) -> None:
        """List and open a table, unless it is listed."""
        if table in self.registry.within(self.unit).listings:
            return
        name = f"practice-{_listed_name(rules)}"[:40].rstrip("-")
        if name not in self.registry.within(self.unit).submissions:
            changes.load_submission(self.unit, self.registry, name, practice_text(rules), self.actor)
        settings = msgspec.structs.replace(self.times, link=self._link(table, rules, name, mode))
        changes.list_table(
            self.unit, self.registry, table, self.actor, mode=mode, submission=name, settings=settings
        )
        changes.open_table(self.unit, self.registry, table, self.actor, self.keys)

    def _link(self, table: str, rules: str, submission: str, mode: str) -> str:
        """The link of a table: one of an electronic table of the same game that fits, or a new one."""
        played = practice_rules(rules).house
        if played.progressive is None:
            return ""
        here = self.registry.within(self.unit)
        others = [] if mode == LIVE else list(demo_tables().items())
        for other, its_rules in others:
            link = here.listings[other].settings.link if other in here.listings else ""
            if (
                link
                and rule_set(its_rules).rules.game == played.rules.rules.game
                and self._fits(link, played)
            ):
                return link
        if table not in here.links:
            changes.open_link(self.unit, self.registry, table, submission, self.actor)
        return table

    def _fits(self, name: str, played: HouseRules) -> bool:
        link = self.unit.link(name)
        assert played.progressive is not None
        try:
            check_fits(link, played.progressive)
        except Refusal:
            return False
        return not differing_rates(link, played.progressive)
