"""Requirements on every game for the table machine, including the toy game.

A game is known here by its rules alone (`GAMES`); only the golden lists say which one it is.
"""

from collections.abc import Callable, Mapping

import msgspec
import pytest

from croupier.cards import set_of
from croupier.errors import Refusal
from croupier.games.steps import BOARD, DEALER, RACK, RoundStep
from croupier.settlement.prepared_rules import prepared
from croupier.settlement.round import folds
from croupier.submission.house import TableRules
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.machine import decide
from croupier.table.offers import Offer
from croupier.table.offers.bounds import Amount, wager_bounds
from croupier.table.programs import current, round_program
from croupier.table.redaction.events import redact_event
from croupier.table.redaction.view import view
from croupier.table.roles import OBSERVERS, ROLES
from croupier.table.state import State, Viewer
from tests.table.driver import METHODS, Chooser, Table, bold, shuffled, table_rules, timid
from tests.table.toy.game import NAME as TOY
from tests.table.toy.game import toy_table

GAMES: dict[str, Callable[[], TableRules]] = {
    **{
        f"{name} {deal}": lambda name=name, deal=deal: table_rules(name, deal)  # type: ignore[misc]
        for name, deals in METHODS.items()
        for deal in deals
    },
    f"{TOY} manual-shoe": toy_table,
}

STEPS: dict[str, str] = {
    "ma/high-card-flush": """
        no_more_bets progressive_lock progressive_collect progressive_count progressive_sensor
        progressive_inventory deal stub examine decide discards reveal settle collect progressive_reset
        round_end""",
    "nj/high-card-flush": """
        no_more_bets progressive_lock progressive_collect progressive_count progressive_sensor
        progressive_inventory deal stub examine decide discards reveal settle collect progressive_reset
        round_end""",
    "md/high-card-flush": """
        no_more_bets progressive_lock progressive_collect progressive_count progressive_inventory deal stub
        examine decide collect_forfeits reveal settle collect round_end""",
    "ma/ultimate-texas-holdem": """
        no_more_bets deal cover_all_device examine preflop burn_flop flop flop_decision burn_final
        final_cards final_decision stub reveal settle cover_all collect round_end""",
    "ma/four-card-poker": """
        no_more_bets deal cover_all_device stub examine decide collect_forfeits reveal settle cover_all
        collect round_end""",
    "ma/four-card-poker automated-shoe": """
        no_more_bets deal sixth_card cover_all_device stub examine decide collect_forfeits reveal settle
        cover_all collect round_end""",
    TOY: "no_more_bets deal stub decide reveal settle collect round_end",
}
"""A round of every game, by rule set, or by rule set and way of dealing where that makes a difference."""

PACKETS: dict[str, str] = {
    "ma/high-card-flush manual-shoe": "deal: 1x7 2x7 Dx7",
    "ma/high-card-flush automated-shoe": "deal: 1x7 2x7 Dx7",
    "nj/high-card-flush manual-shoe": "deal: 1x7 2x7 Dx7",
    "nj/high-card-flush hand": "deal: 1x7 2x7 Dx7",
    "nj/high-card-flush automated-shoe": "deal: 1x7 2x7 Dx7",
    "md/high-card-flush manual-shoe": "deal:" + " 1x1 2x1 Dx1" * 7,
    "md/high-card-flush hand": "deal:" + " 1x1 2x1 Dx1" * 7,
    "md/high-card-flush automated-shoe": "deal: 1x7 2x7 Dx7",
    **{
        f"ma/ultimate-texas-holdem {deal}": (
            f"deal: {first} burn_flop: Rx1 flop: Bx3up burn_final: Rx1 final_cards: Bx2up"
        )
        for deal, first in {
            "manual-shoe": "1x1 2x1 Dx1 1x1 2x1 Dx1",
            "hand": "1x1 2x1 Dx1 1x1 2x1 Dx1",
            "automated-shoe": "1x2 2x2 Dx2",
        }.items()
    },
    "ma/four-card-poker manual-shoe": "deal:" + " 1x1 2x1 Dx1" * 5 + " Dx1up",
    "ma/four-card-poker hand": "deal:" + " 1x1 2x1 Dx1" * 5 + " Dx1up",
    "ma/four-card-poker automated-shoe": "deal: 1x5 2x5 Dx5 sixth_card: Rx4 Dx1up",
    f"{TOY} manual-shoe": "deal: 1x1 2x1 Dx1",
}
"""How the cards go out to seats 1 and 2, the dealer (D), the rack (R) and the board (B)."""

games = pytest.mark.parametrize("name", GAMES)
modes = pytest.mark.parametrize("mode", ["electronic", "live"])


def steps(name: str) -> tuple[RoundStep, ...]:
    return round_program(GAMES[name]())


def usual(rules: TableRules) -> dict[str, int]:
    """A wager of each kind that may be placed."""
    found: dict[str, int] = {}
    for amount in wager_bounds(rules):
        found[amount.name] = amount.only[0] if amount.only else min(max(1000, amount.least), amount.most)
    return found


def opened(name: str, mode: str, *seats: int) -> Table:
    """A table with players, ready for bets."""
    table = Table(GAMES[name](), mode)
    table.sit(*seats)
    table.open_up()
    return table


def play(
    name: str, mode: str, seats: tuple[int, ...], choose: Chooser = bold
) -> tuple[Table, list[e.AnyEvent]]:
    """A round of these seats, every wager placed; an award that waits is validated."""
    table = opened(name, mode, *seats)
    events = list(table.start_round({seat: usual(table.state.at) for seat in seats}, shuffled(len(seats))))
    finish(table, events, choose)
    return table, events


def finish(table: Table, events: list[e.AnyEvent], choose: Chooser = bold) -> None:
    """On to the end of the round."""
    while table.state.program == "round" and table.state.bets_closed:
        for award in tuple(table.state.pending):
            events += table.do(c.Validate(award=award), "supervisor")
        if table.state.program == "round" and table.state.bets_closed:
            events += table.perform_next(choose)


def settled(events: list[e.AnyEvent]) -> e.RoundSettled:
    return next(event for event in events if isinstance(event, e.RoundSettled))


# ------------------------------------------------------------------------------------------- the procedure


@games
def test_a_round_is_this_list_of_steps(name: str) -> None:
    golden = STEPS.get(name) or STEPS[name.split()[0]]
    assert [step.name for step in steps(name)] == golden.split()


@games
def test_the_list_begins_with_bets_and_ends_with_the_end(name: str) -> None:
    kinds = [step.kind for step in steps(name)]
    assert kinds[0] == "bets"
    assert kinds[-1] == "end"
    assert [kinds.count(kind) for kind in ("bets", "reveal", "settle", "end")] == [1, 1, 1, 1]
    assert kinds.index("deal") < kinds.index("offer") < kinds.index("reveal") < kinds.index("settle")
    later = kinds[kinds.index("reveal") :]
    assert not {"deal", "offer", "stub"} & set(later)
    assert set(kinds[kinds.index("settle") + 1 :]) <= {"perform", "end"}


@games
def test_every_step_has_a_name_of_its_own_a_prompt_and_clauses(name: str) -> None:
    found = steps(name)
    assert len({step.name for step in found}) == len(found)
    for step in found:
        assert step.rule.clauses, step.name
        assert step.rule.prompt, step.name
        assert (step.packets is not None) == (step.kind == "deal")
        assert not step.only_with or step.only_with in usual(GAMES[name]()), step.name


# --------------------------------------------------------------------------------------------------- cards


@games
def test_the_cards_go_out_so(name: str) -> None:
    places = {DEALER: "D", RACK: "R", BOARD: "B"}
    words: list[str] = []
    for step in steps(name):
        if step.packets is not None:
            words.append(f"{step.name}:")
            words += [
                f"{places.get(packet.to, packet.to)}x{packet.count}{'up' if packet.up else ''}"
                for packet in step.packets((1, 2))
            ]
    assert " ".join(words) == PACKETS[name]


@games
def test_everybody_gets_the_number_of_cards_that_the_rules_say_and_the_deck_suffices(name: str) -> None:
    rules = GAMES[name]()
    ready = prepared(rules.house)
    for seats in [(3,), (1, 2), (2, 5), tuple(range(1, rules.positions + 1))]:
        counts: dict[int, int] = {}
        firsts: list[int] = []
        for step in steps(name):
            for packet in step.packets(seats) if step.packets else ():
                counts[packet.to] = counts.get(packet.to, 0) + packet.count
                if packet.to > 0 and packet.to not in firsts:
                    firsts.append(packet.to)
        assert {seat: counts[seat] for seat in seats} == dict.fromkeys(seats, ready.player_cards)
        assert counts[DEALER] == ready.dealer_cards
        assert counts.get(BOARD, 0) == ready.community_cards
        assert sum(counts.values()) <= 52
        assert tuple(firsts) == seats  # clockwise from the dealer's left


@games
def test_a_full_table_is_dealt_each_card_once(name: str) -> None:
    rules = GAMES[name]()
    seats = tuple(range(1, rules.positions + 1))
    _, events = play(name, "electronic", seats)
    cards = " ".join(
        packet.cards for event in events if isinstance(event, e.Dealt) for packet in event.packets
    )
    drawn = sum(packet.count for event in events if isinstance(event, e.Dealt) for packet in event.packets)
    assert set_of(cards).bit_count() == drawn
    assert set(settled(events).nets) == set(seats)


# -------------------------------------------------------------------------------------------------- offers


def accepted(table: Table, asked: c.AnyAct, role: str = "supervisor") -> bool:
    """Whether the act would be done; nothing is."""
    command = c.Command(
        act=asked, by=role, role=role, version=table.state.version, at=table.now, meters=table.meters
    )
    try:
        return bool(decide(table.state, command))
    except Refusal:
        return False


def inside(amount: Amount) -> set[int]:
    return set(amount.only) or {amount.least, amount.most}


def outside(amount: Amount) -> set[int]:
    wrong = {amount.least - 1, amount.most + 1, -1}
    return wrong | {each + 1 for each in amount.only} - set(amount.only) if amount.only else wrong


def taken(offer: Offer, name: str, value: int, wagers: Mapping[str, int]) -> c.AnyAct:
    if offer.act == "bet":
        placed = dict(wagers) | {name: value}
        if "blind" in placed and name in ("ante", "blind"):
            placed |= {"ante": value, "blind": value}
        return c.Bet(seat=offer.seat, wagers=placed)
    if offer.act == "count":
        return c.Count(step=offer.name, count=value)
    return c.Decide(seat=offer.seat, action=name, amount=value)


def check_bounds(table: Table) -> int:
    """Every amount on offer is accepted at its bounds, and refused just outside."""
    checked = 0
    for offer in table.offers("supervisor"):
        if offer.act in ("perform", "correct"):  # a cut that nobody counts; the entries that may be mended
            continue
        for amount in offer.amounts:
            for value in inside(amount):
                asked = taken(offer, amount.name, value, usual(table.state.at))
                assert accepted(table, asked), (offer.act, amount, value)
            for value in outside(amount):
                asked = taken(offer, amount.name, value, usual(table.state.at))
                assert not accepted(table, asked), (offer.act, amount, value)
            checked += 1
    return checked


@games
@modes
@pytest.mark.parametrize("choose", [bold, timid])
def test_bounds_are_accepted_and_values_outside_are_refused(name: str, mode: str, choose: Chooser) -> None:
    table = Table(GAMES[name](), mode)
    table.sit(1, 2)
    checked = 0
    while table.state.program != "round":
        checked += check_bounds(table)
        table.perform_next()
    checked += check_bounds(table)
    table.start_round({seat: usual(table.state.at) for seat in (1, 2)}, shuffled(7))
    while table.state.program == "round" and table.state.bets_closed:
        checked += check_bounds(table)
        for award in tuple(table.state.pending):
            table.do(c.Validate(award=award), "supervisor")
        if table.state.bets_closed:
            table.perform_next(choose)
    offered = sum(step.kind == "offer" for step in steps(name))
    assert checked >= 2 * len(usual(table.state.at)) + (offered if choose is timid else 1)


@games
@modes
def test_an_absent_player_checks_or_folds_by_the_system(name: str, mode: str) -> None:
    table = opened(name, mode, 1, 2)
    events = list(table.start_round({seat: usual(table.state.at) for seat in (1, 2)}))
    while table.state.program == "round" and table.state.bets_closed:
        step = current(table.state)
        assert step is not None
        if step.kind == "offer" and any(offer.act == "lapse" for offer in table.offers("floorperson")):
            events += table.do(c.Lapse(seat=table.asked()[0]), "system")
        elif table.state.pending:
            events += table.do(c.Validate(award=next(iter(table.state.pending))), "supervisor")
        else:
            events += table.perform_next()
    decisions = [event for event in events if isinstance(event, e.Decided)]
    assert {event.seat for event in decisions if event.action == "fold"} == {1, 2}
    for event in decisions:
        assert (event.role, event.amount) == ("system", 0)
        assert event.action in ("check", "fold")
    assert all(folds(seat.decision) for seat in settled(events).record.seats)


# ---------------------------------------------------------------------------------------------- settlement


@games
def test_a_live_and_an_electronic_table_settle_a_deck_alike(name: str) -> None:
    for choose in (bold, timid):
        nets = [settled(play(name, mode, (1, 3), choose)[1]).nets for mode in ("electronic", "live")]
        assert nets[0] == nets[1]


@games
def test_a_round_in_which_every_hand_is_void_returns_all_stakes(name: str) -> None:
    table = opened(name, "live", 1, 2, 4)
    stakes = usual(table.state.at)
    events = list(table.start_round(dict.fromkeys((1, 2, 4), stakes)))
    table.until("deal")
    assert "cards_face_up" in {offer.name for offer in table.offers()}
    events += table.do(c.Report(irregularity="cards_face_up"))
    finish(table, events)
    assert settled(events).nets == {1: 0, 2: 0, 4: 0}
    for event in events:
        if isinstance(event, e.SeatSettled | e.CoverAllSettled):
            results = event.results.values()
            assert {result.outcome for result in results} == {"void"}
            assert all((result.returned, result.paid) == (result.stake, 0) for result in results)
    closed = next(event for event in events if isinstance(event, e.BetsClosed))
    assert settled(events).returned_contributions == closed.contributions


@games
@modes
def test_every_event_of_a_round_cites_its_clauses(name: str, mode: str) -> None:
    register = GAMES[name]().house.rules.rules.register
    _, events = play(name, mode, (1, 2))
    for event in events:
        assert event.clauses, event
        assert all(clause.startswith(register + "-") for clause in event.clauses), event


@games
@modes
def test_seats_are_settled_from_the_right(name: str, mode: str) -> None:
    _, events = play(name, mode, (1, 3, 6))
    assert [event.seat for event in events if isinstance(event, e.SeatSettled)] == [6, 3, 1]


# --------------------------------------------------------------------------------------------------- views

VIEWERS = (*(Viewer(role) for role in (*ROLES[1:], *OBSERVERS, "public")), Viewer("player", "p1"))


def hidden(state: State, viewer: Viewer, deck: list[str]) -> list[str]:
    """Cards that the viewer must not see: the stub, what was burnt, and the hands of others."""
    secret = deck[state.drawn :] + state.aside.split()
    for hand in state.hands.values():
        if not hand.shown and viewer.role not in OBSERVERS and hand.player != viewer.player:
            secret += hand.cards.split()
    if not state.dealer_revealed and viewer.role not in OBSERVERS:
        secret += [card for card in state.dealer.split() if card not in state.dealer_up.split()]
    return secret


@games
def test_views_show_no_hidden_card(name: str) -> None:
    table = opened(name, "electronic", 1, 2)
    table.start_round({seat: usual(table.state.at) for seat in (1, 2)}, shuffled(5))
    deck = list(table.state.order)
    encoder = msgspec.json.Encoder()
    told = len(table.log)
    while table.state.program == "round" and table.state.bets_closed:
        for viewer in VIEWERS:
            texts = [encoder.encode(view(table.state, viewer)).decode()]
            texts += [
                encoder.encode(redact_event(event, viewer, table.state)).decode()
                for event in table.log[told:]
            ]
            for text in texts:
                words = set(text.replace('"', " ").replace(",", " ").split())
                assert not words & set(hidden(table.state, viewer, deck)), viewer
        told = len(table.log)
        for award in tuple(table.state.pending):
            table.do(c.Validate(award=award), "supervisor")
        if table.state.bets_closed:
            table.perform_next(timid)
