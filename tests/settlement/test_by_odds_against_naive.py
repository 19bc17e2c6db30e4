"""Rounds without amounts against the naive twin: it settles them with a stake, and the odds are its."""

import random
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from croupier.settlement.json_lines import settle_line
from tests.naive.rounds import RULES, random_round
from tests.naive.settle import naive_settle

ROUNDS = 1_000
STAKE = 60
"""Cents: all odds of the pay tables come out even, and no limit of a document binds."""
MONEY = ("progressive", "envy")
FIXED = ("outcome", "stake", "paid", "returned", "net")


def staked(game_round: dict[str, Any], stake: int) -> dict[str, Any]:
    """The round with this stake on every wager, its decision in as many stakes; 0: without amounts."""
    seats = []
    for seat in game_round["seats"]:
        ante = seat["wagers"].get("ante", 1)  # a side bet may stand alone
        wagers = {name: cents if name in MONEY else stake for name, cents in seat["wagers"].items()}
        decision = {
            name: -(-amount // ante) * (stake or 1) if name in ("raise", "play") else amount
            for name, amount in (seat.get("decision") or {}).items()
        }
        kept = {name: value for name, value in seat.items() if name not in ("match_play", "decision")}
        seats.append(kept | {"wagers": wagers} | ({"decision": decision} if decision else {}))
    choices = {
        name: value for name, value in game_round.get("choices", {}).items() if name != "aggregate_limit"
    }
    return game_round | {"seats": seats, "choices": choices} | ({} if stake else {"amounts": False})


@pytest.mark.parametrize("rules", RULES)
def test_odds_are_what_the_naive_twin_pays_on_a_stake(rules: str) -> None:
    source = random.Random(f"{rules} by odds")
    told = 0
    for number in range(ROUNDS):
        game_round = random_round(rules, source)
        wanted = naive_settle(staked(game_round, STAKE))
        answer = msgspec.json.decode(settle_line(msgspec.json.encode(staked(game_round, 0)))[0])
        assert "error" not in answer, (number, answer, game_round)
        for seat, naive in zip(answer["seats"], wanted["seats"], strict=True):
            assert seat["results"].keys() == naive["results"].keys()
            for wager, result in seat["results"].items():
                twin = naive["results"][wager]
                where = (number, wager, result, twin, game_round)
                if wager in MONEY:
                    assert {each: result[each] for each in FIXED} == {each: twin[each] for each in FIXED}, (
                        where
                    )
                    continue
                assert result["outcome"] == twin["outcome"], where
                assert result["stake"] == result["returned"] == 0, where
                if result.get("pays"):  # a bonus without a wager of its own is paid on the ante
                    won, per = map(int, result["pays"].split(" to "))
                    assert Fraction(won, per) == Fraction(twin["paid"], twin["stake"] or STAKE), where
                    assert result["paid"] == 0, where
                    told += 1
                else:
                    assert result["paid"] == twin["paid"], where
    assert told > ROUNDS
