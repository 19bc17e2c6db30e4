"""A table's stream of seeds played again: each revealed seed against its commitment and the cards dealt."""

from croupier.floor.audit_findings import UNREADABLE, Report
from croupier.floor.audit_table import Drawn, TableReplay
from croupier.floor.fairness import (
    AnyFairEvent,
    Deal,
    EntropyAdded,
    SeedCommitted,
    SeedRevealed,
    decode_fair_event,
    fair_kind,
    verify_deal,
)
from croupier.ledger.records import Record


class _Seed:
    """What the stream says about the seed of one round."""

    __slots__ = ("added", "commitments", "revealed")

    def __init__(self) -> None:
        self.commitments: list[str] = []
        self.added: list[str] = []
        self.revealed: tuple[Record, SeedRevealed] | None = None


class FairReplay:
    """The seeds of one table, followed from the first record."""

    def __init__(self, name: str, report: Report) -> None:
        self.name = name
        self.verified = 0
        """Seeds that were checked against the deck."""
        self._report = report
        self._seeds: dict[int, _Seed] = {}
        self._waiting: list[int] = []
        """Rounds revealed since the last check."""
        self._checked: set[int] = set()

    def feed(self, record: Record) -> None:
        """The next record of the stream."""
        try:
            event = decode_fair_event(record.body)
        except UNREADABLE as error:
            self._report("deal_differs", record, f"the event cannot be read: {error}")
            return
        if (record.kind, record.by, record.role) != (fair_kind(event), event.by, event.role):
            told = f"recorded as {record.kind} by {record.role} {record.by}"
            is_ = f"{fair_kind(event)} by {event.role} {event.by}"
            self._report("deal_differs", record, f"{told}, but it is {is_}")
        self._fold(record, event)

    def _fold(self, record: Record, event: AnyFairEvent) -> None:
        seed = self._seeds.setdefault(event.round, _Seed())
        if isinstance(event, SeedCommitted):
            if event.table != self.name:
                self._report(
                    "deal_differs", record, f"a seed of {event.table!r} in the stream of {self.name!r}"
                )
            seed.commitments.append(event.commitment)
            seed.added = []  # a deck that is shuffled again is mixed again
        elif isinstance(event, EntropyAdded):
            seed.added.append(event.entropy)
        elif seed.revealed is not None or event.round in self._checked:
            self._report("deal_differs", record, f"round {event.round}: its seed was revealed before")
        else:
            seed.revealed = record, event
            self._waiting.append(event.round)

    def check(self, table: TableReplay | None) -> None:
        """Seeds revealed since the last time, now that the cards of their rounds are all in the log."""
        for number in self._waiting:
            seed = self._seeds.pop(number)
            self._checked.add(number)
            assert seed.revealed is not None
            record, _ = seed.revealed
            drawn = None if table is None else table.drawn.pop(number, None)
            self.verified += 1
            unknown = table is not None and table.broken
            for text in deal_findings(deal(self.name, number, seed, drawn), drawn, unknown):
                self._report("deal_differs", record, f"round {number}: {text}")
        self._waiting.clear()

    def end(self, table: TableReplay) -> None:
        """Rounds that were dealt and are long over, and whose seed was never revealed."""
        used = [number for number, drawn in table.drawn.items() if drawn.closed is not None]
        for number in used:
            if number < max(used):
                record = table.drawn[number].closed
                assert record is not None
                self._report(
                    "deal_differs", record, f"round {number}: dealt, but its seed was never revealed"
                )

    def of_round(self, number: int, drawn: Drawn | None) -> Deal | None:
        """What the stream says about a round that has not been checked; for one that is looked up."""
        seed = self._seeds.get(number)
        return None if seed is None else deal(self.name, number, seed, drawn)


def deal(table: str, number: int, seed: _Seed, drawn: Drawn | None) -> Deal:
    """A deal as `verify_deal` takes it. A deck shuffled again before anybody bet has a commitment anew: the
    last one is in force, if the table shuffled as often as seeds were committed to."""
    commitments = tuple(seed.commitments)
    if drawn is not None and drawn.commitments == seed.commitments:
        commitments = commitments[-1:]
    told = None if seed.revealed is None else seed.revealed[1]
    cards = () if drawn is None else tuple(drawn.cards)
    return Deal(
        table=table,
        round=number,
        commitments=commitments,
        added=tuple(seed.added),
        seed=told.seed if told else "",
        salt=told.salt if told else "",
        entropies=told.entropies if told else (),
        commitment=told.commitment if told else "",
        order=cards,
    )


def deal_findings(of: Deal, drawn: Drawn | None, unknown: bool = False) -> list[str]:
    """What does not fit together in a deal, with the table's own words about it unless they are unknown."""
    found = [each.text for each in verify_deal(of)]
    if unknown:
        return found
    if drawn is None:
        found.append("a seed for a round that the table never shuffled for")
    elif drawn.commitments and of.commitments and drawn.commitments[-1] != of.commitments[-1]:
        found.append(f"the table showed the commitment {drawn.commitments[-1]}")
    return found
