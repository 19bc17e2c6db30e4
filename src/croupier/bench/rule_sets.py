"""The rule sets of the benchmarks, with every bet that they offer."""

from croupier.odds.side_bets import every_bet, play_of
from croupier.odds.simulate.wagers import every_wager, main_wagers
from croupier.rulebook.catalog import rule_set, rule_set_names
from croupier.submission.choices import house_rules
from croupier.submission.form import Choices
from croupier.submission.house import HouseRules

ANTE, SIDE = 1000, 500
"""Cents wagered on the game itself, and on every other bet whose amount is free."""


def one_a_game() -> tuple[str, ...]:
    """The first rule set of each game."""
    first: dict[str, str] = {}
    for name in rule_set_names():
        first.setdefault(rule_set(name).rules.game, name)
    return tuple(first.values())


def every_rule_set() -> tuple[str, ...]:
    """All rule sets."""
    return tuple(rule_set_names())


def choices_of(rules: str) -> dict[str, object]:
    """Choices that offer every bet, each with the first printed table."""
    return every_bet(house_rules(rules, Choices()))


def house_of(rules: str) -> HouseRules:
    """The house of these choices."""
    return house_rules(rules, Choices.of(**choices_of(rules)))


def wagers_of(house: HouseRules) -> dict[str, int]:
    """The wagers of a seat: one on every bet."""
    main = main_wagers(house)
    return {
        name: stake if name == "progressive" else ANTE if name in main else SIDE
        for name, stake in every_wager(house).items()
    }


class Dealt:
    """The number of cards in a round with one player: player, dealer and board."""

    def __init__(self, house: HouseRules) -> None:
        facts = house.rules.facts.get("cards", {})
        self.player: int = house.rules.number("cards.player")
        self.dealer: int = house.rules.number("cards.dealer")
        self.board: int = house.rules.number("cards.community") if "community" in facts else 0


def least_decision(house: HouseRules) -> dict[str, int]:
    """The smallest wager that the rules let a player decide on."""
    play, cards = play_of(house), Dealt(house)
    hand = (1 << cards.player + cards.board) - 1
    bound = play.bound(play.strength(hand), ANTE)
    return {play.decided: min(bound.only, default=bound.least)}
