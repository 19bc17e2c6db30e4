"""Our settlement against the naive twin, round by random round, wager by wager.

`tests/naive` was written from the documents alone and shares no code with `croupier`; its rounds are drawn
so that rare rows, whole awards, two winners of one meter, limits that bind and voids occur often.
"""

import random
from typing import Any

import msgspec
import pytest

from croupier.settlement.json_lines import settle_line
from tests.effort import effort
from tests.naive.rounds import RULES, random_round
from tests.naive.settle import naive_settle

ROUNDS = effort(2_500, 10_000)
CHUNK = 2_500
"""Rounds of one test, so that the workers share them."""

FIGURES = ("outcome", "stake", "paid", "returned", "net")


@pytest.mark.parametrize("first", range(0, ROUNDS, CHUNK))
@pytest.mark.parametrize("rules", RULES)
def test_agrees_with_the_naive_twin(rules: str, first: int) -> None:
    source = random.Random(f"{rules} {first}")
    for number in range(CHUNK):
        game_round = random_round(rules, source)
        wanted = naive_settle(game_round)
        answer: dict[str, Any] = msgspec.json.decode(settle_line(msgspec.json.encode(game_round))[0])
        assert "error" not in answer, (first, number, answer, game_round)
        got = {
            "seats": [
                {
                    "seat": seat["seat"],
                    "net": seat["net"],
                    "results": {
                        wager: {figure: result[figure] for figure in FIGURES}
                        for wager, result in seat["results"].items()
                    },
                }
                for seat in answer["seats"]
            ],
            "order": answer["order"],
        } | ({"meters": answer["meters"]} if "meters" in wanted else {})
        assert got == wanted, (first, number, game_round)
