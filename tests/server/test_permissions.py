"""Permissions come with the session: pages show only what the server allows the role."""

from typing import get_args

import pytest

from croupier.server.http.access import ACCESS, ALL, Permission, permissions
from tests.server.rig import Running

FLOOR_PAGES = ("hold", "significant", "submissions", "set_up_tables", "people")
CHANGES = (
    "change_people",
    "change_limits",
    "deal",
    "open_table",
    "decide_award",
    "change_meter",
    "change_rates",
    "load_submission",
)


def test_every_permission_is_granted_to_somebody_and_not_to_everybody() -> None:
    granted = {each: [role for role in ALL if each in permissions(role)] for each in get_args(Permission)}
    assert all(0 < len(roles) < len(ALL) for roles in granted.values())
    assert permissions("public") == ()


def test_permissions_grow_with_the_role() -> None:
    def pages(role: str) -> list[str]:
        return [each for each in FLOOR_PAGES if each in permissions(role)]

    assert permissions("player") == ("rounds",)
    assert permissions("dealer") == ("deal", "count_chips", "chips", "deliver_slip")
    assert permissions("cage") == ("chips", "approve_slip", "void_slip")
    assert permissions("security") == ("chips", "deliver_slip")
    assert permissions("count_team") == ("chips", "count_drop")
    assert pages("floorperson") == []
    assert pages("supervisor") == ["hold", "significant", "submissions"]
    assert pages("administrator") == list(FLOOR_PAGES)


@pytest.mark.parametrize("role", ["surveillance", "auditor"])
def test_observers_see_the_floor_and_the_log_and_change_nothing(role: str) -> None:
    held = set(permissions(role))
    assert {"floor", "significant", "audit", "log", "export_log", "table_rounds", "table_records"} <= held
    assert not held & set(CHANGES)


def test_hands_in_the_log_are_for_observers_alone() -> None:
    assert "log" in permissions("administrator")
    assert not {"export_log", "table_records"} & set(permissions("administrator"))
    assert "table_rounds" in permissions("floorperson")
    assert "log" not in permissions("floorperson")


@pytest.mark.parametrize("role", ["dealer", "supervisor", "auditor"])
def test_the_session_carries_the_permissions_of_its_role(server: Running, role: str) -> None:
    someone = server.signed_in(role)
    assert someone.get("/api/session").json()["permissions"] == list(permissions(role))
    opened = someone.get("/api/people").status_code == 200
    assert opened == ("people" in permissions(role)) == (role in ACCESS["people"])
