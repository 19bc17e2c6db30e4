"""Data that change nothing, because two values are the same law: each with its proof, and a test of it."""

import re

from tests.rulebook.mutations import Mutation

PATTERNS: tuple[str, ...] = (
    # A dealer without a pair ties only hands without a pair, which are below every row of the blind's table,
    # and a win below the table pushes: the same money. `test_deciding_data` settles every such tie both ways.
    r"settlement\.blind\.tie_dealer_not_qualified\.outcome",
)


def unread(mutation: Mutation) -> bool:
    """Whether a datum is known to change nothing."""
    return any(re.fullmatch(pattern, mutation.key) for pattern in PATTERNS)
