"""Seats of players who are gone are freed, and nobody else's."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from croupier.floor.host.automation import question
from tests.server.rig import ROOMY, Client, Running, running
from tests.server.test_operation import first_line, start, stop

SOON = msgspec.structs.replace(ROOMY, seat_check_seconds=0.1, seat_watch_seconds=0.1)


def until(true: Callable[[], bool], seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.05)


def taken(client: Client, table: str) -> list[int]:
    cards = client.get("/api/tables").raise_for_status().json()
    return list(next(each["taken"] for each in cards if each["table"] == table))


@pytest.fixture
def house(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Running]:
    settings = msgspec.structs.replace(SOON, **getattr(request, "param", {}))
    with running(f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path / "keys", settings) as here:
        here.table("hcf", "ma/high-card-flush", betting_ms=60_000)
        yield here


def test_guests_who_sign_out_leave_no_taken_seats_even_over_a_restart(tmp_path: Path) -> None:
    """A real process: all seats of a table are taken, the guests sign out, and the server is killed."""
    process = start(tmp_path, "--demo")
    try:
        url = first_line(process).split()[-1]
        for _ in range(3):
            with Client(base_url=url, trust_env=False, timeout=30) as guest:
                guest.guest().raise_for_status()
                free = [seat for seat in range(1, 7) if seat not in taken(guest, "ma-high-card-flush")][:2]
                for seat in free:
                    guest.act("ma-high-card-flush", act="sit", seat=seat)
                guest.post("/api/session/end").raise_for_status()
    finally:
        process.kill()
        process.communicate(timeout=60)
    process = start(tmp_path, "--demo")
    try:
        url = first_line(process).split()[-1]
        with Client(base_url=url, trust_env=False, timeout=30) as guest:
            guest.guest().raise_for_status()
            until(lambda: taken(guest, "ma-high-card-flush") == [], 60)
            guest.act("ma-high-card-flush", act="sit", seat=1).raise_for_status()
    finally:
        stop(process)


def test_a_wager_keeps_its_seat_and_an_ended_session_does_not(house: Running) -> None:
    ana, bo = house.player("ana"), house.player("bo")
    ana.act("hcf", act="sit", seat=1).raise_for_status()
    ana.act("hcf", act="bet", seat=1, wagers={"ante": 1000}).raise_for_status()
    for seat in (3, 4, 5)[: house.house.floor.tables["hcf"].state.at.boxes]:
        bo.act("hcf", act="sit", seat=seat).raise_for_status()
    ana.post("/api/session/end").raise_for_status()
    bo.post("/api/session/end").raise_for_status()
    watcher = house.signed_in("auditor")
    until(lambda: taken(watcher, "hcf") == [1])
    time.sleep(0.5)
    assert taken(watcher, "hcf") == [1]
    assert house.house.floor.tables["hcf"].state.hands[1].wagers == {"ante": 1000}


@pytest.mark.parametrize("house", [{"seat_away_seconds": 1.5, "seat_left_seconds": 1.5}], indirect=True)
def test_a_seat_without_a_socket_is_freed_and_one_with_it_is_not(house: Running) -> None:
    ana, bo = house.player("ana"), house.player("bo")
    ana.act("hcf", act="sit", seat=1).raise_for_status()
    with house.socket(bo, "hcf"):
        bo.act("hcf", act="sit", seat=2).raise_for_status()
        until(lambda: taken(ana, "hcf") == [2])
        time.sleep(1)
        assert taken(ana, "hcf") == [2]
    until(lambda: taken(ana, "hcf") == [])


@pytest.mark.parametrize("house", [{"seat_left_seconds": 0.5}], indirect=True)
def test_who_closes_the_page_costs_nobody_time(house: Running) -> None:
    """Ana plays without a socket, Bo closes the page; the bets of those who are there are dealt at once."""
    table = house.table("waits", "ma/high-card-flush", betting_ms=60_000, all_bet_ms=100)
    ana, bo = house.player("ana"), house.player("bo")
    ana.act(table, act="sit", seat=1).raise_for_status()
    with house.socket(bo, table):
        bo.act(table, act="sit", seat=2).raise_for_status()
        ana.act(table, act="bet", seat=1, wagers={"ante": 1000}).raise_for_status()
        time.sleep(1)
        assert taken(ana, table) == [1, 2]
        assert not house.house.floor.tables[table].state.bets_closed
    until(lambda: house.house.floor.tables[table].state.bets_closed)
    assert taken(ana, table) == [1]


@pytest.mark.parametrize("house", [{"seat_absent_seconds": 0.3}], indirect=True)
def test_bets_do_not_wait_for_who_closed_the_page_and_may_come_back(house: Running) -> None:
    """Long before the seat is freed; the seat is theirs, and who is back is waited for."""
    table = house.table("waits", "ma/high-card-flush", betting_ms=60_000, all_bet_ms=50, decision_ms=1_000)
    ana, bo = house.player("ana"), house.player("bo")
    hosted = house.house.floor.tables[table]
    ana.act(table, act="sit", seat=1).raise_for_status()
    with house.socket(bo, table):
        bo.act(table, act="sit", seat=2).raise_for_status()
        ana.act(table, act="bet", seat=1, wagers={"ante": 1000}).raise_for_status()
        time.sleep(0.5)
        assert not hosted.state.bets_closed
    until(lambda: hosted.state.bets_closed, 5)
    assert taken(ana, table) == [1, 2]
    with house.socket(bo, table):
        until(lambda: not hosted.state.hands and not hosted.absent, 5)
        ana.act(table, act="bet", seat=1, wagers={"ante": 1000}).raise_for_status()
        time.sleep(0.5)
        assert not hosted.state.bets_closed


@pytest.mark.parametrize("house", [{"seat_left_seconds": 0.5, "seat_absent_seconds": 0.3}], indirect=True)
def test_a_decision_waits_for_nobody_who_left_while_others_wait(house: Running) -> None:
    """Bo closes the page with a hand in play: the system folds it a second later, not after a minute."""
    table = house.table("waits", "ma/high-card-flush", betting_ms=60_000, all_bet_ms=50, decision_ms=60_000)
    ana, bo = house.player("ana"), house.player("bo")
    hosted = house.house.floor.tables[table]
    with house.socket(ana, table):
        ana.act(table, act="sit", seat=2).raise_for_status()
        with house.socket(bo, table):
            bo.act(table, act="sit", seat=1).raise_for_status()
            for seat, player in ((2, ana), (1, bo)):
                player.act(table, act="bet", seat=seat, wagers={"ante": 1000}).raise_for_status()
            until(lambda: hosted.state.bets_closed, 5)
            asked = question(hosted.state)
            assert asked is not None
            first = asked[2]
            if first != 1:  # Ana is asked first: she folds
                ana.act(table, act="decide", seat=2, action="fold", amount=0).raise_for_status()
            time.sleep(1.5)
            assert question(hosted.state) == (1, asked[1], 1), "Bo is there, and has a minute"
        until(lambda: question(hosted.state) != (1, asked[1], 1), 10)


@pytest.mark.parametrize(
    "house",
    [{"seat_left_seconds": 0.3, "seat_absent_seconds": 0.2, "seat_watch_seconds": 1.5}],
    indirect=True,
)
def test_a_hand_waits_for_a_player_who_was_alone(house: Running) -> None:
    """Her page is closed before the server looks for the first time."""
    table = house.table("waits", "ma/high-card-flush", betting_ms=60_000, all_bet_ms=50, decision_ms=60_000)
    ana = house.player("ana")
    hosted = house.house.floor.tables[table]
    with house.socket(ana, table):
        ana.act(table, act="sit", seat=1).raise_for_status()
        ana.act(table, act="bet", seat=1, wagers={"ante": 1000}).raise_for_status()
        until(lambda: hosted.state.bets_closed, 5)
        asked = question(hosted.state)
    until(lambda: bool(hosted.gone), 5)
    time.sleep(1.5)
    assert asked is not None
    assert question(hosted.state) == asked


@pytest.mark.parametrize("house", [{"seat_idle_seconds": 1.0}], indirect=True)
def test_a_seat_without_a_wager_is_freed_even_with_a_socket(house: Running) -> None:
    ana = house.player("ana")
    with house.socket(ana, "hcf"):
        ana.act("hcf", act="sit", seat=1).raise_for_status()
        until(lambda: taken(ana, "hcf") == [])


@pytest.mark.parametrize("house", [{"seat_idle_rounds": 1}], indirect=True)
def test_a_seat_that_sits_out_rounds_is_freed(house: Running) -> None:
    ana, bo = house.player("ana"), house.player("bo")
    table = house.table("quick", "ma/high-card-flush", betting_ms=1000, decision_ms=1000)
    bo.act(table, act="sit", seat=2).raise_for_status()
    ana.act(table, act="sit", seat=1).raise_for_status()
    hosted = house.house.floor.tables[table]
    for _ in range(3):
        round_ = hosted.state.round
        assert bo.act(table, act="bet", seat=2, wagers={"ante": 1000}).status_code == 200
        until(lambda round_=round_: hosted.state.round > round_ and not hosted.state.hands)  # type: ignore[misc]
    until(lambda: taken(bo, table) == [2])


def test_the_floor_frees_a_seat_without_a_wager(house: Running) -> None:
    ana = house.player("ana")
    for seat in (1, 2):
        ana.act("hcf", act="sit", seat=seat).raise_for_status()
    ana.act("hcf", act="bet", seat=1, wagers={"ante": 1000}).raise_for_status()
    floorperson, dealer = house.signed_in("floorperson"), house.signed_in("dealer")
    refused = dealer.act("hcf", act="leave", seat=2)
    assert refused.json()["error"]["code"] == "not_your_seat"
    assert floorperson.act("hcf", act="leave", seat=1).json()["error"]["code"] == "must_stay"
    floorperson.act("hcf", act="leave", seat=2).raise_for_status()
    assert taken(ana, "hcf") == [1]
    sat = floorperson.act("hcf", act="sit", seat=3, player="player-3")
    bet = floorperson.act("hcf", act="bet", seat=1, wagers={"ante": 2000})
    assert [each.json()["error"]["code"] for each in (sat, bet)] == ["not_your_seat"] * 2
