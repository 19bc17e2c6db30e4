"""The form of a submission: what an operator may say, by key and type. Whether it is allowed is not here.

`Choices` is also what a round to settle carries. The JSON Schema of a submission is made from these
structs, and a check converts key by key with their types, so that all mistakes are found at once.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from croupier.money import LARGEST

Cents = Annotated[int, Meta(gt=0, le=LARGEST, description="an amount in cents")]


class _Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    pass


class FiledTable(_Form, frozen=True, kw_only=True):
    """A table with odds of the operator's own, every row, where the rules let the operator set or raise them."""

    table: str | None = None
    odds: dict[str, str]


class FiledProgressive(_Form, frozen=True, kw_only=True):
    """The Ultimate Texas Hold'em progressive: the rules print no pay table, so the operator files one."""

    hand: Literal["best", "flop"] = "best"
    """The best five of seven, or the two hole cards with the flop."""
    levels: dict[str, str]
    seed: Cents | None = None
    rate: str | None = None


class AggregateLimit(_Form, frozen=True, kw_only=True):
    """The most that is paid on a hand, or on a round for the whole table."""

    amount: Cents
    per: Literal["hand", "round"] = "hand"


class Choices(_Form, frozen=True, kw_only=True):
    """What the operator chose among the wagers, pay tables, amounts and policies."""

    flush_bonus: str | FiledTable | None = None
    straight_flush_bonus: str | FiledTable | None = None
    trips: str | FiledTable | None = None
    aces_up: str | FiledTable | None = None
    ante_bonus: str | FiledTable | None = None
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
    suit_specific: str | None = None


class Equipment(_Form, frozen=True, kw_only=True):
    """Shoes, shufflers, decks and devices at the table."""

    deal: str | None = None
    shuffle: str | None = None
    preshuffled: bool = False
    decks: int = 1
    counting_shuffler: bool = False
    shuffler_into_shoe: bool = False
    shuffler_deals_per_position: bool = False
    reshuffle_and_count_device: bool = False
    cover_all_device: bool = False
    progressive_system: bool = False


class Progressive(_Form, frozen=True, kw_only=True):
    """The meters as filed: a number stands for the one meter that the table has."""

    seed: Cents | dict[str, Cents] | None = None
    reset: Cents | dict[str, Cents] | None = None
    rate: str | dict[str, str] | None = None
    system_standard: str | None = None


class Layout(_Form, frozen=True, kw_only=True):
    """Where odds and limits are shown, and what was filed about the layout."""

    odds: str | None = None
    limit: str | None = None
    filed: str | None = None
    tip_box: str | None = None


class Procedure(_Form, frozen=True, kw_only=True):
    """Choices among procedures."""

    settlement_alternative: int | str | None = None
    progressive_order: str | None = None
    idle_spread: str | None = None
    shuffler_fault: str | None = None
    shoe_fault: str | None = None
    deck_change_hours: int | None = None
    abandoned: str | None = None


class Submission(_Form, frozen=True, kw_only=True):
    """A rules submission, whole."""

    rules: str
    operator: str | None = None
    positions: int | None = None
    boxes_per_player: int | None = None
    choices: Choices = Choices()
    limits: dict[str, Annotated[tuple[Cents, ...], Meta(min_length=2, max_length=2)]] = {}
    equipment: Equipment = Equipment()
    progressive: Progressive | None = None
    layout: Layout = Layout()
    procedure: Procedure = Procedure()


def submission_schema() -> dict[str, Any]:
    """The JSON Schema of a submission."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Croupier rules submission",
        **msgspec.json.schema(Submission),
    }
