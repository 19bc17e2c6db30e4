"""The odds at which a wager was paid: in the words of its pay table, and never guessed from amounts."""

import pytest

from croupier.settlement.payout_odds import payout_odds
from croupier.settlement.round import Result
from croupier.submission.practice import practice_rules

HOUSE = practice_rules("ma/ultimate-texas-holdem").house


def won(stake: int, paid: int, outcome: str = "win") -> Result:
    return Result(outcome, stake, paid, stake, paid, ())


def odds(wager: str, result: Result, hands: int = 3) -> str:
    return payout_odds(HOUSE, {wager: result}, hands).get(wager, "")


def test_a_win_has_the_odds_of_its_row() -> None:
    award = next(each for each in HOUSE.tables["trips"].awards if str(each) == "4 to 1")
    assert odds("trips", won(500, 500 * award.number)) == "4 to 1"
    assert odds("ante", won(1000, 1000)) == "1 to 1"
    assert odds("blind", won(1000, 1500)) == "3 to 2"


def test_cover_all_is_paid_by_the_hands_dealt() -> None:
    for hands, table in HOUSE.cover_all.items():
        award = table.awards[-1]
        assert odds("cover_all", won(500, 500 * award.number // award.per), hands=hands) == str(award)


@pytest.mark.parametrize(
    ("wager", "result"),
    [
        ("trips", won(500, 0, "lose")),
        ("trips", won(500, 1777)),  # cut by a limit
        ("match_play", won(0, 1000)),
        ("progressive", won(100, 5000)),
        ("envy", won(0, 5000)),
    ],
)
def test_payments_without_odds_have_none(wager: str, result: Result) -> None:
    assert odds(wager, result) == ""
