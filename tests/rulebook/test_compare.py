"""Jurisdictions side by side, cell by cell."""

from croupier.rulebook.catalog import rule_set
from croupier.rulebook.compare import difference


def _differences(left: str, right: str) -> dict[str, tuple[str | None, str | None]]:
    return {
        each.key: (each.left.value if each.left else None, each.right.value if each.right else None)
        for each in difference(rule_set(left), rule_set(right))
    }


def test_massachusetts_and_maryland_differ_in_four_flush_bonus_cells() -> None:
    found = _differences("ma/high-card-flush", "md/high-card-flush")
    cells = {
        key: pair
        for key, pair in found.items()
        if key.startswith("flush_bonus.")
        and not key.startswith("flush_bonus.O.")
        and "acknowledge" not in key
    }
    assert cells == {
        "flush_bonus.B.flush_4": ("1 to 1", "2 to 1"),
        "flush_bonus.E.flush_4": ("2 to 1", "1 to 1"),
        "flush_bonus.I.flush_4": ("1 to 1", "2 to 1"),
        "flush_bonus.K.flush_4": ("2 to 1", "1 to 1"),
    }


def test_massachusetts_and_maryland_differ_in_amounts_ace_and_order() -> None:
    found = _differences("ma/high-card-flush", "md/high-card-flush")
    assert found["progressive.A.straight_flush_4"] == ("$50", "$40")
    assert found["progressive.B.straight_flush_5"] == ("$750", "$900")
    assert found["progressive.A.meters.main.seed"] == ("$10,000", "$30,000 or more")
    assert found["ranking.ace_low_straight_flush"] == ("yes", "no")
    assert "deal.order" in found
    assert found["cards.cover_cards"] == ("1", "2")
    assert found["straight_flush_bonus.G.four_of_a_kind"] == (None, "25 to 1")
    assert found["flush_bonus.O.flush_7"] == (None, "250 to 1")


def test_massachusetts_and_new_jersey_print_the_same_bonus_tables() -> None:
    found = _differences("ma/high-card-flush", "nj/high-card-flush")
    assert not [key for key in found if key.startswith(("flush_bonus.", "straight_flush_bonus."))]
    assert found["progressive.C.suited_ace_to_nine"] == (None, "100% of main")


def test_a_rule_set_does_not_differ_from_itself() -> None:
    rules = rule_set("ma/four-card-poker")
    assert difference(rules, rules) == []
    assert len(difference(rules, rules, everything=True)) > 200
