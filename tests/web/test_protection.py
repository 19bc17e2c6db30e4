"""Game protection in the browser: the watch hand by hand, and a player's own review."""

import json
import re
from functools import partial
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import expect

from croupier.floor.registry.settings import HouseSettings, change_settings
from tests.odds import sessions
from tests.odds.sessions import ULTIMATE
from tests.server.rig import Running
from tests.server.test_history_api import play
from tests.server.test_review_api import answered
from tests.server.test_watch import played, table_of_ultimate
from tests.web.browser import Visits, serious

HANDS = 45


def test_the_evidence_is_read_hand_by_hand_and_saved_for_a_regulator(
    site: Running, visits: Visits, tmp_path: Path
) -> None:
    ledger, opened = site.house.floor.ledger, table_of_ultimate(tmp_path)
    lines = sessions.session(ULTIMATE, sessions.hole_carder(ULTIMATE), HANDS, 1)
    played(ledger, opened, "thief", lines)
    played(ledger, opened, "honest", sessions.session(ULTIMATE, sessions.optimal(ULTIMATE), 4, 2))
    site.do(partial(change_settings, after=HouseSettings(watch=3), actor=site.administrator))
    site.house.watcher.look()

    watching = site.signed_in("surveillance")
    page = visits.page("/floor/watch", as_=watching)
    players = page.get_by_test_id("watch-players")
    thief = players.get_by_role("row", name=re.compile("thief"))
    expect(thief).to_contain_text("Alert")
    expect(thief).to_contain_text(f"{HANDS}")
    expect(players.get_by_role("row", name=re.compile("honest"))).not_to_contain_text("Alert")
    assert serious(page) == []
    thief.get_by_role("link").click()
    rows = page.get_by_test_id("watch-hands").get_by_role("row")
    expect(rows).to_have_count(HANDS + 1)
    # The latest hand is first: what was done, what the best would have gained, and the dealer's cards.
    told = watching.get("/api/watch/thief").json()
    latest, shown = told["hands"][-1], rows.nth(1)
    dealer = shown.get_by_role("group", name=re.compile("^Dealer:")).locator("[data-card]")
    assert dealer.evaluate_all("all => all.map(each => each.dataset.card)") == latest["hidden"].split()
    expect(shown).to_contain_text(f"{latest['total']:.2f}")
    wrong = next(
        number
        for number, each in enumerate(reversed(told["hands"]), 1)
        if any(d["cost"] for d in each["decisions"])
    )
    cost = next(each["cost"] for each in told["hands"][-wrong]["decisions"] if each["cost"])
    expect(rows.nth(wrong)).to_contain_text(f"was worth {cost:.3f} more")
    assert serious(page) == []

    with page.expect_download() as saved:
        page.get_by_role("link", name="Save for a regulator").click()
    file = json.loads(Path(saved.value.path()).read_text())
    assert file == told
    assert [each["hidden"] for each in file["hands"]] == [line["dealer"] for line in lines]
    visits.page("/floor/significant", as_=watching).get_by_text(
        "plays as if they knew hidden cards"
    ).wait_for()

    player = site.player("ann")
    outside = visits.page("/floor/watch", as_=player)
    expect(outside.get_by_test_id("watch-players")).to_have_count(0)
    assert "thief" not in outside.content()
    assert player.get("/api/watch/thief").json()["error"]["code"] == "role_too_low"


def test_a_player_reads_the_mistakes_of_the_session(site: Running, visits: Visits) -> None:
    client = site.client()
    assert client.guest().status_code == 200
    for _ in range(2):
        play(site, "ma-high-card-flush", {1: client}, fold=(1,))
    page = visits.page("/practice", as_=client)
    panel = page.get_by_test_id("session-review")
    expect(panel).to_contain_text("2 rounds since you signed in", timeout=60_000)
    told = answered(client, "/api/review")
    cents = round(told["result"]["mistakes"])
    expect(page.get_by_test_id("session-mistakes")).to_have_text(f"${cents / 100:,.2f}")
    expect(panel.get_by_role("listitem")).to_have_count(len(told["mistakes"]))
    for number, each in enumerate(told["mistakes"]):
        row = panel.get_by_role("listitem").nth(number)
        expect(row).to_contain_text(f"${round(each['decision']['cost_cents']) / 100:,.2f}")
        expect(row.get_by_role("link")).to_have_attribute(
            "href", f"/table/{each['table']}/round/{each['round']}"
        )
    assert serious(page) == []


def test_a_supervisor_prices_a_leak_and_its_remedies(site: Running, visits: Visits) -> None:
    watching = site.signed_in("surveillance")
    page = visits.page("/floor/protection", as_=watching)
    panel = page.get_by_test_id("leak")
    panel.get_by_label("Rules").select_option("ma/high-card-flush")
    panel.get_by_label("Known").select_option("suit")
    number = panel.get_by_label("How many cards")
    number.fill("0")
    expect(panel.get_by_role("button", name="Price it")).to_be_disabled()
    number.fill("1")
    panel.get_by_label("Rounds an hour").fill("50")
    panel.get_by_role("button", name="Price it").click()
    expect(page.get_by_test_id("edge")).to_be_visible(timeout=120_000)
    asked = {"rules": "ma/high-card-flush", "knows": "dealer:1:suit", "rounds_per_hour": 50}
    told = answered(watching, f"/api/odds/protect?{urlencode(asked)}")["worth"]
    expect(page.get_by_test_id("edge")).to_have_attribute("data-value", str(told["player_edge"]["percent"]))
    expect(page.get_by_test_id("per-hour")).to_have_text(f"{told['per_hour']:.2f}".replace("-", "\u2212"))
    expect(page.get_by_test_id("actions").get_by_role("listitem")).to_have_count(len(told["actions"]))
    changes = page.get_by_test_id("remedy").get_by_role("row")
    expect(changes).to_have_count(1 + len(told["remedy"]["changes"]))
    assert serious(page) == []

    # A place that the game does not have is refused in the server's words.
    panel.get_by_label("The player sees").select_option("flop")
    panel.get_by_role("button", name="Price it").click()
    expect(page.get_by_test_id("working")).to_contain_text("flop:1:suit: exact for")
