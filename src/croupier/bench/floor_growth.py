"""The cost of an action as the log grows: whole rounds in process, batch by batch, all committed."""

import time
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from croupier.errors import Refusal
from croupier.floor.host.floor import Floor
from croupier.floor.host.hosted_table import Settings
from croupier.floor.registry import attachment
from croupier.floor.registry.registry import Registry
from croupier.ledger.keys import Keys
from croupier.ledger.store import Entry, Ledger
from croupier.table import commands as c
from croupier.table.offers import every_offer
from croupier.table.offers.bounds import wager_bounds
from croupier.table.state import State

MARKS = (1_000, 10_000, 30_000, 100_000, 300_000, 1_000_000)
_SAMPLE, _BULK, _PLAYED = 1_000, 5_000, 500
"""Records to copy, records per transaction, and records left to play."""
_ROUNDS = 9
"""Rounds of every table per measurement; the best counts, since other load only adds."""


def growth(url: str, keys_at: Path, events: int, tables: int = 20) -> dict[int, float]:
    """Microseconds per action, by the number of records in the log, up to this many."""
    keys = Keys.open(keys_at)
    ledger = Ledger.open(url, keys, optimistic=True)
    floor = Floor(ledger, keys, owner="bench", clock=lambda: time.time_ns() // 1_000_000)
    floor.jobs.apart = 0.0  # measures the cost of batches, not the pause between them
    registry = Registry.read(ledger)
    attachment.attach(floor, registry)  # as a server does: its checks are part of an action
    listed = registry.tables()[:tables]
    floor.start(
        (name, Settings(link=settings.link, betting_ms=600_000, decision_ms=600_000))
        for name, settings in listed
    )
    names = [name for name, _ in listed if name in floor.tables]
    costs: dict[int, float] = {}
    try:
        play_round(floor, names)  # play any round in progress to its end
        for mark in (each for each in MARKS if each <= events):
            fill(ledger, mark)
            while ledger.position() < mark:
                play_round(floor, names)
            at = ledger.position()
            costs[at] = min(_cost(floor, names) for _ in range(_ROUNDS))
    finally:
        floor.stop()
        ledger.close()
    return costs


def _cost(floor: Floor, names: list[str]) -> float:
    began = time.perf_counter()
    actions = play_round(floor, names)
    return 1e6 * (time.perf_counter() - began) / actions


def fill(ledger: Ledger, position: int) -> None:
    """Grow the log without playing: copy the last records into separate streams.

    The ledger itself writes records, postings and answers, chained and balanced as usual; only the rounds
    played before and after are measured.
    """
    played = [
        (record, [(line.account, line.amount) for line in ledger.postings(record)])
        for record in ledger.follow(max(0, ledger.position() - _SAMPLE), _SAMPLE)
    ]
    page = 0
    while (left := position - ledger.position()) > _PLAYED:
        page += 1
        with ledger.transaction() as tx:
            for number, start in enumerate(range(0, min(_BULK, left - _PLAYED), len(played))):
                stream = f"bench:{(page + number) % 100}"
                some = played[: min(_BULK, left - _PLAYED) - start]
                entries = [Entry(r.kind, r.body, r.at, r.by, r.role) for r, _ in some]
                records = tx.append(stream, tx.lock(stream).version, entries)
                for record, (_, postings) in zip(records, some, strict=True):
                    if record.version % 2:  # the same money back and forth, so that no account runs out
                        tx.post(record, [*postings, *((account, -amount) for account, amount in postings)])
                        tx.answer(stream, f"{record.version}", b'{"version":1}')


def play_round(floor: Floor, names: list[str]) -> int:
    """A round of every table, all at once; the number of players' actions."""
    actions = 0
    waiting = [future for name in names for future in _bets(floor, name)]
    actions += len(waiting)
    _wait(waiting)
    closing = [name for name in names if not floor.tables[name].state.bets_closed]
    _wait([floor.send(name, c.CloseBets(), by="bench", role="dealer") for name in closing])
    while True:
        decisions = [future for name in names if (future := _decision(floor, name, floor.tables[name].state))]
        if not decisions:
            return actions
        _wait(decisions)
        actions += len(decisions)


def _bets(floor: Floor, name: str) -> "Iterator[Future[Any]]":
    state = floor.tables[name].state
    if state.bets_closed:
        return
    wagers = {
        each.name: each.only[0] if each.only else max(each.least, 1000) for each in wager_bounds(state.at)
    }
    for seat, player in state.players.items():
        if seat not in state.hands:
            yield floor.send(name, c.Bet(seat=seat, wagers=wagers), by=player, role="player")


def _decision(floor: Floor, name: str, state: State) -> "Future[Any] | None":
    for offer in every_offer(state):
        if offer.act == "decide":
            wager, waive = offer.amounts
            if offer.seat % 3 == 0:
                act = c.Decide(seat=offer.seat, action=waive.name)
            else:
                amount = wager.only[0] if wager.only else wager.least
                act = c.Decide(seat=offer.seat, action=wager.name, amount=amount)
            return floor.send(name, act, by=state.players[offer.seat], role="player")
    return None


def _wait(futures: "list[Future[Any]]") -> None:
    for each in futures:
        try:
            each.result(60)
        except Refusal as refusal:
            raise Refusal(refusal.code, f"bench: {refusal.message}") from refusal
