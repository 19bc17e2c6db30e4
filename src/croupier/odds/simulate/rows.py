"""Rows: hands against the dealer with stakes of their own, one to a row, settled by the game's own kernel."""

from typing import Any, NamedTuple


class Rows(NamedTuple):
    """The main wagers of many hands, and their results. Amounts are cents; a row without an ante is empty."""

    antes: Any
    decided: Any
    """The raise or play wager; 0 for a fold."""
    folded: Any
    allowed: Any
    """Written: whether the rules allow the decision."""
    outcomes: Any
    """Written, by main wager in the order of settlement."""
    paid: Any
    """Written, the same, and at the end the bonus that needs no wager of its own."""
    returned: Any
