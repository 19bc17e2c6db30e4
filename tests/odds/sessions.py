"""Seeded sessions as `settle` lines: players who know a hidden card, and players who do not."""

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from typer.testing import CliRunner

from croupier.cards import card_set, text_of
from croupier.cli.app import app
from croupier.odds.protection.leak import parse_leak
from croupier.odds.protocol import Query, Sight, solver_for
from croupier.odds.subject import subject_of_rules
from croupier.odds.watch.hand import WatchedHand, candidates_of

ULTIMATE, FLUSH, FOUR = "ma/ultimate-texas-holdem", "ma/high-card-flush", "ma/four-card-poker"

Player = Callable[[WatchedHand, random.Random], int]
"""A hand to the antes that are played; 0 folds."""


def text(cards: Sequence[int]) -> str:
    """Cards in their order."""
    return " ".join(text_of(1 << card) for card in cards)


def _best(rules: str, hand: WatchedHand, known: int | None) -> int:
    """The antes of the best play with one dealer's card known, or none."""
    house = subject_of_rules(rules).house
    solver, leak = solver_for(house.rules), parse_leak("dealer:1")

    def option(antes: int, stage: int, dealt: int | None) -> int:
        asked = hand._replace(antes=Fraction(antes))
        decision = solver.informed_choices(house, asked, leak).decisions[stage]
        if known is None:
            return decision.honest
        place = candidates_of(asked, 1, dealt).index((known,))
        return int(decision.informed[place])

    if rules == ULTIMATE:
        if option(4, 0, 0):
            return 4
        return 2 if option(2, 1, 3) else option(1, 2, 5)
    return (0, 1, 3)[option(1, 0, None)] if rules == FOUR else option(1, 0, None)


def hole_carder(rules: str) -> Player:
    """Sees one of the dealer's hidden cards, and plays as well as can be."""
    return lambda hand, _: _best(rules, hand, min(card for card in range(52) if hand.hidden >> card & 1))


def optimal(rules: str) -> Player:
    """Knows nothing, and plays as well as can be."""
    return lambda hand, _: _best(rules, hand, None)


def novice(rules: str, close: float = 0.3) -> Player:
    """Takes the right action, or in close decisions, of less than so many antes, any that is close."""
    house = subject_of_rules(rules).house
    solver = solver_for(house.rules)

    def decide(hand: WatchedHand, chance: random.Random) -> int:
        for stage in solver.stages(house.rules):
            sight = Sight(hand.cards, card_set(hand.board[: stage.board]), hand.up)
            values = solver.advise(Query(house), stage, sight).values
            best = max(values.values())
            action = chance.choice([name for name, value in values.items() if best - value < close])
            if action.endswith("x"):
                return int(action[-2])
        return 0

    return decide


def careless(rules: str, errs: float = 0.1) -> Player:
    """Takes the right action, and in a share of all decisions any."""
    house = subject_of_rules(rules).house
    solver = solver_for(house.rules)

    def decide(hand: WatchedHand, chance: random.Random) -> int:
        for stage in solver.stages(house.rules):
            sight = Sight(hand.cards, card_set(hand.board[: stage.board]), hand.up)
            values = solver.advise(Query(house), stage, sight).values
            best = max(values, key=values.__getitem__)
            action = chance.choice(list(values)) if chance.random() < errs else best
            if action.endswith("x"):
                return int(action[-2])
        return 0

    return decide


def random_player(rules: str) -> Player:
    """Does anything that is allowed."""
    return lambda _, chance: chance.choice(
        {ULTIMATE: (4, 3, 2, 1, 0), FOUR: (3, 2, 1, 0), FLUSH: (1, 0)}[rules]
    )


def session(rules: str, player: Player, hands: int, seed: int, name: str = "P") -> list[dict[str, Any]]:
    """One seat against the dealer. At Four Card Poker the dealer's last card is face up."""
    chance = random.Random(seed)
    own, dealers, community = {ULTIMATE: (2, 2, 5), FOUR: (5, 6, 0), FLUSH: (7, 7, 0)}[rules]
    lines = []
    for _ in range(hands):
        deck = chance.sample(range(52), own + dealers + community)
        cards, dealer, board = deck[:own], deck[own : own + dealers], deck[own + dealers :]
        hidden = dealer[:-1] if rules == FOUR else dealer
        up = card_set(dealer) & ~card_set(hidden)
        hand = WatchedHand(card_set(cards), tuple(board), up, card_set(hidden), 0, (), Fraction(0))
        antes = player(hand, chance)
        wager = "raise" if rules == FLUSH else "play"
        wagers = {"ante": 1000, "blind": 1000} if rules == ULTIMATE else {"ante": 1000}
        seat = {
            "seat": 1,
            "player": name,
            "cards": text(cards),
            "wagers": wagers,
            "decision": {wager: 1000 * antes} if antes else {"fold": True},
        }
        line = {"rules": rules, "dealer": text(dealer), "seats": [seat]}
        lines.append(line | ({"board": text(board)} if board else {}))
    return lines


def colluders(hands: int, seed: int, share: bool = True) -> list[dict[str, Any]]:
    """Six seats of High Card Flush who tell each other all their cards, or do not."""
    chance = random.Random(seed)
    house = subject_of_rules(FLUSH).house
    solver, leak = solver_for(house.rules), parse_leak("others:5")
    lines = []
    for _ in range(hands):
        deck = chance.sample(range(52), 49)
        packets = [card_set(deck[7 * seat : 7 * seat + 7]) for seat in range(7)]
        seats = []
        for seat in range(6):
            later = tuple(packets[other] for other in range(6) if other != seat)
            asked = WatchedHand(packets[seat], (), 0, 0, 0, later, Fraction(1))
            decision = solver.informed_choices(house, asked, leak).decisions[0]
            raises = decision.informed[0] if share else decision.honest
            seats.append(
                {
                    "seat": seat + 1,
                    "player": f"P{seat + 1}",
                    "cards": text_of(packets[seat]),
                    "wagers": {"ante": 1000},
                    "decision": {"raise": 1000} if raises else {"fold": True},
                }
            )
        lines.append({"rules": FLUSH, "dealer": text_of(packets[6]), "seats": seats})
    return lines


def printed(*words: str) -> str:
    """The output of a command, run in this process: kernels may take a while to compile."""
    done = CliRunner().invoke(app, list(words), prog_name="croupier")
    assert done.exit_code == 0, done.output
    return done.stdout
