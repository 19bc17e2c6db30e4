"""The steps of a round, from which a game's procedure is built.

A procedure is a tuple of steps. The table plays any such tuple: it knows the kinds below and no game. The
rulebook says who performs a step, what is announced and under which clauses (`rulebook.model.Step`); a step
that is not in the document is left out.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from croupier.rulebook.model import Step
from croupier.submission.house import TableRules

if TYPE_CHECKING:
    from croupier.rulebook.model import RuleSet

DEALER, RACK, BOARD = 0, -1, -2
"""Places for cards other than the seats, which are numbered from 1."""

OPENING = ("receive", "inspect", "verify", "spread", "look", "wash", "stack")
"""The steps by which a deck comes into play."""

TABLE_STEPS = (
    *OPENING,
    *("shuffle", "device_count", "cut", "alternate", "idle_spread", "idle_turn_up"),
    *("order_shuffle", "change_deck", "stub_count", "progressive_light", "validate"),
    *("progressive_lock", "progressive_collect", "progressive_count", "progressive_sensor"),
    *("progressive_inventory", "progressive_reset", "cover_all", "cover_all_device"),
)
"""Steps that the table knows in every game, besides those of the game's round."""

Kind = Literal["shuffle", "bets", "perform", "count", "deal", "offer", "stub", "reveal", "settle", "end"]


@dataclass(frozen=True, slots=True)
class Packet:
    """Cards that leave the deck together: where they go, how many, and whether they lie face up."""

    to: int
    count: int
    up: bool = False


PacketPlan = Callable[[Sequence[int]], tuple[Packet, ...]]
"""The seats in the round, clockwise from the dealer's left, to the packets in the order of the deal."""


@dataclass(frozen=True, slots=True, eq=False)
class RoundStep:
    """One step of a round."""

    kind: Kind
    name: str
    rule: Step
    by_system: bool = False
    """An electronic table performs it itself. If false, only people can, and an electronic table skips it."""
    only_with: str = ""
    """The wager without which the step is left out of a round."""
    if_wagered: bool = False
    """Skipped in a round in which nobody has placed the decided wager."""
    expects: Literal["", "chips", "stub", "deck", "cut"] = ""
    """For a count: the thing to count."""
    packets: PacketPlan | None = None
    """For a deal: its packets."""
    for_settlement: bool = False
    """For a deal: made even when the hands are void, if a wager is still settled."""
    multiples: tuple[int, ...] = ()
    """For an offer: the decided wager in antes; empty if the game's bounds for the hand apply."""
    waive: Literal["check", "fold"] = "fold"
    """For an offer: the action of a player who does not wager."""
    default: Literal["check", "fold"] = "fold"
    """For an offer: the default action, for a player who does not act in time."""
    needs_player: bool = False
    """It waits until somebody sits at the table."""
    stepwise: bool = False
    """For the settlement: all hands are turned, then losers collected, then winners paid."""
    joined: bool = False
    """One entry may confirm it with the step before it: the document leads from one straight to the other."""


class Steps:
    """The steps of a document, for the table's dealing method. A procedure picks from them."""

    def __init__(self, table: TableRules) -> None:
        self.table = table
        self.rules: RuleSet = table.house.rules
        self.method: str = table.equipment.deal or ""

    def perform(
        self,
        *names: str,
        by_system: bool = False,
        only_with: str = "",
        if_wagered: bool = False,
        joined: bool = False,
    ) -> Iterator[RoundStep]:
        """Steps of people or of the system, those that are in the document."""
        for name in names:
            rule = self.rules.step(name, self.method)
            if rule is not None:
                yield RoundStep(
                    "perform",
                    name,
                    rule,
                    by_system=by_system,
                    only_with=only_with,
                    if_wagered=if_wagered,
                    joined=joined,
                )

    def rule(self, name: str, *variants: str) -> Step:
        """A step that the document must have."""
        rule = self.rules.step(name, *(variants or (self.method,)))
        if rule is None:
            raise self.rules.error(f"steps.{name}", "missing; the round of this game has it")
        return rule

    def bets(self) -> Iterator[RoundStep]:
        """Betting, which the announcement of no more bets closes."""
        yield RoundStep("bets", "no_more_bets", self.rule("no_more_bets"))

    def progressive(self) -> Iterator[RoundStep]:
        """The progressive system locked, the chips collected, counted and put away."""
        if self.table.house.progressive is None:
            return
        lock = self.rules.step("progressive_lock", self.method)
        if lock is not None:
            yield RoundStep("perform", "progressive_lock", lock, by_system=True, joined=True)
        yield from self.perform("progressive_collect", only_with="progressive", joined=True)
        count = self.rules.step("progressive_count", self.method)
        if count is not None:
            yield RoundStep("count", "progressive_count", count, expects="chips", only_with="progressive")
        sensor_and_inventory = ("progressive_sensor", "progressive_inventory")
        yield from self.perform(*sensor_and_inventory, only_with="progressive", joined=True)

    def deal(self, packets: PacketPlan) -> Iterator[RoundStep]:
        """The deal that starts the round."""
        yield RoundStep("deal", "deal", self.rule("deal"), packets=packets)

    def even_deal(self) -> PacketPlan:
        """As many cards to each as the document says: one at a time, in a row, or as stacks."""
        each, dealer = self.rules.number("cards.player"), self.rules.number("cards.dealer")
        if self.rule("deal").pattern == "one_at_a_time":
            return in_turn(each, [Packet(DEALER, 1)] * dealer)
        return in_a_row(each, Packet(DEALER, dealer))

    def cards(
        self, name: str, *packets: Packet, for_settlement: bool = True, joined: bool = False
    ) -> Iterator[RoundStep]:
        """Cards dealt later, always the same: a burn, a flop."""
        yield RoundStep(
            "deal",
            name,
            self.rule(name),
            packets=lambda seats: packets,
            for_settlement=for_settlement,
            joined=joined,
        )

    def stub(self) -> Iterator[RoundStep]:
        """Put the stub into the discard rack, counted when a count is due."""
        yield RoundStep("stub", "stub", self.rule("stub"), expects="stub", joined=True)

    def examine(self) -> Iterator[RoundStep]:
        """The players look at their cards after the deal."""
        yield from self.perform("examine", joined=True)

    def offer(
        self, name: str, *multiples: int, waive: Literal["check", "fold"] = "fold"
    ) -> Iterator[RoundStep]:
        """A decision that every player still in play is asked for, clockwise."""
        stated = self.rules.stated("decision.default_action")
        checks = stated is None or stated.value == "check or fold"
        default: Literal["check", "fold"] = waive if checks else "fold"
        smallest_first = tuple(sorted(multiples))
        yield RoundStep(
            "offer", name, self.rule(name), multiples=smallest_first, waive=waive, default=default
        )

    def reveal(self) -> Iterator[RoundStep]:
        """The dealer's hand turned."""
        yield RoundStep("reveal", "reveal", self.rule("reveal"), joined=True)

    def settle(self, name: str = "settle", *, stepwise: bool = False) -> Iterator[RoundStep]:
        """Seat by seat from the dealer's right."""
        yield RoundStep("settle", name, self.rule(name), stepwise=stepwise)

    def cover_all(self) -> Iterator[RoundStep]:
        """Cover All paid, for the whole table, where it is offered."""
        if self.table.house.cover_all:
            yield from self.perform("cover_all", by_system=True, only_with="cover_all")

    def end(self) -> Iterator[RoundStep]:
        """Cards to the discard rack, the progressive system ready again; the round is over."""
        yield from self.perform("collect", joined=True)
        yield from self.perform("progressive_reset", by_system=True, only_with="progressive", joined=True)
        yield RoundStep("end", "round_end", self.rule("collect"))


def in_turn(rounds: int, dealer: Sequence[Packet]) -> PacketPlan:
    """One card to each seat and then the dealer's packets, as many times as a hand has cards."""

    def plan(seats: Sequence[int]) -> tuple[Packet, ...]:
        out: list[Packet] = []
        for turn in range(rounds):
            out += [Packet(seat, 1) for seat in seats]
            out += [dealer[turn]] if turn < rounds - 1 else dealer[turn:]
        return tuple(out)

    return plan


def in_a_row(count: int, *dealer: Packet) -> PacketPlan:
    """A hand's cards together, consecutive or as a stack, to each seat and then to the dealer."""

    def plan(seats: Sequence[int]) -> tuple[Packet, ...]:
        return (*(Packet(seat, count) for seat in seats), *dealer)

    return plan
