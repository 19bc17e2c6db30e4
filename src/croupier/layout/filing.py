"""The filing of a layout before use, where the document requires one."""

from croupier.layout.geometry import DEPTH, WIDTH
from croupier.layout.model import Filing
from croupier.rulebook.model import RuleSet
from croupier.submission.form import Layout as Filed


def filing_of(rules: RuleSet, filed: Filed, digest: str) -> Filing | None:
    """The record of a layout's filing; None where the document requires none."""
    asked = rules.layout.filing
    if asked is None:
        return None
    return Filing(
        regulator=asked.regulator,
        what=asked.what,
        items=asked.items,
        filed=(filed.filed or "").strip(),
        submission=f"sha256:{digest}",
        scale=f"1 unit is 1 mm; the felt is {WIDTH:,.0f} mm by {DEPTH:,.0f} mm",
        clauses=asked.clauses,
    )
