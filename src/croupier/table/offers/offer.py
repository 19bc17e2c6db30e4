"""An offer: something that somebody may do now, with its bounds; and who may take it."""

from typing import NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from croupier.rulebook.model import Step
from croupier.submission.house import TableRules
from croupier.table.offers.bounds import Amount
from croupier.table.roles import SYSTEM, at_least


class Actor(NamedTuple):
    """Who asks, and in which role."""

    by: str
    role: str


class Then(msgspec.Struct, frozen=True, kw_only=True):
    """A step that one entry may confirm with the step before it."""

    name: str
    prompt: str
    enters: bool = False
    """It is confirmed by its own cards, and they confirm the steps before it too."""


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """Something that may be done now. Fields that do not apply are absent."""

    act: str
    role: str
    """The least role that may do it."""
    seat: int = 0
    name: str = ""
    """The step, irregularity or award that it is about."""
    prompt: str | UnsetType = UNSET
    says: str | UnsetType = UNSET
    amounts: tuple[Amount, ...] = ()
    coupons: tuple[Amount, ...] | UnsetType = UNSET
    """Of a bet: the coupons that may accompany its wagers."""
    clauses: tuple[str, ...] = ()
    by_system: bool = False
    """The table's host may do it."""
    player: str | UnsetType = UNSET
    """For acts of players: the player."""
    asks: tuple[Amount, ...] | UnsetType = UNSET
    """The cards that the act names: their number, their place if it is not the seat; or a count."""
    not_by: tuple[str, ...] | UnsetType = UNSET
    """The people who may not do it, because it would approve their own work."""
    joined: bool | UnsetType = UNSET
    """One entry may confirm it with the step before it."""
    then: tuple[Then, ...] | UnsetType = UNSET
    """The steps after it that the same entry may confirm; each is recorded by itself."""
    consequence: str | UnsetType = UNSET
    """The consequence; for a report, the consequence of the irregularity."""


def may(offer: Offer, actor: Actor) -> bool:
    """Whether this actor may take the offer."""
    if offer.not_by and actor.by in offer.not_by:
        return False
    if actor.role == SYSTEM:
        return offer.by_system
    if actor.role == "player":
        return offer.role == "player" and (not offer.player or offer.player == actor.by)
    return at_least(actor.role, "dealer" if offer.role == "player" and offer.player else offer.role)


def step_rule(rules: TableRules, name: str) -> Step:
    """The step of that name, as the document knows it for the table's way to deal."""
    rule = rules.house.rules.step(name, rules.equipment.deal or "")
    assert rule is not None, name
    return rule
