"""The findings of an audit, each with its position."""

import msgspec

FINDINGS: dict[str, str] = {
    # the log
    "unreadable": "a row or line that cannot be decoded",
    "position_gap": "records are missing from the global order",
    "version_gap": "records are missing from a stream, or duplicated",
    "record_altered": "a record that does not match its hash chain",
    "posting_altered": "a posting that does not match its hash chain",
    "posting_orphaned": "a posting without its record",
    # the books
    "books_unbalanced": "postings that do not sum to zero",
    "player_overdrawn": "a player's account below zero",
    "balance_differs": "an account balance that is not the sum of its postings",
    # checkpoints
    "checkpoint_altered": "a checkpoint that does not match its signature",
    "checkpoint_gap": "checkpoints are missing or out of place",
    "checkpoint_differs": "a history that does not match its checkpoint",
    "unsigned": "a log that no checkpoint covers, or too many unsigned records at its end",
    "foreign_key": "signed with a key that is not the house's",
    "rotation_forged": "a new signing key that the old one has not signed",
    "witness_differs": "a history that does not match a checkpoint held by a witness or by the house itself",
    # a pruned log
    "boundary_forged": "the boundary of a pruned log that the house has not signed",
    "boundary_differs": "records or states kept from before the boundary that do not lead to it",
    # state beside the log, and the file
    "head_differs": "the recorded end of a stream or of the log is wrong",
    "answer_altered": "the stored answer to an idempotency key was altered",
    "snapshot_altered": "a saved state that the house did not write, or that is ahead of its stream",
    "file_altered": "an export that does not match its signature",
    "file_cut": "an export that is cut off or has extra lines",
    "database_damaged": "the database reports its file as damaged",
    "unguarded": "a trigger that keeps the log append-only is missing or changed",
}


class Finding(msgspec.Struct, frozen=True):
    """One problem in the log. Zero and empty fields do not apply to it."""

    code: str
    message: str
    stream: str = ""
    version: int = 0
    position: int = 0
    line: int = 0  # of an export
    account: str = ""
    checkpoint: int = 0

    def __post_init__(self) -> None:
        assert self.code in FINDINGS, self.code

    def __str__(self) -> str:
        places = [
            f"line {self.line}" if self.line else "",
            f"checkpoint {self.checkpoint}" if self.checkpoint else "",
            f"position {self.position}" if self.position else "",
            f"{self.stream} version {self.version}" if self.stream and self.version else self.stream,
            self.account,
        ]
        return f"{self.code}: {', '.join(filter(None, places)) or 'the whole'}: {self.message}"


def printable(text: str) -> str:
    """A damaged text, escaped so that it can be shown."""
    return text.encode("utf-8", "backslashreplace").decode()
