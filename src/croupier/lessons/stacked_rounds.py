"""Stacked rounds: a lesson's cards, played by the table machine of the rule set's practice table.

A lesson holds cards and no result. The machine deals them from a stacked deck, offers what the rules allow,
and settles; so a lesson always agrees with a table.
"""

from collections.abc import Sequence

import msgspec
from msgspec import UNSET

from croupier.cards import DECK_SIZE, card_text
from croupier.errors import Refusal
from croupier.games import game
from croupier.games.samples import Lesson
from croupier.games.vocabulary import wager_label
from croupier.rulebook.catalog import cached_by_rulebook
from croupier.settlement.round import Result
from croupier.submission.house import TableRules
from croupier.submission.practice import practice_rules
from croupier.table import commands as c
from croupier.table.machine import act
from croupier.table.offers import Actor, Offer, offers
from croupier.table.offers.bounds import wager_bounds
from croupier.table.programs import current
from croupier.table.redaction.view import DealerView, SeatView, View, view
from croupier.table.roles import SYSTEM
from croupier.table.state import ELECTRONIC, EMPTY, State, Viewer

SEAT = 1
LEARNER = "learner"
ANTE, OTHER = 1000, 500
"""Cents that a lesson wagers, within the table's limits."""


class LessonWager(msgspec.Struct, frozen=True, kw_only=True):
    """A wager of the round, and after it how it ended."""

    wager: str
    label: str
    stake: int
    outcome: str = ""
    paid: int = 0
    returned: int = 0
    net: int = 0
    why: str = ""


class LessonRound(msgspec.Struct, frozen=True, kw_only=True):
    """A stacked round as it stands after the learner's decisions so far."""

    rules: str
    number: int
    of: int
    title: str
    says: str
    ante: int
    cards: str
    hand: str
    best: str
    """The cards that make the hand."""
    board: str
    dealer: str
    """The dealer's visible cards."""
    hidden: int
    """The dealer's cards that are face down."""
    dealer_hand: str
    dealer_best: str
    stage: str
    """The decision that is due; empty once the round is over."""
    choices: tuple[str, ...]
    suggested: str
    """The best of them."""
    done: tuple[str, ...]
    """The decisions so far."""
    over: bool
    ending: str
    """How the round ended, in a sentence."""
    net: int
    wagers: tuple[LessonWager, ...]


def lessons_of(rules: str) -> tuple[Lesson, ...]:
    """The lessons of a rule set that its practice table can play."""
    house = practice_rules(rules).house
    known = game(house.rules.rules.game).samples.lessons
    return tuple(each for each in known if all(house.offers(wager) for wager in each.beside))


def play_lesson(rules: str, number: int, actions: Sequence[str]) -> LessonRound:
    """A lesson, counted from 1, after these decisions; a refusal if the table does not offer one of them."""
    known = lessons_of(rules)
    if not 1 <= number <= len(known):
        allowed = f"allowed: 1 to {len(known)}" if known else "the game has no lessons"
        raise Refusal("unknown_lesson", f"lesson {number} of {rules}; {allowed}")
    lesson = known[number - 1]
    table = _Table(practice_rules(rules), lesson.beside)
    table.deal(_deck(rules, lesson))
    for action in actions:
        table.decide(action)
    return table.round(rules, number, len(known), lesson, tuple(actions))


@cached_by_rulebook(maxsize=64)
def _places(rules: str, beside: tuple[str, ...]) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """The places in the deck of the learner's cards, the dealer's and the board's, found by dealing once."""
    table = _Table(practice_rules(rules), beside)
    order = [card_text(card) for card in range(DECK_SIZE)]
    table.deal(order)
    while (offer := table.offer()) is not None:
        table.decide(_actions(offer, table.ante)[0])
    last = table.state.last
    assert last is not None
    dealt = (last.hands[SEAT].cards, last.dealer, last.board)
    mine, dealer, board = (tuple(order.index(card) for card in cards.split()) for cards in dealt)
    return mine, dealer, board


def _deck(rules: str, lesson: Lesson) -> list[str]:
    deck: list[str | None] = [None] * DECK_SIZE
    for places, cards in zip(
        _places(rules, lesson.beside), (lesson.cards, lesson.dealer, lesson.board), strict=True
    ):
        for place, card in zip(places, cards.split(), strict=True):
            deck[place] = card
    others = iter([card_text(card) for card in range(DECK_SIZE) if card_text(card) not in deck])
    return [card or next(others) for card in deck]


def _actions(offer: Offer, ante: int) -> list[str]:
    """The offered actions, the smaller wager first: `raise_1x`, `fold`."""
    found = []
    for amount in offer.amounts:
        cents = amount.only or tuple(range(amount.least, amount.most + 1, ante)) if amount.most else ()
        found += [f"{amount.name}_{each // ante}x" for each in sorted(cents)] or [amount.name]
    return found


class _Table:
    """A practice table with one learner."""

    def __init__(self, rules: TableRules, beside: tuple[str, ...]) -> None:
        self.state: State = EMPTY
        self._now = 0
        meters = rules.house.progressive.meters if rules.house.progressive else ()
        self._meters = {meter.name: meter.seed * 10_000 for meter in meters}
        self._do(c.OpenTable(table="lesson", mode=ELECTRONIC, rules=rules))
        while (step := current(self.state)) is not None and step.kind == "shuffle":
            self._do(c.Shuffle(commitment="lesson"))
        self.wagers = _wagers(rules, beside)
        self.ante = self.wagers["ante"]
        self._do(c.Sit(seat=SEAT, player=LEARNER), LEARNER, "player")
        self._do(c.Bet(seat=SEAT, wagers=self.wagers), LEARNER, "player")

    def deal(self, deck: Sequence[str]) -> None:
        """Close the bets and deal from a deck in this order."""
        self._do(c.CloseBets(order=" ".join(deck)))

    def offer(self) -> Offer | None:
        """The decision that is due; none once the round is over."""
        found = offers(self.state, Actor(LEARNER, "player"), self._now)
        return next((each for each in found if each.act == "decide"), None)

    def decide(self, action: str) -> None:
        """Take a decision by its name; a refusal if it is not offered."""
        offer = self.offer()
        allowed = [] if offer is None else _actions(offer, self.ante)
        if action not in allowed:
            raise Refusal(
                "decision_unclear",
                f"{action!r}; allowed: {', '.join(allowed) or 'nothing, the round is over'}",
            )
        name, _, times = action.partition("_")
        amount = int(times.removesuffix("x")) * self.ante if times else 0
        self._do(c.Decide(seat=SEAT, action=name, amount=amount), LEARNER, "player")

    def _do(self, asked: c.AnyAct, by: str = SYSTEM, role: str = SYSTEM) -> None:
        self._now += 1_000
        command = c.Command(
            act=asked, by=by, role=role, version=self.state.version, at=self._now, meters=self._meters
        )
        self.state = act(self.state, command)[-1].state

    def round(self, rules: str, number: int, of: int, lesson: Lesson, done: tuple[str, ...]) -> LessonRound:
        """The round as the learner sees it."""
        shown = view(self.state, Viewer(role="player", player=LEARNER), self._now)
        offer = self.offer()
        seat, dealer, board = _seen(shown, over=offer is None)
        return LessonRound(
            rules=rules,
            number=number,
            of=of,
            title=lesson.title,
            says=lesson.says,
            ante=self.ante,
            cards=seat.cards,
            hand=seat.hand,
            best=seat.best,
            board=board,
            dealer=dealer.cards,
            hidden=dealer.hidden,
            dealer_hand=dealer.hand,
            dealer_best=dealer.best,
            stage="" if offer is None else offer.name,
            choices=() if offer is None else tuple(_actions(offer, self.ante)),
            suggested=lesson.do[len(done)] if lesson.do[: len(done)] == done and offer is not None else "",
            done=done,
            over=offer is None,
            ending="" if seat.ending is UNSET else seat.ending,
            net=seat.net if offer is None else 0,
            wagers=_ended(self.state, seat, self.wagers)
            if offer is None
            else _placed(self.state, self.wagers),
        )


def _seen(shown: View, *, over: bool) -> tuple[SeatView, DealerView, str]:
    if over and shown.last is not None:
        return shown.last.seats[0], shown.last.dealer, shown.last.board
    return next(each for each in shown.seats if each.seat == SEAT), shown.dealer, shown.board


def _wagers(rules: TableRules, beside: tuple[str, ...]) -> dict[str, int]:
    """The wagers that the game needs, and those beside them."""
    placed: dict[str, int] = {}
    for bound in wager_bounds(rules):
        needed = rules.house.rules.wagers[bound.name].offered == "always"
        if not needed and bound.name not in beside:
            continue
        if bound.equals is not UNSET and bound.equals:
            placed[bound.name] = placed[bound.equals]
        else:
            wanted = ANTE if bound.name == "ante" else OTHER
            placed[bound.name] = bound.only[0] if bound.only else min(max(wanted, bound.least), bound.most)
    return placed


def _placed(state: State, wagers: dict[str, int]) -> tuple[LessonWager, ...]:
    law = state.at.house.rules
    return tuple(
        LessonWager(wager=name, label=wager_label(law, name), stake=stake) for name, stake in wagers.items()
    )


def _ended(state: State, seat: SeatView, wagers: dict[str, int]) -> tuple[LessonWager, ...]:
    law, reasons = state.at.house.rules, {} if seat.reasons is UNSET else seat.reasons

    def line(name: str, result: Result) -> LessonWager:
        return LessonWager(
            wager=name,
            label=wager_label(law, name),
            stake=result.stake,
            outcome=result.outcome,
            paid=result.paid,
            returned=result.returned,
            net=result.net,
            why=reasons.get(name, ""),
        )

    return tuple(line(name, result) for name, result in seat.results.items())
