"""The words of a game: made from its rule set, with a default for everything that its folder leaves out."""

from typing import Any

import msgspec
import pytest

from croupier.games import game, game_names
from croupier.games.felt import rows_of
from croupier.games.vocabulary import vocabulary
from croupier.rulebook.catalog import rule_set, rule_sets
from croupier.rulebook.model import RuleSet
from tests.table.toy.game import add_folder, toy_rules

MA_FLUSH, HOLDEM, FOUR_CARD = "ma/high-card-flush", "ma/ultimate-texas-holdem", "ma/four-card-poker"


def with_fact(rules: RuleSet, name: str, value: Any) -> RuleSet:
    """The rule set with one fact changed."""
    section, _, key = name.partition(".")
    fact = msgspec.structs.replace(rules.facts[section][key], value=value)
    facts = {**rules.facts, section: {**rules.facts[section], key: fact}}
    return msgspec.structs.replace(rules, facts=facts)


def how(rules: RuleSet) -> str:
    """All words for a new player."""
    words = vocabulary(rules)
    return " ".join([words.bets, words.blurb, *(f"{step.title}. {step.text}" for step in words.how)])


@pytest.mark.parametrize("name", list(rule_sets()))
def test_every_wager_and_row_of_a_rule_set_has_words(name: str) -> None:
    rules = rule_set(name)
    words = vocabulary(rules)
    assert set(rules.wagers) <= set(words.wagers)
    assert set(rules.wagers) <= {*rows_of(game(words.game).felt, rules).decision, *words.wagers}
    assert rules.rules.title == f"{words.title}, {words.place}"
    assert all("_" not in label for label in (*words.wagers.values(), *words.rows.values()))
    assert len(words.how) == 3


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_hands_to_show(name: str) -> None:
    samples = game(name).samples
    assert samples.tile
    assert samples.hand
    assert sorted(samples.sort(samples.hand)) == sorted(samples.hand.split())


@pytest.mark.parametrize(
    ("name", "fact", "value", "before", "after"),
    [
        (MA_FLUSH, "decision.raise_most", (1, 1, 1, 2, 3, 3), "twice the ante with five", ""),
        (MA_FLUSH, "decision.raise_most", (1, 1, 1, 4, 5, 5), "", "four times the ante with five"),
        (MA_FLUSH, "cards.player", 8, "seven cards", "eight cards"),
        (HOLDEM, "decision.play_multiples", (5, 3, 2, 1), "three or four times", "three or five times"),
        (HOLDEM, "cards.player", 3, "two cards", "three cards"),
        (FOUR_CARD, "decision.play_most", 4, "one to three times", "one to four times"),
        (FOUR_CARD, "cards.dealer", 7, "best four of six", "best four of seven"),
    ],
)
def test_values_that_a_rule_decides_come_from_the_rule_set(
    name: str, fact: str, value: Any, before: str, after: str
) -> None:
    rules = rule_set(name)
    assert before in how(rules)
    assert after in how(with_fact(rules, fact, value))


def with_outcome(rules: RuleSet, wager: str, situation: str, outcome: Any) -> RuleSet:
    """The rule set with one outcome of the settlement changed."""
    stated = rules.settlement[wager]
    changed = {**stated, situation: msgspec.structs.replace(stated[situation], outcome=outcome)}
    return msgspec.structs.replace(rules, settlement={**rules.settlement, wager: changed})


@pytest.mark.parametrize(
    ("name", "wager", "situation", "outcome", "before", "after"),
    [
        (MA_FLUSH, "raise", "tie", "win", "on a tie ante and raise come back", "and the raise is paid"),
        (
            MA_FLUSH,
            "ante",
            "dealer_not_qualified",
            "push",
            "the ante is paid",
            "if not, ante and raise come back",
        ),
        (FOUR_CARD, "play", "tie", "push", "on a tie ante and play are paid", "and the play comes back"),
        (HOLDEM, "blind", "tie", "lose", "ante, blind and play come back", "and the blind loses"),
        (HOLDEM, "ante", "dealer_higher_dealer_not_qualified", "lose", "", "the ante loses when you do not"),
    ],
)
def test_ties_and_unqualified_dealers_are_explained_by_their_outcomes(
    name: str, wager: str, situation: str, outcome: str, before: str, after: str
) -> None:
    rules = rule_set(name)
    assert before in how(rules)
    assert after not in how(rules)
    assert after in how(with_outcome(rules, wager, situation, outcome))


def test_the_felt_says_the_multiples_of_the_rule_set() -> None:
    felt = game("ultimate-texas-holdem").felt
    assert felt.limits is not None
    assert felt.limits(rule_set(HOLDEM)).startswith("Play: 4 or 3 times the ante before the flop, 2 times")
    assert "5 or 3 times" in felt.limits(with_fact(rule_set(HOLDEM), "decision.play_multiples", (5, 3, 2, 1)))


def test_required_and_optional_wagers_are_explained_from_their_data() -> None:
    assert vocabulary(rule_set(HOLDEM)).bets.startswith("You must also make the blind, equal to the ante.")
    assert vocabulary(rule_set(FOUR_CARD)).bets == "Aces up needs no ante. The rest is optional."


def test_a_game_that_says_nothing_has_plain_words() -> None:
    add_folder()
    words = vocabulary(toy_rules())
    assert words.title == "High Card"
    assert words.wagers == {"ante": "Ante", "play": "Play", "envy": "Envy"}
    assert words.tile == words.hand == "As"
    assert [step.title for step in words.how] == ["Look at your cards", "Play or fold", "Beat the dealer"]
    assert words.how[0].text == "You get one card, the dealer one card."
    rows = rows_of(game("high-card").felt, toy_rules())
    assert (rows.decision, rows.main, rows.options) == (("play",), ("ante",), ())
