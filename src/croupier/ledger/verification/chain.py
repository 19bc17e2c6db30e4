"""The two hash chains of a stream, followed record by record."""

from croupier.ledger.records import GENESIS, Line, Record, StreamHead, line_hash, posting_hash, record_hash
from croupier.ledger.verification import merkle
from croupier.ledger.verification.checkpoints import leaf


class Chain:
    """A stream as read so far. After damage, the next record may be linked to either of two hashes."""

    def __init__(self, head: StreamHead | None = None) -> None:
        self.advance(StreamHead(0, GENESIS, GENESIS) if head is None else head)
        self._leaf = -1, b""  # of the version at the last checkpoint

    def advance(self, head: StreamHead) -> None:
        """Continue after a head that was verified."""
        self.version: int = head.version
        self.hash: bytes = head.hash
        self.posted: bytes = head.posted
        self._links: set[bytes] | None = None
        self._posted_links: set[bytes] | None = None

    @property
    def links(self) -> set[bytes]:
        """The possible hashes before the next record; none: not known."""
        return {self.hash} if self._links is None else self._links

    @links.setter
    def links(self, links: set[bytes]) -> None:
        self._links = links

    @property
    def posted_links(self) -> set[bytes]:
        """The same of the postings."""
        return {self.posted} if self._posted_links is None else self._posted_links

    @posted_links.setter
    def posted_links(self, links: set[bytes]) -> None:
        self._posted_links = links

    def follow(self, record: Record, lines: list[Line]) -> bool:
        """Whether this is the stream's next record, with its postings; if it is not, nothing is changed."""
        if record.version != self.version + 1:
            return False
        if self._links is not None or self._posted_links is not None:  # after damage
            if len(self.links) != 1 or len(self.posted_links) != 1:
                return False
            (self.hash,), (self.posted,) = self.links, self.posted_links
        if record.hash != chained(self.hash, record):
            return False
        if lines:
            posted = chained_lines(self.posted, record.hash, lines)
            if posted is None:
                return False
            self.posted = posted
        self.version, self.hash = record.version, record.hash
        self._links = self._posted_links = None
        return True

    def leaf(self, stream: str) -> bytes:
        """The hash of this stream's leaf in the tree that a checkpoint signs."""
        if self._leaf[0] != self.version:
            self._leaf = self.version, merkle.leaf_hash(leaf(stream, self.head))
        return self._leaf[1]

    @property
    def head(self) -> StreamHead:
        """Where both chains end."""
        return StreamHead(self.version, self.hash, self.posted)


def chained(previous: bytes, record: Record) -> bytes:
    """The hash that a record must have; of one that is not even text, none."""
    try:
        return record_hash(previous, record.stream, record.version, record.position, record)
    except (UnicodeError, TypeError):
        return b""


def chained_lines(previous: bytes, record: bytes, lines: list[Line]) -> bytes | None:
    """The hash of the last of a record's postings; none if they are not the next ones, or not balanced."""
    owner, total = record.hex(), 0
    try:
        for number, (line, account, amount, found) in enumerate(lines, 1):
            if line != number or found != line_hash(previous, owner, line, account, amount):
                return None
            previous = found
            total += amount
    except (UnicodeError, TypeError):
        return None
    return None if total else previous


def chained_line(previous: bytes, record: bytes, line: Line) -> bytes:
    """The hash that a posting must have; of one that is not even text, none."""
    try:
        return posting_hash(previous, record, line.line, line.account, line.amount)
    except (UnicodeError, TypeError):
        return b""
