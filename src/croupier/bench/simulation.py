"""The measurements of simulation behind `croupier bench simulate`.

Ours plays every round by optimal strategy, ante and what must go with it, on one core. Beside it stand loops
in plain Python, all of one player: rounds dealt by `random.sample` and settled by `croupier.settle`, and for
Ultimate Texas Hold'em rounds whose two hands are ranked by a peer's evaluator. These are spared what takes
time: they never decide (every hand plays the least that is legal), and the peers' loops pay ante and play
alone.
"""

import random
from collections.abc import Callable
from typing import Any

from croupier.bench.measure import one_core, rate, timed
from croupier.bench.peers import PEERS, Hand, Peer
from croupier.cards import card_text
from croupier.odds.simulate import BLOCK, Plan, prepare
from croupier.odds.simulate.block import play_block
from croupier.settlement.round import Decision, Round, Seat
from croupier.settlement.settle import settle
from croupier.submission.choices import house_rules
from croupier.submission.form import Choices

ANTE = 1000
_LOOP = 500
"""Rounds of a loop in plain Python at a time."""

_GAMES: dict[str, tuple[dict[str, int], int, int, int]] = {
    # rules: wagers, cards of player, dealer and board
    "ma/high-card-flush": ({"ante": ANTE}, 7, 7, 0),
    "ma/ultimate-texas-holdem": ({"ante": ANTE, "blind": ANTE}, 2, 2, 5),
    "ma/four-card-poker": ({"ante": ANTE}, 5, 6, 0),
}


def measure_simulate(seconds: float) -> dict[str, object]:
    """Rounds a second on one core by rule set: ours, by `settle`, and by the peers that are installed."""
    with one_core():
        figures = {rules: _measure(rules, seconds) for rules in _GAMES}
    missing = [peer.name for peer in PEERS if peer.version is None]
    return {"rules": figures, "not_installed": missing}


def _measure(rules: str, seconds: float) -> dict[str, object]:
    ours = _ours(rules, seconds)
    loops = {"croupier.settle": rate(_settled(rules), _LOOP, seconds)}
    if rules == "ma/ultimate-texas-holdem":
        for peer in PEERS:
            if peer.version is not None:
                loops[f"{peer.name} {peer.version}"] = _peer(peer, seconds)
    return {
        "ours": ours,
        "plain_python": {
            name: {**rates, "ours_is_times_as_fast": ours["best"] / rates["best"]}
            for name, rates in loops.items()
        },
    }


def _ours(rules: str, seconds: float) -> dict[str, float]:
    """Optimal play, block after block in this thread, each with rounds of its own."""
    wagers, *_ = _GAMES[rules]
    plan = Plan(house=house_rules(rules, Choices()), seats=(wagers,), rounds=1 << 40)
    prepare(plan)
    encoded, blocks = plan.encoded(), iter(range(plan.blocks))
    play_block(encoded, next(blocks))
    return rate(lambda: play_block(encoded, next(blocks)), BLOCK, seconds)


def _settled(rules: str) -> Callable[[], object]:
    """Rounds dealt and settled one by one, as a program that uses the library might."""
    wagers, player, dealer, board = _GAMES[rules]
    choices, source, texts = Choices(), random.Random(7), [card_text(card) for card in range(52)]
    decision = Decision(raise_=ANTE) if rules == "ma/high-card-flush" else Decision(play=ANTE)

    def loop() -> int:
        net = 0
        for _ in range(_LOOP):
            dealt = source.sample(texts, player + dealer + board)
            seat = Seat(seat=1, cards=" ".join(dealt[:player]), wagers=wagers, decision=decision)
            game_round = Round(
                rules=rules,
                choices=choices,
                seats=[seat],
                dealer=" ".join(dealt[player : player + dealer]),
                board=" ".join(dealt[player + dealer :]) if board else None,
            )
            net += settle(game_round).seats[0].net
        return net

    return loop


def _peer(peer: Peer, seconds: float) -> dict[str, float]:
    """Rounds a second of a loop around a peer's evaluator, as many at a time as it takes a while for."""
    trial = timed(_with_peer(peer, 10)) / 10
    count = max(10, min(_LOOP, int(seconds / 10 / trial)))
    return rate(_with_peer(peer, count), count, seconds)


def _with_peer(peer: Peer, count: int) -> Callable[[], object]:
    """Rounds dealt, both hands ranked, and ante and play paid by who is higher."""
    source, deck = random.Random(7), range(52)

    def loop() -> int:
        hands: list[Hand] = []
        for _ in range(count):
            one, two, other, another, *board = source.sample(deck, 9)
            hands += [(one, two, *board), (other, another, *board)]
        ranks: list[Any] = peer.prepare(hands)()
        net = 0
        for player, dealer in zip(ranks[::2], ranks[1::2], strict=True):
            if player != dealer:
                won = (player < dealer) if peer.smaller_is_better else (dealer < player)
                net += 2 * ANTE if won else -2 * ANTE
        return net

    return loop
