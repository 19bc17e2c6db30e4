"""Random lawful submissions: every option and policy of a document, filed tables, limits, odd combinations.

A submission is proposed from the values that the document allows, and kept if the check accepts it.
"""

import json
import random
from collections.abc import Iterator, Mapping
from typing import Any

from croupier.rulebook.catalog import rule_set
from croupier.rulebook.model import RuleSet
from croupier.submission.check import check_text

_TEXT = ("Procedure 7, approved 4 May 2026", "Häuser & Söhne: call the pit")
_ATTEMPTS = 400
_REQUIRED = {"layout.filed": "Layout 3, 4 May 2026", "procedure.settlement_alternative": 1}
"""What some documents want stated, whatever else is."""


def lawful(name: str, turn: int) -> str:
    """A random submission of a rule set that the check accepts; `turn` goes through its pay tables."""
    rules, source = rule_set(name), random.Random(f"{name} {turn}")
    for _ in range(_ATTEMPTS):
        text = written(_proposed(rules, source, turn))
        if check_text(text).ok:
            return text
    raise AssertionError(f"{name}: no lawful submission in {_ATTEMPTS} attempts")


def written(submission: Mapping[str, object]) -> str:
    """A submission as TOML: a dotted key a line, tables of tables inline."""
    return "".join(f"{key} = {_value(value)}\n" for key, value in submission.items())


def _value(value: object) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_value(each)}" for key, each in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False)


def _proposed(rules: RuleSet, source: random.Random, turn: int) -> dict[str, object]:
    """By dotted key, the values that an operator might write."""
    proposed: dict[str, object] = {"rules": rules.rules.name, "operator": source.choice(_TEXT)}
    proposed.update(_options(rules, source))
    proposed.update(_policies(rules, source))
    proposed.update(_pay_tables(rules, source, turn))
    proposed.update(_progressive(rules, source, turn))
    if proposed.get("choices.cover_all"):
        proposed["equipment.cover_all_device"] = True
        proposed["equipment.deal"] = "automated-shoe"
    for key, filed in _REQUIRED.items():
        if key in (option.key for option in rules.options.values()):
            proposed.setdefault(key, filed)
    proposed.update(_limits(rules, source, proposed))
    return proposed


def _options(rules: RuleSet, source: random.Random) -> Iterator[tuple[str, object]]:
    """Options with named values or whole-number bounds, and free texts."""
    yield "boxes_per_player", 1  # Maryland wants it said
    for name, option in rules.options.items():
        if source.random() < 0.5:
            continue
        if name == "aggregate_limit":
            if per := [value for value in option.values if value in ("hand", "round")]:
                limit = {
                    "amount": source.choice((2_500_000, 5_000_000, 7_500_001)),
                    "per": source.choice(per),
                }
                yield option.key, limit
        elif name in ("recognised_hands", "instruments"):
            yield option.key, list(option.values)
        elif name == "settlement_alternative":
            yield option.key, source.choice((1, 2))
        elif option.values and set(option.values) <= {"true", "false"}:
            yield option.key, source.choice(list(option.values)) == "true"
        elif option.values:
            yield option.key, source.choice(list(option.values))
        elif option.least is not None and option.key != "choices.progressive_wager":
            yield option.key, source.randint(option.least, option.most or 6)
        elif option.key.startswith(("procedure.", "layout.")):
            yield option.key, source.choice(_TEXT)


def _policies(rules: RuleSet, source: random.Random) -> dict[str, object]:
    chosen = {name: source.choice(rule.values) for name, rule in rules.policies.items()}
    return {"choices.policies": chosen} if chosen and source.random() < 0.7 else {}


def _pay_tables(rules: RuleSet, source: random.Random, turn: int) -> Iterator[tuple[str, object]]:
    """Of each wager with a choice of tables: none, a printed one, or one of the operator's own."""
    unlikely: list[str] = []
    for wager, printed in rules.paytables.items():
        key = f"choices.{wager}"
        if key not in (option.key for option in rules.options.values()) or wager == "cover_all":
            continue
        if turn >= len(printed.tables) and source.random() < 0.25:
            continue
        name = _in_turn(printed.tables, turn)
        table = printed.tables[name]
        if table.acknowledge:
            unlikely.append(wager)
        if table.operator_sets:
            model = next(each for each in printed.tables.values() if set(each.pays) == set(printed.rows))
            yield key, {"table": name, "odds": {row: _more(pays, source) for row, pays in model.pays.items()}}
        elif printed.floor and source.random() < 0.6:
            odds = {row: _more(pays, source) for row, pays in table.pays.items()}
            yield (
                key,
                {"odds": odds} if list(printed.tables) == ["printed"] else {"table": name, "odds": odds},
            )
        else:
            yield key, name
    if unlikely:
        yield "choices.acknowledge", unlikely


def _in_turn(tables: Mapping[str, object], turn: int) -> str:
    return list(tables)[turn % len(tables)]


def _more(pays: str, source: random.Random) -> str:
    """Odds at least as good."""
    number, _, per = pays.partition(" to ")
    return f"{int(number.replace(',', '')) + source.randint(0, 5)} to {per}"


def _progressive(rules: RuleSet, source: random.Random, turn: int) -> Iterator[tuple[str, object]]:
    if turn >= max(1, len(rules.progressive)) and source.random() < 0.25:
        yield "equipment.progressive_system", False
        return
    yield "equipment.progressive_system", True
    if not rules.progressive:
        yield from _filed_progressive(source)
        return
    name = _in_turn(rules.progressive, turn)
    table = rules.progressive[name]
    yield "choices.progressive", name
    stake = source.choice(table.stakes or (25, 75, 100, 500))
    if not table.stakes or len(table.stakes) == 1:
        yield "choices.progressive_wager", stake
    if any(meter.seed_is != "fixed" for meter in table.meters.values()):
        seeds = {
            meter: each.seed * stake // 100 if each.seed_is == "per_dollar" else each.seed
            for meter, each in table.meters.items()
        }
        yield "progressive.seed", seeds
        yield "progressive.reset", {meter: seed + source.choice((0, 7)) for meter, seed in seeds.items()}
        yield "progressive.rate", {meter: source.choice(("5%", "0.01%", "12.5%")) for meter in table.meters}
    if "envy" in rules.options:
        yield "choices.envy", name if table.envy else "none"


def _filed_progressive(source: random.Random) -> Iterator[tuple[str, object]]:
    """Where the document prints no table, the operator files one."""
    levels = {
        "royal_flush": "100% of main",
        "straight_flush": source.choice(("10% of main", "12.5% of main", "$5,000")),
        "four_of_a_kind": source.choice(("$300", "300 for 1")),
        "flush": source.choice(("$40", "9 for 1")),
    }
    filed: dict[str, Any] = {"levels": levels, "seed": source.choice((1_000_000, 1_234_567)), "rate": "20%"}
    if source.random() < 0.7:
        filed["hand"] = source.choice(("best", "flop"))
    yield "choices.progressive", filed
    yield "choices.progressive_wager", 500


def _limits(
    rules: RuleSet, source: random.Random, proposed: Mapping[str, object]
) -> Iterator[tuple[str, object]]:
    """Posted limits of the wagers without fixed stakes."""
    ante = source.choice(([500, 50_000], [1000, 30_000], [1500, 100_100]))
    limits = {}
    for wager, datum in rules.wagers.items():
        if datum.placed != "before_deal" or wager == "progressive":
            continue
        if wager == "ante" or datum.equals == "ante":
            limits[wager] = ante
        elif proposed.get(f"choices.{wager}"):
            limits[wager] = source.choice(([100, 2_500], [500, 2_000]))
    if source.random() < 0.8:
        yield "limits", limits
