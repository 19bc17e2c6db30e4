"""One player on several boxes, who sees all their cards: against an independent audit's figures."""

import pytest

from croupier.errors import Refusal
from croupier.odds.price import main_odds
from croupier.odds.together.boxes import figures_on_boxes, on_boxes
from croupier.submission.choices import house_rules
from croupier.submission.form import Choices


@pytest.mark.parametrize(
    ("rules", "boxes", "edge"),
    [
        ("ma/high-card-flush", 2, 0.02586),
        ("ma/high-card-flush", 3, 0.02425),
        ("ma/four-card-poker", 2, 0.02578),
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
