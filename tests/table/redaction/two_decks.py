"""Rounds played twice, with two decks that differ only in cards that a viewer may not know.

The cards that a viewer may know are worked out here from the log alone, not by the code under test.
"""

import random
import re
from collections.abc import Callable, Iterator, Sequence

import msgspec

from croupier.games.steps import RACK
from croupier.settlement.round import FOLD, decided_amount
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.evolve import evolve
from croupier.table.programs import current
from croupier.table.state import EMPTY, State, Viewer
from tests.table.driver import METHODS, Table, correction, electronic, every_wager, live, resettlement

SEATS = (1, 3, 4)
TABLES = [(name, deal) for name, methods in METHODS.items() for deal in methods]
STAFF = tuple(Viewer(role, role) for role in ("dealer", "floorperson", "supervisor", "administrator"))
WATCHERS = (Viewer("surveillance", "eye"), Viewer("auditor", "book"))
VIEWERS = (Viewer("public"), *STAFF, *WATCHERS, *(Viewer("player", f"p{seat}") for seat in SEATS))
CARDS = re.compile(rb'"((?:[2-9TJQKA][cdhs])(?: [2-9TJQKA][cdhs])*)"')


def lawful(events: Sequence[e.AnyEvent], viewer: Viewer) -> set[str]:
    """The cards of a round that a viewer may know, by its events."""
    own = {
        event.seat
        for event in events
        if isinstance(event, e.BetPlaced) and viewer == Viewer("player", event.player)
    }
    everything = viewer in WATCHERS
    known: list[str] = []
    for event in events:
        if isinstance(event, e.Dealt):
            known += [
                packet.cards
                for packet in event.packets
                if packet.to != RACK and (everything or packet.up or packet.to in own)
            ]
        elif isinstance(event, e.CardsEntered):
            known += [event.cards] if everything or event.to in own else []
        elif isinstance(event, e.HandShown | e.DealerRevealed | e.BonusHandedOver):
            known.append(event.cards)
    return set(" ".join(known).split())


def states(log: Sequence[e.AnyEvent]) -> Iterator[tuple[e.AnyEvent, State]]:
    """The events with the state after each."""
    state = EMPTY
    for event in log:
        state = evolve(state, event)
        yield event, state


def start_of_round(log: Sequence[e.AnyEvent]) -> int:
    return next(index for index, event in enumerate(log) if isinstance(event, e.BetPlaced))


Play = Callable[[Sequence[str]], Table]
"""A round played with a deck; the same commands for every deck."""


def wagers_of(name: str, plan: random.Random) -> dict[str, int]:
    """The required wagers, and some of the others."""
    placed = every_wager(name)
    for wager in sorted(set(placed) - {"ante", "blind"}):
        if plan.random() < 0.6:
            del placed[wager]
    if "trips" in every_wager(name) and "trips" not in placed:
        placed.pop("progressive", None)  # it needs the Trips wager
    return placed


def player_of_rounds(name: str, deal: str, mode: str, seed: int) -> Play:
    """Play a round: wagers, decisions and troubles come from a seed and do not depend on the cards."""

    def play(deck: Sequence[str]) -> Table:
        plan = random.Random(seed)
        table = electronic(name, deal) if mode == "electronic" else live(name, deal, seats=SEATS)
        table.start_round({seat: wagers_of(name, plan) for seat in SEATS}, deck)
        number = table.state.round
        trouble, misread, mispaid = (plan.random() < 0.4 for _ in range(3))
        while table.state.program == "round" and table.state.round == number:
            step = current(table.state)
            assert step is not None
            if step.kind == "offer":
                if trouble and report_something(table, plan):
                    trouble = False
                    continue
                if misread and correct_cards(table, plan):
                    misread = False
                    continue
                seat, offer = table.asked()
                choice = offer.amounts[plan.random() < 0.5]
                amount = choice.only[0] if choice.only else choice.least
                table.decide(seat, choice.name, amount)
            elif step.kind == "deal" and mode == "scanned":
                table.do(c.Deal(step=step.name, cards=table.draw(up_only=False)))
            else:
                table.perform_next()
            if mode == "keyed" and step.kind == "deal":
                for offer in table.offers():
                    if offer.act == "enter":
                        table.do(c.Enter(to=offer.seat, cards=" ".join(table.hands[offer.seat])))
        if mispaid:
            resettle(table, number)
        return table

    return play


def report_something(table: Table, plan: random.Random) -> bool:
    """Report an irregularity that forfeits a hand or voids all hands, if one is possible now."""
    kinds = ("talk", "left_seat", "shoe_fault", "dealer_card_exposed")
    found = [offer for offer in table.offers("supervisor") if offer.act == "report" and offer.name in kinds]
    if found:
        offer = plan.choice(found)
        table.do(c.Report(irregularity=offer.name, seat=offer.seat, note="seen by D. Ealer"), "supervisor")
    return bool(found)


def correct_cards(table: Table, plan: random.Random) -> bool:
    """A supervisor corrects the order in which the cards of a seat were entered."""
    if table.state.electronic:
        return False
    seat = plan.choice(SEATS)
    cards = table.state.hands[seat].cards.split()
    if cards:
        act = correction(seat, reason="misread", cards=" ".join((*cards[1:], cards[0])))
        table.do(act, "supervisor")
    return bool(cards)


def resettle(table: Table, number: int) -> None:
    """A supervisor resettles the round: the first seat that made a raise or play wager had folded."""
    settled = [event for event in table.log if isinstance(event, e.RoundSettled)]
    decided = [
        (index, seat)
        for index, seat in enumerate(settled[0].record.seats if settled else ())
        if decided_amount(seat.decision)
    ]
    unlike = not decided or settled[0].record.irregularity or table.state.pending
    if unlike or table.state.electronic:  # which took its wagers and decisions itself
        return
    record, (index, seat) = settled[0].record, decided[0]
    seats = list(record.seats)
    seats[index] = msgspec.structs.replace(seat, decision=FOLD)
    corrected = msgspec.structs.replace(record, seats=seats)
    act = resettlement(number, record, corrected, "the hand was folded")
    table.do(act, "supervisor")


def bonuses(log: Sequence[e.AnyEvent]) -> list[int]:
    """The events that turned a folded hand because a bonus won: here the cards themselves cause an event."""
    return [index for index, event in enumerate(log) if isinstance(event, e.BonusHandedOver)]


def swapped(deck: Sequence[str], known: set[str], chance: random.Random) -> list[str]:
    """The deck with the unknown cards in another order."""
    others = [card for card in deck if card not in known]
    chance.shuffle(others)
    return [card if card in known else others.pop() for card in deck]
