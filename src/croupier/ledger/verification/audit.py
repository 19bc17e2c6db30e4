"""The generic part of verification: the log is whole, in order and unaltered, and the books follow from it.

The floor replays the events and checks their meaning. Every finding names its place: the record, the posting,
the account, the checkpoint, the line of the export.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import msgspec

from croupier.ledger.records import Line, Record, StreamHead
from croupier.ledger.store import Ledger
from croupier.ledger.transaction import PLAYER, answer_digest
from croupier.ledger.verification import merkle
from croupier.ledger.verification.chain import Chain, chained, chained_line
from croupier.ledger.verification.checkpoints import FIRST, Checkpoint
from croupier.ledger.verification.findings import Finding, printable
from croupier.ledger.verification.rotation import STREAM as KEYS
from croupier.ledger.verification.rotation import KeyChain, is_rotation
from croupier.ledger.verification.sources import (
    Account,
    Answered,
    DatabaseSource,
    Item,
    Logged,
    Orphan,
    Rotated,
    Saved,
    Source,
    Start,
    Stream,
    Verified,
)


class Begin(NamedTuple):
    """Where a verification begins that continues an earlier one: at a checkpoint."""

    checkpoint: Checkpoint
    heads: Mapping[str, StreamHead]
    balances: Mapping[str, int]
    earlier: bool = True  # whether the source has the checkpoints up to this one


MOST_UNSIGNED = 1000
"""Records at the end of a log that a killed server may leave unsigned: a server signs more often."""


def verify(source: Ledger | Source, public: bytes | None = None) -> Iterator[Finding]:
    """All problems in the order of the log; none if the log is whole.

    `public` is the house's key as the auditor knows it. Without it the source's own key is used, which
    finds damage, but not a history that somebody rewrote and signed with another key.
    """
    log: Source = DatabaseSource(source) if isinstance(source, Ledger) else source
    return Verifier(log, public).findings()


class Verifier:
    """A log as far as it was verified."""

    def __init__(
        self,
        source: Source,
        public: bytes | None,
        most_unsigned: int | None = None,
        begin: Begin | None = None,
    ) -> None:
        self.signed: int = 0
        """The position up to which the house has signed: of the last checkpoint in which nothing was found.

        It names the ends of all streams, so every record before it is the signed one. Later records are only
        chained, and anybody who can write to the log can recompute a chain.
        """
        self._source = source
        self._keys = KeyChain(public)
        self._named, self._named_at = public, 0  # the key that the source names, and its line
        self._foreign: list[Finding] = []  # checkpoints before the trusted key is reached, if it ever is
        self._followed = 0  # the position up to which the keys of the log have signed
        self._most_unsigned = most_unsigned  # records at the end; none: any number
        self._saved: dict[str, int] = {}
        self._said_position: int | None = None  # none: the source does not say
        self.position: int = 0
        """Of the last record."""
        self._chains: dict[str, Chain] = {}
        self._balances: dict[str, int] = {}
        self._signed_up_to = 0
        self._covered = False  # whether any checkpoint says that it covers a record
        self._next_checkpoint = 1
        self._previous: str | None = FIRST  # the checkpoint before the next one; none: not known after damage
        self._streams_seen: set[str] = set()
        self._accounts_seen: set[str] = set()
        self._held = 0
        self._led: tuple[int, int] | None = None  # where the later rotations of an archive stand
        self._begin = begin
        if begin is not None:
            self.position = self._followed = self._signed_up_to = begin.checkpoint.position
            self._keys.signs(begin.checkpoint.public)  # the key that the log is signed with here
            self._covered = True
            self._chains = {name: Chain(head) for name, head in begin.heads.items()}
            self._balances = dict(begin.balances)
            if not begin.earlier:
                self._next_checkpoint, self._previous = begin.checkpoint.number + 1, begin.checkpoint.hash

    @property
    def heads(self) -> dict[str, StreamHead]:
        """Where the streams end that were read so far."""
        return {name: chain.head for name, chain in self._chains.items()}

    @property
    def balances(self) -> dict[str, int]:
        """The balances of the accounts by the postings read so far."""
        return self._balances

    def findings(self) -> Iterator[Finding]:
        for item in self._source.items():
            what = item.what
            if type(what) is not Logged:
                yield from self._item(item)
            elif not self._sound(*what):
                yield from self._record(what.record, item.line)
                yield from self._lines(what.record, what.lines, item.line)
        yield from self._end()

    def _item(self, item: Item) -> Iterator[Finding]:
        match item.what:
            case Finding():
                yield item.what
            case Start(public, position):
                self._said_position, self._named, self._named_at = position, public, item.line
                self._keys.trust(public)
            case Verified(position, heads, balances):
                self.position = position
                self._balances.update(balances)
                for stream, head in heads.items():
                    self._chains.setdefault(stream, Chain()).advance(head)
            case Rotated(rotation):
                self._led = self._led or (self.position, self._next_checkpoint)
                if wrong := self._keys.lead(rotation):
                    yield Finding("rotation_forged", wrong, line=item.line)
            case Orphan(position, line):
                message = f"line {line.line} on {printable(line.account)}, {line.amount}"
                yield Finding("posting_orphaned", message, position=position, line=item.line)
            case Checkpoint():
                yield from self._checkpoint(item.what, item.line)
            case Stream(stream, head):
                yield from self._stream(stream, head)
            case Account(account, balance):
                yield from self._account(account, balance, item.line)
            case Answered():
                yield from self._answer(item.what)
            case Saved():
                yield from self._snapshot(item.what)

    # --------------------------------------------------------------------------------------- the log

    def _sound(self, record: Record, lines: list[Line]) -> bool:
        """Whether a record is the next one, with its postings; if it is not, nothing is changed."""
        if record.position != self.position + 1 or record.stream == KEYS:
            return False
        touched: dict[str, int] = {}
        if lines:
            balances = self._balances
            for _, account, amount, _ in lines:
                held = touched[account] if account in touched else balances.get(account, 0)
                touched[account] = held + amount
            for account, held in touched.items():
                if held < 0 and account.startswith(PLAYER):
                    return False
        chain = self._chains.get(record.stream)
        if chain is None:
            chain = Chain()
        if not chain.follow(record, lines):
            return False
        if touched:
            self._balances.update(touched)
        self._chains[record.stream] = chain
        self.position = record.position
        return True

    def _record(self, record: Record, line: int) -> Iterator[Finding]:
        def finding(code: str, message: str) -> Finding:
            stream = printable(record.stream)
            return Finding(code, message, stream, record.version, record.position, line)

        if record.position != self.position + 1:
            yield finding("position_gap", f"expected position {self.position + 1}")
        self.position = max(record.position, self.position)
        chain = self._chains.setdefault(record.stream, Chain())
        if record.version != chain.version + 1:
            yield finding("version_gap", f"expected version {chain.version + 1}")
            if record.version <= chain.version:
                return
            chain.links, chain.posted_links = set(), set()
        computed = {chained(link, record) for link in chain.links}
        if computed and record.hash not in computed:
            yield finding("record_altered", f"{printable(record.kind)} is not the record of this hash")
            chain.links = {record.hash} | computed
        else:
            chain.links = {record.hash}
        chain.version, chain.hash = record.version, record.hash
        if is_rotation(record) and (wrong := self._keys.rotate(record, self._previous)):
            yield finding("rotation_forged", wrong)

    def _lines(self, record: Record, lines: list[Line], at: int) -> Iterator[Finding]:
        def finding(code: str, message: str, account: str = "") -> Finding:
            stream = printable(record.stream)
            return Finding(code, message, stream, record.version, record.position, at, printable(account))

        chain = self._chains[record.stream]
        touched: dict[str, int] = {}
        for number, line in enumerate(lines, 1):
            computed = {
                chained_line(link, owner, line) for link in chain.posted_links for owner in chain.links
            }
            if line.line != number or (computed and line.hash not in computed):
                yield finding("posting_altered", f"line {number}: {line.amount}", line.account)
                chain.posted_links = {line.hash} | computed
            else:
                chain.posted_links = {line.hash}
            chain.posted = line.hash
            touched[line.account] = touched.get(line.account, 0) + line.amount
        if total := sum(touched.values()):
            yield finding("books_unbalanced", f"the postings sum to {total}")
        for account, amount in touched.items():
            self._balances[account] = self._balances.get(account, 0) + amount
            if account.startswith(PLAYER) and amount < 0 and self._balances[account] < 0:
                yield finding("player_overdrawn", f"holds {self._balances[account]}", account)

    # -------------------------------------------------------------------------------- checkpoints

    def _checkpoint(self, found: Checkpoint, line: int) -> Iterator[Finding]:
        def finding(code: str, message: str) -> Finding:
            return Finding(code, message, position=found.position, line=line, checkpoint=found.number)

        if self._begin is not None and found.number <= self._begin.checkpoint.number:
            yield from self._earlier(found, self._begin.checkpoint)
            return
        self._covered |= found.position != 0
        number, previous, since = self._next_checkpoint, self._previous, self._signed_up_to
        self._next_checkpoint, self._previous = number + 1, None
        if not found.stands():
            yield finding("checkpoint_altered", "the signature is not over this")
            return
        foreign = finding("foreign_key", f"it names the key {found.public}")
        ours = self._keys.signs(found.public)
        if not ours:
            yield foreign
        elif not self._keys.reaches_trusted:
            self._foreign.append(foreign)
        self._next_checkpoint, self._previous, self._signed_up_to = (
            found.number + 1,
            found.hash,
            found.position,
        )
        if found.number != number:
            yield finding("checkpoint_gap", f"expected number {number}")
        elif previous is not None and found.previous != previous:
            yield finding("checkpoint_differs", "it follows another checkpoint than the one before it")
        if found.position != self.position:
            yield finding("checkpoint_gap", f"it comes after position {self.position}")
            return
        leaves = [chain.leaf(name) for name, chain in sorted(self._chains.items())]
        if found.streams != len(leaves) or found.root != merkle.root(leaves).hex():
            yield finding("checkpoint_differs", f"the records after {since} up to it are not those signed")
        elif ours:
            self._followed = found.position

    def _earlier(self, found: Checkpoint, last: Checkpoint) -> Iterator[Finding]:
        """Checkpoints before the beginning: each names the one before it, and the last one is known."""
        follows = found.number == self._next_checkpoint and found.previous == self._previous
        self._next_checkpoint, self._previous = found.number + 1, found.hash
        if not follows or (found.number == last.number and found != last):
            message = "the verification that this one continues saw another checkpoint here"
            yield Finding("checkpoint_differs", message, position=found.position, checkpoint=found.number)

    # ------------------------------------------------------------------------- the books

    def _stream(self, stream: str, head: StreamHead) -> Iterator[Finding]:
        self._streams_seen.add(stream)
        chain = self._chains.get(stream, Chain())
        linked = not chain.links or head.hash in chain.links
        posted = not chain.posted_links or head.posted in chain.posted_links
        if head.version != chain.version or not linked or not posted:
            message = f"said to end at version {head.version}; its records end at {chain.version}"
            if head.version == chain.version:
                message = f"the recorded hash of its {'postings' if linked else 'last record'} differs"
            yield Finding("head_differs", message, printable(stream), head.version)

    def _account(self, account: str, balance: int, line: int) -> Iterator[Finding]:
        self._held += balance
        name, come_to = printable(account), self._balances.get(account, 0)
        if account in self._accounts_seen:
            yield Finding("balance_differs", "appears twice", account=name, line=line)
        elif account not in self._balances:
            yield Finding("balance_differs", "no posting names it", account=name, line=line)
        elif balance != come_to:
            message = f"said to hold {balance}; its postings sum to {come_to}"
            yield Finding("balance_differs", message, account=name, line=line)
        self._accounts_seen.add(account)

    def _answer(self, kept: Answered) -> Iterator[Finding]:
        if kept.digest is None:
            stands = self._may_be_answered(kept)
        else:
            stands = _digest(answer_digest, kept.stream, kept.key, kept.answer) == kept.digest
        if not stands:
            message = f"the answer to the key {kept.key!a}"
            yield Finding("answer_altered", message, printable(kept.stream))

    def _may_be_answered(self, kept: Answered) -> bool:
        """Before answers had a digest: one that a stream of this length can have been given."""
        try:
            told = msgspec.json.decode(kept.answer)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            return False
        version = told.get("version", 0) if isinstance(told, dict) else 0
        return isinstance(version, int) and 0 <= version <= self._chains.get(kept.stream, Chain()).version

    def _snapshot(self, saved: Saved) -> Iterator[Finding]:
        if saved.authentic is False:
            message = "the house did not save it so; loading the stream starts at its first record"
            yield Finding("snapshot_altered", message, printable(saved.stream), saved.version)
        else:
            self._saved[saved.stream] = saved.version

    def _ahead(self) -> Iterator[Finding]:
        """Saved states beyond the end of their stream."""
        for stream, version in self._saved.items():
            ends = self._chains.get(stream, Chain()).version
            if version > ends:
                message = f"the stream ends at version {ends}"
                yield Finding("snapshot_altered", message, printable(stream), version)

    def _leads(self) -> bool:
        """Whether the later rotations stand after all records and checkpoints, and lead to the file's key.

        Without this, the thief of a retired key could sign a forged archive with it and add true rotations.
        """
        last = self._led == (self.position, self._next_checkpoint)
        return last and self._named is not None and self._keys.ends_with(self._named)

    def _end(self) -> Iterator[Finding]:
        if self._keys.reaches_trusted:
            self.signed = self._followed
        else:
            yield from self._foreign
        if self._named is not None and not self._keys.has(self._named):
            yield Finding("foreign_key", f"the source names the key {self._named.hex()}", line=self._named_at)
        alone = self._begin is not None and not self._begin.earlier
        if alone and self._named is not None and not self._keys.ends_with(self._named):
            message = f"the retired key {self._named.hex()} signed this archive and the state it begins with"
            yield Finding("foreign_key", message, line=self._named_at)
        if self._led is not None and not self._leads():
            message = "rotations after the last record must lead to the key that signed this file"
            yield Finding("rotation_forged", message)
        if self._begin is not None and self._next_checkpoint <= self._begin.checkpoint.number:
            message = "the verification that this one continues ended with this checkpoint"
            last = self._begin.checkpoint
            yield Finding("checkpoint_gap", message, position=last.position, checkpoint=last.number)
        if self._said_position is not None and self.position != self._said_position:
            message = f"the log is said to end at position {self._said_position}, and ends at {self.position}"
            yield Finding("head_differs", message)
        if self.position and not self._covered:
            message = f"no checkpoint covers any of {self.position} records: any writer may have made them"
            yield Finding("unsigned", message)
        elif self._most_unsigned is not None and self.position - self.signed > self._most_unsigned:
            number = self.position - self.signed
            message = f"the last {number} records are not signed; allowed: {self._most_unsigned}"
            yield Finding("unsigned", message, position=self.signed + 1)
        yield from self._ahead()
        if self._source.has_streams:
            for stream in sorted(self._chains.keys() - self._streams_seen):
                version = self._chains[stream].version
                yield Finding("head_differs", "its end is not recorded", printable(stream), version)
        for account in sorted(self._balances.keys() - self._accounts_seen):
            yield Finding("balance_differs", "the account is not there", account=printable(account))
        if self._held:
            yield Finding("books_unbalanced", f"all accounts together hold {self._held}, not zero")


def _digest(digest: Callable[..., bytes], *parts: object) -> bytes:
    try:
        return digest(*parts)
    except UnicodeError:
        return b""
