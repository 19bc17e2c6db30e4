"""One player on several boxes, who sees the cards of all of them before deciding for each.

The cards of the other boxes are not the dealer's: knowing them is worth something, and each box is played
better than alone. Decisions for a box given the cards of the others are exact; the gain over one box alone is
averaged over deals from a fixed seed, to a standard error (`croupier.odds.protection.sampling`). The mean of
one box alone is exact.
"""

from typing import Any

from croupier.errors import Refusal
from croupier.odds.progress import Progress, silent
from croupier.odds.protection.leak import OTHERS, Leak, Part
from croupier.odds.protection.model import Informed
from croupier.odds.protocol import solver_for
from croupier.submission.house import HouseRules


def on_boxes(house: HouseRules, boxes: int, progress: Progress = silent, fresh: bool = False) -> Informed:
    """Return the game itself per unit of ante on each of several boxes; a `Refusal` if not allowed."""
    option = house.rules.options["boxes"]
    most = int(option.most or 1)
    if not 2 <= boxes <= most:
        allowed = "one box a player" if most == 1 else f"2 to {most}"
        raise Refusal("too_many_boxes", f"{boxes} boxes; allowed: {allowed}", option.clauses)
    return solver_for(house.rules).protect(house, Leak((Part(OTHERS, boxes - 1),)), progress, fresh)


def figures_on_boxes(found: Informed) -> dict[str, Any]:
    """Return the figures of several boxes, per unit of ante on each."""
    return {
        "ev": float(found.net.mean),
        "house_edge": float(-found.net.mean),
        "std_error": found.standard_error or 0.0,
        "std_dev": found.net.standard_deviation,
        "method": found.method,
        "changed": float(found.changed),
        "decisions": {name: float(share) for name, share in found.decisions.items()},
    }
