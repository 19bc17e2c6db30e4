"""The regulator-readable cases of `tests/cases/*.toml`: a situation, its result, and the clauses.

Each case names a round as it would stand on a line for `croupier settle`, and the result that the clauses
demand: for every seat listed, every wager with its outcome, what is paid and what is returned.
"""

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.rulebook.catalog import clauses
from croupier.settlement.json_lines import settle_line

CASES = Path(__file__).parents[1] / "cases"


def _cases() -> list[Any]:
    found = []
    for file in sorted(CASES.glob("*.toml")):
        for case in tomllib.loads(file.read_text(encoding="utf-8"))["case"]:
            shows = "refused" if "error" in case else "computed"
            marks = [pytest.mark.clause(*case["clauses"], shows=shows)]
            found.append(pytest.param(case, id=f"{file.stem}: {case['title']}", marks=marks))
    return found


@pytest.mark.parametrize("case", _cases())
def test_case(case: dict[str, Any]) -> None:
    known = {"title", "clauses", "says", "round", "seat", "meters", "order", "error", "readings"}
    assert set(case) <= known, f"unknown keys {set(case) - known}"
    assert set(case["clauses"]) <= set(clauses()), "unknown clause"
    assert {"seat", "error", "meters"} & set(case), "a case without a result proves nothing"
    answer, _ = settle_line(msgspec.json.encode(case["round"]))
    settled: dict[str, Any] = msgspec.json.decode(answer)
    if "error" in case:
        assert "error" in settled, settled
        assert settled["error"]["code"] == case["error"]["code"], settled
        assert set(case["error"].get("clauses", ())) <= set(settled["error"]["clauses"])
        return
    assert "error" not in settled, settled
    seats = {str(seat["seat"]): seat for seat in settled["seats"]}
    for number, expected in case.get("seat", {}).items():
        _check_seat(seats[number], dict(expected))
    for meter, amount in case.get("meters", {}).items():
        assert settled["meters"][meter] == amount
    if "order" in case:
        assert settled["order"] == case["order"]
    assert set(case.get("readings", ())) <= set(settled["readings"])


def _check_seat(seat: dict[str, Any], expected: dict[str, Any]) -> None:
    net = expected.pop("net", None)
    results = seat["results"]
    assert set(results) == set(expected), f"wagers {sorted(results)} instead of {sorted(expected)}"
    for wager, wanted in expected.items():
        got = results[wager]
        for key, value in wanted.items():
            if key == "clauses":
                assert set(value) <= set(got["clauses"]), f"{wager} cites {got['clauses']}"
            else:
                assert got[key] == value, f"{wager}: {key} {got[key]} instead of {value}"
        assert got["net"] == got["paid"] + got["returned"] - got["stake"]
    if net is not None:
        assert seat["net"] == net
    assert seat["net"] == sum(result["net"] for result in results.values())
