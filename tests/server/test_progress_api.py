"""Progress in drills: kept in the house for accounts, by version; of guests nothing."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.rig import Running, running

MISTAKE = {
    "rules": "ma/ultimate-texas-holdem",
    "street": "river",
    "cards": "7c 2d",
    "board": "Ks Js 4d 9c 3d",
    "up": "",
    "choices": ["play_1x", "fold"],
    "right": 0,
    "due": 1_700_000_000_000,
}
LEARNED = {
    "tutorials": ["ma/high-card-flush"],
    "mistakes": [MISTAKE],
    "tallies": {"ma/ultimate-texas-holdem river": {"decisions": 3, "right": 2, "cost": 0.25}},
}
NOTHING: dict[str, Any] = {"tutorials": [], "mistakes": [], "tallies": {}}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server with guests for all of these; each test has a person of its own."""
    place = tmp_path_factory.mktemp("progress")
    with running(f"sqlite:///{place / 'ledger.db'}", place / "keys", demo=True) as here:
        yield here


def test_an_account_finds_its_progress_in_another_browser(server: Running) -> None:
    server.person("lena", "player")
    here, there = server.signed_in("lena"), server.signed_in("lena")
    assert here.get("/api/progress").json() == {"version": 0, "learned": NOTHING}
    kept = here.post("/api/progress", json={"version": 0, "learned": LEARNED})
    assert kept.json() == {"version": 1, "learned": LEARNED}
    assert there.get("/api/progress").json() == kept.json()
    assert server.player("mira").get("/api/progress").json()["version"] == 0


def test_a_change_of_an_old_version_is_refused_and_changes_nothing(server: Running) -> None:
    server.person("nils", "dealer")
    client = server.signed_in("nils")
    for version in (0, 1):
        client.post("/api/progress", json={"version": version, "learned": LEARNED}).raise_for_status()
    for version in (0, 1, 3):
        refused = client.post("/api/progress", json={"version": version, "learned": NOTHING})
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "progress_changed")
    assert client.get("/api/progress").json() == {"version": 2, "learned": LEARNED}


def test_guests_keep_theirs_in_the_browser(server: Running) -> None:
    guest = server.client()
    guest.guest()
    for response in (
        guest.get("/api/progress"),
        guest.post("/api/progress", json={"version": 0, "learned": NOTHING}),
    ):
        assert (response.status_code, response.json()["error"]["code"]) == (403, "progress_of_guests")


def test_more_than_a_drill_makes_is_refused(server: Running) -> None:
    client = server.player("otto")
    for wrong in (
        {"mistakes": [MISTAKE] * 301},
        {"mistakes": [{**MISTAKE, "cards": "x" * 41}]},
        {"mistakes": [{**MISTAKE, "due": -1}]},
        {"tallies": {"river": {"decisions": 1, "right": 1, "cost": -0.5}}},
        {"tutorials": ["x" * 65]},
        {"more": 1},
    ):
        response = client.post("/api/progress", json={"version": 0, "learned": {**NOTHING, **wrong}})
        assert response.status_code == 400, wrong
    assert client.get("/api/progress").json()["version"] == 0


def test_the_most_that_is_allowed_fits_into_a_request(server: Running) -> None:
    client = server.player("petra")
    full = {**LEARNED, "mistakes": [{**MISTAKE, "due": number} for number in range(300)]}
    assert client.post("/api/progress", json={"version": 0, "learned": full}).json()["version"] == 1


def test_erasing_an_account_erases_its_progress(server: Running) -> None:
    person = server.person("quinn", "player")
    server.signed_in("quinn").post(
        "/api/progress", json={"version": 0, "learned": LEARNED}
    ).raise_for_status()
    desk = server.signed_in("administrator")
    desk.patch(f"/api/people/{person}", json={"enabled": False}).raise_for_status()
    desk.post(f"/api/people/{person}/erase", json={}).raise_for_status()
    assert server.house.people.progress.of(person).version == 0
