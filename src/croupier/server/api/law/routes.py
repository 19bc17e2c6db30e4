"""The law for the browser: documents, search, two side by side, and rounds settled to show a clause."""

from typing import Annotated

import msgspec
from litestar import Response, Router
from litestar.params import JSONBody, QueryParameter

from croupier.law.compare import compare
from croupier.law.documents import document, heads
from croupier.law.examples import worked, worked_example
from croupier.law.html import law_page
from croupier.law.model import Comparison, Document, DocumentHead, Hit, WorkedRound
from croupier.law.search import search
from croupier.server.http.handlers import AnyRequest, Here, published
from croupier.server.http.routing import get, post
from croupier.submission.rule_lookup import rules_named

HITS = 200
"""The most clauses that a search sends."""
_PRINTED = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

Rules = Annotated[str, QueryParameter(max_length=64, description="A rule set, such as ma/high-card-flush.")]


class RulesFound(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a search."""

    count: int
    """All clauses found, also those that are not sent."""
    hits: tuple[Hit, ...]


class RoundRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A round to settle."""

    line: Annotated[str, msgspec.Meta(max_length=8000)]
    """As a line of `croupier settle`."""


@get("/rules")
async def rules_documents(request: AnyRequest, house: Here) -> tuple[DocumentHead, ...]:
    """Every document found, with how many of its clauses have each status."""
    return await published(house, request, heads)


@get("/rules/document")
async def rules_document(request: AnyRequest, house: Here, rules: Rules) -> Document:
    """A document: its clauses in order, in our words, with status, readings, figures, code and tests."""
    return await published(house, request, lambda: document(rules))


@get("/rules/search")
async def rules_search(
    request: AnyRequest,
    house: Here,
    q: Annotated[str, QueryParameter(max_length=100, description="Words, a wager, or a clause.")],
    rules: Annotated[str, QueryParameter(max_length=64, description="Only this rule set.")] = "",
) -> RulesFound:
    """The clauses that contain every word of the query, the closest first."""
    if rules:
        rules_named(rules)
    found = await published(house, request, lambda: search(q, rules))
    return RulesFound(count=len(found), hits=found[:HITS])


@get("/rules/compare")
async def rules_compare(request: AnyRequest, house: Here, left: Rules, right: Rules) -> Comparison:
    """Two documents side by side: matching clauses, and the figures in which they differ."""
    for name in (left, right):
        rules_named(name)
    return await published(house, request, lambda: compare(left, right))


@get("/rules/example")
async def rules_example(
    request: AnyRequest,
    house: Here,
    clause: Annotated[str, QueryParameter(max_length=64, description="The id of a clause.")],
    rules: Annotated[str, QueryParameter(max_length=64, description="By this rule set, or edition.")] = "",
) -> WorkedRound:
    """The worked example of a clause, settled now."""
    return await published(house, request, lambda: worked_example(clause, rules))


@post("/rules/settle")
async def rules_settle(request: AnyRequest, house: Here, data: JSONBody[RoundRequest]) -> WorkedRound:
    """Settle a round, as `croupier settle` does; one that the rules do not allow has a reason."""
    return await published(house, request, lambda: worked(data.line))


@get("/rules/document.html", media_type="text/html")
async def rules_html(request: AnyRequest, house: Here, rules: Rules) -> Response[bytes]:
    """A document as one HTML file, to keep and to print."""
    page = await published(house, request, lambda: law_page((document(rules),)))
    name = f"rules-{rules.replace('/', '-')}.html"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Content-Security-Policy": _PRINTED}
    return Response(page.encode(), media_type="text/html", headers=headers)


law: Router = Router(
    path="/api",
    route_handlers=[
        rules_documents,
        rules_document,
        rules_search,
        rules_compare,
        rules_example,
        rules_settle,
        rules_html,
    ],
    tags=["rules"],
)
