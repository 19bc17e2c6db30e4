"""`get`, `post` and `patch` of the API: every operation documents its error responses."""

from collections.abc import Callable
from functools import partial

import litestar
from litestar.openapi.datastructures import ResponseSpec

from croupier.server.http.error_responses import ErrorAnswer

_ERRORS = {
    400: "It could not be read.",
    401: "Nobody is signed in, or no longer.",
    403: "Not for this person, or not from this page.",
    404: "There is no such thing.",
    409: "Refused as things stand: a stale version, or a rule; the clauses say which.",
    413: "Longer than the server takes.",
    422: "Read, and not usable: a weak password, a name, a text that is no submission.",
    429: "Too many.",
    503: "The ledger is unavailable, or the server is stopping: nothing was done; try again.",
}
RESPONSES = {status: ResponseSpec(ErrorAnswer, description=words) for status, words in _ERRORS.items()}

get: Callable[..., litestar.get] = partial(litestar.get, responses=RESPONSES)
post: Callable[..., litestar.post] = partial(litestar.post, responses=RESPONSES, status_code=200)
patch: Callable[..., litestar.patch] = partial(litestar.patch, responses=RESPONSES)
