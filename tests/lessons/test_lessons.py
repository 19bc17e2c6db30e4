"""Lessons agree with the tables: the machine plays them, and the solver agrees with every suggestion."""

from fractions import Fraction

import pytest

from croupier.cards import set_of
from croupier.errors import Refusal
from croupier.games import game
from croupier.lessons.differences import differences
from croupier.lessons.guide import guide
from croupier.lessons.reasons import reason
from croupier.lessons.stacked_rounds import lessons_of, play_lesson
from croupier.odds.advice import Advice, advice
from croupier.rulebook.catalog import rule_set
from croupier.settlement.prepared_rules import prepared
from croupier.settlement.round import Round, Seat
from croupier.settlement.settle import settle
from croupier.submission.practice import practice_rules, practiced

RULES = practiced()


@pytest.mark.parametrize("rules", RULES)
def test_every_suggestion_is_the_best_decision_and_the_round_is_settled_as_settle_does(rules: str) -> None:
    table = practice_rules(rules)
    lessons = lessons_of(rules)
    assert 5 <= len(lessons) <= 8
    for number, lesson in enumerate(lessons, start=1):
        for count, action in enumerate(lesson.do):
            stage = play_lesson(rules, number, lesson.do[:count])
            assert not stage.over
            assert stage.suggested == action
            assert action in stage.choices
            assert stage.cards == lesson.cards
            assert lesson.board.startswith(stage.board)
            assert not set(stage.dealer.split()) - set(lesson.dealer.split())
            assert advice(table.house, stage.cards, stage.board, stage.dealer).best == action, lesson.title
        ended = play_lesson(rules, number, lesson.do)
        assert ended.over
        assert ended.choices == ()
        assert ended.ending
        assert _settled(rules, number, lesson.do[-1]) == {each.wager: each.net for each in ended.wagers}
        assert ended.net == sum(each.net for each in ended.wagers)


def _settled(rules: str, number: int, last: str) -> dict[str, int]:
    """The same round by `settle`."""
    lesson, table = lessons_of(rules)[number - 1], practice_rules(rules)
    stakes = {each.wager: each.stake for each in play_lesson(rules, number, ()).wagers}
    name, _, times = last.partition("_")
    decision = {name: int(times[:-1]) * stakes["ante"]} if times else {"fold": True}
    seat = Seat(seat=1, wagers=stakes, cards=lesson.cards, decision=decision)  # type: ignore[arg-type]
    meters = (
        {each.name: each.seed for each in table.house.progressive.meters} if table.house.progressive else None
    )
    stated = Round(
        rules=rules,
        choices=table.choices,
        seats=[seat],
        dealer=lesson.dealer,
        board=lesson.board or None,
        meters=meters,
    )
    return {wager: result.net for wager, result in settle(stated).seats[0].results.items()}


@pytest.mark.parametrize("rules", RULES)
def test_a_learner_may_also_be_wrong(rules: str) -> None:
    first = play_lesson(rules, 1, ())
    other = next(each for each in first.choices if each != first.suggested)
    assert play_lesson(rules, 1, (other,)).suggested == ""
    with pytest.raises(Refusal, match="allowed: "):
        play_lesson(rules, 1, ("dance",))
    with pytest.raises(Refusal) as refused:
        play_lesson(rules, 99, ())
    assert refused.value.code == "unknown_lesson"


@pytest.mark.parametrize("rules", RULES)
def test_the_guide_ranks_hands_as_the_game_does_and_prints_the_pay_tables(rules: str) -> None:
    found, table = guide(rules), practice_rules(rules)
    play = prepared(table.house).play
    hands = game(table.house.rules.rules.game).samples.ranking
    strengths = [play.strength(set_of(cards)) for cards in hands]
    assert len(found.ranking) >= 6
    assert strengths == sorted(set(strengths), reverse=True)
    assert [each.name.lower() for each in found.ranking] == [play.name(each) for each in strengths]
    assert {each.wager for each in found.wagers} >= {"ante", play.decided, *table.house.tables}
    for wager in found.wagers:
        if wager.wager in table.house.tables:
            assert len(wager.pays) == len(table.house.tables[wager.wager].rows)
    assert found.worked[-1].over
    assert len(found.worked) == len(lessons_of(rules)[0].do) + 1
    words = {each.word for each in found.glossary}
    assert {"Push", "Fold", "Ante"} <= words
    law = table.house.rules
    assert ("Qualify" in words) == ("dealer_least" in law.facts["settlement"])
    assert ("Blind" in words) == ("blind" in law.wagers)


def test_the_differences_are_those_of_the_rule_data() -> None:
    (flush,) = differences()
    assert len(flush.places) == 3
    assert set(flush.points[0].values) == set(flush.places)
    for point in flush.points:
        assert len(set(point.values.values())) > 1, point.what
    low = {
        rules: "Yes" if rule_set(rules).fact("ranking.ace_low_straight_flush").value else "No"
        for rules in flush.places
        if "ace_low_straight_flush" in rule_set(rules).facts.get("ranking", {})
    }
    (shown,) = [each for each in flush.points if each.what == "Ace may be low in a straight flush"]
    assert low.items() <= shown.values.items()
    assert "No" in shown.values.values()


def test_a_reason_names_both_actions_and_their_winnings() -> None:
    law = rule_set("ma/ultimate-texas-holdem")
    values = {"check": Fraction(-34, 100), "play_3x": Fraction(41, 50), "play_4x": Fraction(117, 100)}
    said = reason(law, Advice("preflop", "ace high", values))
    assert said == ("In 100 hands like this, playing 4x wins 117 antes on average; playing 3x wins 82 antes.")
    assert reason(law, Advice("preflop", "ace high", values), "play_4x") == said
    assert reason(law, Advice("preflop", "ace high", values), "check").endswith("; checking loses 34 antes.")
    fold = Advice("river", "x", {"fold": Fraction(-1), "play_1x": Fraction(-1004, 1000)})
    assert "folding loses 100 antes on average; playing 1x loses 100 antes" in reason(law, fold)
