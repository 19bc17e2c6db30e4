"""Prices over HTTP: printed tables as `croupier odds` prints them, changed ones computed again."""

import json
import time
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

from croupier.cli.app import app
from croupier.games.ultimate_texas_holdem.solver.cover_all import column_odds
from croupier.money import parse_award
from croupier.odds.side_bets import price_bet, printed_tables
from croupier.odds.subject import subject_of_rules
from croupier.rulebook.catalog import rule_set, rule_set_names
from croupier.server.api.odds.messages import JobResponse, PriceRequest
from croupier.server.api.odds.prices import requested_bet
from croupier.server.workers.jobs import WORK
from croupier.submission.house import HouseTable
from tests.naive import paytables
from tests.odds.test_progressive import FIVE, FIVE_CARDS, FOUR_CARDS, SEVEN, naive_returns, naive_rows
from tests.odds.test_side_bets import RUNS_ACE_HIGH, RUNS_ACE_LOW
from tests.practice import PRACTICE
from tests.server.rig import Running, running
from tests.server.test_odds_api import FLUSH, FOUR, HOLDEM, refused

MARYLAND = "md/high-card-flush"
COVERED = {FOUR: paytables.COVER_ALL_FOUR_CARD, HOLDEM: paytables.COVER_ALL_ULTIMATE}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One for all tests here: a price leaves nothing behind."""
    place = tmp_path_factory.mktemp("prices")
    with running(f"sqlite:///{place / 'ledger.db'}", place / "keys") as here:
        yield here


def price(server: Running, rules: str, wager: str, table: str, **more: Any) -> dict[str, Any]:
    """What a bet costs, when its hands are counted and the game is solved where that matters."""
    until = time.monotonic() + 120
    while True:
        asked = {"rules": rules, "wager": wager, "table": table, **more}
        response = server.client().post("/api/odds/price", json=asked)
        told = response.raise_for_status().json()
        assert response.status_code == (202 if told["state"] == "working" else 200)
        if told["state"] == "done":
            found: dict[str, Any] = told["price"]
            if found["progressive"] is None or found["progressive"]["as_played"]["state"] == "done":
                return found
        assert told["state"] != "failed"
        assert time.monotonic() < until, told
        time.sleep(0.2)


def printed(*words: str) -> dict[str, Any]:
    """The bets that `croupier odds` prints."""
    done = CliRunner().invoke(app, ["odds", *words, "--json"])
    assert done.exit_code == 0, done.output
    bets: dict[str, Any] = json.loads(done.stdout)["bets"]
    return bets


def exactly(told: dict[str, Any] | None) -> str | None:
    return None if told is None else told["exact"]


def counts(told: dict[str, Any]) -> dict[str, int]:
    return {row["row"]: int(row["count"]) for row in told["rows"] if row["pays"]}


# -------------------------------------------------------------------------------- against a pay table


@pytest.mark.parametrize(("rules", "wager"), [(FLUSH, "flush_bonus"), (HOLDEM, "trips"), (FOUR, "aces_up")])
def test_printed_tables_are_priced_as_the_odds_price_them(server: Running, rules: str, wager: str) -> None:
    house = subject_of_rules(rules).house
    for name, table in printed_tables(house.rules, wager).items():
        told = price(server, rules, wager, name)
        exact = price_bet(house, wager, table)
        assert Fraction(told["ev"]) == exact.net.mean
        assert told["house_edge"] == told["printed_edge"] == float(exact.house_edge)
        assert told["std_dev"] == exact.net.standard_deviation
        assert told["hit_rate"] == float(exact.hit_rate)
        assert (told["changed"], told["progressive"]) == ([], None)
        assert sum(row["contribution"] for row in told["rows"]) == pytest.approx(1 + float(exact.net.mean))
        assert counts(told) == {row: level.count for row, level in exact.levels.items()}


def test_a_changed_cell_moves_the_edge_exactly(server: Running) -> None:
    house = subject_of_rules(FLUSH).house
    table = printed_tables(house.rules, "flush_bonus")["A"]
    top = table.rows[0]
    better = HouseTable("A", table.rows, (parse_award("999 to 1"), *table.awards[1:]), table.clauses)
    told = price(server, FLUSH, "flush_bonus", "A", pays={top: "999 to 1"})
    assert Fraction(told["ev"]) == price_bet(house, "flush_bonus", better).net.mean
    assert told["changed"] == [top]
    assert told["house_edge"] < told["printed_edge"]
    # A row that pays nothing is left out: its hands are paid by no other row of this ladder above it.
    without = price(server, FLUSH, "flush_bonus", "A", pays={top: ""})
    assert without["house_edge"] > told["printed_edge"]
    assert without["rows"][0]["count"] == "0"


def test_a_table_without_figures_is_priced_by_the_ones_given(server: Running) -> None:
    empty = price(server, FLUSH, "straight_flush_bonus", "G")
    assert (empty["house_edge"], empty["printed_edge"]) == (1.0, None)
    pays = {row["row"]: "$250" for row in empty["rows"]}
    one = price(server, FLUSH, "straight_flush_bonus", "G", pays=pays, stake=100)
    two = price(server, FLUSH, "straight_flush_bonus", "G", pays=pays, stake=200)
    assert one["house_edge"] < two["house_edge"]


# ------------------------------------------------------------------------------------------- Cover All


@pytest.mark.parametrize("rules", COVERED)
def test_cover_all_costs_what_the_odds_print_for_each_number_of_hands(server: Running, rules: str) -> None:
    wanted = printed(rules, "--bet", "cover_all")["cover_all"]
    assert set(wanted) == set("234567")
    for hands, figures in wanted.items():
        told = price(server, rules, "cover_all", hands)
        assert (told["ev"], told["house_edge"]) == (figures["ev"], figures["house_edge"])
        assert (told["std_dev"], told["hit_rate"]) == (figures["std_dev"], figures["hit_rate"])
        assert told["printed_edge"] == told["house_edge"]
        assert counts(told) == {row: level["count"] for row, level in figures["levels"].items()}


@pytest.mark.parametrize("rules", COVERED)
@pytest.mark.parametrize("hands", ["2", "7"])
def test_a_changed_cell_of_cover_all_is_reckoned_from_the_deals(
    server: Running, rules: str, hands: str
) -> None:
    odds = {row: Fraction(*pair) for row, pair in COVERED[rules][hands].items()}
    as_printed = price(server, rules, "cover_all", hands)
    deals, reached = int(as_printed["cases"]), counts(as_printed)
    assert list(reached) == list(odds)
    top, *_, last = odds
    told = price(server, rules, "cover_all", hands, pays={last: "9 to 2", top: "1000 to 1"})
    odds |= {last: Fraction(9, 2), top: Fraction(1000)}
    returned = sum(Fraction(reached[row], deals) * (odds[row] + 1) for row in odds)
    assert Fraction(told["ev"]) == returned - 1
    assert told["changed"] == [top, last]
    assert told["printed_edge"] == as_printed["house_edge"] != told["house_edge"]
    # Without the highest row its deals are paid as the next one.
    without = price(server, rules, "cover_all", hands, pays={top: ""})
    _, second, *_ = odds
    assert counts(without)[second] == reached[top] + reached[second]
    assert without["hit_rate"] == as_printed["hit_rate"]
    # Without the lowest its deals are paid nothing.
    lowest = price(server, rules, "cover_all", hands, pays={last: ""})
    assert lowest["hit_rate"] == float(Fraction(sum(reached.values()) - reached[last], deals))
    if rules == HOLDEM:
        column = printed_tables(rule_set(rules), "cover_all")[hands]
        rest = HouseTable(hands, column.rows[1:], column.awards[1:], ())
        assert Fraction(without["ev"]) == column_odds(int(hands), rest).net.mean


# --------------------------------------------------------------------------------------- progressives


def same_progressive(told: dict[str, Any], figures: dict[str, Any]) -> None:
    """A price and the figures of `croupier odds`."""
    more = told["progressive"]
    assert told["house_edge"] == figures["house_edge"]
    assert Fraction(told["ev"]) == Fraction(figures["return_at_seed"]) - 1
    assert told["stake"] == figures["stake"]
    assert counts(told) == {row: level["count"] for row, level in figures["levels"].items()}
    assert exactly(more["fixed_return"]) == figures["as_played"]["fixed_return"]
    assert more["edge_if_live"]["value"] == figures["if_live"]["house_edge"]
    assert {each["meter"]: each["share"] for each in more["meters"]} == figures["meter_returns"]
    assert exactly(more["break_even"]) == figures["break_even_meter"]["if_live"]
    assert exactly(more["break_even_as_played"]) == figures["break_even_meter"]["as_played"]
    assert exactly(more["long_run"]) == (figures["long_run"] and figures["long_run"]["return"])
    assert exactly(more["envy"]) == (figures["envy"]["1"] if figures["envy"]["1"] != "0" else None)
    back = sum(row["contribution"] for row in told["rows"])
    assert back == pytest.approx(1 - told["house_edge"])
    from_meters = sum(each["contribution"] for each in more["meters"])
    assert back - from_meters == pytest.approx(more["fixed_return"]["value"])


@pytest.mark.parametrize("rules", [name for name in rule_set_names() if rule_set(name).progressive])
def test_a_progressive_costs_what_the_odds_print(server: Running, rules: str) -> None:
    for table, figures in printed(rules, "--bet", "progressive")["progressive"].items():
        for stake, at in figures["stakes"].items():
            told = price(server, rules, "progressive", table, stake=int(stake))
            same_progressive(told, at)
            assert told["printed_edge"] == told["house_edge"]
            assert told["progressive"]["fold_loses"] == (rules in (FLUSH, "nj/high-card-flush"))


def test_the_other_reading_of_a_fold(server: Running) -> None:
    for rules, reading in ((FLUSH, "live"), (MARYLAND, "lost")):
        policy = {"progressive_after_fold": reading}
        words = ("--bet", "progressive", "--table", "A", "--policy", f"progressive_after_fold={reading}")
        told = price(server, rules, "progressive", "A", policies=policy)
        same_progressive(told, printed(rules, *words)["progressive"]["A"])
        assert told["progressive"]["fold_loses"] == (reading == "lost")


PROGRESSIVES = {
    FLUSH: paytables.PROGRESSIVE_MA,
    "nj/high-card-flush": paytables.PROGRESSIVE_NJ,
    MARYLAND: paytables.PROGRESSIVE_MD,
    FOUR: {**paytables.PROGRESSIVE_FOUR_CARD, **paytables.MULTI_GAME_LINK},
}
"""As they were typed again off the documents."""


@pytest.mark.parametrize(
    ("rules", "name", "cells", "rows"),
    [
        (FLUSH, "A", {"straight_flush_6": "$400"}, RUNS_ACE_LOW),
        (FLUSH, "B", {"straight_flush_3": "$2"}, RUNS_ACE_LOW),
        ("nj/high-card-flush", "C", {"suited_ace_to_nine": "50% of main"}, RUNS_ACE_LOW),
        (MARYLAND, "C", {"straight_flush_4": "45 for 1"}, RUNS_ACE_HIGH),
        (FOUR, "A", {"three_of_a_kind": "11 for 1"}, FOUR_CARDS),
        (FOUR, "PTMGLML02", {"flush": "25% of major"}, FIVE_CARDS),
    ],
)
def test_a_changed_cell_of_a_progressive_is_reckoned_from_the_hands(
    server: Running, rules: str, name: str, cells: dict[str, str], rows: Any
) -> None:
    """The hands are counted by combinatorics, and paid by the tables as typed again."""
    changed = {**PROGRESSIVES[rules][name], **cells}
    reached, cases = (rows, FIVE) if rules == FOUR else (naive_rows(changed, rows), SEVEN)
    fixed, shares = naive_returns(changed, reached, cases, 100)
    first = next(iter(shares))
    told = price(server, rules, "progressive", name, pays=cells, meters={first: 12_345_678})
    standing = {each["meter"]: each["amount"] for each in told["progressive"]["meters"]}
    assert standing[first] == 12_345_678
    others = [share * standing[meter] for meter, share in shares.items() if meter != first]
    rest = fixed + sum(others, Fraction(0)) / 100
    live = Fraction(told["progressive"]["edge_if_live"]["exact"])
    assert live == 1 - rest - shares[first] * Fraction(12_345_678, 100)
    # A fold loses three in a run where the rules say so, and nothing higher.
    loses = told["progressive"]["fold_loses"] and "straight_flush_3" in changed
    assert (-Fraction(told["ev"]) > live) if loses else (-Fraction(told["ev"]) == live)
    assert told["house_edge"] == float(-Fraction(told["ev"]))
    assert told["changed"] == list(cells)
    even = Fraction(told["progressive"]["break_even"]["exact"])
    assert even == 100 * (1 - rest) / shares[first]
    # There the edge is nothing, but for the part of a cent that no meter has.
    met = price(server, rules, "progressive", name, pays=cells, meters={first: round(even)})
    assert abs(met["progressive"]["edge_if_live"]["value"]) < 1e-7
    assert met["printed_edge"] == price(server, rules, "progressive", name)["house_edge"]


def test_a_filed_table_with_a_change_costs_what_its_submission_does(server: Running, tmp_path: Path) -> None:
    """Ultimate's progressive comes from a filing alone: the same change in a submission, and on the page."""
    pays = {"four_of_a_kind": "$450", "three_of_a_kind": "7 for 1"}
    changed = PRACTICE[HOLDEM]
    for row, award in (("four_of_a_kind", "$2,000"), ("three_of_a_kind", "11 for 1")):
        assert f'{row} = "{award}"' in changed
        changed = changed.replace(f'{row} = "{award}"', f'{row} = "{pays[row]}"')
    place = tmp_path / "filed.toml"
    for hand in ("flop", "best"):
        place.write_text(changed.replace('hand = "flop"', f'hand = "{hand}"'))
        figures = printed(str(place), "--bet", "progressive")["progressive"]["filed"]
        told = price(server, HOLDEM, "progressive", hand, pays=pays)
        same_progressive(told, figures)
        assert told["printed_edge"] != told["house_edge"]


def test_a_meter_costs_what_a_submission_with_that_seed_does(server: Running, tmp_path: Path) -> None:
    place = tmp_path / "filed.toml"
    for rules, seed, table in (
        (MARYLAND, "seed = 3_500_000", "C"),
        (FOUR, "seed = 2_500_000", "A"),
        (HOLDEM, "seed = 1_000_000", "flop"),
    ):
        assert seed in PRACTICE[rules]
        place.write_text(PRACTICE[rules].replace(seed, "seed = 7_654_321"))
        ((_, figures),) = printed(str(place), "--bet", "progressive")["progressive"].items()
        told = price(server, rules, "progressive", table, meters={"main": 7_654_321})
        # What a meter starts again from and its rate are the filing's, wherever the meter stands.
        told["progressive"]["long_run"] = None
        same_progressive(told, {**figures, "long_run": None})


def test_the_page_need_not_wait_for_the_game_to_be_solved() -> None:
    bet = requested_bet(PriceRequest(rules=FLUSH, wager="progressive", table="A"))
    counted = WORK[bet.counting[0]](lambda done, total: None, bet.counting[1])
    told = bet.priced(counted, None, JobResponse(state="working", done=3, total=32))
    assert told.progressive is not None
    assert told.progressive.as_played.done == 3
    assert told.progressive.break_even is not None
    assert told.progressive.break_even_as_played is None
    assert told.progressive.long_run is None


# ----------------------------------------------------------------------------------------- refused


def test_unpriceable_choices_are_refused_in_one_line(server: Running) -> None:
    client = server.client()

    def ask(**asked: Any) -> httpx.Response:
        body = {"rules": FLUSH, "wager": "flush_bonus", "table": "A", **asked}
        return client.post("/api/odds/price", json=body)

    assert FLUSH in refused(ask(rules="ma/poker"), 404, "unknown_rules")
    assert "flush_bonus" in refused(ask(wager="ante"), 409, "unknown_wager")
    refused(ask(table="Z"), 409, "unknown_table")
    refused(ask(pays={"royal": "3 to 1"}), 409, "odds_rows")
    for text in ("lots", "-3 to 1", "10% of main", "9999999 to 1"):
        assert refused(ask(pays={"flush_7": text}), 409, "odds_unreadable").startswith("flush_7: ")
    refused(ask(policies={"no": "such"}), 409, "unknown_policy")
    refused(ask(stake=0), 400, "malformed")
    refused(ask(wrong=1), 400, "malformed")
    refused(ask(meters={"main": 100}), 409, "unknown_meter")


def test_a_progressive_that_cannot_be_is_refused_in_a_line(server: Running) -> None:
    client = server.client()

    def ask(**asked: Any) -> httpx.Response:
        body = {"rules": FOUR, "wager": "progressive", "table": "A", **asked}
        return client.post("/api/odds/price", json=body)

    # A stake of a progressive is spent: nine to one beside it is ten for it, in the words of the felt.
    same = [ask(pays={"three_of_a_kind": text}).raise_for_status().json() for text in ("9 to 1", "10 for 1")]
    assert same[0] == same[1]
    message = refused(ask(pays={"three_of_a_kind": "nine to 1"}), 409, "odds_unreadable")
    assert message.startswith("three_of_a_kind: ")
    assert "main" in refused(ask(pays={"four_aces": "10% of mega"}), 409, "unknown_meter")
    refused(ask(pays={"four_aces": "101% of main"}), 409, "odds_unreadable")
    refused(ask(pays={"full_house": "$5"}), 409, "odds_rows")
    refused(ask(meters={"mega": 100}), 409, "unknown_meter")
    refused(ask(meters={"main": -1}), 400, "malformed")
    assert "$5" in refused(ask(stake=300), 409, "wrong_progressive_stake")
    refused(ask(table="PTMGL01", stake=160), 409, "wrong_progressive_stake")
    assert ask(table="PTMGL01", stake=300).status_code == 200
