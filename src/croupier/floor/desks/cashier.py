"""The cashier: issue play money to players, take it back, and print statements.

Players of electronic tables have accounts with play money, which comes from the account `house` and returns
there. At live tables players hold chips and have no account.
"""

import msgspec
from sqlalchemy import select

from croupier.errors import Refusal
from croupier.floor.host.accounts import HOUSE
from croupier.floor.host.batch import Unit
from croupier.floor.people.model import ADMINISTRATOR, Actor, require
from croupier.floor.registry.house_events import HouseEvent, encode_house_event
from croupier.jackpot.meters import UNIT
from croupier.ledger.schema import events, postings
from croupier.ledger.store import Ledger
from croupier.money import LARGEST, dollars
from croupier.table.roles import SYSTEM

STREAM = "cashier"

DEMO_STAKE = 100_000
"""A demo guest's starting balance and refill target, in cents."""
DEMO_LEAST = 10_000
"""A guest with less than this may get a refill."""


class MoneyIssued(HouseEvent, frozen=True, kw_only=True):
    """Play money was put on a player's account."""

    player: str
    amount: int
    """Cents."""
    reason: str = ""


class MoneyTakenBack(HouseEvent, frozen=True, kw_only=True):
    """Play money was taken off a player's account."""

    player: str
    amount: int
    reason: str = ""


AnyCashierEvent = MoneyIssued | MoneyTakenBack

_decoder = msgspec.json.Decoder(AnyCashierEvent)


def decode_cashier_event(body: bytes) -> AnyCashierEvent:
    """An event of the cashier from JSON."""
    event: AnyCashierEvent = _decoder.decode(body)
    return event


def account_of(player: str) -> str:
    """The account of a player."""
    return f"player:{player}"


# -------------------------------------------------------------------------------------------------- acts


def issue(unit: Unit, player: str, cents: int, actor: Actor, *, reason: str = "") -> None:
    """Put play money on a player's account."""
    require(actor, ADMINISTRATOR)
    _check(player, cents)
    most = LARGEST - _holds(unit, player)
    if cents > most:
        raise Refusal("bad_amount", f"{dollars(cents)}; allowed: up to {dollars(max(most, 0))}")
    event = MoneyIssued(
        at=unit.batch.now,
        by=actor.id,
        role=actor.role,
        address=actor.address,
        player=player,
        amount=cents,
        reason=reason,
    )
    _post(unit, event, cents)


def take_back(unit: Unit, player: str, cents: int, actor: Actor, *, reason: str = "") -> None:
    """Take play money off a player's account, up to its balance."""
    require(actor, ADMINISTRATOR)
    _check(player, cents)
    event = MoneyTakenBack(
        at=unit.batch.now,
        by=actor.id,
        role=actor.role,
        address=actor.address,
        player=player,
        amount=cents,
        reason=reason,
    )
    _post(unit, event, -cents)


def stake_guest(unit: Unit, player: str, least: int = DEMO_LEAST) -> int:
    """Refill a demo guest's balance if it is below the least; return the cents issued."""
    holds = _holds(unit, player)
    if holds >= max(least, DEMO_LEAST):
        return 0
    issue(unit, player, DEMO_STAKE - holds, Actor(SYSTEM, SYSTEM), reason="demo")
    return DEMO_STAKE - holds


def _check(player: str, cents: int) -> None:
    if not player:
        raise Refusal("unknown_person", "a player without an id")
    if not 0 < cents <= LARGEST:
        raise Refusal("bad_amount", f"{cents} cents; allowed: 1 to {LARGEST}")


def _holds(unit: Unit, player: str) -> int:
    account = account_of(player)
    return (unit.batch.balance(account) + unit.moved.get(account, 0)) // UNIT


def _post(unit: Unit, event: AnyCashierEvent, cents: int) -> None:
    moved = ((HOUSE, -cents * UNIT), (account_of(event.player), cents * UNIT))
    kind = str(event.__struct_config__.tag)
    unit.append(STREAM, kind, encode_house_event(event), by=event.by, role=event.role, postings=moved)


# --------------------------------------------------------------------------------------------- statements


class Posted(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a player's statement."""

    position: int
    """The event's position in the log."""
    at: int
    stream: str
    kind: str
    amount: int
    """Cents posted to the account; negative if withdrawn."""


class Statement(msgspec.Struct, frozen=True, kw_only=True):
    """A player's balance and recent postings, newest first."""

    player: str
    balance: int
    """Cents."""
    lines: tuple[Posted, ...]


def statement(ledger: Ledger, player: str, *, before: int | None = None, limit: int = 50) -> Statement:
    """A player's balance and the postings before a position."""
    account = account_of(player)
    query = (
        select(events.c.position, events.c.at, events.c.stream, events.c.kind, postings.c.amount)
        .join_from(postings, events, postings.c.position == events.c.position)
        .where(postings.c.account == account)
        .order_by(postings.c.position.desc(), postings.c.line.desc())
        .limit(limit)
    )
    if before is not None:
        query = query.where(postings.c.position < before)
    with ledger.database.reading() as connection:
        found = connection.execute(query).all()
    lines = tuple(
        Posted(position=position, at=at, stream=stream, kind=kind, amount=amount // UNIT)
        for position, at, stream, kind, amount in found
    )
    return Statement(player=player, balance=ledger.balance(account) // UNIT, lines=lines)
