"""Games without a solver of their own: their rule sets, made from the one of the toy of `tests/table`."""

import tomllib
from pathlib import Path
from typing import Any

import msgspec

import croupier.games
from croupier.rulebook.model import RuleSet
from croupier.submission.choices import resolve
from croupier.submission.form import Choices
from croupier.submission.house import HouseRules
from tests.table.toy.game import HERE as TOY
from tests.table.toy.game import add_folder, toy_rules

CLAUSES = ["toy-5.pay"]


def one_card() -> HouseRules:
    """The toy: one card each, the higher rank wins."""
    add_folder()
    return resolve(toy_rules(), Choices()).house


def three_cards(**facts: int) -> HouseRules:
    """Three cards each, with the usual ante bonus and the two usual tables of pair plus."""
    _find("three-cards")
    text = (TOY / "high-card.toml").read_text(encoding="utf-8")
    raw: dict[str, Any] = tomllib.loads(text)
    raw["rules"] |= {"name": "toy/three-cards", "game": "three-cards", "title": "Three cards, a toy"}
    for name, number in {"player": 3, "dealer": 3, **facts}.items():
        raw["facts"]["cards"][name] = {"value": number, "clauses": CLAUSES}
    raw["wagers"]["ante_bonus"] = {"clauses": CLAUSES, "needs": ["ante", "play"], "placed": "automatic"}
    raw["wagers"]["pair_plus"] = {"clauses": CLAUSES, "offered": "by_choice"}
    ladder = ["straight_flush", "three_of_a_kind", "straight", "flush", "pair"]
    raw["paytables"]["ante_bonus"] = _tables(ladder[:3], {"printed": (5, 4, 1)})
    raw["paytables"]["pair_plus"] = _tables(ladder, {"A": (40, 30, 6, 4, 1), "B": (40, 30, 6, 3, 1)})
    rules = msgspec.convert(raw, RuleSet)
    return resolve(msgspec.structs.replace(rules, digest=f"sha256:three-cards-{facts}"), Choices()).house


def _find(name: str) -> None:
    """Let a game be found in this folder, which is no folder of games to other tests."""
    folder = str(Path(__file__).parent)
    croupier.games.__path__.append(folder)
    try:
        croupier.games.game(name)
    finally:
        croupier.games.__path__.remove(folder)


def _tables(rows: list[str], tables: dict[str, tuple[int, ...]]) -> dict[str, Any]:
    return {
        "clauses": CLAUSES,
        "rows": rows,
        "tables": {
            name: {
                "clauses": CLAUSES,
                "pays": {row: f"{pays} to 1" for row, pays in zip(rows, odds, strict=True)},
            }
            for name, odds in tables.items()
        },
    }
