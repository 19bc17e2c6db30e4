"""What `check` finds in submissions that try every value of every option, and the tables that they make."""

import copy
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from croupier.rulebook.catalog import PACKAGED
from croupier.rulebook.line_numbers import Lines
from croupier.submission.check import _Check
from croupier.submission.form import VALUES
from croupier.submission.table import table_rules

EXAMPLES = Path(__file__).parents[2] / "examples"
_NO_LINES = Lines("")
"""Where a finding stands in a file is not what the law decides."""

Submission = dict[str, Any]


def checked(name: str) -> str:
    """The findings, and the equipment and procedure of the table where there is no violation."""
    said: list[Any] = []
    for submission in _submissions(name):
        found = _Check(submission, _NO_LINES, "").checked()
        said.append(found.findings)
        if found.ok and found.submission is not None:
            rules = table_rules(found.submission)
            said.append((rules.equipment, rules.positions, rules.boxes))
    return repr(said)


@cache
def _submissions(name: str) -> tuple[Submission, ...]:
    """By the file as it is in the package, so that a changed file answers the same submissions."""
    base = tomllib.loads(EXAMPLES.joinpath(f"{name.replace('/', '-')}.toml").read_text(encoding="utf-8"))
    bare = {"rules": name}
    rules = tomllib.loads(PACKAGED.joinpath(f"{name}.toml").read_text(encoding="utf-8"))
    found = [base, bare, *_by_option(rules, base), *_by_option(rules, bare)]
    found += [_set(bare, key, value) for key, values in {**VALUES, **_MORE}.items() for value in values]
    found += [_set(bare, f"equipment.{switch}", True) for switch in _SWITCHES]
    found += _by_wager(rules, base)
    found += _by_meter(rules, bare)
    return tuple({repr(each): each for each in found}.values())


def _by_option(rules: dict[str, Any], base: Submission) -> Iterator[Submission]:
    """Every value allowed, one that is not, one below the least and above the most, and none."""
    for option in rules["options"].values():
        values: list[Any] = [_plain(value) for value in option.get("values", ())]
        if values and isinstance(values[0], str):
            values.append("otherwise")
        for bound in ("least", "most"):
            if bound in option:
                values += [option[bound] - 1, option[bound], option[bound] + 1]
        if option["key"] in ("choices.instruments", "choices.recognised_hands"):
            values = [[value] for value in values]
        yield from (_set(base, option["key"], value) for value in values)
        yield _without(base, option["key"])


def _plain(value: str) -> Any:
    return {"true": True, "false": False}.get(value, value)


def _by_wager(rules: dict[str, Any], base: Submission) -> Iterator[Submission]:
    """Limits of every wager: posted, not posted, other than those of the ante; every choice left out."""
    for wager in rules["wagers"]:
        for bounds in ([500, 10_000], [100, 100], [500, 500]):
            yield _set(base, f"limits.{wager}", bounds)
        yield _without(base, f"limits.{wager}")
        yield _without(base, f"choices.{wager}")
        for name in rules["paytables"].get(wager, {}).get("tables", ()):
            rows = dict.fromkeys(rules["paytables"][wager]["rows"], "7 for 1")
            yield _set(base, f"choices.{wager}", name)
            yield _set(base, f"choices.{wager}", {"table": name, "odds": rows})


def _by_meter(rules: dict[str, Any], base: Submission) -> Iterator[Submission]:
    """A seed below, at and above the one that the rules print, with every stake; a rate of our own."""
    for name, table in rules.get("progressive", {}).items():
        chosen = _set(base, "choices.progressive", name)
        yield _set(chosen, "choices.envy", name)
        for stake in (*table.get("stakes", ()), 100, 200):
            staked = _set(chosen, "choices.progressive_wager", stake)
            for meter, datum in table["meters"].items():
                for seed in (datum["seed"] - 1, datum["seed"], datum["seed"] + 1):
                    yield _set(staked, "progressive.seed", {meter: max(seed, 0)})
                    yield _set(staked, "progressive.reset", {meter: max(seed, 0)})
                yield _set(staked, "progressive.rate", {meter: "7%"})
    for stake in rules["wagers"].get("progressive", {}).get("stakes", ()):
        unknown = _set(base, "choices.progressive", "otherwise")  # the stake is judged all the same
        yield _set(unknown, "choices.progressive_wager", stake)
    if "progressive" in rules["wagers"] and not rules.get("progressive"):
        for hand in ("best", "flop"):
            for row in (*_FILED, "otherwise"):
                levels = {"hand": hand, "levels": {row: "$250"}}
                yield _set(base, "choices.progressive", levels)


_FILED = (
    "royal_flush",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
    "three_of_a_kind",
    "two_pair",
)


def _set(base: Submission, key: str, value: Any) -> Submission:
    found = copy.deepcopy(base)
    *sections, field = key.split(".")
    node = found
    for section in sections:
        node = node.setdefault(section, {})
    node[field] = value
    return found


def _without(base: Submission, key: str) -> Submission:
    found = copy.deepcopy(base)
    *sections, field = key.split(".")
    node = found
    for section in sections:
        node = node.get(section, {})
    node.pop(field, None)
    return found


_SWITCHES = (
    "preshuffled",
    "counting_shuffler",
    "shuffler_into_shoe",
    "shuffler_deals_per_position",
    "reshuffle_and_count_device",
    "cover_all_device",
    "progressive_system",
)
_MORE: dict[str, tuple[Any, ...]] = {
    "positions": tuple(range(1, 9)),
    "boxes_per_player": tuple(range(1, 9)),
    "equipment.decks": (1, 2, 3),
    "choices.match_play": (True,),
    "choices.progressive_wager": (100, 200, 500, 50),
    "procedure.deck_change_hours": (1, 4, 5, 8, 9, 24, 25),
    "procedure.settlement_alternative": ("1", "2", "3"),
    "choices.instruments": (["chips"], ["plaques"], ["other"], ["coupon"]),
    "choices.recognised_hands": (["flush_4"], ["straight_flush_7", "flush_7"]),
}
