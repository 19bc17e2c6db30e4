"""Where a table's records begin in the database: at its first one or, after pruning, at a later one."""

from datetime import UTC, datetime

from croupier.errors import Refusal
from croupier.floor.host.snapshots import decode_snapshot, last_snapshot
from croupier.ledger.store import Ledger
from croupier.ledger.verification.boundary import known_boundary, start_of
from croupier.table.state import EMPTY, State


def beginning(ledger: Ledger, table: str) -> State:
    """The table before its first record in the database."""
    found = start_of(ledger, f"table:{table}")
    if found is None:
        return EMPTY
    try:
        return decode_snapshot(found[1], State)
    except ValueError as error:
        raise Refusal(
            "records_pruned",
            f"table {table}: its earlier records are in the archives, and this version cannot read the state "
            f"kept for them ({error}); allowed: run `croupier audit prune --archive DIR` once",
        ) from None


def last_state(ledger: Ledger, table: str) -> tuple[int, State]:
    """The newest state of a table that needs no earlier record, and its version."""
    version, saved = last_snapshot(ledger, f"table:{table}", State)
    if saved is not None:
        return version, saved
    first = beginning(ledger, table)
    return first.version, first


def finished(state: State) -> int:
    """The number of the last finished round of a table between two rounds: the next one has its number."""
    return state.round - (state.program == "round")


def refuse_pruned(ledger: Ledger, table: str, round_: int) -> None:
    """Refuse a round that is in the archives alone."""
    if 0 < round_ <= finished(beginning(ledger, table)):
        raise Refusal("records_pruned", f"table {table}, round {round_}: {pruned_words(ledger)}")


def pruned_until(ledger: Ledger) -> int | None:
    """The time of the boundary of a pruned log, in milliseconds; none if nothing was pruned."""
    boundary = known_boundary(ledger)
    return None if boundary is None else boundary.checkpoint.at


def pruned_words(ledger: Ledger, since: int = 0) -> str:
    """The time since which the database has all records, in words; empty if that covers `since`."""
    until = pruned_until(ledger)
    if until is None or since >= until:
        return ""
    day = datetime.fromtimestamp(until / 1000, UTC)
    return f"the database has all records since {day:%Y-%m-%d %H:%M} UTC; earlier rounds are in the archives"
