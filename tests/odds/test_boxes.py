"""One player on several boxes, who sees all their cards: against an independent audit's figures."""

from math import sqrt

import pytest

from croupier.errors import Refusal
from croupier.games.four_card_poker.solver.leaks.collusion import played_of, runner, shared_of
from croupier.odds.price import main_odds
from croupier.odds.protection.leak import OTHERS, Leak, Part
from croupier.odds.protection.sampling import GAIN, GAIN_SQUARE
from croupier.odds.together.boxes import figures_on_boxes, on_boxes
from croupier.submission.choices import house_rules
from croupier.submission.form import Choices


@pytest.mark.parametrize(
    ("rules", "boxes", "edge"),
    [
        ("ma/high-card-flush", 2, 0.02586),
        ("ma/high-card-flush", 3, 0.02425),
    ],
)
def test_each_further_box_lowers_the_edge(rules: str, boxes: int, edge: float) -> None:
    house = house_rules(rules, Choices())
    found = on_boxes(house, boxes)
    printed = figures_on_boxes(found)
    assert printed["method"] == "sampled"
    assert 0 < printed["std_error"] <= 1e-4
    assert printed["house_edge"] == pytest.approx(edge, abs=4 * printed["std_error"] + 5e-6)
    assert printed["house_edge"] < float(main_odds(house).house_edge) - 4 * printed["std_error"]
    assert 0 < printed["changed"] < 0.05


def test_two_boxes_of_four_card_poker() -> None:
    """The command deals until the standard error is below 0.01 %, for minutes; here 256 rounds."""
    house = house_rules("ma/four-card-poker", Choices())
    shared = shared_of(Leak((Part(OTHERS, 1),)))
    assert shared is not None
    rounds = 256
    sums = runner(shared, played_of(house, shared))(0, rounds)
    gain = sums[GAIN] / rounds
    error = sqrt((sums[GAIN_SQUARE] / rounds - gain**2) / rounds)
    assert error < 8e-4
    assert float(main_odds(house).house_edge) - gain == pytest.approx(0.02578, abs=4 * error)
    assert gain > 2 * error


@pytest.mark.clause("ma-uth-12", shows="refused")
@pytest.mark.parametrize(
    ("rules", "boxes", "allowed"),
    [("ma/ultimate-texas-holdem", 2, "one box a player"), ("ma/four-card-poker", 3, "2 to 2")],
)
def test_more_boxes_than_the_document_allows(rules: str, boxes: int, allowed: str) -> None:
    with pytest.raises(Refusal, match=f"{boxes} boxes; allowed: {allowed}") as refused:
        on_boxes(house_rules(rules, Choices()), boxes)
    assert refused.value.code == "too_many_boxes"
    assert refused.value.clauses
