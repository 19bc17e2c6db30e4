"""The steps of a table or of one round, replayed from the log."""

from collections.abc import Iterator
from typing import NamedTuple

from croupier.errors import Refusal
from croupier.floor.host.stream_starts import beginning, refuse_pruned
from croupier.ledger.records import Record
from croupier.ledger.store import Ledger
from croupier.table.events import AnyEvent, decode_event
from croupier.table.evolve import evolve
from croupier.table.state import State


class LoggedStep(NamedTuple):
    """An event with its record and the state before and after it."""

    record: Record
    event: AnyEvent
    before: State
    after: State

    def in_round(self, number: int) -> bool:
        """Whether it happened in this round; a later ruling on it did not."""
        return any(state.program == "round" and state.round == number for state in (self.before, self.after))


def logged_steps(ledger: Ledger, table: str, round_: int | None = None) -> Iterator[LoggedStep]:
    """The events of a table, or of one round with the later rulings on it."""
    state = beginning(ledger, table)
    refuse_pruned(ledger, table, round_ or 0)
    for record in ledger.read(f"table:{table}", after=state.version):
        try:
            event = decode_event(record.body)
            after = evolve(state, event)
        except Exception as error:  # a damaged event may raise anything
            message = f"table:{table} version {record.version} cannot be replayed: {error}"
            raise Refusal("ledger_damaged", message) from None
        step = LoggedStep(record, event, state, after)
        if round_ is None or step.in_round(round_) or _rules_on(event, round_):
            yield step
        state = after


def _rules_on(event: AnyEvent, round_: int) -> bool:
    award = getattr(event, "award", "")
    return getattr(event, "round", 0) == round_ or award.partition(".")[0] == str(round_)
