"""Submissions of our own, one a rule set, for practice and for the demo: every optional wager is offered.

They are nobody's filing. They are checked like any other, and a test holds them to it.
"""

from croupier.submission.house import TableRules
from croupier.submission.table import table_rules_of

_FLUSH = """\
rules = "{rules}"
operator = "Croupier practice"
positions = 6
boxes_per_player = 2

[choices]
flush_bonus = "A"
straight_flush_bonus = "B"
progressive = "A"

[limits]
ante = [500, 50_000]
flush_bonus = [100, 10_000]
straight_flush_bonus = [100, 10_000]
progressive = [100, 100]

[equipment]
progressive_system = true
"""

_FILED = """
[layout]
filed = "nothing: a practice table"
"""

_MARYLAND = """\
rules = "md/high-card-flush"
operator = "Croupier practice"
positions = 6
boxes_per_player = 2

[choices]
flush_bonus = "A"
straight_flush_bonus = "B"
progressive = "C"
envy = "C"
instruments = ["chips"]

[limits]
ante = [500, 50_000]
flush_bonus = [100, 10_000]
straight_flush_bonus = [100, 10_000]
progressive = [100, 100]

[equipment]
progressive_system = true

[progressive]
seed = 500_000
reset = 500_000
rate = "20%"

[layout]
odds = "sign"
limit = "sign"
filed = "nothing: a practice table"

[procedure]
abandoned = "losing"
"""

_ULTIMATE = """\
rules = "ma/ultimate-texas-holdem"
operator = "Croupier practice"
positions = 6

[choices]
trips = "A"
cover_all = true

[choices.progressive]
hand = "flop"
seed = 1_000_000
rate = "20%"

[choices.progressive.levels]
royal_flush = "100% of main"
straight_flush = "10% of main"
four_of_a_kind = "$300"
full_house = "$50"
flush = "$40"
straight = "$30"
three_of_a_kind = "9 for 1"

[limits]
ante = [500, 50_000]
blind = [500, 50_000]
trips = [100, 10_000]
cover_all = [100, 2_500]
progressive = [500, 500]

[equipment]
shuffle = "automated"
cover_all_device = true
progressive_system = true
"""

_FOUR_CARD = """\
rules = "ma/four-card-poker"
operator = "Croupier practice"
positions = 6
boxes_per_player = 2

[choices]
aces_up = "I"
cover_all = true
progressive = "A"

[limits]
ante = [500, 50_000]
aces_up = [100, 10_000]
cover_all = [100, 2_500]
progressive = [100, 100]

[equipment]
shuffle = "automated"
cover_all_device = true
progressive_system = true

[progressive]
seed = 500_000
reset = 500_000
rate = "20%"

[procedure]
settlement_alternative = 2
"""

PRACTICE: dict[str, str] = {
    "ma/high-card-flush": _FLUSH.format(rules="ma/high-card-flush"),
    "nj/high-card-flush": _FLUSH.format(rules="nj/high-card-flush") + _FILED,
    "md/high-card-flush": _MARYLAND,
    "ma/ultimate-texas-holdem": _ULTIMATE,
    "ma/four-card-poker": _FOUR_CARD,
}
"""By rule set, the text of a submission: every optional wager, on its first ordinary table."""


def practice_rules(name: str) -> TableRules:
    """A bare rule set as it is played for practice."""
    return table_rules_of(PRACTICE[name])
