"""The toy game made known: its folder beside the other games, its rule file read as the loader reads one.

Its clauses stand in a register of their own (`clauses.csv`), which the real register knows nothing of; so the
rule set is made from the file directly, and every citation is checked against that register here.
"""

import csv
import hashlib
import tomllib
from functools import cache
from pathlib import Path

import msgspec

import croupier.games
from croupier.rulebook.loader import citations
from croupier.rulebook.model import RuleSet
from croupier.submission.choices import resolve
from croupier.submission.form import Choices, Equipment, Procedure
from croupier.submission.house import TableRules

HERE = Path(__file__).parent
NAME = "toy/high-card"


def add_folder() -> None:
    """Put the toy's folder beside the other games: this is all that adding a game means."""
    if str(HERE) not in croupier.games.__path__:
        croupier.games.__path__.append(str(HERE))


@cache
def toy_rules() -> RuleSet:
    """The rule set of the toy, with its digest; every clause it cites is one of its register."""
    text = (HERE / "high-card.toml").read_text(encoding="utf-8")
    rules = msgspec.convert(tomllib.loads(text), RuleSet)
    register = {row["id"] for row in csv.DictReader((HERE / "clauses.csv").read_text().splitlines())}
    for key, cited in citations(rules):
        assert set(cited) <= register, key
    return msgspec.structs.replace(rules, digest="sha256:" + hashlib.sha256(text.encode()).hexdigest())


def toy_table(positions: int = 6, boxes: int = 1) -> TableRules:
    """A table of the toy."""
    add_folder()
    resolved = resolve(toy_rules(), Choices())
    assert not resolved.findings
    return TableRules(
        house=resolved.house,
        choices=Choices(),
        positions=positions,
        boxes=boxes,
        posted={"ante": (500, 10_000)},
        equipment=Equipment(deal="manual-shoe", shuffle="manual"),
        procedure=Procedure(),
    )
