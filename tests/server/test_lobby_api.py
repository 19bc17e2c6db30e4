"""The lobby: cards once, then only the parts that rounds change, and nothing while nothing changes."""

from tests.server.rig import Running

CHANGING = {"table", "program", "round", "version", "taken", "bets_open", "meters", "filed"}


def test_the_lobby_receives_only_changes(server: Running) -> None:
    player = server.player("rosa")
    (card,) = player.get("/api/tables").json()
    first = player.get("/api/tables-now").json()
    assert first["tables"] == [{name: card[name] for name in CHANGING}]
    same = player.get("/api/tables-now", params={"mark": first["mark"]})
    assert same.json() == {"mark": first["mark"], "tables": None}
    assert player.act("hcf", act="sit", seat=3).status_code == 200
    (now,) = (after := player.get("/api/tables-now", params={"mark": first["mark"]}).json())["tables"]
    assert (now["taken"], now["filed"]) == ([3], card["filed"])
    assert after["mark"] != first["mark"]
    server.table("other", "nj/high-card-flush")
    names = [
        each["table"]
        for each in player.get("/api/tables-now", params={"mark": after["mark"]}).json()["tables"]
    ]
    assert names == ["hcf", "other"]
    filed = {each["table"]: each["filed"] for each in player.get("/api/tables").json()}
    assert filed["other"] != filed["hcf"]
