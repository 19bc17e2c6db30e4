"""Rounds without amounts: settled in units, reported in odds."""

from typing import Any

import pytest

from croupier.errors import Refusal
from croupier.settlement.prepared_rules import prepared
from croupier.settlement.round import Round, Seat
from croupier.settlement.settle import settle
from croupier.settlement.without_amounts import by_odds
from croupier.submission.choices import house_rules
from croupier.submission.form import Choices, FiledTable

HOLDEM = "ma/ultimate-texas-holdem"
ODDS = {
    "royal_flush": "50 to 1",
    "straight_flush": "40 to 1",
    "four_of_a_kind": "30 to 1",
    "full_house": "9 to 1",
    "flush": "22 to 3",
    "straight": "4 to 1",
    "three_of_a_kind": "3 to 1",
}


def flush(**more: Any) -> Round:
    """Ace-high flush against a pair of queens."""
    seat: dict[str, Any] = {"wagers": {"ante": 0, "blind": 0, "trips": 0}, "decision": {"play": 4}}
    return Round(
        rules=HOLDEM,
        choices=Choices.of(trips=FiledTable(table="A", odds=ODDS)),
        dealer="Qd 7c",
        board="Qs Js 9s 2h 3d",
        seats=[Seat(seat=1, cards="As Ks", **{**seat, **more})],
        amounts=False,
    )


def test_odds_are_printed_as_filed() -> None:
    settled = settle(flush()).seats[0]
    pays = {name: result.pays for name, result in settled.results.items()}
    assert pays == {"ante": "1 to 1", "blind": "3 to 2", "play": "1 to 1", "trips": "22 to 3"}
    assert settled.net == 0
    assert all(
        not (each.stake or each.paid or each.returned or each.net) for each in settled.results.values()
    )


def test_all_odds_divide_the_unit_and_no_limit_applies() -> None:
    ready = prepared(house_rules(HOLDEM, flush().choices))
    unstaked = by_odds(ready)
    assert unstaked.unit == 6
    assert ready.unit == 0
    assert [limit.amount for limit in ready.house.limits] == [5_000_000, 7_500_000]
    assert (unstaked.limits, unstaked.house.limits) == ({}, ())
    assert unstaked is by_odds(ready)


@pytest.mark.parametrize(
    ("more", "code", "said"),
    [
        ({"wagers": {"ante": 500, "blind": 0}}, "bad_amount", "Ante of 500 cents; allowed: 0"),
        ({"wagers": {"ante": 0}}, "missing_wager", "Ante needs a blind beside it"),
        ({"match_play": {"ante": 500}}, "bad_amount", "match play; allowed: none"),
        ({"decision": {"play": 5}}, "decision_out_of_bounds", "play of 5x the ante; allowed: 4x the ante"),
        ({"decision": {"play": 0}}, "decision_out_of_bounds", "play of 0x the ante"),
        ({"decision": None}, "decision_missing", "no decision"),
    ],
)
def test_an_invalid_round_without_amounts_is_refused(more: dict[str, Any], code: str, said: str) -> None:
    with pytest.raises(Refusal) as caught:
        settle(flush(**more))
    assert caught.value.code == code
    assert said in caught.value.message
    assert "$" not in caught.value.message
