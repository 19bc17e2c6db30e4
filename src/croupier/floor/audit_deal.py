"""The deal of one round, looked up in the log and computed again: what `audit verify-deal` tells."""

from collections.abc import Iterable

import msgspec

from croupier.errors import Refusal
from croupier.floor.audit_fair import FairReplay, deal_findings
from croupier.floor.audit_table import Decks
from croupier.floor.fairness import deck
from croupier.ledger.records import Record
from croupier.table.events import decode_event
from croupier.table.evolve import evolve
from croupier.table.state import EMPTY


class DealVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """A deal, computed again from what was revealed."""

    table: str
    round: int
    commitment: str
    seed: str
    salt: str
    entropies: tuple[str, ...]
    deck: tuple[str, ...]
    """As seed and entropies give it; empty while the seed is not revealed."""
    dealt: tuple[str, ...]
    """The places of the deck in order: the card that was dealt from each, empty where nobody has seen it."""
    findings: tuple[str, ...]


def look_up(table: str, round: int, of_table: Iterable[Record], of_fair: Iterable[Record]) -> DealVerdict:
    """The deal of a round, from the table's stream and the stream of its seeds."""
    told: list[str] = []

    def report(code: str, record: Record, text: str) -> None:
        told.append(f"{record.stream} version {record.version}: {text}")

    state = EMPTY
    decks = Decks()
    try:
        for record in of_table:
            event = decode_event(record.body)
            decks.follow(record, state, event)
            state = evolve(state, event)
    except Exception as error:  # whatever an event may do that nobody has ever decided on
        told.append(f"table:{table}: an event cannot be read or cannot have happened: {error}")
    if state.version == 0 and not told:
        raise Refusal("unknown_table_name", f"no table {table!r} in the log")
    fair = FairReplay(table, report)
    for record in of_fair:
        fair.feed(record)
    drawn = decks.get(round)
    deal = fair.of_round(round, drawn)
    if deal is None:
        raise Refusal("unknown_round", f"table {table}, round {round}: no seed was ever committed to")
    findings = (*told, *deal_findings(deal, drawn))
    computed: tuple[str, ...] = ()
    try:
        seed = bytes.fromhex(deal.seed)
        computed = deck(table, round, seed, deal.entropies) if seed else ()
    except ValueError:
        pass  # it is among the findings
    return DealVerdict(
        table=table,
        round=round,
        commitment=deal.commitments[-1] if deal.commitments else "",
        seed=deal.seed,
        salt=deal.salt,
        entropies=deal.entropies,
        deck=computed,
        dealt=deal.order,
        findings=findings,
    )
