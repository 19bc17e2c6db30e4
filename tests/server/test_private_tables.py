"""A table of one's own by one request, dealing when alone, one's seats, and enough play money."""

from collections.abc import Iterator
from typing import Any

import pytest

from croupier.floor.desks import cashier
from croupier.floor.registry import private_tables
from croupier.floor.registry.demo import set_up_demo
from croupier.table.offers.bounds import least_round
from tests.server.rig import Client, Running, running

FLUSH, HOLDEM = "ma-high-card-flush", "ma-ultimate-texas-holdem"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    place = tmp_path_factory.mktemp("private")
    with running(f"sqlite:///{place / 'ledger.db'}", place / "keys", demo=True) as here:
        set_up_demo(here.house.floor, here.house.registry, betting_ms=60_000, all_bet_ms=0)
        yield here


def guest(house: Running) -> Client:
    client = house.client()
    client.guest().raise_for_status()
    return client


def view(client: Client, table: str) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"/api/tables/{table}").raise_for_status().json()
    return found


def alone(client: Client, like: str) -> str:
    return str(client.post(f"/api/tables/{like}/private").raise_for_status().json()["table"])


def test_a_private_table_is_for_one_player_and_shows_no_clock(house: Running) -> None:
    ana, bo = guest(house), guest(house)
    table = alone(ana, FLUSH)
    assert alone(ana, FLUSH) == table, "one has one of them"
    assert table not in {each["table"] for each in ana.get("/api/tables").json()}
    card = ana.get(f"/api/tables/{table}/card").raise_for_status().json()
    assert card["rules"] == "ma/high-card-flush"
    assert len(card["taken"]) == 1
    refused = bo.act(table, act="sit", seat=1)
    assert refused.json()["error"]["code"] == "table_private"
    assert alone(bo, FLUSH) != table
    assert alone(ana, HOLDEM) not in (table, alone(bo, FLUSH))
    (seat,) = card["taken"]
    ana.act(table, act="bet", seat=seat, wagers={"ante": 500}).raise_for_status()
    assert view(ana, table)["deadline"] is None
    ana.act(table, act="close_bets").raise_for_status()
    now = view(ana, table)
    assert now["deadline"] is None
    assert now["view"]["offers"][0]["act"] == "decide"
    ana.act(table, act="decide", seat=seat, action="fold").raise_for_status()
    ana.act(table, act="leave", seat=seat).raise_for_status()
    cleo = guest(house)
    assert alone(cleo, FLUSH) == table, "a table that was left is given to the next"


def test_only_a_player_who_is_alone_closes_the_bets(house: Running) -> None:
    ana, bo = guest(house), guest(house)
    ana.act(HOLDEM, act="sit", seat=2).raise_for_status()
    bo.act(HOLDEM, act="sit", seat=5).raise_for_status()
    assert ana.act(HOLDEM, act="close_bets").json()["error"]["code"] == "not_alone"
    ana.act(HOLDEM, act="bet", seat=2, wagers={"ante": 500, "blind": 500}).raise_for_status()
    assert ana.act(HOLDEM, act="close_bets").json()["error"]["code"] == "not_alone"
    bo.act(HOLDEM, act="leave", seat=5).raise_for_status()
    assert bo.act(HOLDEM, act="close_bets").json()["error"]["code"] == "not_alone"
    assert not house.house.floor.tables[HOLDEM].state.bets_closed
    ana.act(HOLDEM, act="close_bets").raise_for_status()
    assert house.house.floor.tables[HOLDEM].state.bets_closed
    (mine,) = ana.get("/api/my-seats").raise_for_status().json()
    assert (mine["table"], mine["seats"], mine["turn"]) == (HOLDEM, [2], True)
    assert mine["deadline"] > mine["now"]
    assert bo.get("/api/my-seats").json() == []


def test_there_is_an_end_to_private_tables(house: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(private_tables, "MOST", 0)
    client = guest(house)
    refused = client.post("/api/tables/md-high-card-flush/private")
    assert refused.json()["error"]["code"] == "table_private"
    assert client.post("/api/tables/nowhere/private").status_code == 404


def test_play_money_suffices_for_the_smallest_round_of_every_table(
    house: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    needed = {name: least_round(hosted.state.at) for name, hosted in house.house.floor.tables.items()}
    # Ante and raise; ante, blind and a play of one ante; ante and play: all at the least ante of $5.
    assert needed[FLUSH] == 1000
    assert needed[HOLDEM] == 1500
    assert needed["ma-four-card-poker"] == 1000
    client = guest(house)
    assert client.post("/api/stake").json()["count"] == 0
    monkeypatch.setattr(cashier, "DEMO_LEAST", 0)
    person = client.get("/api/session").json()["person"]

    def left(cents: int) -> None:
        def work(unit: Any) -> None:
            holds = cashier._holds(unit, person)
            cashier._post(unit, _taken(unit, person, holds - cents), cents - holds)

        house.house.floor.run(work).result(20)

    left(max(needed.values()))
    assert client.post("/api/stake").json()["count"] == 0
    left(max(needed.values()) - 1)
    assert client.post("/api/stake").json()["count"] == cashier.DEMO_STAKE - max(needed.values()) + 1


def _taken(unit: Any, person: str, cents: int) -> cashier.MoneyTakenBack:
    return cashier.MoneyTakenBack(
        at=unit.batch.now, by="host", role="system", address="", player=person, amount=cents
    )


def test_nobody_has_more_than_a_few_private_tables(house: Running) -> None:
    ana = guest(house)
    names = [each["table"] for each in ana.get("/api/tables").raise_for_status().json()]
    assert len(names) > private_tables.EACH
    taken = [alone(ana, name) for name in names[: private_tables.EACH]]
    refused = ana.post(f"/api/tables/{names[-1]}/private")
    assert refused.json()["error"]["code"] == "table_private"
    assert alone(ana, names[0]) == taken[0], "one's own is found again"
    (seat,) = ana.get(f"/api/tables/{taken[0]}/card").json()["taken"]
    ana.act(taken[0], act="leave", seat=seat).raise_for_status()
    assert alone(ana, names[-1]) not in taken
