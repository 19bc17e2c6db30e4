"""Permissions: every handler is in the table, and a player's session gets nobody else's data."""

import re
from typing import Any

import pytest
from litestar.handlers import HTTPRouteHandler, WebsocketRouteHandler
from websockets.exceptions import InvalidStatus

from croupier.server.api.tables.acts import PeopleAct
from croupier.server.http.access import ACCESS, ALL, PUBLIC
from croupier.server.http.app import create_app
from croupier.table import commands as c
from tests.server.rig import STAFF, Client, Running, receive

ROLES = ("player", *STAFF)
VALUES = {
    "table": "hcf",
    "person": "s_nobody",
    "session_id": "v_nobody",
    "factor": "f_nobody",
    "name": "ma-high-card-flush",
    "version": "1",
    "link": "link-hcf",
    "award": "1.1",
    "slip": "1",
    "report": "tables",
    "player": "p_nobody",
    "round_number": "1",
    "path": "anything",
}


def handlers(server: Running) -> list[tuple[str, str, str]]:
    """Every handler of the API: its name, its method, an address of it."""
    found = []
    for route in create_app(server.house).routes:
        for handler in getattr(route, "route_handlers", ()):
            if not isinstance(handler, HTTPRouteHandler) or route.path.startswith("/schema"):
                continue
            path = route.path
            for name, value in VALUES.items():
                for kind in ("str", "int", "path"):
                    path = path.replace(f"{{{name}:{kind}}}", value)
            assert "{" not in path, path
            found += [(handler.handler_name, str(m), path) for m in handler.http_methods if m != "OPTIONS"]
    return found


def call(client: Client, method: str, path: str) -> tuple[int, str]:
    """The status, and the code of the error."""
    body: dict[str, Any] = {"json": {}} if method in ("POST", "PATCH", "PUT") else {}
    response = client.request(method, path, **body)
    return response.status_code, response.json()["error"]["code"] if response.is_error else ""


def test_the_table_names_every_handler_and_no_other(server: Running) -> None:
    names = {name for name, _, _ in handlers(server)} | {"socket", "schema"}
    assert names == set(ACCESS)
    sockets = [
        handler
        for route in create_app(server.house).routes
        if (handler := getattr(route, "route_handler", None)) and isinstance(handler, WebsocketRouteHandler)
    ]
    assert [each.handler_name for each in sockets] == ["socket"]


def test_every_role_is_kept_to_its_handlers(server: Running) -> None:
    server.player("ann", 0)
    for role in ROLES:
        client = server.signed_in("ann" if role == "player" else role)
        for name, method, path in handlers(server):
            if name in ("sign_out", "sign_out_everywhere", "guest", "sign_in", "hold_report"):
                continue
            status, code = call(client, method, path)
            assert status < 500, (role, name, status)
            assert (code == "role_too_low") == (role not in ACCESS[name]), (role, name, status)


def test_nobody_without_a_session_gets_in(server: Running) -> None:
    client = server.client()
    for name, method, path in handlers(server):
        status, _ = call(client, method, path)
        if PUBLIC in ACCESS[name]:
            assert status != 401 or name == "sign_in"
        else:
            assert status == 401, name
    with pytest.raises(InvalidStatus), server.socket(client, "hcf"):
        pass


def test_a_socket_grants_no_extra_permission(server: Running) -> None:
    for role in ("surveillance", "auditor"):
        client = server.signed_in(role)
        with server.socket(client, "hcf") as line:
            version = receive(line, "view")["version"]
            line.send(
                f'{{"type":"command","id":"1","act":{{"act":"sit","seat":1,"player":"x"}},"version":{version}}}'
            )
            assert receive(line, "answer")["error"]["code"] == "role_too_low"


def cards_in(text: str) -> set[str]:
    """The cards that a text names; the rules have sentences that begin with the word As."""
    return set(re.findall(r"\b[2-9TJQKA][cdhs]\b(?! [a-z])", text))


def test_a_player_sees_no_other_seats_cards(server: Running) -> None:
    ann, bob = server.player("ann"), server.player("bob")
    for seat, player in ((1, ann), (2, bob)):
        player.act("hcf", act="sit", seat=seat).raise_for_status()
        player.act("hcf", act="bet", seat=seat, wagers={"ante": 1000}).raise_for_status()
    with server.socket(ann, "hcf") as line:
        receive(line, "view")
        server.signed_in("dealer").act("hcf", act="close_bets").raise_for_status()
        news = receive(line, "events")
    state = server.house.floor.tables["hcf"].state
    his, dealers = state.hands[2].cards.split(), state.dealer.split()
    hers = state.hands[1].cards.split()
    assert len(his) == len(hers) == 7
    told = [
        ann.get("/api/tables/hcf").text,
        ann.get("/api/tables/hcf/events", params={"after": 0}).text,
        ann.get("/api/tables").text,
        str(news),
    ]
    for text in told[:2]:
        assert all(card in text for card in hers)
    rules = ann.get("/api/tables/hcf/events", params={"after": 0}).json()["events"][0]
    assert rules["event"]["kind"].startswith("table_opened")
    named = cards_in(str(rules))  # the rules name the least hand of the dealer by its cards
    for text in told:
        assert not cards_in(text) & {*his, *dealers} - named
    for path in ("/api/audit/records?stream=table:hcf", "/api/jackpots/hcf/1.2", "/api/significant"):
        assert ann.get(path).status_code == 403
    # The administrator runs the house and sees no more of a hand than the floor does.
    admin = server.signed_in("administrator")
    assert admin.get("/api/audit/records", params={"stream": "table:hcf"}).status_code == 403
    assert "table:hcf" not in admin.get("/api/audit/streams").json()
    assert not cards_in(admin.get("/api/tables/hcf").text) & {*his}
    # An auditor reads all, but for the seed of a deck that is being dealt.
    auditor = server.signed_in("auditor")
    told_all = auditor.get("/api/audit/records", params={"stream": "table:hcf"}).text
    assert all(card in told_all for card in his)
    assert "sealed" not in auditor.get("/api/audit/records", params={"stream": "fair:hcf"}).text
    assert not auditor.get("/api/tables/hcf/fairness/1").json()["seed"]


def test_a_player_acts_for_nobody_else(server: Running) -> None:
    ann, bob = server.player("ann"), server.player("bob")
    bob.act("hcf", act="sit", seat=2).raise_for_status()
    # Whom a body names makes no difference: a player sits for themselves.
    ann.act("hcf", act="sit", seat=3, player=bob.person).raise_for_status()
    assert server.house.floor.tables["hcf"].state.players == {2: bob.person, 3: ann.person}
    assert ann.act("hcf", act="bet", seat=2, wagers={"ante": 1000}).status_code in (403, 409)
    assert ann.act("hcf", act="leave", seat=2).status_code in (403, 409)
    for by in ("dealer", "supervisor", "administrator"):
        spent = server.signed_in(by).act("hcf", act="bet", seat=2, wagers={"ante": 1000})
        assert spent.status_code in (403, 409), by
    assert server.balance(f"player:{bob.person}") == 1_000_000


def test_every_act_of_a_table_is_a_persons_or_the_houses() -> None:
    wire = {each.__struct_config__.tag for each in PeopleAct.__args__}
    known = {each.__struct_config__.tag for each in c.AnyAct.__args__}
    signed_by_two = {"correct", "resettle"}  # they have requests of their own
    left_to_the_registry = {each.__struct_config__.tag for each in (c.OpenTable, c.AdoptRules)}
    assert wire == known - left_to_the_registry - signed_by_two


def test_roles_of_the_table_exist() -> None:
    for name, roles in ACCESS.items():
        assert roles <= ALL | {PUBLIC}, name
        assert roles, name
