"""Structured logs: a JSON object a line, with the id of the request that it belongs to, and no secrets.

Of a request only method and path are logged: no query, no header, no body. Tokens travel in none of the
paths. An exception is logged with its trace, which has lines of code and no values.
"""

import logging
import sys
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import TextIO

import msgspec

request_id: ContextVar[str] = ContextVar("request_id", default="")

_OWN = ("method", "path", "status", "milliseconds", "table", "code", "person")


class JsonLines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, str | int | float] = {
            "at": at.replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request_id.get():
            line["request"] = request_id.get()
        line |= {name: value for name in _OWN if (value := getattr(record, name, None)) is not None}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


def _not_a_strangers(record: logging.LogRecord) -> bool:
    """Whether a record is worth a line: a flood of requests that cannot be read must not flood the log."""
    return record.msg != "Invalid HTTP request received."


def log_to(stream: TextIO = sys.stderr, level: int = logging.INFO) -> None:
    """Send the logs of the server, the floor and uvicorn to a stream."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    handler.addFilter(_not_a_strangers)
    for name in ("croupier", "uvicorn", "uvicorn.error", "litestar"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(level if name.startswith("croupier") else max(level, logging.WARNING))
        logger.propagate = False
