"""An owner's answer to another server, on its way there and back."""

import logging
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import msgspec

from croupier.errors import CODES, Refusal
from croupier.floor.host.floor import Answer
from croupier.server.cluster.messages import Told
from croupier.server.http.error_responses import ErrorBody

log = logging.getLogger("croupier.server")


def silent(table: str) -> Refusal:
    """The owner has not answered."""
    return Refusal(
        "ledger_uncertain",
        f"the server that runs table {table} has not answered; it may have been recorded: "
        "send it again with the same key",
    )


def told_of(number: str, done: "Future[Any]") -> Told:
    """What came of something, as it is told to the server that asked."""
    error = done.exception()
    if isinstance(error, Refusal):
        body = ErrorBody(code=error.code, message=error.message, clauses=error.clauses)
        return Told(id=number, error=body)
    if error is not None:
        log.error("a command of another server failed", exc_info=error)
        return Told(id=number, error=ErrorBody(code="defect", message="the server failed; it is in its log"))
    result = done.result()
    if isinstance(result, Answer):
        return Told(id=number, version=result.version)
    return Told(id=number, result=msgspec.Raw(msgspec.json.encode(result)))


def answered(told: Told, read: Callable[[Told], Any]) -> Any:
    """What the owner has answered, or its refusal."""
    if told.error is None:
        return read(told)
    code = told.error.code if told.error.code in CODES else "defect"
    raise Refusal(code, told.error.message, told.error.clauses)
