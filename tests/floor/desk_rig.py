"""A house with a registry in the hands of a test: an administrator who loads, lists and opens."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from msgspec.structs import replace

from croupier.errors import Refusal
from croupier.floor.desks import cashier, slips
from croupier.floor.desks.inventory_events import Signatures
from croupier.floor.host.batch import Unit
from croupier.floor.host.hosted_table import Settings
from croupier.floor.people.model import Actor
from croupier.floor.registry import attachment, changes
from croupier.floor.registry.chips import DENOMINATIONS, Chips
from croupier.floor.registry.events import KINDS, STREAM, AnyRegistryEvent, decode_registry_event
from croupier.floor.registry.registry import Registry
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.state import State
from tests.floor.floor_rig import PATIENCE, Clock, House
from tests.practice import PRACTICE
from tests.table.driver import Table, every_wager, resettlement, stacked

T = TypeVar("T")

ADMIN = Actor("a1", "administrator", "127.0.0.1")
FLOOR = Actor("f1", "floorperson")
MA, NJ, MD = "ma/high-card-flush", "nj/high-card-flush", "md/high-card-flush"
ULTIMATE, FOUR_CARD = "ma/ultimate-texas-holdem", "ma/four-card-poker"

SEVEN = "As Ks Qs Js Ts 9s 8s"
"""A seven-card straight flush: the whole meter."""
SIX = "2d 3d 4d 5d 6d 7d Kc"
NOTHING = "2c 3h 5c 6h 8c 9h Td"
"""A hand with which the dealer does not qualify."""


COUNTER = Actor("k1", "count_team")
COUNTED = Signatures(counters=("k1", "k2"))
CASHIER, GUARD = Actor("g1", "cage"), Actor("s9", "security")
CARRIED = Signatures(security="s9", dealer="d1")


def chips(cents: int) -> Chips:
    """Some chips of this value."""
    found: Chips = {}
    for each in sorted((each.cents for each in DENOMINATIONS), reverse=True):
        found[each], cents = divmod(cents, each)
    assert not cents
    return {value: count for value, count in found.items() if count}


class Desk(House):
    """A floor with its registry."""

    def __init__(self, url: str, keys: Path, *, owner: str = "a", clock: Clock | None = None) -> None:
        super().__init__(url, keys, owner=owner, clock=clock or Clock())
        self.registry = Registry.read(self.ledger)
        attachment.attach(self.floor, self.registry)

    def do(self, act: Callable[..., T], *arguments: Any, table: str = "", **named: Any) -> T:
        """An act of the registry, in a unit of its own."""

        def work(unit: Unit) -> T:
            return act(unit, self.registry, *arguments, **named)

        return self.run(work, table)

    def refused(self, act: Callable[..., object], *arguments: Any, table: str = "", **named: Any) -> Refusal:
        """The refusal of an act, which leaves no trace."""
        before = self.ledger.position()
        try:
            self.do(act, *arguments, table=table, **named)
        except Refusal as refusal:
            assert self.ledger.position() == before
            return refusal
        raise AssertionError("it was not refused")

    def slip(self, what: str, table: str, cents: int) -> int:
        """A fill or credit from its request to its delivery; its number."""
        slip = self.do(slips.request_slip, table, what, chips(cents), FLOOR)
        self.do(slips.approve_slip, table, slip.slip, CASHIER)
        self.do(slips.deliver_slip, table, slip.slip, chips(cents), CARRIED, GUARD)
        return slip.slip

    def load(self, name: str, text: str) -> None:
        self.do(changes.load_submission, name, text, ADMIN)

    def furnish_live(self, table: str, rules: str, link: str = "link", **settings: Any) -> "Dealt":
        """A live table on the practice submission of its rules, open."""
        self.list_table(table, rules, link, "live", **settings)
        self.do(changes.open_table, table, FLOOR, self.keys)
        return Dealt(self, table)

    def furnish_electronic(self, table: str, rules: str, link: str = "link", **settings: Any) -> None:
        """An electronic table on the practice submission of its rules, open."""
        self.list_table(table, rules, link, "electronic", **settings)
        self.do(changes.open_table, table, ADMIN, self.keys)

    def list_table(self, table: str, rules: str, link: str, mode: str, **settings: Any) -> None:
        """A table on the practice submission of its rules, on a link that is opened where it is not."""
        name = rules.replace("/", "-")
        self.registry.catch_up(self.ledger)
        if name not in self.registry.submissions:
            self.load(name, PRACTICE[rules])
        if link not in self.registry.links:
            self.do(changes.open_link, link, name, ADMIN)
        chosen = Settings(link=link, **settings)
        self.do(changes.list_table, table, ADMIN, mode=mode, submission=name, settings=chosen)

    def issue(self, *players: str, cents: int = 1_000_000) -> None:
        def work(unit: Unit) -> None:
            for player in players:
                cashier.issue(unit, player, cents, ADMIN)

        self.run(work)

    def house_events(self) -> list[AnyRegistryEvent]:
        """The registry's events in the log."""
        records = self.ledger.read(STREAM)
        return [decode_registry_event(record.body) for record in records if record.kind in KINDS]


class Dealt(Table):
    """The table machine's driver over a floor: a live table that was opened, dealt from stacked decks."""

    def __init__(self, desk: Desk, name: str) -> None:
        self.desk, self.name = desk, name
        self.log, self.deck, self.hands, self.meters = [], [], {}, {}

    @property
    def state(self) -> State:
        return self.desk.state(self.name)

    @state.setter
    def state(self, state: State) -> None:
        raise AssertionError("the floor's")

    @property
    def now(self) -> int:
        return self.desk.clock()

    @now.setter
    def now(self, now: int) -> None:
        raise AssertionError("the floor's")

    def do(self, asked: c.AnyAct, role: str = "dealer", by: str = "") -> tuple[e.AnyEvent, ...]:
        """Through the floor."""
        if isinstance(asked, c.Validate):
            self.see_lights()
        self.desk.floor.send(self.name, asked, by=by or role, role=role).result(PATIENCE)
        return ()

    def play(self, deck: list[str]) -> None:
        """A whole round of seat 1, with every wager."""
        self.deal_round({1: every_wager(self.state.at.house.rules.rules.name)}, deck)


def in_turn(*hands: str) -> list[str]:
    """A deck that deals these hands one card at a time, the dealer's last."""
    cards = [hand.split() for hand in hands]
    return stacked(" ".join(card for together in zip(*cards, strict=True) for card in together))


def settled_anew(desk: Desk, table: Dealt, cards: str, reason: str = "the tray was read again") -> None:
    """The last round settled from another hand of seat 1; somebody else validates its award."""
    table.do(act_anew(desk, table, table.state.round, cards, reason), "supervisor", "s1")
    validate_all(table)


def validate_all(table: Table) -> None:
    """Every pending award, by a floorperson who had no hand in it."""
    for award in tuple(table.state.pending):
        table.do(c.Validate(award=award), "floorperson", "f9")


def act_anew(desk: Desk, table: Dealt, round_: int, cards: str, reason: str) -> c.Resettle:
    """The act that settles a round from another hand of seat 1."""
    events = [e.decode_event(record.body) for record in desk.ledger.read(f"table:{table.name}")]
    settled = [event for event in events if isinstance(event, e.RoundSettled | e.Resettled)]
    original = next(event.record for event in reversed(settled) if event.round == round_)
    (seat,) = original.seats
    corrected = replace(original, seats=[replace(seat, cards=cards)])
    return resettlement(round_, original, corrected, reason)


def validate(unit: Unit, table: str, award: str, actor: Actor) -> State:
    """Validate an award, so that it may be paid."""
    return unit.command(table, c.Validate(award=award), by=actor.id, role=actor.role)


def reject(unit: Unit, table: str, award: str, reason: str, actor: Actor) -> State:
    """Reject an award, with a reason for the log."""
    return unit.command(table, c.Reject(award=award, reason=reason), by=actor.id, role=actor.role)
