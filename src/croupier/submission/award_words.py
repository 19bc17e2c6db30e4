"""Awards in print: on a layout, a sign or in a brochure.

Some documents have odds stated with "to" or "win", never "for" (the fact `layout.odds_wording`). A bet that
pays "9 for 1" and keeps the stake leaves the player as much as "8 to 1", and is printed that way.
"""

from croupier.money import FOR, SHARE, Award, percent
from croupier.rulebook.model import RuleSet


def stated(rules: RuleSet, award: Award) -> str:
    """An award in the wording that the document allows in print."""
    wording = rules.facts.get("layout", {}).get("odds_wording")
    if award.kind == FOR and wording is not None:
        gain = award.number - award.per
        return f"{gain} to {award.per}" if gain > 0 else f"pays {award.number} on {award.per}"
    if award.kind == SHARE:
        return f"{percent(award.number)} of {award.meter} meter"
    return str(award)
