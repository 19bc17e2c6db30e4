"""A round over HTTP and over the socket, and every figure of it in the ledger."""

from pathlib import Path

import pytest

from tests.server.rig import Client, Running, receive, running


def decide_all(server: Running, table: str, players: list[Client]) -> None:
    """Everybody goes on with the least that may be wagered, until nobody is asked any more."""
    while True:
        asked = [
            (player, offer)
            for player in players
            for offer in player.view(table)["offers"]
            if offer["act"] == "decide"
        ]
        if not asked:
            return
        player, offer = asked[0]
        wager = offer["amounts"][0]
        amount = wager["only"][0] if wager.get("only") else wager["least"]
        player.act(
            table, act="decide", seat=offer["seat"], action=wager["name"], amount=amount
        ).raise_for_status()


def close_bets(server: Running, table: str) -> None:
    dealer = server.signed_in("dealer")
    dealer.act(table, act="close_bets").raise_for_status()


def test_a_round_is_played_and_every_figure_is_the_ledgers(database_url: str, tmp_path: Path) -> None:
    with running(database_url, tmp_path / "keys") as server:
        table = server.table("hcf", "ma/high-card-flush")
        ann, bob = server.player("ann"), server.player("bob")
        for seat, player in ((2, ann), (5, bob)):
            player.act(table, act="sit", seat=seat).raise_for_status()
            wagers = {"ante": 1000, "flush_bonus": 500, "progressive": 100}
            player.act(table, act="bet", seat=seat, wagers=wagers).raise_for_status()
        assert ann.get("/api/balance").json()["cents"] <= 1_000_000
        close_bets(server, table)
        decide_all(server, table, [ann, bob])
        last = ann.view(table)["last"]
        assert last["round"] == 1
        nets = {seat["seat"]: seat.get("net", 0) for seat in last["seats"]}
        for seat, player in ((2, ann), (5, bob)):
            held = 1_000_000 + nets[seat]
            assert server.balance(f"player:{player.person}") == held
            assert player.get("/api/balance").json() == {
                "player": player.person,
                "cents": held,
                "rest": 0,
            }
        assert sum(server.house.floor.ledger.balances().values()) == 0
        meters = {each["link"]: each for each in ann.get("/api/meters").json()}["link-hcf"]
        for meter in meters["meters"]:
            account = f"meter:link-hcf:{meter['name']}"
            assert server.house.floor.ledger.balance(account) == meter["amount"]
        deal = ann.get(f"/api/tables/{table}/fairness/1").json()
        assert deal["revealed"]
        assert len(deal["commitments"]) == 1
        next_deal = ann.get(f"/api/tables/{table}/fairness/2").json()
        assert next_deal["commitments"] == [ann.view(table)["commitment"]]
        assert not next_deal["seed"]


def test_over_the_socket(server: Running) -> None:
    ann, bob = server.player("ann"), server.player("bob")
    with server.socket(ann, "hcf") as hers, server.socket(bob, "hcf") as his:
        first = receive(hers, "view")
        version = first["version"]
        line = {"type": "command", "id": "a", "act": {"act": "sit", "seat": 3}, "version": version}
        hers.send(__import__("json").dumps(line))
        answer = receive(hers, "answer")
        assert answer["id"] == "a"
        news = receive(his, "events")
        assert [each["event"]["kind"] for each in news["events"]] == ["player_sat.v1"]
        assert news["view"]["seats"][0]["player"] == ann.person
        assert news["version"] == answer["version"] == news["view"]["version"]


@pytest.mark.parametrize(
    "rules",
    [
        "ma/high-card-flush",
        "nj/high-card-flush",
        "md/high-card-flush",
        "ma/ultimate-texas-holdem",
        "ma/four-card-poker",
    ],
)
def test_every_rule_set_is_played(server: Running, rules: str) -> None:
    table = server.table("game", rules)
    ann = server.player("ann")
    ann.act(table, act="sit", seat=1).raise_for_status()
    view = ann.view(table)
    (bet,) = (offer for offer in view["offers"] if offer["act"] == "bet")
    least = {each["name"]: (each["only"] or [each["least"]])[0] for each in bet["amounts"]}
    ann.act(table, act="bet", seat=1, wagers=least).raise_for_status()
    close_bets(server, table)
    decide_all(server, table, [ann])
    last = ann.view(table)["last"]
    award = sum(each["paid"] for each in ann.view(table)["pending"])
    held = server.balance(f"player:{ann.person}")
    assert held == 1_000_000 + last["seats"][0].get("net", 0) - award
