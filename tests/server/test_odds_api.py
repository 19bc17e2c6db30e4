"""Odds over the wire: the figures are those of the exact functions; bad input is one line with its code."""

import time
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import httpx
import msgspec
import pytest

from croupier.odds.advice import advice
from croupier.odds.filed.wagers import Wagers
from croupier.odds.laws import downswing, law_of_rounds, ruin
from croupier.odds.meters.price import at_meters
from croupier.odds.outcomes import outcomes
from croupier.odds.price import main_odds
from croupier.odds.promotions import match_play, rebate
from croupier.odds.protection.leak import parse_leak
from croupier.odds.protection.worth import WantedFigures, worth_of
from croupier.odds.subject import subject_of_rules
from croupier.rulebook.catalog import rule_set_names
from croupier.submission.practice import practice_rules
from tests.practice import PRACTICE
from tests.server.rig import Client, Running, running

FLUSH, HOLDEM, FOUR = "ma/high-card-flush", "ma/ultimate-texas-holdem", "ma/four-card-poker"
MARYLAND = "md/high-card-flush"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One for all tests here: what is asked leaves nothing behind."""
    place = tmp_path_factory.mktemp("odds")
    with running(f"sqlite:///{place / 'ledger.db'}", place / "keys") as here:
        here.table("hcf", FLUSH)
        yield here


@pytest.fixture(scope="module")
def ann(server: Running) -> Client:
    """A player."""
    return server.player("ann", 0)


def when_done(client: Client, path: str, **query: Any) -> dict[str, Any]:
    """Ask until it is no longer working."""
    until = time.monotonic() + 120
    while True:
        response = client.get(path, params=query)
        told: dict[str, Any] = response.raise_for_status().json()
        if told["state"] != "working":
            assert response.status_code == 200
            return told
        assert response.status_code == 202
        assert time.monotonic() < until, told
        time.sleep(0.2)


def refused(response: httpx.Response, status: int, code: str) -> str:
    """The one line that says why."""
    error = response.json()["error"]
    assert (response.status_code, error["code"]) == (status, code), error
    assert "\n" not in error["message"]
    return str(error["message"])


def test_rule_sets_are_public(server: Running) -> None:
    told = server.client().get("/api/odds/rules").raise_for_status().json()
    assert [each["rules"] for each in told] == list(rule_set_names())
    holdem = next(each for each in told if each["rules"] == HOLDEM)
    assert (holdem["player_cards"], holdem["boards"], holdem["heat_map"]) == (2, [0, 3, 5], True)
    for rules in told:
        for wager in rules["wagers"]:
            assert wager["tables"], (rules["rules"], wager["wager"])
            for table in wager["tables"]:
                assert table["clauses"], (rules["rules"], wager["wager"], table["name"])
    flush = next(each for each in told if each["rules"] == FLUSH)
    bonus = next(each for each in flush["wagers"] if each["wager"] == "flush_bonus")
    assert [table["name"] for table in bonus["tables"] if table["chosen"]] == ["A"]
    assert bonus["priced"] is True
    blank = next(w for w in flush["wagers"] if w["wager"] == "straight_flush_bonus")["tables"][-1]
    assert (blank["name"], blank["operator_sets"], {row["pays"] for row in blank["rows"]}) == (
        "G",
        True,
        {""},
    )
    # Only what the best play decides is not priced by itself.
    assert {
        wager["wager"] for rules in told for wager in rules["wagers"] if not wager["priced"]
    } == {"ante", "raise", "play", "blind", "ante_bonus"}  # fmt: skip


def test_progressives_are_sent_with_their_rows_and_stakes(server: Running) -> None:
    told = server.client().get("/api/odds/rules").raise_for_status().json()
    wagers = {
        rules["rules"]: next(each for each in rules["wagers"] if each["wager"] == "progressive")
        for rules in told
    }
    jersey = wagers["nj/high-card-flush"]
    runs = [f"straight_flush_{length}" for length in (7, 6, 5, 4, 3)]
    assert jersey["rows"] == [runs[0], "suited_ace_to_nine", *runs[1:]]
    # What a table leaves unpaid can be paid in the explorer.
    paid = {row["row"]: row["pays"] for row in jersey["tables"][1]["rows"]}
    assert (list(paid), paid["straight_flush_3"]) == (runs, "")
    four = {table["name"]: table for table in wagers[FOUR]["tables"]}
    assert (four["A"]["stakes"], four["PTMGL01"]["stakes"]) == ([100, 500], [])
    # Ultimate prints none: what the practice table files, for either hand.
    filed = wagers[HOLDEM]["tables"]
    assert [(each["name"], each["chosen"], each["stakes"]) for each in filed] == [
        ("flop", True, [500]),
        ("best", False, [500]),
    ]
    assert all(each["operator_sets"] for each in filed)
    assert filed[0]["rows"][-1] == {"row": "two_pair", "words": "two pair", "pays": "", "cell": ""}


def test_the_game_is_solved_in_the_background(server: Running, ann: Client) -> None:
    refused(server.client().get("/api/odds/game", params={"rules": FLUSH}), 401, "not_signed_in")
    told = when_done(ann, "/api/odds/game", rules=FLUSH)
    exact = main_odds(subject_of_rules(FLUSH).house)
    odds = told["odds"]
    assert Fraction(odds["ev"]) == exact.net.mean
    assert odds["element_of_risk"] == float(exact.element_of_risk)
    assert odds["decisions"] == {name: float(share) for name, share in exact.decisions.items()}
    assert sum(odds["decisions"].values()) == pytest.approx(1)
    described = when_done(ann, "/api/odds/strategy", rules=FLUSH)["strategy"]
    assert described["ev"] == odds["ev"]
    text, table = described["sections"]
    assert (text["type"], table["type"]) == ("text", "table")
    assert len(table["rows"][0]) == len(table["columns"])


def test_the_game_at_an_ante_is_under_the_payout_limits(server: Running, ann: Client) -> None:
    house = subject_of_rules(HOLDEM).house
    exact = main_odds(house, wagers=Wagers(50_000))
    odds = when_done(ann, "/api/odds/game", rules=HOLDEM, ante=50_000)["odds"]
    assert (Fraction(odds["ev"]), odds["ante"], odds["limited"]) == (exact.net.mean, 50_000, True)
    assert exact.net.mean < main_odds(house).net.mean
    assert ann.get("/api/odds/game", params={"rules": HOLDEM, "ante": -1}).status_code == 400


def test_the_law_of_many_rounds(server: Running, ann: Client) -> None:
    found = when_done(ann, "/api/odds/rounds", rules=FLUSH, rounds=500, bankroll=60)["after"]
    law = outcomes(subject_of_rules(FLUSH).house)
    after = law_of_rounds(law, 500)
    assert found["loss"] == pytest.approx(after.loss)
    assert found["hold"]["99%"] == pytest.approx(list(after.hold_band(0.99)))
    assert found["ruin"] == pytest.approx(ruin(law, Fraction(60), 500))
    long = when_done(ann, "/api/odds/rounds", rules=FLUSH, rounds=30_000, bankroll=400)["after"]
    assert 0.5 < ruin(law, Fraction(400), 30_000) == pytest.approx(long["ruin"])
    assert long["ruin"] < long["downswing"] == pytest.approx(downswing(law, Fraction(400), 30_000))


def test_a_progressive_by_its_meter(server: Running, ann: Client) -> None:
    """Of Maryland's practice table, where a fold keeps the wager: the return is a straight line."""
    told = when_done(ann, "/api/odds/meters", rules=MARYLAND, ante=1500, meters="main=2000000")
    found, house = told["figures"], practice_rules(MARYLAND).house
    assert house.progressive is not None
    stake = house.progressive.stakes[0]
    exact = at_meters(house, stake, {"main": 2_000_000}, (1500,))
    assert (told["ante"], found["stake"], found["meter"]) == (1500, stake, "main")
    assert Fraction(found["now"]["return"]) == exact.returned
    assert Fraction(found["now"]["best_play"]["1500"]["together"]) == exact.best_play[1500].together
    award = found["now"]["awards"]["main"]
    assert Fraction(award["probability"]) == exact.awards["main"].whole
    assert award["wagers_until"]["50%"] > 1000
    points = [(each["meters"]["main"], Fraction(each["return"])) for each in found["curve"]]
    assert points == sorted(points)
    assert points[0][1] < 1 <= points[-1][1], "from the seed to beyond the break-even"
    (x0, y0), (x1, y1), *_, (x9, y9) = points
    assert (y1 - y0) * (x9 - x0) == (y9 - y0) * (x1 - x0)
    even = Fraction(award["break_even"])
    assert any(0 <= amount - even < 1 and returned >= 1 for amount, returned in points)
    refused(
        ann.get("/api/odds/meters", params={"rules": MARYLAND, "meters": "grand=1"}), 409, "unknown_meter"
    )


def test_promotions_over_the_wire(server: Running, ann: Client) -> None:
    asked = {"rules": FLUSH, "ante": 1000, "match_play": 500, "rebate": 1000, "rounds": 50}
    found = when_done(ann, "/api/odds/promotions", **asked)["figures"]
    house = subject_of_rules(FLUSH).house
    assert Fraction(found["match_play"]["value"]) == match_play(house, Fraction(1, 2)).value
    back = rebate(house, Fraction(1, 10), 50)
    assert found["rebate"]["value"] == pytest.approx(back.value)
    assert found["free_play"] is None
    refused(ann.get("/api/odds/promotions", params={"rules": FLUSH}), 400, "malformed")
    much = {"rules": FLUSH, "ante": "1000", "match_play": "2000"}
    refused(ann.get("/api/odds/promotions", params=much), 409, "bad_amount")


def test_the_seats_of_a_table_together(server: Running, ann: Client) -> None:
    found = when_done(ann, "/api/odds/seats", rules=FLUSH)["seats"]
    pair = found["pairs"]["main"]["main"]
    assert pair["correlation"] == pytest.approx(0.225, abs=0.003)
    assert 0 < pair["std_error"] < 0.001
    one, six = (found["std_dev"][players]["main"] for players in ("1", "6"))
    assert one == pytest.approx(main_odds(subject_of_rules(FLUSH).house).net.standard_deviation)
    assert six == pytest.approx(one * (6 + 30 * pair["correlation"]) ** 0.5)


def test_the_heat_map_and_advice_are_exact(server: Running, ann: Client) -> None:
    told = when_done(ann, "/api/odds/heat-map", rules=HOLDEM)
    assert [len(row) for row in told["grid"]] == [13] * 13
    house = subject_of_rules(HOLDEM).house
    cell = told["grid"][0][1]
    exact = advice(house, "As Ks").values
    assert cell["hand"] == "AKs"
    assert {each["action"]: Fraction(each["exact"]) for each in cell["actions"]} == exact
    refused(ann.get("/api/odds/heat-map", params={"rules": FLUSH}), 409, "not_solved")
    for rules, cards, board, up in (
        (HOLDEM, "As Ks", "", ""),
        (HOLDEM, "2s 2h", "Kd Qc 7h 7s 3d", ""),
        (FLUSH, "Ts 8s 6s 2d 3d 4c 5c", "", ""),
    ):
        found = when_done(ann, "/api/odds/advise", rules=rules, cards=cards, board=board, up=up)
        wanted = advice(subject_of_rules(rules).house, cards, board, up)
        assert {each["action"]: Fraction(each["exact"]) for each in found["actions"]} == wanted.values
        assert (found["best"], found["stage"], found["hand"]) == (wanted.best, wanted.stage, wanted.hand)
        assert [each["cost"] for each in found["actions"] if each["best"]] == [0.0]


def test_cards_that_are_no_decision_are_refused_in_a_line(server: Running, ann: Client) -> None:
    for query in (
        {"rules": HOLDEM, "cards": "As"},
        {"rules": HOLDEM, "cards": "As As"},
        {"rules": HOLDEM, "cards": "Zz Ks"},
        {"rules": HOLDEM, "cards": "As Ks", "board": "As 2d 3c"},
        {"rules": HOLDEM, "cards": "As Ks", "board": "2d"},
        {"rules": FLUSH, "cards": "As Ks", "board": ""},
        {"rules": FOUR, "cards": "As Ks 2d 3d 4d"},
    ):
        message = refused(ann.get("/api/odds/advise", params=query), 422, "cards_unusable")
        assert "--" not in message
    refused(ann.get("/api/odds/advise", params={"rules": "x", "cards": "As"}), 404, "unknown_rules")


def test_a_par_sheet_is_made_and_submissions_are_kept_from_players(server: Running, ann: Client) -> None:
    refused(ann.get("/api/odds/report.json", params={"rules": "x"}), 404, "unknown_rules")
    assert when_done(ann, "/api/odds/report", rules=FLUSH, form="json")["state"] == "done"
    sheet = ann.get("/api/odds/report.json", params={"rules": FLUSH}).raise_for_status()
    assert sheet.headers["content-disposition"].endswith('filename="par-ma-high-card-flush.json"')
    assert sheet.json()["rules"] == FLUSH
    named = {"submission": "ma-high-card-flush"}
    refused(ann.get("/api/odds/report", params=named), 403, "role_too_low")
    supervisor = server.signed_in("supervisor")
    assert when_done(supervisor, "/api/odds/report", form="json", **named)["state"] == "done"
    own = supervisor.get("/api/odds/report.json", params=named).raise_for_status().json()
    assert own["operator"] == "Croupier practice"
    assert "Croupier practice" in PRACTICE[FLUSH]
    refused(supervisor.get("/api/odds/game", params={"submission": "no"}), 404, "unknown_submission")


def test_a_child_that_dies_is_started_again(server: Running, ann: Client) -> None:
    query = {"rules": FLUSH, "cards": "Ts 8s 6s 2d 3d 4c 5c"}
    when_done(ann, "/api/odds/advise", **query)
    child = server.house.quick._child
    assert child is not None
    child.kill()
    child.wait()
    again = when_done(ann, "/api/odds/advise", rules=FLUSH, cards="Ts 8s 5s 2d 3d 4c 5c")
    assert again["state"] == "done"
    assert server.house.quick._child is not child


def test_the_worth_of_a_leak_is_that_of_the_command_and_for_supervisors_and_observers(
    server: Running, ann: Client
) -> None:
    watching = server.signed_in("surveillance")
    asked: dict[str, Any] = {"rules": FLUSH, "knows": "dealer:1:suit", "rounds_per_hour": 55}
    told = when_done(watching, "/api/odds/protect", **asked)
    house = subject_of_rules(FLUSH).house
    wanted = WantedFigures(rounds_per_hour=55, remedies=True)
    expected = worth_of(house, parse_leak("dealer:1:suit"), wanted)
    assert told["worth"] == msgspec.json.decode(msgspec.json.encode(expected))
    assert {each["leaves"] for each in told["worth"]["remedy"]["changes"]} == {"burn:1:suit", ""}
    refused(ann.get("/api/odds/protect", params=asked), 403, "role_too_low")
    dealer = server.signed_in("dealer")
    refused(dealer.get("/api/odds/protect", params=asked), 403, "role_too_low")


def test_a_leak_that_takes_minutes_is_refused_by_name(server: Running) -> None:
    watching = server.signed_in("surveillance")
    for knows in ("dealer:1:color", "others:5"):
        line = refused(_ended(watching, HOLDEM, knows), 409, "takes_minutes")
        assert f"{knows}: takes minutes" in line
        assert f"croupier protect {HOLDEM} --knows {knows}" in line


@pytest.mark.parametrize(
    ("knows", "code"),
    [("", "bad_leak"), ("dealer:0", "bad_leak"), ("dealer:1+dealer:1", "bad_leak"), ("flop:1", "not_solved")],
)
def test_a_leak_that_cannot_be_priced_is_one_line(server: Running, knows: str, code: str) -> None:
    watching = server.signed_in("surveillance")
    assert "\n" not in refused(_ended(watching, FLUSH, knows), 409, code)


def _ended(client: Client, rules: str, knows: str) -> httpx.Response:
    """The answer of a leak that is refused, which a busy worker may look at later."""
    answer = client.get("/api/odds/protect", params={"rules": rules, "knows": knows})
    while answer.status_code == 202:
        time.sleep(0.2)
        answer = client.get("/api/odds/protect", params={"rules": rules, "knows": knows})
    return answer
