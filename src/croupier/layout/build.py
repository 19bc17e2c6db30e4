"""Builds the layout of a submission: a pure function of the operator's choices."""

import hashlib

import msgspec

from croupier.games.vocabulary import game_title
from croupier.layout.areas import areas
from croupier.layout.arrange import arranged
from croupier.layout.demands import demanded, lacking, word_clauses
from croupier.layout.filing import filing_of
from croupier.layout.geometry import DEPTH, WIDTH
from croupier.layout.inscriptions import operator_name, words_of
from croupier.layout.model import Layout
from croupier.layout.odds import odds_tables
from croupier.submission.check import Checked, check_text
from croupier.submission.findings import Finding
from croupier.submission.form import Layout as Filed
from croupier.submission.form import Submission
from croupier.submission.house import TableRules
from croupier.submission.table import table_rules, with_defaults

_DRAWN_FIRST = ("operator", "layout.filed")
"""Missing statements that stop no drawing: a layout is drawn before it is filed, and says what it lacks."""


def layout_of(text: str) -> Layout:
    """The layout of a submission's text; the first violation is a refusal."""
    checked = check_text(text)
    for finding in violations(checked):
        raise finding.refusal()
    assert checked.submission is not None
    return layout(checked.submission)


def violations(checked: Checked) -> list[Finding]:
    """The violations of a submission that leave nothing to draw."""
    return [
        finding
        for finding in checked.findings
        if finding.severity == "violation"
        and not (finding.code == "filing_missing" and finding.key in _DRAWN_FIRST)
    ]


def layout(submission: Submission) -> Layout:
    """The layout of a submission without violations."""
    rules = table_rules(submission)
    document = rules.house.rules
    filed = with_defaults(document, submission).layout
    digest = hashlib.sha256(msgspec.json.encode(submission, order="sorted")).hexdigest()
    odds = filed.odds or "layout"
    limit = _limit(rules, filed)
    printed = tuple(odds_tables(rules.house)) if odds == "layout" else ()
    inscriptions, tables = arranged(words_of(rules, odds, limit), printed)
    drawn = Layout(
        rules=document.rules.name,
        title=document.rules.title,
        game=game_title(document),
        operator=operator_name(rules),
        positions=rules.positions,
        width=WIDTH,
        depth=DEPTH,
        odds=odds,
        limit=limit,
        areas=areas(rules, filed),
        inscriptions=inscriptions,
        tables=tables,
        filing=filing_of(document, filed, digest),
        demands=tuple(demanded(document, rules.house.offers)),
        lacks=(),
        digest=digest,
    )
    return msgspec.structs.replace(drawn, lacks=lacking(document, drawn, rules.house.offers))


def _limit(rules: TableRules, filed: Filed) -> str:
    """Where the payout limit is posted, in documents that require it."""
    if not word_clauses(rules.house.rules, "payout_limit"):
        return ""
    return filed.limit or "layout"
