"""The same breach, attempted under every document that forbids it."""

from collections.abc import Mapping

import msgspec
import pytest

from croupier.errors import Refusal
from croupier.games.steps import DEALER
from croupier.settlement.json_lines import settle_line
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.redaction.view import view
from croupier.table.state import Viewer
from tests.table.driver import Table, bold, electronic, every_wager, live, stacked

MA, NJ, MD = "ma/high-card-flush", "nj/high-card-flush", "md/high-card-flush"
UTH, FCP = "ma/ultimate-texas-holdem", "ma/four-card-poker"
REGISTERS = {MA: "ma-hcf-", NJ: "nj-hcf-38.", MD: "md-hcf-", UTH: "ma-uth-", FCP: "ma-fcp-"}
MAIN = {MA: {"ante": 1000}, NJ: {"ante": 1000}, MD: {"ante": 1000}, FCP: {"ante": 1000}}
MAIN[UTH] = {"ante": 1000, "blind": 1000}


def like(shows: str, clauses: Mapping[str, str]) -> pytest.MarkDecorator:
    """Parameters `name` of the rule sets, each marked with its own clauses."""
    return pytest.mark.parametrize(
        "name",
        [
            pytest.param(
                name,
                id=name,
                marks=pytest.mark.clause(*(REGISTERS[name] + each for each in cited.split()), shows=shows),
            )
            for name, cited in clauses.items()
        ],
    )


def refused(table: Table, asked: c.AnyAct, role: str = "administrator", by: str = "") -> Refusal:
    """The act is refused, and the table is as it was."""
    before = table.state
    with pytest.raises(Refusal) as caught:
        table.do(asked, role, by)
    assert table.state is before
    return caught.value


# --------------------------------------------------------------------------------------------------- cards


@like("refused", {MA: "2.a.s1", NJ: "2.a.s1", MD: "3.A", UTH: "2.a", FCP: "2.a.s1"})
def test_there_is_one_deck_and_no_card_twice(name: str) -> None:
    table = live(name, seats=(1, 2))
    table.start_round({1: MAIN[name], 2: MAIN[name]})
    table.until("decide" if name != UTH else "preflop")
    first, second = (" ".join(table.hands[seat]) for seat in (1, 2))
    table.do(c.Enter(to=1, cards=first))
    twice = " ".join([first.split()[0], *second.split()[1:]])
    assert refused(table, c.Enter(to=2, cards=twice)).code == "duplicate_card"
    table.do(c.Enter(to=2, cards=second))


@like("refused", {MA: "1.suit", NJ: "1.suit", UTH: "1.suit", FCP: "1.suit"})
def test_there_are_four_suits(name: str) -> None:
    table = live(name)
    table.start_round({1: MAIN[name]})
    table.until("decide" if name != UTH else "preflop")
    cards = table.hands[1]
    for card in ("2x", "Ae", "T1"):
        asked = c.Enter(to=1, cards=" ".join([card, *cards[1:]]))
        assert refused(table, asked).code == "unreadable_card"
    table.do(c.Enter(to=1, cards=" ".join(cards)))


UNSHUFFLED = {
    MA: "3.c.s2 4.b",
    NJ: "3.c.s2 4.b.1",
    MD: "4.D 5.A.1 5.A.2 5.D.1",
    UTH: "3.c.s2 4.b.1",
    FCP: "4.c.s2 5.b.1",
}


@like("refused", UNSHUFFLED)
def test_nothing_is_wagered_or_dealt_from_cards_that_were_not_shuffled(name: str) -> None:
    table = live(name, "manual-shoe", shuffle="automated")
    table.until("shuffle")
    _cannot_play(table, name)
    if name != MA:  # where a cut may be made though nothing asks for it
        assert refused(table, c.Perform(step="cut")).code == "not_now"
    table.do(c.Shuffle())
    if name != MA:
        assert refused(table, c.Perform(step="cut")).code == "not_now"
    table.deal_round({1: MAIN[name]})
    # After every round again.
    table.until("shuffle")
    _cannot_play(table, name)
    table.do(c.Shuffle())
    table.bet(1, MAIN[name])


def _cannot_play(table: Table, name: str) -> None:
    for asked in (c.Bet(seat=1, wagers=MAIN[name]), c.CloseBets(), c.Deal(step="deal")):
        assert refused(table, asked).code == "not_now"


@like("refused", {NJ: "4.b.2", MD: "5.D.2", UTH: "4.b.2", FCP: "5.b.2"})
def test_nothing_is_wagered_or_dealt_from_cards_shuffled_by_hand_that_were_not_cut(name: str) -> None:
    table = live(name, "manual-shoe", shuffle="manual")
    table.until("cut")
    _cannot_play(table, name)
    table.do(c.Perform(step="cut"))
    table.bet(1, MAIN[name])


@like("refused", {MA: "9.f", NJ: "10.f", FCP: "10.e.s3"})
def test_the_dealers_cards_are_not_racked_before_every_hand_is_resolved(name: str) -> None:
    table = live(name, seats=(1, 2))
    table.start_round({1: MAIN[name], 2: MAIN[name]})
    while table.step != "collect":
        unresolved = [hand.seat for hand in table.state.hands.values() if hand.settled != "all"]
        assert unresolved or table.step != "settle"
        assert refused(table, c.Perform(step="collect")).code == "not_now"
        table.perform_next()
    assert all(hand.settled == "all" for hand in table.state.hands.values())
    table.do(c.Perform(step="collect"), "dealer")


# -------------------------------------------------------------------------------------------------- wagers

OPTIONAL = {
    MA: "1.flush-bonus 1.straight-flush-bonus 1.progressive 6.a.4.s2 6.d.s1 6.d.s2",
    NJ: "1.flush-bonus 1.straight-flush-bonus 1.progressive 6.a.4.s2 6.d.s1 6.d.s2",
    MD: "7.D 7.E",
    UTH: "1.trips 6.b.s1 6.b.s2 13.a",
    FCP: "1.aces-up 6.d.s1 6.d.s2 12.a",
}


@like("refused", OPTIONAL)
@pytest.mark.parametrize("mode", ["live", "electronic"])
def test_after_no_more_bets_nothing_is_wagered_increased_or_withdrawn(name: str, mode: str) -> None:
    table = live(name, seats=()) if mode == "live" else electronic(name)
    table.sit(1)
    table.start_round({1: MAIN[name]})
    main = MAIN[name]
    changes: list[dict[str, int]] = [{}, {wager: 2 * stake for wager, stake in main.items()}]
    changes += [{**main, wager: stake} for wager, stake in every_wager(name).items() if wager not in main]
    while table.state.bets_closed and table.state.round == 1:
        for wagers in changes:
            for role, by in (("player", "p1"), ("dealer", ""), ("supervisor", ""), ("administrator", "")):
                refused(table, c.Bet(seat=1, wagers=wagers), role, by)
        table.perform_next()


@like(
    "refused",
    {MA: "1.ante 12.c.s3", NJ: "1.ante 12.c.s3", MD: "7.F.4.a", UTH: "1.ante 1.blind", FCP: "1.ante"},
)
def test_nobody_plays_against_the_dealer_without_the_wagers_of_the_game(name: str) -> None:
    table = live(name)
    table.open_up()
    others = {wager: stake for wager, stake in every_wager(name).items() if wager not in MAIN[name]}
    for wager, stake in others.items():
        if (name, wager) == (FCP, "aces_up"):
            continue  # which may be played alone: see below
        assert refused(table, c.Bet(seat=1, wagers={wager: stake}), "player", "p1").code == "missing_wager"
    if name == UTH:
        for half in ("ante", "blind"):
            assert refused(table, c.Bet(seat=1, wagers={half: 1000}), "player", "p1").code == "missing_wager"
    if name == FCP:
        table.deal_round({1: {"aces_up": 500}})
        assert not [event for event in table.log if isinstance(event, e.Decided)]  # no play wager was offered
        line = {"rules": FCP, "choices": {"aces_up": "I"}, "dealer": "Kd 3h 9d 4c 5h Td"}
        seat = {"seat": 1, "cards": "As Kc 7d 5s 2c", "wagers": {"aces_up": 500}, "decision": {"play": 500}}
        answer = msgspec.json.decode(settle_line(msgspec.json.encode({**line, "seats": [seat]}))[0])
        assert answer["error"]["code"] == "decision_not_expected"


# ----------------------------------------------------------------------------------------------- the round

TURN = {MA: "9.b.s2", NJ: "10.b.s2", MD: "11.B", UTH: "10.a.s2", FCP: "10.b.s1"}
OWN = {MA: "9.a.s2", NJ: "10.a.s2", MD: "11.A.2", FCP: "10.a.s2"}
FIRST = {MA: "9.b.s1 9.d", NJ: "10.b.s1 10.d", FCP: "10.b.s1"}
ORDER = {MA: "9.e", NJ: "10.e", MD: "11.B.5", UTH: "10.h.s1", FCP: "10.d.s2 10.e.2"}


def asked_to_decide(name: str, *, by_system: bool = False) -> Table:
    """A table of two players, the first of whom is asked."""
    if by_system:
        table = electronic(name)
        table.sit(1, 2)
    else:
        table = live(name, seats=(1, 2))
    table.start_round({1: MAIN[name], 2: MAIN[name]})
    if not by_system:
        table.until("preflop" if name == UTH else "decide")
    return table


def decision(table: Table, seat: int) -> c.Decide:
    """The decision that the table offers its first player, for a seat."""
    action, amount = bold(table.asked()[1])
    return c.Decide(seat=seat, action=action, amount=amount)


@like("refused", TURN)
def test_the_players_are_asked_in_their_turn(name: str) -> None:
    table = asked_to_decide(name)
    for role, by in (("player", "p2"), ("dealer", ""), ("administrator", "")):
        refused(table, decision(table, 2), role, by)
    table.do(decision(table, 1), "player", "p1")
    table.do(decision(table, 2), "player", "p2")


@like("refused", OWN)
def test_nobody_decides_on_the_cards_of_another_player(name: str) -> None:
    table = asked_to_decide(name, by_system=True)
    assert refused(table, decision(table, 1), "player", "p2").code == "not_your_seat"
    refused(table, c.Enter(to=1, cards="2s 3s 4s 5s 6s 7s 8s"), "player", "p2")
    table.do(decision(table, 1), "player", "p1")


@like("refused", {MA: "9.a.s4", NJ: "10.a.s4", UTH: "10.a.s1"})
def test_no_screen_shows_a_hand_to_another_player(name: str) -> None:
    table = asked_to_decide(name, by_system=True)
    cards = table.state.hands[1].cards
    assert len(cards.split()) > 1
    own = msgspec.json.encode(view(table.state, Viewer("player", "p1"), table.now)).decode()
    other = msgspec.json.encode(view(table.state, Viewer("player", "p2"), table.now)).decode()
    assert cards in own
    assert cards not in other
    assert not any(f'"{card}"' in other for card in cards.split())


@like("refused", FIRST)
def test_the_dealer_reveals_nothing_before_everybody_has_decided(name: str) -> None:
    table = asked_to_decide(name)
    for _ in range(2):
        asked = c.Show(to=DEALER, cards=" ".join(table.hands[DEALER]))
        assert refused(table, asked).code == "not_now"
        table.perform_next()


@like("refused", ORDER)
def test_hands_are_turned_from_the_dealers_far_right(name: str) -> None:
    table = asked_to_decide(name)
    table.until("settle")
    early = c.Show(to=1, cards=" ".join(table.hands[1]))
    refused(table, early)
    table.do(c.Show(to=2, cards=" ".join(table.hands[2])), "dealer")
    table.do(early, "dealer")


# ------------------------------------------------------------------------------------------- cut and award

CUT = {NJ: "4.d", MD: "5.F", UTH: "4.d", FCP: "5.d"}


@like("recorded", {MA: "4.d", **CUT})
def test_an_ordered_recut_is_in_the_log_and_nobody_passes_over_it(name: str) -> None:
    least = "floorperson" if name == MD else "supervisor"
    table = live(name, "manual-shoe", shuffle="automated" if name == MA else "manual")
    table.open_up()
    if name == MA:
        table.do(c.Perform(step="cut"))
    table.bet(1, MAIN[name])
    found = table.do(c.Report(irregularity="improper_cut"), least, "the supervisor")[0]
    assert (found.by, found.role, found.at) == ("the supervisor", least, table.now)
    assert isinstance(found, e.IrregularityFound)
    for asked in (c.Bet(seat=1, wagers=MAIN[name]), c.CloseBets(), c.Deal(step="deal")):
        assert refused(table, asked).code == "count_mismatch"
    cut = table.do(c.Perform(step="cut"), "dealer", "the dealer")[0]
    assert (cut.by, cut.role, cut.at) == ("the dealer", "dealer", table.now)
    table.do(c.CloseBets())


@like("recorded", {MA: "4.c.1.ii", NJ: "4.c.1.ii", MD: "5.E", UTH: "4.c.1.ii", FCP: "5.c.1.ii"})
def test_a_cut_is_recorded_with_the_fewest_cards_it_may_leave(name: str) -> None:
    table = live(name, "manual-shoe", shuffle="automated" if name == MA else "manual")
    if name == MA:
        table.open_up()
    else:
        table.until("cut")
        assert refused(table, c.Bet(seat=1, wagers=MAIN[name])).code == "not_now"
    cut = table.do(c.Perform(step="cut"), "dealer", "the dealer")[0]
    assert isinstance(cut, e.StepDone)
    assert (cut.by, cut.least, cut.at) == ("the dealer", 10, table.now)


@like("refused", {MA: "12.e.face-up", NJ: "12.e.face-up"})
def test_the_cards_of_a_winner_are_not_collected_before_the_award_is_validated(name: str) -> None:
    table = live(name, "manual-shoe")
    table.start_round({1: every_wager(name)}, stacked("2s 3s 4s 5s 6s 7s 8s", "2d 3h 9d 4c 5h 6c Kc"))
    table.until("settle")
    table.perform_next()
    (award,) = table.state.pending
    assert refused(table, c.Perform(step="collect")).code == "award_pending"
    table.do(c.Validate(award=award), "floorperson")
    table.do(c.Perform(step="collect"))
