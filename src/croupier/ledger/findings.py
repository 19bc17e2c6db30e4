"""What an audit finds, and where exactly."""

import msgspec

FINDINGS: dict[str, str] = {
    # the log
    "unreadable": "a row or a line that cannot be read as what it should be",
    "position_gap": "records are missing from the global order",
    "version_gap": "records are missing from a stream, or stand there twice",
    "record_altered": "a record that is not the one that its chain was made with",
    "posting_altered": "a posting that is not the one that its chain was made with",
    "posting_orphaned": "a posting of a record that is not there",
    # the books
    "books_unbalanced": "postings that do not come to zero",
    "player_overdrawn": "a player's account below zero",
    "balance_differs": "an account that does not hold what its postings come to",
    # checkpoints
    "checkpoint_altered": "a checkpoint that is not the one that was signed",
    "checkpoint_gap": "checkpoints are missing, or one stands at the wrong place",
    "checkpoint_differs": "a history other than the one that the checkpoint covers",
    "unsigned": "a log of which no checkpoint vouches for anything",
    "foreign_key": "signed with another key than the house's",
    "witness_differs": "a history other than the one whose checkpoint somebody holds elsewhere",
    # what is kept beside the log, and the file
    "head_differs": "the recorded end of a stream, or of the log, is not where it ends",
    "answer_altered": "an answer to an idempotency key that is not the one that was given",
    "snapshot_altered": "a saved state that is not the one that was saved, or ahead of its stream",
    "file_altered": "an export that is not the one that was signed",
    "file_cut": "an export without its end, or with more after it",
    "database_damaged": "the database finds its own file damaged",
    "unguarded": "a trigger that keeps the log append-only is missing, or another",
}


class Finding(msgspec.Struct, frozen=True):
    """One thing that is not as it must be. Zero and empty mean that the place is not of that kind."""

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
    """A text out of a damaged place, such that it can be shown."""
    return text.encode("utf-8", "backslashreplace").decode()
