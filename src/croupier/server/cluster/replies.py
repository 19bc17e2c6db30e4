"""Replies of a table's owner: encoded there, decoded at the server that asked."""

import logging
from concurrent.futures import Future
from typing import Any

import msgspec

from croupier.errors import CODES, Refusal
from croupier.floor.host.jobs import Answer
from croupier.server.cluster.messages import ChangeRequest, Reply, Request
from croupier.server.http.error_responses import ErrorBody

log: logging.Logger = logging.getLogger("croupier.server")


def no_reply(table: str) -> Refusal:
    """The owner did not reply in time."""
    return Refusal(
        "ledger_uncertain",
        f"the server that runs table {table} did not reply; the command may have been recorded: "
        "retry with the same key",
    )


def reply_to(request: str, done: "Future[Any]") -> Reply:
    """The reply to a request: its result or its error."""
    error = done.exception()
    if isinstance(error, Refusal):
        body = ErrorBody(code=error.code, message=error.message, clauses=error.clauses)
        return Reply(id=request, error=body)
    if error is not None:
        log.error("a command from another server failed", exc_info=error)
        message = "the server failed; its log has the details"
        return Reply(id=request, error=ErrorBody(code="server_error", message=message))
    result = done.result()
    if isinstance(result, Answer):
        return Reply(id=request, version=result.version)
    return Reply(id=request, result=msgspec.Raw(msgspec.json.encode(result)))


def result_of(request: Request, reply: Reply) -> Any:
    """The result of a request; its refusal is raised."""
    if reply.error is not None:
        code = reply.error.code if reply.error.code in CODES else "server_error"
        raise Refusal(code, reply.error.message, reply.error.clauses)
    if isinstance(request, ChangeRequest):
        return msgspec.json.decode(reply.result)
    return Answer(version=reply.version)
