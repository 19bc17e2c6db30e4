"""One format for every error: `{"error": {code, message, clauses}}`."""

import logging
from typing import Any

import msgspec
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.status_codes import HTTP_500_INTERNAL_SERVER_ERROR

from croupier.errors import Refusal
from croupier.server.http.validation_words import validation_words

log: logging.Logger = logging.getLogger("croupier.server")

_LONGEST = 500


class ErrorBody(msgspec.Struct, frozen=True, kw_only=True):
    """An error: a stable code, a message for people, and the clauses behind it."""

    code: str
    message: str
    clauses: tuple[str, ...] = ()


class ErrorAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The body of every response with a status of 400 or more."""

    error: ErrorBody


STATUS: dict[int, tuple[str, ...]] = {
    400: ("malformed", "unknown_key", "wrong_type"),
    401: ("not_signed_in", "session_expired", "sign_in_refused"),
    403: (
        "role_too_low",
        "not_your_seat",
        "csrf_mismatch",
        "wrong_origin",
        "signature_refused",
        "second_factor_needed",
        "second_factor_missing",
        "second_factor_refused",
        "confirmation_needed",
        "single_sign_on_refused",
        "role_not_allowed",
        "demo_off",
        "not_alone",
        "table_private",
        "progress_of_guests",
    ),
    404: (
        "unknown_page",
        "unknown_table_name",
        "unknown_person",
        "unknown_session",
        "unknown_factor",
        "unknown_link",
        "unknown_award",
        "unknown_slip",
        "unknown_submission",
        "unknown_round",
        "unknown_record",
        "unknown_report",
        "invitation_unknown",
        "unknown_rules",
        "unknown_example",
        "unknown_street",
        "unknown_lesson",
    ),
    405: ("method_not_allowed",),
    413: ("too_large",),
    422: ("cards_unusable", "password_weak", "name_unusable", "submission_unreadable"),
    429: ("locked_out", "too_many_requests"),
    500: ("server_error",),
    503: ("ledger_busy", "ledger_unavailable", "ledger_uncertain", "table_moved", "server_stopping"),
}
"""The codes that are not 409, "not as things stand", which every other refusal is."""

_BY_CODE = {code: status for status, codes in STATUS.items() for code in codes}
_BY_STATUS = {
    401: "not_signed_in",
    403: "role_too_low",
    404: "unknown_page",
    405: "method_not_allowed",
    413: "too_large",
    429: "too_many_requests",
    500: "server_error",
    503: "ledger_unavailable",
}


def status_of(code: str) -> int:
    """The HTTP status of a refusal."""
    return _BY_CODE.get(code, 409)


def body_of(refusal: Refusal) -> ErrorBody:
    """The body of a refusal; long input is not echoed."""
    return ErrorBody(code=refusal.code, message=_short(refusal.message), clauses=refusal.clauses)


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def answer(status: int, body: ErrorBody) -> Response[bytes]:
    """An error as a response."""
    return Response(
        content=msgspec.json.encode(ErrorAnswer(error=body)), status_code=status, media_type=MediaType.JSON
    )


def refused(request: Request[Any, Any, Any], refusal: Refusal) -> Response[bytes]:
    """A refusal of the floor, or of the server itself."""
    request.scope.setdefault("state", {})["refused"] = refusal.code
    return answer(status_of(refusal.code), body_of(refusal))


def malformed(request: Request[Any, Any, Any], error: ValidationException) -> Response[bytes]:
    """A request that does not match its schema."""
    details = error.extra if isinstance(error.extra, list) else []
    words = "; ".join(
        validation_words(str(each.get("message", "")), str(each.get("key", "")))
        for each in details
        if isinstance(each, dict)
    )
    return answer(400, ErrorBody(code="malformed", message=_short(words or validation_words(error.detail))))


def http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    """An error raised by the framework."""
    code = _BY_STATUS.get(error.status_code, "malformed")
    message = validation_words(error.detail) if code == "malformed" else error.detail
    response = answer(error.status_code, ErrorBody(code=code, message=_short(message)))
    for name, value in (error.headers or {}).items():
        response.headers[name] = value
    return response


def defect(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """A defect: the log has the details, the client learns only that it happened."""
    log.error("a request failed", exc_info=error)
    body = ErrorBody(
        code="server_error", message="the server failed; its log has the details under this request's id"
    )
    return answer(HTTP_500_INTERNAL_SERVER_ERROR, body)


def too_deep(request: Request[Any, Any, Any], error: RecursionError) -> Response[bytes]:
    """JSON nested too deeply to decode."""
    return answer(400, ErrorBody(code="malformed", message="the body is nested too deeply"))


HANDLERS: dict[int | type[Exception], Any] = {
    Refusal: refused,
    ValidationException: malformed,
    HTTPException: http_error,
    RecursionError: too_deep,
    Exception: defect,
}
