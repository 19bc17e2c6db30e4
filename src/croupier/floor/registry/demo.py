"""The demo: an electronic table of each rule set, open at once, on submissions of our own.

The two High Card Flush tables of Massachusetts and New Jersey play for one linked set of meters. Beside them
is a live table to learn the dealer station at. Everything is play money.
"""

from croupier.floor.host.batch import Unit
from croupier.floor.host.floor import Floor
from croupier.floor.host.hosted_table import Settings
from croupier.floor.people.model import Actor
from croupier.floor.registry import changes
from croupier.floor.registry.registry import Registry
from croupier.submission.practice import practice_text
from croupier.table.roles import SYSTEM
from croupier.table.state import ELECTRONIC, LIVE

TABLES = {
    "flush-ma": ("ma/high-card-flush", "flush"),
    "flush-nj": ("nj/high-card-flush", "flush"),
    "flush-md": ("md/high-card-flush", "maryland"),
    "ultimate": ("ma/ultimate-texas-holdem", "ultimate"),
    "four-card": ("ma/four-card-poker", "four-card"),
}
"""By table, its rules and its link."""

SCHOOL = ("dealer-school", "ma/high-card-flush", "school")
"""The live table, its rules and its link: cards that are made up there win nothing of the others' meters."""

ALL_BET_MS = 3_000
"""A guest who plays alone does not wait for others."""


def set_up_demo(
    floor: Floor, registry: Registry, *, betting_ms: int = 15_000, decision_ms: int = 30_000
) -> list[str]:
    """Load, list and open what of the demo is not there yet; the names of its tables.

    Waits for the floor, which must have been started.
    """
    registry.catch_up(floor.ledger)
    actor = Actor(SYSTEM, SYSTEM)

    def work(unit: Unit) -> None:
        here = registry.within(unit)
        listed = [(table, rules, link, ELECTRONIC) for table, (rules, link) in TABLES.items()]
        for table, rules, link, mode in (*listed, (*SCHOOL, LIVE)):
            if table in here.listings:
                continue
            name = f"practice-{rules.replace('/', '-')}"
            if name not in registry.within(unit).submissions:
                changes.load_submission(unit, registry, name, practice_text(rules), actor)
            if link not in registry.within(unit).links:
                changes.open_link(unit, registry, link, name, actor)
            settings = Settings(
                link=link, betting_ms=betting_ms, all_bet_ms=ALL_BET_MS, decision_ms=decision_ms, demo=True
            )
            changes.list_table(unit, registry, table, actor, mode=mode, submission=name, settings=settings)
            changes.open_table(unit, registry, table, actor, floor.keys)

    floor.run(work).result(timeout=60)
    registry.catch_up(floor.ledger)
    return list(TABLES)
