"""Replay a table's seeds: compare each revealed seed with its commitment and the cards dealt.

When it was written counts as well: a commitment stands before the first bet, an entropy before no more bets,
a reveal after the end of the round.
"""

import msgspec

from croupier.floor.audit.decks import Drawn
from croupier.floor.audit.findings import UNREADABLE, Report
from croupier.floor.audit.table import TableReplay
from croupier.floor.fairness.commit_reveal import (
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


class Seed(msgspec.Struct):
    """The stream's records of one seed. A round has one, unless its deck was reshuffled."""

    round: int
    committed: Record
    commitment: str
    added: list[tuple[Record, EntropyAdded]] = []
    revealed: tuple[Record, SeedRevealed] | None = None


class SavedSeeds(msgspec.Struct, frozen=True):
    """The seeds of a table between two commits, from which their replay can continue."""

    seeds: dict[int, list[Seed]]
    standing: bool
    """Whether the last seed is not revealed yet."""


class FairReplay:
    """The seeds of one table, followed from the first record."""

    def __init__(self, name: str, report: Report) -> None:
        self.name = name
        self.verified: int = 0
        """Seeds that were checked against the deck."""
        self._report = report
        self._seeds: dict[int, list[Seed]] = {}
        """By round, until the last of them is checked."""
        self._standing: Seed | None = None
        """The last one, if it is not revealed yet."""
        self._waiting: list[Seed] = []
        """Revealed since the last check."""

    def saved(self) -> SavedSeeds:
        """The seeds between two commits."""
        return SavedSeeds(self._seeds, self._standing is not None)

    def resume(self, saved: SavedSeeds) -> None:
        """Continue with the seeds as an earlier replay left them."""
        self._seeds = saved.seeds
        if saved.standing:
            last = [each for seeds in self._seeds.values() for each in seeds if each.revealed is None]
            self._standing = max(last, key=lambda each: each.committed.position)

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
        standing = self._standing
        if isinstance(event, SeedCommitted):
            if event.table != self.name:
                self._report(
                    "deal_differs", record, f"a seed of {event.table!r} in the stream of {self.name!r}"
                )
            if standing is not None:
                text = f"round {standing.round}: another seed was committed to, and this one never revealed"
                self._report("deal_differs", standing.committed, text)
            self._standing = Seed(event.round, record, event.commitment)
            self._seeds.setdefault(event.round, []).append(self._standing)
        elif standing is None or standing.round != event.round:
            what = "an entropy" if isinstance(event, EntropyAdded) else "a reveal"
            text = f"round {event.round}: {what}, but no seed that is committed to and not revealed before"
            self._report("deal_differs", record, text)
        elif isinstance(event, EntropyAdded):
            standing.added.append((record, event))
        else:
            standing.revealed = record, event
            self._waiting.append(standing)
            self._standing = None

    def check(self, table: TableReplay | None) -> None:
        """Check the seeds revealed since the last call."""
        for seed in self._waiting:
            assert seed.revealed is not None
            record, _ = seed.revealed
            drawn = None if table is None else table.drawn.get(seed.round)
            if seed is self._seeds[seed.round][-1]:
                del self._seeds[seed.round]
                if table is not None:
                    table.drawn.pop(seed.round, None)
                self.verified += 1
                found = deal_findings(self.deal(seed, drawn), seed, drawn, table is not None and table.broken)
            else:
                found = [each.text for each in verify_deal(self.deal(seed, None))]
            for text in found:
                self._report("deal_differs", record, f"round {seed.round}: {text}")
        self._waiting.clear()

    def end(self, table: TableReplay) -> None:
        """Report dealt rounds whose seed is missing or unrevealed."""
        for number, drawn in table.drawn.items():
            if drawn.closed is None:
                continue
            if number not in self._seeds:
                text = "dealt, but no seed of it was committed to"
                self._report("deal_differs", drawn.closed, f"round {number}: {text}")
                continue
            seed = self._seeds[number][-1]
            found = out_of_order(seed, drawn)
            if number < table.state.round and seed is self._standing:
                found.append("dealt, but its seed was never revealed")
            for text in found:
                self._report("deal_differs", drawn.closed, f"round {number}: {text}")

    def seed_of(self, number: int) -> Seed | None:
        """The seed of a round's deck; for one that is looked up."""
        return self._seeds[number][-1] if number in self._seeds else None

    def deal(self, seed: Seed, drawn: Drawn | None) -> Deal:
        """A seed and the cards of its round as `verify_deal` takes them."""
        told = None if seed.revealed is None else seed.revealed[1]
        return Deal(
            table=self.name,
            round=seed.round,
            commitments=(seed.commitment,),
            added=tuple(event.entropy for _, event in seed.added),
            seed=told.seed if told else "",
            salt=told.salt if told else "",
            entropies=told.entropies if told else (),
            commitment=told.commitment if told else "",
            order=() if drawn is None else tuple(drawn.cards),
        )


def deal_findings(of: Deal, seed: Seed, drawn: Drawn | None, unknown: bool = False) -> list[str]:
    """The findings of a deal, compared with the table's events if known."""
    found = [each.text for each in verify_deal(of)]
    return found if unknown else found + shown_findings(seed, drawn)


def shown_findings(seed: Seed, drawn: Drawn | None) -> list[str]:
    """The findings between a seed and the table's events, also for a round in progress."""
    if drawn is None or not drawn.commitments:
        return ["a seed for a round that the table never shuffled for"]
    found = []
    if drawn.commitments[-1] != seed.commitment:
        found.append(f"the table showed the commitment {drawn.commitments[-1]}")
    return found + out_of_order(seed, drawn)


def out_of_order(seed: Seed, drawn: Drawn) -> list[str]:
    """Findings about order: too early, too late, or by someone not at the table."""
    found = []
    if drawn.bet is not None and seed.committed.position > drawn.bet.position:
        found.append("committed to after the first bet")
    for record, event in seed.added:
        if event.player not in drawn.seated or event.by != event.player:
            found.append(f"an entropy of {event.player!r}, who was not at the table")
        if drawn.closed is not None and record.position > drawn.closed.position:
            found.append(f"the entropy {event.entropy!r} was added after no more bets")
    if seed.revealed is not None and drawn.closed is not None:
        record, _ = seed.revealed
        if drawn.ended is None or drawn.ended.position > record.position:
            found.append("revealed before the round was over")
    return found
