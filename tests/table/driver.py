"""A table in the hands of a test: commands with the right envelope, and a dealer who knows the deck.

`Table` sends commands and folds the events; `electronic` and `live` open tables; `Table.deal_round` plays a
whole round with a stacked deck, performing step after step as the offers ask for them.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from croupier.cards import card_text, set_of, text_of
from croupier.games.steps import BOARD, DEALER, RACK
from croupier.settlement.prepared_rules import prepared
from croupier.settlement.round import Round
from croupier.submission.form import Choices, Equipment, FiledProgressive, Procedure
from croupier.submission.house import TableRules
from croupier.submission.table import default_table_rules
from croupier.table import commands as c
from croupier.table.dual_control import Second
from croupier.table.events import AnyEvent
from croupier.table.machine import act
from croupier.table.obligations import unlit
from croupier.table.offers import Actor, Offer, offers
from croupier.table.programs import current
from croupier.table.state import EMPTY, State

RULES = (
    "ma/high-card-flush",
    "nj/high-card-flush",
    "md/high-card-flush",
    "ma/ultimate-texas-holdem",
    "ma/four-card-poker",
)
METHODS = {
    "ma/high-card-flush": ("manual-shoe", "automated-shoe"),
    "nj/high-card-flush": ("manual-shoe", "hand", "automated-shoe"),
    "md/high-card-flush": ("manual-shoe", "hand", "automated-shoe"),
    "ma/ultimate-texas-holdem": ("manual-shoe", "hand", "automated-shoe"),
    "ma/four-card-poker": ("manual-shoe", "hand", "automated-shoe"),
}
_HIGH_CARD_FLUSH = Choices.of(flush_bonus="A", straight_flush_bonus="B", progressive="A", match_play=True)
CHOICES = {
    "ma/high-card-flush": _HIGH_CARD_FLUSH,
    "nj/high-card-flush": _HIGH_CARD_FLUSH,
    "md/high-card-flush": Choices.of(flush_bonus="A", straight_flush_bonus="B", progressive="C"),
    "ma/ultimate-texas-holdem": Choices.of(
        trips="A",
        cover_all=True,
        progressive=FiledProgressive(
            levels={"royal_flush": "100% of main", "straight_flush": "10% of main", "four_of_a_kind": "$300"},
            seed=1_000_000,
            rate="20%",
        ),
    ),
    "ma/four-card-poker": Choices.of(aces_up="I", cover_all=True, progressive="A"),
}
_EVERY_WAGER = {
    "high-card-flush": {"ante": 1000, "flush_bonus": 500, "straight_flush_bonus": 500, "progressive": 100},
    "ultimate-texas-holdem": {
        "ante": 1000,
        "blind": 1000,
        "trips": 500,
        "cover_all": 500,
        "progressive": 500,
    },
    "four-card-poker": {"ante": 1000, "aces_up": 500, "cover_all": 500, "progressive": 100},
}


def table_rules(
    name: str,
    deal: str = "",
    *,
    choices: Choices | None = None,
    posted: Mapping[str, tuple[int, int]] | None = None,
    boxes: int = 1,
    positions: int = 6,
    procedure: Procedure | None = None,
    **equipment: object,
) -> TableRules:
    """The rules of a table that offers every wager, with other equipment or particulars where given."""
    rules = default_table_rules(name, CHOICES[name] if choices is None else choices, deal)
    return replace(
        rules,
        posted=dict(posted or {}),
        boxes=boxes,
        positions=positions,
        procedure=procedure or rules.procedure,
        equipment=Equipment(
            **{field: getattr(rules.equipment, field) for field in Equipment.__struct_fields__} | equipment
        ),
    )


def every_wager(name: str) -> dict[str, int]:
    """A wager of each kind that the rule set knows."""
    return dict(_EVERY_WAGER[name.partition("/")[2]])


def made(wagers: Mapping[str, int]) -> dict[str, int]:
    """These wagers where amounts are not entered: only the progressive's is known."""
    return {name: amount if name == "progressive" else 0 for name, amount in wagers.items()}


def shuffled(seed: int) -> list[str]:
    """A deck in a random order that the seed decides."""
    deck = [card_text(card) for card in range(52)]
    random.Random(seed).shuffle(deck)
    return deck


def stacked(*first: str, seed: int = 0) -> list[str]:
    """A deck that starts with these cards; the others follow in some order."""
    top = " ".join(first).split()
    return top + [card for card in shuffled(seed) if card not in top]


Chooser = Callable[[Offer], tuple[str, int]]
"""A player's decision: the action and the amount, or the multiple where amounts are not entered."""


def bold(offer: Offer) -> tuple[str, int]:
    """The least wager that may be decided."""
    amount = offer.amounts[0]
    return amount.name, (amount.times or amount.only or (amount.least,))[0]


def timid(offer: Offer) -> tuple[str, int]:
    """No wager: check or fold."""
    return offer.amounts[1].name, 0


class Table:
    """A table under test."""

    confirms = False
    """Whether a dealer's report of a void waits for a floorperson."""

    def __init__(self, rules: TableRules, mode: str, *, amounts: bool = True) -> None:
        self.state: State = EMPTY
        self.log: list[AnyEvent] = []
        self.now = 1_000
        progressive = rules.house.progressive
        meters = progressive.meters if progressive else ()
        self.meters = {meter.name: meter.seed * 10_000 for meter in meters}
        self.deck: list[str] = []
        self.hands: dict[int, list[str]] = {}
        opening = c.OpenTable(
            table="T1", mode=mode, rules=rules, amounts=amounts, confirm_voids=self.confirms
        )
        self.do(opening, "administrator", "admin")

    def do(self, asked: c.AnyAct, role: str = "dealer", by: str = "") -> tuple[AnyEvent, ...]:
        """Send a command of the version that the table is at; a refusal is raised."""
        if isinstance(asked, c.Validate):
            self.see_lights()
        self.now += 1_000
        command = c.Command(
            act=asked,
            by=by or role,
            role=role,
            version=self.state.version,
            at=self.now,
            meters=self.meters,
        )
        done = act(self.state, command)
        self.state = done[-1].state
        events = tuple(event for event, _ in done)
        self.log.extend(events)
        return events

    def see_lights(self) -> None:
        """The dealer of a test looks at the lights of the progressive system before anybody validates."""
        while unlit(self.state) is not None:
            self.do(c.Perform(step="progressive_light"))

    def offers(self, role: str = "dealer", by: str = "") -> tuple[Offer, ...]:
        return offers(self.state, Actor(by or role, role), self.now)

    @property
    def step(self) -> str:
        """The name of the step that comes next."""
        step = current(self.state)
        return "" if step is None else step.name

    def sit(self, *seats: int) -> None:
        """Players p1, p2 … on their seats."""
        for seat in seats:
            self.do(c.Sit(seat=seat, player=f"p{seat}"), "player", f"p{seat}")

    def bet(self, seat: int, wagers: Mapping[str, int], **more: object) -> tuple[AnyEvent, ...]:
        """A player's wagers."""
        bet = c.Bet(seat=seat, wagers=dict(wagers), **more)  # type: ignore[arg-type]
        if not self.state.amounts:
            return self.do(bet)  # the dealer's to say
        return self.do(bet, "player", self.state.players.get(seat, f"p{seat}"))

    def decide(self, seat: int, action: str, amount: int = 0) -> tuple[AnyEvent, ...]:
        """A player's decision."""
        player = self.state.hands[seat].player
        if not self.state.amounts:
            return self.do(c.Decide(seat=seat, action=action, times=amount))
        return self.do(c.Decide(seat=seat, action=action, amount=amount), "player", player)

    # ------------------------------------------------------------------------- a dealer who goes on

    def open_up(self) -> None:
        """Through opening, shuffle and cut, until bets may be placed."""
        while self.state.program != "round":
            self.perform_next()

    def perform_next(self, choose: Chooser = bold) -> tuple[AnyEvent, ...]:
        """Perform the current step, as the entitled person would."""
        step = current(self.state)
        assert step is not None, "the table is closed"
        role = "dealer" if step.rule.by == "player" else step.rule.by
        folded = next(
            (offer for offer in self.offers() if offer.act == "enter" and offer.name),
            None,
        )
        if folded is not None and folded.name == "discards":
            return self.do(c.Enter(to=folded.seat, cards=self.set_aside(folded.seat), discards=True))
        if folded is not None:
            return self.do(c.Enter(to=folded.seat, cards=" ".join(self.hands[folded.seat])))
        if step.name in ("collect", "collect_hands") and not self.state.electronic:
            for award in self.state.pending.values():
                if award.round == self.state.round:
                    self.do(c.Validate(award=award.award), "floorperson")
        if step.kind == "perform":
            back = f"back {self.state.active}" if step.name == "receive" else ""
            return self.do(c.Perform(step=step.name, back=back), role)
        if step.kind == "shuffle":
            return self.do(c.Shuffle(commitment="c"), "system" if self.state.electronic else role)
        if step.kind == "count":
            counts = {"device_count": 52}
            chips = sum("progressive" in hand.wagers for hand in self.state.hands.values())
            return self.do(c.Count(step=step.name, count=counts.get(step.name, chips)), role)
        if step.kind == "deal":
            return self.do(c.Deal(step=step.name, cards=self.draw(up_only=True)), role)
        if step.kind == "stub":
            due = all(offer.name != "stub" for offer in self.offers())
            if due:
                return self.do(c.Count(step="stub_count", count=self.state.stub), role)
            return self.do(c.Perform(step="stub"), role)
        if step.kind == "offer":
            seat, offer = self.asked()
            action, amount = choose(offer)
            return self.decide(seat, action, amount)
        if step.kind == "reveal":
            return self.do(c.Show(to=DEALER, cards=" ".join(self.hands[DEALER])), role)
        if step.kind == "settle":
            shown = next(offer for offer in self.offers() if offer.act == "show")
            return self.do(c.Show(to=shown.seat, cards=" ".join(self.hands[shown.seat])), role)
        raise AssertionError(step.kind)

    def set_aside(self, seat: int) -> str:
        """The discards of a player who sets the hand right; of one who plays every card, all of them."""
        played = prepared(self.state.at.house).play.played
        cards = self.hands[seat]
        kept = text_of(played(set_of(" ".join(cards)))).split() if played else cards
        return " ".join([card for card in cards if card not in kept] or cards)

    def asked(self) -> tuple[int, Offer]:
        """The seat that is asked to decide, and its offers."""
        offer = next(offer for offer in self.offers() if offer.act == "decide")
        return offer.seat, offer

    def draw(self, *, up_only: bool) -> dict[int, str]:
        """Deal the step's cards from the stacked deck; what lies face up, or everything, is named."""
        step = current(self.state)
        assert step is not None
        assert step.packets is not None
        named: dict[int, list[str]] = {}
        for packet in step.packets(tuple(self.state.hands)):
            cards, self.deck = self.deck[: packet.count], self.deck[packet.count :]
            if packet.to not in (RACK, BOARD):
                self.hands.setdefault(packet.to, []).extend(cards)
            if packet.up or (packet.to != RACK and not up_only):
                named.setdefault(packet.to, []).extend(cards)
        return {place: " ".join(cards) for place, cards in named.items()}

    def start_round(
        self, wagers: Mapping[int, Mapping[str, int]], deck: Sequence[str] | None = None
    ) -> tuple[AnyEvent, ...]:
        """Bets placed and closed; an electronic table has then dealt."""
        self.open_up()
        for seat, placed in wagers.items():
            if seat not in self.state.players:
                self.sit(seat)
            self.bet(seat, placed)
        self.deck = list(deck or shuffled(self.state.round))
        self.hands = {}
        if self.state.electronic:
            return self.do(c.CloseBets(order=" ".join(self.deck)), "system")
        return self.do(c.CloseBets())

    def deal_round(
        self,
        wagers: Mapping[int, Mapping[str, int]],
        deck: Sequence[str] | None = None,
        choose: Chooser = bold,
    ) -> list[AnyEvent]:
        """A whole round; returns its events from no more bets on."""
        events = list(self.start_round(wagers, deck))
        number = self.state.round
        while self.state.program == "round" and self.state.round == number:
            events += self.perform_next(choose)
        return events

    def until(self, step: str, choose: Chooser = bold) -> None:
        """On until this step is due."""
        while self.step != step:
            self.perform_next(choose)


def electronic(name: str, deal: str = "", **more: object) -> Table:
    """An electronic table, open."""
    return Table(table_rules(name, deal, **more), "electronic")  # type: ignore[arg-type]


def live(
    name: str, deal: str = "", *, seats: Sequence[int] = (1,), amounts: object = True, **more: object
) -> Table:
    """A live table with players p1, p2 … seated, not opened up yet."""
    table = Table(table_rules(name, deal, **more), "live", amounts=bool(amounts))  # type: ignore[arg-type]
    table.sit(*seats)
    return table


SECOND = Second(by="second", role="dealer", signature="g1")
"""A second person who has signed in beside the first."""


def correction(seat: int, *, reason: str = "keyed wrong", **changes: Any) -> c.Correct:
    """A correction that describes the layout, signed by a second person."""
    facts: dict[str, Any] = {"seat": seat, "reason": reason, "layout": "as it lay", "second": SECOND}
    return c.Correct(**(facts | changes))


def resettlement(round_: int, original: Round, corrected: Round, reason: str, **changes: Any) -> c.Resettle:
    """A resettlement, signed by a second person."""
    facts: dict[str, Any] = {"round": round_, "original": original, "corrected": corrected, "reason": reason}
    return c.Resettle(**(facts | {"second": SECOND} | changes))
