"""A document's clauses against a leak, and the leak that a change of procedure would leave."""

from collections.abc import Iterator
from typing import NamedTuple

from croupier.odds.protection.leak import (
    BOTTOM,
    BURN,
    CARD,
    DEALER,
    FLOP,
    OTHERS,
    OWN,
    TURN_RIVER,
    Leak,
    Part,
)
from croupier.rulebook.model import RuleSet


class _Prevention(NamedTuple):
    """The irregularities and the steps by which a document means to prevent a leak."""

    irregularities: tuple[str, ...]
    steps: tuple[str, ...]
    closed: str
    """The procedure that would end the leak."""


_PREVENTION = {
    DEALER: _Prevention(
        ("dealer_card_exposed", "dealer_cards_cured"),
        ("deal",),
        "keep the dealer's cards covered until the last decision",
    ),
    FLOP: _Prevention(
        ("card_face_up", "cards_face_up"), ("community",), "draw the community cards after the decision"
    ),
    TURN_RIVER: _Prevention(
        ("card_face_up", "cards_face_up"), ("community",), "draw the community cards after the decision"
    ),
    BURN: _Prevention(("card_face_up", "cards_face_up"), ("burn",), "burn face down, under the cover card"),
    BOTTOM: _Prevention(("card_face_up", "cards_face_up"), ("cut", "stub"), "cut, and cover the bottom card"),
    OWN: _Prevention((), ("no_more_bets",), "call no more bets before the first card"),
    OTHERS: _Prevention(("talk",), ("examine",), "no share of information until the last decision"),
}


class Alternative(NamedTuple):
    """A change of procedure, and the leak that it leaves; None: none."""

    words: str
    leaves: Leak | None


def prevention(rules: RuleSet, leak: Leak) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The document's clauses against a leak, procedures first, and the words of the procedures."""
    clauses: dict[str, None] = {}
    words: dict[str, None] = {}
    for part in leak.parts:
        found = _PREVENTION[part.place]
        for name, step in rules.steps.items():
            if name.partition(".")[0] in found.steps:
                words[step.prompt] = None
                clauses |= dict.fromkeys(step.clauses)
        for rule in rules.irregularities.values():
            if set(rule.kinds) & set(found.irregularities):
                clauses |= dict.fromkeys(rule.clauses)
    return tuple(clauses), tuple(words)


def alternatives(leak: Leak) -> tuple[Alternative, ...]:
    """Changes of procedure, each against one part of a leak."""
    found = []
    for part in leak.parts:
        rest = tuple(other for other in leak.parts if other != part)
        for words, left in _changes(part):
            parts = rest if left is None else (*rest, left)
            if len({each.place for each in parts}) == len(parts):
                found.append(Alternative(words, Leak(parts) if parts else None))
    return tuple(found)


def _changes(part: Part) -> Iterator[tuple[str, Part | None]]:
    if part.place == OTHERS and part.number > 1:
        yield f"{part.number} spots instead of {part.number + 1}", part._replace(number=part.number - 1)
    if part.place == OTHERS and part.detail == CARD:
        yield "keep hands from view: only suits can be told", part._replace(detail="suits")
    if part.place == DEALER and part.number > 1:
        yield "cover all but one of the dealer's cards", part._replace(number=1)
    if part.place in (DEALER, FLOP, TURN_RIVER):
        yield (
            "burn first, or change the dealing order: the cards seen are not played",
            part._replace(place=BURN),
        )
    yield _PREVENTION[part.place].closed, None
