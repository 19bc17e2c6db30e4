"""The API of the floor's pages: every table at a glance, decided awards page by page, names, meters."""

from typing import Any

from croupier.floor.host.hosted_table import Settings
from croupier.floor.registry import changes
from croupier.table import commands as c
from tests.floor.desk_rig import MD, NOTHING, SEVEN, in_turn
from tests.server.rig import Running
from tests.web.floor_house import Dealer, live_table

THREE = "2s 3s 4s 5s 7h Jc Kd"
"""A four-card straight flush: a fixed amount, from no meter."""
WAGERS = {1: {"ante": 1000, "progressive": 100}}


def play(table: Dealer, hand: str) -> None:
    """A round that seat 1 wins with a hand; its award waits."""
    table.open_up()
    table.win(in_turn(hand, NOTHING), WAGERS)


def end(table: Dealer) -> None:
    """The round on to its end; awards that wait are validated by a floorperson."""
    while table.state.hands:
        table.perform_next()


def test_a_table_at_a_glance(server: Running) -> None:
    floor = server.signed_in("floorperson")
    told = {each["table"]: each for each in floor.get("/api/floor").raise_for_status().json()}
    assert (told["hcf"]["program"], told["hcf"]["bets_open"], told["hcf"]["closable"]) == (
        "round",
        True,
        True,
    )
    table = live_table(server, "pit", MD, 1)
    play(table, SEVEN)
    pit = floor.get("/api/floor/pit").raise_for_status().json()
    glance = pit["table"]
    assert (glance["pending"], glance["in_play"], glance["closable"], glance["taken"]) == (1, True, False, 1)
    assert glance["step"]["name"] == "collect"
    assert glance["last_activity"] == table.state.now
    assert pit["decisions"] == ["raise", "fold"]
    assert (pit["deal"], pit["shuffle"]) == (table.state.at.equipment.deal, table.state.at.equipment.shuffle)
    assert pit["deal"] in pit["deals"]
    assert pit["devices"]


def test_a_table_that_was_never_opened(server: Running) -> None:
    def work(unit: Any) -> None:
        changes.list_table(
            unit,
            server.house.registry,
            "later",
            server.administrator,
            mode="live",
            submission="ma-high-card-flush",
            settings=Settings(link="link-hcf"),
        )

    server.do(work)
    told = server.signed_in("floorperson").get("/api/floor/later").raise_for_status().json()
    assert (told["table"]["program"], told["table"]["step"], told["table"]["limits"]) == ("closed", None, [])
    assert (told["table"]["mode"], told["table"]["last_activity"], told["decisions"]) == ("live", 0, [])
    assert server.signed_in("floorperson").get("/api/floor/none").status_code == 404


def test_alerts_are_of_the_last_round_alone(server: Running) -> None:
    server.table("pit", "ma/high-card-flush", mode="live")
    table = Dealer(server, "pit")
    table.sit(1)
    table.open_up()
    deck = (SEVEN + " " + NOTHING).split()
    table.win(deck, WAGERS)
    floor = server.signed_in("floorperson")
    (alert,) = floor.get("/api/floor/pit").json()["table"]["alerts"]
    assert alert["alert"] == "meter_below_initial"
    end(table)
    assert floor.get("/api/floor/pit").json()["table"]["alerts"] == [alert]
    table.open_up()
    table.start_round({1: {"ante": 1000}})
    assert floor.get("/api/floor/pit").json()["table"]["alerts"] == []


def test_decided_awards_page_by_page(server: Running) -> None:
    table = live_table(server, "pit", MD, 1)
    play(table, SEVEN)
    end(table)
    play(table, THREE)
    table.do(c.Reject(award="2.1", reason="a wrong card"), "supervisor", "s1")
    end(table)
    floor = server.signed_in("floorperson")
    first = floor.get("/api/jackpots/decided", params={"limit": 1}).raise_for_status().json()
    (rejected,) = first["found"]
    assert (rejected["award"], rejected["state"], rejected["reason"]) == ("2.1", "rejected", "a wrong card")
    assert (rejected["table"], rejected["by"], rejected["role"], rejected["paid"]) == (
        "pit",
        "s1",
        "supervisor",
        4000,
    )
    assert first["before"] == rejected["position"]
    rest = floor.get("/api/jackpots/decided", params={"before": first["before"]}).json()
    assert [(each["award"], each["state"], each["paid"]) for each in rest["found"]] == [
        ("1.1", "paid", 3_500_020)
    ]
    assert rest["before"] == 0


def test_names_of_people_that_there_are(server: Running) -> None:
    ann = server.player("ann")
    asked = {"ids": [ann.person, "p_nobody", "system"]}
    assert server.signed_in("auditor").get("/api/names", params=asked).json() == {ann.person: "Ann"}


def test_the_view_of_a_screen_above_the_table(server: Running) -> None:
    table = live_table(server, "pit", MD, 1)
    nobody = server.client()

    def link() -> dict[str, Any]:
        told = nobody.get("/api/meters").raise_for_status().json()
        found: dict[str, Any] = next(each for each in told if each["link"] == "link-pit")
        return found

    assert (link()["pending"], link()["last_hit"]) == ([], None)
    play(table, SEVEN)
    (pending,) = link()["pending"]
    assert set(pending) == {"table", "since"}
    assert link()["last_hit"] is None
    assert "p1" not in nobody.get("/api/meters").text
    assert link()["meters"][0]["rate_may_change"] is False
    end(table)
    hit = link()["last_hit"]
    assert hit == {
        "table": "pit",
        "hand": "seven-card straight flush",
        "meter": "main",
        "share": 10_000,
        "paid": 3_500_020,
        "at": pending["since"],
    }
    assert link()["meters"][0]["rate_may_change"] is True


def test_the_layout_of_a_submission(server: Running) -> None:
    supervisor = server.signed_in("supervisor")
    drawn = supervisor.get("/api/submissions/ma-high-card-flush/0/layout.svg").raise_for_status()
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    assert drawn.text == supervisor.get("/api/tables/hcf/layout.svg").text
    assert supervisor.get("/api/submissions/none/1/layout.svg").status_code == 404
