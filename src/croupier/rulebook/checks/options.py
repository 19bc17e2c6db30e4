"""Checks of the operator's options: the keys that a submission knows, and the parts that each needs."""

from collections.abc import Iterator
from difflib import get_close_matches

from croupier.rulebook.model import Option, RuleSet

CHOICES = (
    "progressive",
    "cover_all",
    "progressive_wager",
    "aggregate_limit",
    "match_play",
    "recognised_hands",
    "suit_specific",
    "envy",
    "instruments",
)
EQUIPMENT = (
    "deal",
    "shuffle",
    "preshuffled",
    "decks",
    "counting_shuffler",
    "shuffler_into_shoe",
    "shuffler_deals_per_position",
    "reshuffle_and_count_device",
    "cover_all_device",
    "progressive_system",
)
PROCEDURE = (
    "settlement_alternative",
    "progressive_order",
    "idle_spread",
    "shuffler_fault",
    "shoe_fault",
    "deck_change_hours",
    "abandoned",
)
KEYS = frozenset(
    (
        "positions",
        "boxes_per_player",
        "limits",
        *(f"choices.{key}" for key in CHOICES),
        *(f"equipment.{key}" for key in EQUIPMENT),
        *(f"progressive.{key}" for key in ("seed", "reset", "rate", "system_standard")),
        *(f"layout.{key}" for key in ("odds", "limit", "filed", "tip_box")),
        *(f"procedure.{key}" for key in PROCEDURE),
    )
)
"""The keys of a submission; `choices.<wager>` names the pay table of a wager."""

BOUNDED = ("positions", "boxes_per_player", "equipment.decks")
"""Keys of numbers between bounds."""

DEFAULTED = (
    "equipment.deal",
    "equipment.shuffle",
    "layout.odds",
    "layout.limit",
    "layout.tip_box",
    "procedure.progressive_order",
    "procedure.idle_spread",
)
"""Keys for which a table takes the option's default where a submission says nothing."""

_EVERY = ("positions", "boxes", "limits", "deal", "shuffle")
"""Options that every document has: a check asks for them."""


def option_problems(rules: RuleSet) -> Iterator[tuple[str, str]]:
    """Everything wrong with the options of a rule set: key and problem."""
    progressive = ("progressive", "progressive_wager") if "progressive" in rules.wagers else ()
    for name in (*_EVERY, *progressive):
        if name not in rules.options:
            yield f"options.{name}", "missing; every document says what the operator may choose here"
    known = KEYS | {f"choices.{wager}" for wager in rules.paytables}
    taken: dict[str, str] = {}
    for name, option in rules.options.items():
        if option.key not in known:
            near = ", ".join(get_close_matches(option.key, sorted(known), n=3) or sorted(known))
            yield f"options.{name}.key", f"{option.key!r} is no key of a submission; allowed: {near}"
        if taken.setdefault(option.key, name) != name:
            other = f"options.{taken[option.key]}"
            yield f"options.{name}.key", f"{other} has the key {option.key!r} too; allowed: one option"
        yield from _without_wager(rules, f"options.{name}", option)
        yield from _table_choices(rules, f"options.{name}.values", option)
        yield from _content_problems(f"options.{name}", option)
    yield from _positions(rules)
    if "cover_all" in rules.facts.get("deal", {}) and "cover_all" not in rules.wagers:
        yield "facts.deal.cover_all", "the document has no wager cover_all; leave it out"
    for name in ("deal", "shuffle"):
        if name in rules.options and rules.options[name].default is None:
            yield f"options.{name}.default", f"missing; allowed: {_values(rules.options[name])}"


def _without_wager(rules: RuleSet, key: str, option: Option) -> Iterator[tuple[str, str]]:
    """An option of a progressive or of Cover All, where the document has none: nothing would read it.

    A document may still forbid their equipment.
    """
    section = option.key.partition(".")[0]
    for wager in ("progressive", "cover_all"):
        if wager in option.key and section != "equipment" and wager not in rules.wagers:
            yield key, f"the document has no wager {wager}; leave it out"


def _positions(rules: RuleSet) -> Iterator[tuple[str, str]]:
    stated = rules.facts.get("table", {}).get("positions")
    most = rules.options["positions"].most if "positions" in rules.options else None
    if stated is None or most is None or type(stated.value) is not int:
        return
    if 1 <= stated.value < most:
        allowed = f"{stated.value} or fewer, as facts.table.positions"
        yield "options.positions.most", f"{most}; allowed: {allowed}"


def _table_choices(rules: RuleSet, key: str, option: Option) -> Iterator[tuple[str, str]]:
    """An option between the pay tables of a wager names each of them."""
    wager = option.key.removeprefix("choices.")
    if option.values and wager in rules.paytables and option.key not in KEYS:
        tables = rules.paytables[wager].tables
        for value in option.values:
            if value not in tables:
                yield key, f"no table {value!r} of {wager}; allowed: {', '.join(tables)}"
        for table in tables:
            if table not in option.values:
                yield key, f"table {table!r} of {wager} is missing; allowed: {', '.join(tables)}"


def _content_problems(key: str, option: Option) -> Iterator[tuple[str, str]]:
    bounded = option.least is not None or option.most is not None
    if not (option.values or option.free or bounded):
        yield key, "no values: allowed: values, least, most or free"
    if option.free and (option.values or bounded):
        yield f"{key}.free", "any value beside values or bounds; allowed: one of them"
    if bounded and option.key not in BOUNDED:
        yield key, f"bounds that no code reads; allowed: least and most of {', '.join(BOUNDED)}"
    if option.least is not None and option.least < 1:
        yield f"{key}.least", f"{option.least}; allowed: 1 or more"
    if option.most is not None and option.most < max(option.least or 1, 1):
        yield f"{key}.most", f"{option.most}; allowed: {max(option.least or 1, 1)} or more"
    if option.default is not None:
        if option.key not in DEFAULTED:
            yield f"{key}.default", f"no code reads it; allowed: with {', '.join(DEFAULTED)}"
        elif option.default not in option.values:
            yield f"{key}.default", f"{option.default!r}; allowed: {_values(option)}"
    for value in option.approval:
        if value not in option.values:
            yield f"{key}.approval", f"{value!r}; allowed: {_values(option)}"


def _values(option: Option) -> str:
    return ", ".join(option.values) or "a value of the option"
