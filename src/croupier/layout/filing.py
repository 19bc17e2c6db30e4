"""What is filed about a layout before it is used: New Jersey's rendering and photograph, Maryland's own."""

from croupier.layout.geometry import DEPTH, WIDTH
from croupier.layout.model import Filing
from croupier.rulebook.model import RuleSet
from croupier.submission.form import Layout as Filed

_ITEMS = {
    "nj-hcf": ("rendering of the layout, true to scale", "color photograph of the layout"),
    "md-hcf": ("the layout, for approval",),
}
_REGULATORS = {
    "nj-hcf": "Division, principal office in Atlantic City",
    "md-hcf": "Commission",
}


def filing_of(rules: RuleSet, filed: Filed, digest: str) -> Filing | None:
    """The record of a layout's filing; none where the document asks for none."""
    fact = rules.facts["layout"].get("filing")
    if fact is None:
        return None
    register = rules.rules.register
    return Filing(
        regulator=_REGULATORS[register],
        what=str(fact.value),
        items=_ITEMS[register],
        filed=(filed.filed or "").strip(),
        submission=f"sha256:{digest}",
        scale=f"1 unit is 1 mm; the felt is {WIDTH:,.0f} mm by {DEPTH:,.0f} mm",
        clauses=fact.clauses,
    )
