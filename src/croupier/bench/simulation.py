"""The measurements of simulation behind `croupier bench simulate`.

Ours plays every round by optimal strategy, ante and what must go with it, on one core. Beside it stand loops
in plain Python with one player: rounds dealt by `random.sample` and settled by `croupier.settle`, and for
poker hands, rounds whose two hands are ranked by a peer's evaluator. These loops do less work: they never
decide (every hand plays the legal minimum), and the peers' loops pay only ante and play.
"""

import random
from collections.abc import Callable
from typing import Any

from croupier.bench.measure import one_core, rate, timed
from croupier.bench.peers import PEERS, Hand, Peer
from croupier.bench.rule_sets import ANTE, Dealt, least_decision, one_a_game
from croupier.cards import card_text
from croupier.errors import Refusal
from croupier.hands.poker import poker_strength
from croupier.odds.side_bets import play_of
from croupier.odds.simulate import BLOCK, Plan, prepare
from croupier.odds.simulate.block import play_block
from croupier.odds.simulate.wagers import main_wagers
from croupier.settlement.round import Decision, Round, Seat
from croupier.settlement.settle import settle
from croupier.submission.choices import house_rules
from croupier.submission.form import Choices

_LOOP = 500
"""Rounds per pass of a loop in plain Python."""


def measure_simulate(seconds: float) -> dict[str, object]:
    """Rounds a second on one core by rule set: ours, by `settle`, and by the peers that are installed."""
    with one_core():
        figures = {rules: _measured_or_why(rules, seconds) for rules in one_a_game()}
    missing = [peer.name for peer in PEERS if peer.version is None]
    return {"rules": figures, "not_installed": missing}


def _measured_or_why(rules: str, seconds: float) -> dict[str, object] | str:
    """The rates of a game, or the refusal of one that no solver prices."""
    try:
        return _measure(rules, seconds)
    except Refusal as refusal:
        return refusal.message


def _measure(rules: str, seconds: float) -> dict[str, object]:
    ours = _ours(rules, seconds)
    loops = {"croupier.settle": rate(_settled(rules), _LOOP, seconds)}
    if play_of(house_rules(rules, Choices())).strength is poker_strength:
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
    house = house_rules(rules, Choices())
    plan = Plan(house=house, seats=(dict.fromkeys(main_wagers(house), ANTE),), rounds=1 << 40)
    prepare(plan)
    encoded, blocks = plan.encoded(), iter(range(plan.blocks))
    play_block(encoded, next(blocks))
    return rate(lambda: play_block(encoded, next(blocks)), BLOCK, seconds)


def _settled(rules: str) -> Callable[[], object]:
    """Rounds dealt and settled one by one, as a program that uses the library might."""
    choices, source, texts = Choices(), random.Random(7), [card_text(card) for card in range(52)]
    house = house_rules(rules, choices)
    wagers, cards = dict.fromkeys(main_wagers(house), ANTE), Dealt(house)
    decision: Decision = {**least_decision(house)}
    player, shown = cards.player, cards.player + cards.dealer

    def loop() -> int:
        net = 0
        for _ in range(_LOOP):
            dealt = source.sample(texts, shown + cards.board)
            seat = Seat(seat=1, cards=" ".join(dealt[:player]), wagers=wagers, decision=decision)
            game_round = Round(
                rules=rules,
                choices=choices,
                seats=[seat],
                dealer=" ".join(dealt[player:shown]),
                board=" ".join(dealt[shown:]) if cards.board else None,
            )
            net += settle(game_round).seats[0].net
        return net

    return loop


def _peer(peer: Peer, seconds: float) -> dict[str, float]:
    """Rounds per second of a loop around a peer's evaluator, in batches long enough to time."""
    trial = timed(_with_peer(peer, 10)) / 10
    count = max(10, min(_LOOP, int(seconds / 10 / trial)))
    return rate(_with_peer(peer, count), count, seconds)


def _with_peer(peer: Peer, count: int) -> Callable[[], object]:
    """Deal rounds, rank both hands, and pay ante and play to the higher one."""
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
