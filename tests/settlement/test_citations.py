"""Results cite the clauses that decided: the limit that bound, and the envy schedule where there is one."""

from typing import Any

import msgspec
import pytest

from croupier.settlement.json_lines import settle_line

MD, UTH = "md/high-card-flush", "ma/ultimate-texas-holdem"
RUN = "4s 5s 6s 7s 8s 9s Ts"
LIMITS = {"md-hcf-12.D", "md-hcf-12.D.1", "md-hcf-12.D.2", "md-hcf-2.B.7.d"}


def results(line: dict[str, Any]) -> dict[str, Any]:
    """The results of the first seat settled."""
    answer = msgspec.json.decode(settle_line(msgspec.json.encode(line))[0])
    found: dict[str, Any] = answer["seats"][0]["results"]
    return found


def maryland(stake: int, **choices: Any) -> set[str]:
    """The clauses on limits of a straight flush bonus that a limit cut."""
    seat = {
        "seat": 1,
        "cards": RUN,
        "wagers": {"ante": 1000, "straight_flush_bonus": stake},
        "decision": {"raise": 1000},
    }
    choices |= {"straight_flush_bonus": "A"}
    line = {"rules": MD, "choices": choices, "dealer": "2d 3d 9d 4c 5h 6c Kc", "seats": [seat]}
    bonus = results(line)["straight_flush_bonus"]
    assert bonus["paid"] < 8000 * stake
    return LIMITS & set(bonus["clauses"])


def test_a_cap_in_maryland_cites_the_amount_that_bound() -> None:
    assert maryland(1000) == {"md-hcf-12.D", "md-hcf-12.D.1"}
    minimums = {"ante": 1000, "straight_flush_bonus": 1000}
    assert maryland(2000, minimums=minimums) == {"md-hcf-12.D", "md-hcf-12.D.2"}
    posted = {"amount": 1_000_000, "per": "hand"}
    assert maryland(1000, aggregate_limit=posted) == {"md-hcf-12.D", "md-hcf-2.B.7.d"}


def ultimate(ante: int, trips: int, cover_all: int) -> dict[str, set[str]]:
    """By wager, the limits that its result cites."""
    wagers = {"ante": ante, "blind": ante, "trips": trips, "cover_all": cover_all}
    seat = {"seat": 1, "cards": "Js Ts", "wagers": wagers, "decision": {"play": 4 * ante}}
    line = {
        "rules": UTH,
        "choices": {"trips": "A", "cover_all": True},
        "dealer": "2d 2c",
        "board": "As Ks Qs 9d 8c",
        "seats": [seat],
    }
    return {
        name: {"ma-uth-11.e", "ma-uth-14.d"} & set(result["clauses"])
        for name, result in results(line).items()
    }


def test_a_cap_in_ultimate_cites_the_one_limit_that_bound() -> None:
    # $10 antes: the blind of 500 to 1 reaches $50,000 with trips of $1,000; Cover All is then cut at $75,000.
    found = ultimate(1_000, 100_000, 20_000)
    assert found["trips"] == {"ma-uth-11.e"}
    assert found["cover_all"] == {"ma-uth-14.d"}
    assert found["ante"] == found["blind"] == set()


@pytest.mark.parametrize("table", "ABCDE")
@pytest.mark.parametrize("cards", [RUN, "As Kh 9c 4h 2s 3d Jc"])
@pytest.mark.parametrize("fold", [True, False])
def test_a_progressive_without_envy_cites_no_envy(table: str, cards: str, fold: bool) -> None:
    decision = {"fold": True} if fold else {"raise": 1000}
    seats = [
        {"seat": 1, "cards": cards, "wagers": {"ante": 1000, "progressive": 100}, "decision": decision},
        {"seat": 2, "cards": "2c 3c 4c 5c 6c 7c 8c", "wagers": {"ante": 500}, "decision": {"raise": 500}},
    ]
    line = {
        "rules": MD,
        "choices": {"progressive": table},
        "dealer": "2d 3d 9d 4d 5h 6d Kd" if cards == RUN else "5d 8d 9d Td 5h 6d Kd",
        "seats": seats,
        "meters": {"main": 4_000_000},
    }
    answer = msgspec.json.decode(settle_line(msgspec.json.encode(line))[0])
    mine = answer["seats"][1]["results"]
    cited = {clause for result in mine.values() for clause in result["clauses"] if "-12.E.5" in clause}
    assert cited == ({f"md-hcf-12.E.5.{table}"} if table in "CDE" else set())
    assert {"md-hcf-7.F.4.a", f"md-hcf-12.E.1.{table.lower()}"} <= set(mine["progressive"]["clauses"])
    assert ("MD-12" in answer["readings"]) == ("envy" in mine) == (table in "CDE")
