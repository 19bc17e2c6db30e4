"""The speed of evaluating hands, ours and the peers', behind `croupier bench evaluate`."""

from collections.abc import Callable
from typing import Any

import numpy as np

from croupier.bench.measure import one_core, rate, timed
from croupier.bench.peers import PEERS, Hand, Peer, same_order
from croupier.cards import card_set
from croupier.hands import poker_strength
from croupier.jit import compiled
from croupier.odds.counting.batch import (
    evaluate_best_four,
    evaluate_five,
    evaluate_flush,
    evaluate_seven,
    evaluate_straight_flush,
)

# Hands for the batch evaluators: more than any cache holds, so that reading them is measured too.
HANDS = 20_000_000

# The most hands for a peer, which evaluates as many of the first of these as its time allows.
_PEER_HANDS = 200_000
_TRIAL_HANDS = 200


def _low_ace(hands: Any, out: Any = None) -> Any:
    return evaluate_straight_flush(hands, True, out)


_EVALUATORS: dict[str, tuple[Callable[..., Any], int, Any]] = {
    "seven-card poker": (evaluate_seven, 7, np.int16),
    "five-card poker": (evaluate_five, 5, np.int16),
    "best four of five": (evaluate_best_four, 5, np.int16),
    "best four of six": (evaluate_best_four, 6, np.int16),
    "largest flush of seven": (evaluate_flush, 7, np.int32),
    "longest straight flush of seven": (_low_ace, 7, np.int8),
}
_WITH_PEERS = ("seven-card poker", "five-card poker")


def measure_evaluate(seconds: float, count: int = HANDS) -> dict[str, object]:
    """Hands evaluated per second on one core: our batch evaluators, our functions, and the peers."""
    columns = np.empty((7, count), dtype=np.uint8)
    compiled(_deal)(columns, 7)
    rows = np.ascontiguousarray(columns.T)
    with one_core():
        ours = {name: _measure_batch(name, columns, rows, seconds) for name in _EVALUATORS}
        against = {name: _measure_peers(name, rows, ours[name], seconds) for name in _WITH_PEERS}
    missing = sorted({peer.package for peer in PEERS if peer.version is None})
    return {"hands": count, "ours": ours, "against": against, "not_installed": missing}


def _deal(columns: Any, seed: int) -> None:
    """Deal random hands, a column each, every one from the whole deck."""
    np.random.seed(seed)
    deck = np.arange(52)
    size, count = columns.shape
    for hand in range(count):
        for place in range(size):
            taken = np.random.randint(place, 52)
            card = deck[taken]
            deck[taken] = deck[place]
            deck[place] = card
            columns[place, hand] = card


def _measure_batch(name: str, columns: Any, rows: Any, seconds: float) -> dict[str, dict[str, float]]:
    """Hands a second by their order in memory; hands of fewer cards are the first cards of the seven."""
    evaluate, size, kind = _EVALUATORS[name]
    out = np.empty(len(rows), dtype=kind)
    orders = {"columns": columns[:size].T, "rows": np.ascontiguousarray(rows[:, :size])}
    figures = {}
    for order, hands in orders.items():
        figures[order] = rate(lambda hands=hands: evaluate(hands, out=out), len(rows), seconds)  # type: ignore[misc]
    return figures


def _measure_peers(
    name: str, rows: Any, ours: dict[str, dict[str, float]], seconds: float
) -> dict[str, object]:
    """The peers and our plain function, a hand at a time, and how many times as fast the batch is."""
    evaluate, size, _ = _EVALUATORS[name]
    hands = np.ascontiguousarray(rows[:_PEER_HANDS, :size])
    ranks = evaluate(hands).tolist()
    given: list[Hand] = [tuple(hand) for hand in hands.tolist()]
    figures: dict[str, object] = {}
    for peer in (*PEERS, _PLAIN):
        if peer.version is None:
            continue
        trial = peer.prepare(given[:_TRIAL_HANDS])
        trial()
        possible = int(seconds / 5 / timed(trial) * _TRIAL_HANDS)
        count = max(_TRIAL_HANDS, min(len(given), possible))
        run = peer.prepare(given[:count])
        agrees = same_order(ranks[:count], run(), peer.smaller_is_better)
        rates = rate(run, count, seconds)
        figures[peer.name] = {
            "version": peer.version,
            "how": peer.how,
            "hands": count,
            **rates,
            "batch_is_times_as_fast": ours["columns"]["best"] / rates["best"],
            "same_order_of_hands": agrees,
        }
    return figures


def _plain(hands: Any) -> Callable[[], list[Any]]:
    sets = [card_set(hand) for hand in hands]
    return lambda: list(map(poker_strength, sets))


_PLAIN = Peer(
    "croupier.hands",
    "croupier",
    "poker_strength, a card set, in plain Python",
    _plain,
    smaller_is_better=False,
)
