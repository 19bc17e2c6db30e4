"""The naive settlement of a round: one function, the rules by name."""

from tests.naive.four_card import FourCard
from tests.naive.high_card_flush import HighCardFlush
from tests.naive.money import Json
from tests.naive.ultimate import Ultimate


def naive_settle(round: Json) -> Json:
    """Settle a well-formed round of the form of DESIGN.md; answers seats, order and meters only."""
    rules = round["rules"]
    if rules in ("ma/high-card-flush", "nj/high-card-flush", "md/high-card-flush"):
        return HighCardFlush(round).settle()
    if rules == "ma/ultimate-texas-holdem":
        return Ultimate(round).settle()
    if rules == "ma/four-card-poker":
        return FourCard(round).settle()
    raise ValueError(f"no such rules: {rules}")
