"""Log records as a viewer may read them."""

import msgspec

from croupier.errors import Refusal
from croupier.table.redaction.permissions import reads_stream
from croupier.table.state import Viewer

LONGEST = 20_000
"""Bytes of a body that is sent whole; a longer one is sent without its rules."""

_SEALED = b'"sealed"'


def check_stream(viewer: Viewer, stream: str) -> None:
    """Refuse a viewer who may not read the records of a stream."""
    if not reads_stream(viewer, stream):
        message = "a table's records show every hand; allowed: surveillance and auditors"
        raise Refusal("role_too_low", message)


def redact_finding(message: str, stream: str, viewer: Viewer) -> str:
    """The message of an audit finding: blank if it is about a stream that the viewer may not read."""
    return message if reads_stream(viewer, stream) else ""


def unsealed_body(body: bytes) -> dict[str, object]:
    """The body of a record without its sealed part."""
    try:
        found = msgspec.json.decode(body, type=dict[str, object])
    except (msgspec.DecodeError, UnicodeDecodeError):
        # The record was altered in the database: an investigator must be able to look at it.
        return {"unreadable": "" if _SEALED in body else body[:LONGEST].decode(errors="replace")}
    found.pop("sealed", None)
    return found


def short_body(body: bytes) -> dict[str, object]:
    """The body of a record without its sealed part and, if it is long, without its rules."""
    found = unsealed_body(body)
    if len(body) > LONGEST and "rules" in found:
        found["rules"] = "left out: read the record itself"
    return found


def searchable_text(body: bytes) -> str:
    """The text of a body that a search looks through: everything except its sealed part."""
    if _SEALED in body:
        body = msgspec.json.encode(unsealed_body(body))
    return body.decode(errors="replace").casefold()
