"""The form of a submission: its keys and their types. `check` decides whether the values are allowed.

A round to settle carries `Choices` too. The JSON Schema of a submission is made from these
structs, and a check converts key by key with their types, so that all mistakes are found at once.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from croupier.errors import Refusal
from croupier.money import LARGEST
from croupier.rulebook.catalog import cached_by_rulebook, rule_sets

Cents = Annotated[int, Meta(gt=0, le=LARGEST, description="an amount in cents, 1 or more")]
CentsOrNone = Annotated[
    int, Meta(ge=0, le=LARGEST, description="an amount in cents; a secondary meter starts at 0")
]
Odds = Annotated[str, Meta(description='such as "30 to 1"')]
Level = Annotated[str, Meta(description='such as "50% of main", "$250" or "100 for 1"')]
Rate = Annotated[str, Meta(description='the part of each wager that goes to the meter, such as "20%"')]

VALUES: dict[str, tuple[str, ...]] = {
    "choices.envy": ("none", "C", "D", "E"),
    "choices.suit_specific": ("clubs", "diamonds", "hearts", "spades"),
    "equipment.deal": ("manual-shoe", "hand", "automated-shoe"),
    "equipment.shuffle": ("manual", "automated"),
    "layout.odds": ("layout", "sign"),
    "layout.limit": ("layout", "generic", "sign"),
    "layout.tip_box": ("standard", "alternative"),
    "procedure.progressive_order": ("far-right-first", "internal"),
    "procedure.idle_spread": ("face-up", "face-down"),
    "procedure.abandoned": ("losing", "kept"),
}
"""The values in the form; each document allows some of them."""


def _known(key: str) -> Meta:
    """The values in the schema. They are not part of the type: a check names the clause with a wrong one."""
    return Meta(extra_json_schema={"enum": list(VALUES[key])})


class _Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    pass


class FiledTable(_Form, frozen=True, kw_only=True):
    """The operator's own odds for every row, where the rules let the operator set or raise them."""

    table: str | None = None
    odds: dict[str, Odds] | None = None
    """None: as printed."""


class FiledProgressive(_Form, frozen=True, kw_only=True):
    """A progressive for which the rules print no pay table, so the operator files one."""

    hand: Literal["best", "flop"] = "best"
    """The best five of seven, or the two hole cards with the flop."""
    levels: dict[str, Level]
    seed: Cents | None = None
    rate: Rate | None = None


class AggregateLimit(_Form, frozen=True, kw_only=True):
    """The most that is paid on a hand, or on a round for the whole table."""

    amount: Cents
    per: Literal["hand", "round"] = "hand"


class Choices(_Form, frozen=True, kw_only=True):
    """The operator's choices of wagers, pay tables, amounts and policies.

    In a submission and in a round to settle, the pay tables are keys beside the other choices
    (`flush_bonus = "A"`): a key that is not a field of this form names a wager.
    """

    tables: dict[str, str | FiledTable] = {}
    """By wager, its pay table: the name of a printed one, or odds of the operator's own."""
    progressive: str | FiledProgressive | None = None
    cover_all: bool = False
    reset: dict[str, Cents] = {}
    progressive_wager: Cents | None = None
    aggregate_limit: AggregateLimit | None = None
    minimums: dict[str, Cents] = {}
    acknowledge: tuple[str, ...] = ()
    policies: dict[str, str] = {}
    match_play: bool = False
    recognised_hands: tuple[str, ...] | None = None
    suit_specific: Annotated[str, _known("choices.suit_specific")] | None = None
    envy: Annotated[str, _known("choices.envy")] | None = None
    """The designated envy schedule, which follows the progressive table."""
    instruments: tuple[str, ...] | None = None
    """The wagering instruments: chips, plaques, other."""

    @classmethod
    def of(cls, **named: Any) -> "Choices":
        """The choices as a submission names them: a keyword that is no field names the wager of a table.

        >>> Choices.of(flush_bonus="A", cover_all=True).tables
        {'flush_bonus': 'A'}
        """
        fields = {key: value for key, value in named.items() if key in cls.__struct_fields__}
        if "tables" in fields:
            raise Refusal("unknown_key", "choices: 'tables'; allowed: the name of each wager as a keyword")
        return cls(tables={key: value for key, value in named.items() if key not in fields}, **fields)


class Equipment(_Form, frozen=True, kw_only=True):
    """Shoes, shufflers, decks and devices at the table."""

    deal: Annotated[str, _known("equipment.deal")] | None = None
    shuffle: Annotated[str, _known("equipment.shuffle")] | None = None
    preshuffled: bool = False
    decks: int = 1
    counting_shuffler: bool = False
    shuffler_into_shoe: bool = False
    shuffler_deals_per_position: bool = False
    reshuffle_and_count_device: bool = False
    cover_all_device: bool = False
    progressive_system: bool = False


class Progressive(_Form, frozen=True, kw_only=True):
    """The filed meters: a single value is for the table's first meter, usually the only one."""

    seed: CentsOrNone | dict[str, CentsOrNone] | None = None
    reset: CentsOrNone | dict[str, CentsOrNone] | None = None
    rate: Rate | dict[str, Rate] | None = None
    system_standard: str | None = None


class Layout(_Form, frozen=True, kw_only=True):
    """Where odds and limits are shown, and the filing of the layout."""

    odds: Annotated[str, _known("layout.odds")] | None = None
    limit: Annotated[str, _known("layout.limit")] | None = None
    filed: str | None = None
    tip_box: Annotated[str, _known("layout.tip_box")] | None = None


class Procedure(_Form, frozen=True, kw_only=True):
    """Choices among procedures."""

    settlement_alternative: int | str | None = None
    progressive_order: Annotated[str, _known("procedure.progressive_order")] | None = None
    idle_spread: Annotated[str, _known("procedure.idle_spread")] | None = None
    shuffler_fault: str | None = None
    shoe_fault: str | None = None
    deck_change_hours: int | float | None = None
    abandoned: Annotated[str, _known("procedure.abandoned")] | None = None


class Submission(_Form, frozen=True, kw_only=True):
    """A complete rules submission."""

    rules: Annotated[str, Meta(description="the name of a rule set, such as ma/high-card-flush")]
    operator: str | None = None
    positions: int | None = None
    boxes_per_player: int | None = None
    choices: Choices = Choices()
    limits: dict[str, tuple[Cents, Cents]] = {}
    """The posted minimum and maximum, by wager."""
    equipment: Equipment = Equipment()
    progressive: Progressive | None = None
    layout: Layout = Layout()
    procedure: Procedure = Procedure()


@cached_by_rulebook(maxsize=1)
def table_wagers() -> tuple[str, ...]:
    """The wagers whose pay table an operator chooses, in any rule set: their options name them."""
    keys = (option.key for rules in rule_sets().values() for option in rules.options.values())
    names = (key.removeprefix("choices.") for key in keys if key.startswith("choices."))
    return tuple(dict.fromkeys(name for name in names if name not in Choices.__struct_fields__))


def submission_schema() -> dict[str, Any]:
    """The JSON Schema of a submission."""
    schema = msgspec.json.schema(Submission)
    choices = schema["$defs"]["Choices"]
    table = choices["properties"].pop("tables")["additionalProperties"]
    choices["properties"] |= dict.fromkeys(table_wagers(), table)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Croupier rules submission",
        **schema,
    }


def choices_of(plain: Mapping[str, Any]) -> Choices:
    """The choices of a round to settle; `msgspec.ValidationError` if they do not fit the form."""
    if "tables" in plain:
        raise msgspec.ValidationError("Object contains unknown field `tables`")
    fields = {key: value for key, value in plain.items() if key in Choices.__struct_fields__}
    tables = {key: value for key, value in plain.items() if key not in fields}
    for wager, value in tables.items():
        try:
            msgspec.convert(value, str | FiledTable)
        except msgspec.ValidationError as error:
            what, _, where = str(error).partition(" - at `$")
            raise msgspec.ValidationError(f"{what} - at `$.{wager}{where or '`'}") from None
    return msgspec.convert({**fields, "tables": tables}, Choices)


def plain_choices(choices: Choices) -> dict[str, Any]:
    """The choices as a round to settle states them: `choices_of` reads them back."""
    usual = Choices()
    stated = {
        name: msgspec.to_builtins(getattr(choices, name))
        for name in Choices.__struct_fields__
        if name != "tables" and getattr(choices, name) != getattr(usual, name)
    }
    tables = {
        wager: table if isinstance(table, str) else _without_none(msgspec.to_builtins(table))
        for wager, table in choices.tables.items()
    }
    return {**tables, **stated}


def _without_none(plain: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in plain.items() if value is not None}
