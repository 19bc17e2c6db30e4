"""The deal of one round, looked up in the log and recomputed, for `audit verify-deal`."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from croupier.errors import Refusal
from croupier.floor.audit.decks import Decks
from croupier.floor.audit.seeds import FairReplay, deal_findings, shown_findings
from croupier.floor.fairness.commit_reveal import deck
from croupier.floor.host.stream_starts import beginning, finished
from croupier.ledger.records import GENESIS, Record, StreamHead, record_hash
from croupier.ledger.store import Ledger
from croupier.ledger.verification.boundary import ends_of, head_of, known_boundary
from croupier.table.events import decode_event
from croupier.table.evolve import evolve
from croupier.table.state import EMPTY, State


class DealVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """A deal, computed again from its reveal."""

    table: str
    round: int
    commitment: str
    seed: str
    salt: str
    entropies: tuple[str, ...]
    deck: tuple[str, ...]
    """As seed and entropies give it; empty while the seed is not revealed."""
    dealt: tuple[str, ...]
    """The dealt card of each place in the deck, empty if unseen."""
    findings: tuple[str, ...]
    in_progress: bool = False
    """The round is in progress, so there is no revealed seed and no deck to compare."""


class Before(NamedTuple):
    """The states before the first kept records of a table and of its seeds, in a pruned log."""

    state: State = EMPTY
    table: StreamHead = StreamHead(0, GENESIS, GENESIS)
    fair: StreamHead = StreamHead(0, GENESIS, GENESIS)


def before(ledger: Ledger, table: str) -> Before:
    """The states that a database keeps in place of a table's pruned records."""
    boundary = known_boundary(ledger)
    if boundary is None:
        return Before()
    nothing = ends_of(StreamHead(0, GENESIS, GENESIS))
    table_start, seeds = (
        head_of(boundary.starts.get(f"{kind}:{table}", nothing)) for kind in ("table", "fair")
    )
    return Before(beginning(ledger, table), table_start, seeds)


def look_up(
    table: str,
    round: int,
    of_table: Iterable[Record],
    of_fair: Iterable[Record],
    before: Before = Before(),  # noqa: B008 - it cannot be changed
) -> DealVerdict:
    """The deal of a round, from the table's stream and the stream of its seeds; their chains are checked."""
    if 0 < round <= finished(before.state):
        raise Refusal("records_pruned", f"table {table}, round {round}: its records are in the archives")
    told: list[str] = []

    def report(code: str, record: Record, text: str) -> None:
        told.append(f"{record.stream} version {record.version}: {text}")

    state = before.state
    decks = Decks()
    broken = False  # then nobody knows whether the round is over
    try:
        for record in _chained(of_table, told, before.table):
            event = decode_event(record.body)
            decks.follow(record, state, event)
            state = evolve(state, event)
    except Exception as error:  # an event that no machine decided may raise anything
        broken = True
        told.append(f"table:{table}: an event cannot be read or cannot have happened: {error}")
    if state.version == 0 and not told:
        raise Refusal("unknown_table_name", f"no table {table!r} in the log")
    fair = FairReplay(table, report)
    for record in _chained(of_fair, told, before.fair):
        fair.feed(record)
    drawn, dealt_from = decks.get(round), fair.seed_of(round)
    if dealt_from is None:
        raise Refusal("unknown_round", f"table {table}, round {round}: no seed was ever committed to")
    deal = fair.deal(dealt_from, drawn)
    in_progress = not broken and not deal.seed and state.round == round and state.program == "round"
    found = shown_findings(dealt_from, drawn) if in_progress else deal_findings(deal, dealt_from, drawn)
    computed: tuple[str, ...] = ()
    try:
        seed = bytes.fromhex(deal.seed)
        computed = deck(table, round, seed, deal.entropies) if seed else ()
    except ValueError:
        pass  # it is among the findings
    return DealVerdict(
        table=table,
        round=round,
        commitment=dealt_from.commitment,
        seed=deal.seed,
        salt=deal.salt,
        entropies=deal.entropies,
        deck=computed,
        dealt=deal.order,
        findings=(*told, *found),
        in_progress=in_progress,
    )


def _chained(records: Iterable[Record], told: list[str], before: StreamHead) -> Iterator[Record]:
    """Read a stream; report records that are not chained to the one before."""
    version, previous = before.head
    for record in records:
        linked = record_hash(previous, record.stream, record.version, record.position, record)
        if record.version != version + 1 or record.hash != linked:
            told.append(f"{record.stream} version {record.version}: not what the chain of its stream says")
        version, previous = record.version, record.hash
        yield record
