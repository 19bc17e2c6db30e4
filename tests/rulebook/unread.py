"""Data that still change nothing that the fingerprint sees, by key. The list may only become shorter."""

import re

from tests.rulebook.mutations import Mutation

PATTERNS: tuple[str, ...] = (
    # Read for its clauses or for a message alone; an option or a policy decides.
    r"facts\.cards\.(decks|hand)\.value",
    r"facts\.wagers\.(instruments|leaving|boxes)\.value.*",
    r"facts\.settlement\.(order|several_winners)\.value",
    r"facts\.ranking\.ace_low_straight_flush\.value",
    r"facts\.(table|layout|shuffle)\.(progressive_system|drop_and_tip_box|odds|odds_wording|counting_device)\.value.*",
    r"facts\.deal\.(manual_shoe_location|automated_shoe_approval)\.value",
    r"wagers\.(raise|play|ante_bonus)\.needs.*",
    r"wagers\.progressive\.stakes.*",
    r"inscriptions\.(dealer_qualifies|raise_limits)\.text",
    # Read by `check` of a filed seed, which the submissions of the fingerprint do not file.
    r"progressive\.\w+\.meters\.\w+\.seed_is",
    # Read by the table, at moments that the scripted round does not reach.
    r"facts\.(cut\.least_cards|deal\.stub_count_rounds)\.value",
    r"facts\.cards\.change_after_hours_(hand|shoe)\.value",
    r"facts\.deal\.hand_needs_shuffler\.value",
    r"(irregularities|steps|options)\..*",
)


def unread(mutation: Mutation) -> bool:
    """Whether a datum is known to change nothing."""
    return any(re.fullmatch(pattern, mutation.key) for pattern in PATTERNS)
