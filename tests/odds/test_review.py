"""The review: a result is the price of the game, mistakes and luck, and luck is worth nothing on average."""

import json
import random
from fractions import Fraction
from pathlib import Path
from statistics import stdev

import pytest

from croupier.odds.advice import advice
from croupier.odds.review.account import Account, HouseValues, Reviewer, review_seat
from croupier.odds.review.decisions import PricedDecision, priced_decisions
from croupier.odds.review.habits import Faced, Habit, Habits, faced
from croupier.odds.subject import subject_of_rules
from croupier.odds.watch.record import RecordedRound, round_of_line
from croupier.settlement.json_lines import read_round
from croupier.settlement.settle import settle
from croupier.submission.choices import house_rules
from croupier.submission.form import Choices
from tests.cli.test_commands import croupier
from tests.odds import sessions
from tests.odds.sessions import FLUSH, FOUR, ULTIMATE


def recorded(line: dict[str, object]) -> RecordedRound:
    record = read_round(json.dumps(line))
    return round_of_line(record, house_rules(record.rules, record.choices), all_recorded=True)


def ultimate(decision: dict[str, int | bool], cards: str = "Ks 2h") -> RecordedRound:
    return recorded(
        {
            "rules": ULTIMATE,
            "dealer": "9c 9d",
            "board": "Kd 7c 4s 8h 3d",
            "seats": [
                {
                    "seat": 1,
                    "player": "ann",
                    "cards": cards,
                    "wagers": {"ante": 500, "blind": 500},
                    "decision": decision,
                }
            ],
        }
    )


@pytest.mark.parametrize(
    ("decision", "stages", "actions"),
    [
        ({"play": 2000}, ["preflop"], ["play_4x"]),
        ({"play": 1000}, ["preflop", "flop"], ["check", "play_2x"]),
        ({"play": 500}, ["preflop", "flop", "river"], ["check", "check", "play_1x"]),
        ({"fold": True}, ["preflop", "flop", "river"], ["check", "check", "fold"]),
    ],
)
def test_the_play_wager_tells_the_street_and_each_decision_costs_what_advice_says(
    decision: dict[str, int | bool], stages: list[str], actions: list[str]
) -> None:
    played = ultimate(decision)
    found = priced_decisions(played, played.record.seats[0])
    assert [each.stage for each in found] == stages
    assert [each.action for each in found] == actions
    for each, board in zip(found, ("", "Kd 7c 4s", "Kd 7c 4s 8h 3d"), strict=False):
        values = advice(played.house, "Ks 2h", board).values
        assert each.cost == max(values.values()) - values[each.action]


def test_a_raise_between_whole_antes_is_priced_on_the_line_between_them() -> None:
    cards = "As Ks 9s 6s 5s 4s 2h"
    played = recorded(
        {
            "rules": FLUSH,
            "dealer": "2d 3d 9d 4c 5h 6h Kc",
            "seats": [
                {"seat": 1, "cards": cards, "wagers": {"ante": 1000}, "decision": {"raise": 1500}},
            ],
        }
    )
    (found,) = priced_decisions(played, played.record.seats[0])
    values = advice(played.house, cards).values
    assert found.value == (values["raise_1x"] + values["raise_2x"]) / 2
    assert found.best == "raise_3x"


def test_a_result_is_optimal_play_less_mistakes_plus_luck_side_bets_included() -> None:
    house = subject_of_rules(ULTIMATE).house
    played = ultimate({"fold": True})
    results = settle(played.record).seats[0].results
    found = review_seat(played, 1, results, HouseValues(house))
    assert found.result == -1000
    assert found.optimal == 500 * Fraction(-50643648973, 2317817502000)
    account = Account()
    account.add("1", {1: found})
    shown = account.review("ann")
    assert shown.win == 1000
    assert shown.mistakes > 0
    assert shown.theoretical == pytest.approx(shown.optimal + shown.mistakes)
    assert shown.luck == pytest.approx(shown.win - shown.theoretical)
    assert shown.worst[0].cost == pytest.approx(max(float(each.cost) for each in found.decisions) * 500)


def _box(seat: int, player: str, cards: str, **more: object) -> dict[str, object]:
    wagers = {"ante": 1000, "flush_bonus": 500}
    decision = {"raise": 1000}
    return {"seat": seat, "player": player, "cards": cards, "wagers": wagers, "decision": decision} | more


@pytest.mark.parametrize(
    ("rules", "marked"),
    [
        (FLUSH, {"forfeited": True}),
        (FLUSH, {"irregularity": "ma-hcf-9.a.s5"}),
        ("md/high-card-flush", {"abandoned": True}),
    ],
)
def test_forfeited_wagers_are_neither_play_nor_luck(
    tmp_path: Path, rules: str, marked: dict[str, object]
) -> None:
    """Ann forfeits on both of her boxes; Bob at the same table plays on."""
    line = {
        "rules": rules,
        "choices": {"flush_bonus": "A"},
        "dealer": "2d 3d 9d 4c 5h 6h Kc",
        "seats": [
            _box(1, "ann", "As Ks 9s 6s 5s 4s 2h", **marked),
            _box(2, "ann", "Ad Kd 8d 6c 5c 3c 2c"),
            _box(3, "bob", "Ah Kh 8h Tc 7c 4d 2s"),
        ],
    }
    file = tmp_path / "rounds.jsonl"
    file.write_text(json.dumps(line) + "\n")
    found = json.loads(sessions.printed("review", "--rounds", str(file), "--json"))
    ann, bob = found["players"]
    assert (ann["win"], ann["forfeited"], ann["staked"]) == (5000, 5000, 3000)
    assert (ann["optimal"], ann["mistakes"], ann["theoretical"], ann["luck"]) == (0, 0, 0, 0)
    assert ann["worst"] == []
    assert bob["forfeited"] == 0
    assert bob["luck"] == pytest.approx(bob["win"] - bob["optimal"] - bob["mistakes"])
    assert "forfeited" in sessions.printed("review", "--rounds", str(file))


def test_a_bet_that_pays_dollars_is_worth_less_at_a_higher_stake() -> None:
    rows = ("straight_flush_7", "straight_flush_6", "straight_flush_5", "straight_flush_4")
    odds = dict.fromkeys(rows, "$500") | {"straight_flush_3": "$35"}
    choices = Choices.of(straight_flush_bonus={"table": "G", "odds": odds})
    values = HouseValues(house_rules("nj/high-card-flush", choices))
    at = {stake: values.side("straight_flush_bonus", stake) for stake in (500, 1000)}
    assert None not in at.values()
    assert (at[500] + 1) / (at[1000] + 1) == 2  # type: ignore[operator]
    assert at[500] < 0  # type: ignore[operator]


def test_mistakes_by_habit_leave_no_chance_of_when_they_were_made() -> None:
    """Four players who take a tenth of their decisions at random; days deviate by a seventh at most."""
    reviewer, habits = Reviewer(), Habits()
    days, realized = [], []
    for day in range(12):
        account = Account(habits=habits)
        for player in range(4):
            lines = sessions.session(FLUSH, sessions.careless(FLUSH), 40, 100 * day + player, f"p{player}")
            for line in lines:
                played = recorded(line)
                account.add("", reviewer.seats(played, {1: settle(played.record).seats[0].results}))
        days.append(account)
    found = [account.review("") for account in days]
    for each in found:
        realized.append(each.optimal + each.mistakes)
        assert each.luck == pytest.approx(each.win - each.optimal - each.mistakes)
    raw = stdev(each.win for each in found)
    by_habit = stdev(each.theoretical for each in found)
    assert by_habit < 0.15 * raw
    assert by_habit < stdev(realized) / 2
    # Over the whole record habits are what the mistakes cost, to the last cent.
    assert sum(each.theoretical for each in found) == pytest.approx(sum(realized))
    assert sum(each.mistakes for each in found) > 0


def test_expected_wins_deviate_as_those_of_each_round_do() -> None:
    """Against a list of all rounds, with habits that only the last round settles."""
    chance = random.Random(5)
    account, rounds = Account(), []
    names = [Habit(player, FLUSH, stage) for player in "abc" for stage in ("deal", "river")]
    for _ in range(50):
        optimal = chance.uniform(-20, 90)
        at_stake = {habit: chance.uniform(0, 800) for habit in chance.sample(names, 3)}
        costs = {habit: amount * chance.random() / 4 for habit, amount in at_stake.items()}
        rounds.append((optimal, at_stake))
        account.rounds += 1
        account.by_round.add(optimal, at_stake)
        account.habits.enter(Faced(costs, at_stake))
    wins = [optimal + account.habits.expected(at_stake) for optimal, at_stake in rounds]
    found = account.review("")
    assert found.theoretical == pytest.approx(sum(wins))
    assert found.standard_deviation.without_luck == pytest.approx(stdev(wins) * 50**0.5)


def test_a_habit_is_the_share_of_the_stakes_that_a_player_gives_away() -> None:
    values = {"fold": Fraction(-1), "raise_1x": Fraction(1, 2), "raise_2x": Fraction(1)}

    def decided(action: str) -> PricedDecision:
        return PricedDecision("s", action, "raise_2x", values[action], 1 - values[action], values, "", "")

    habits = Habits()
    # Others than the best cost 2 and 0.5: 1.25 are at stake. Ann gives away 2 of 2.5, Bob nothing.
    wrong, right = (faced("ann", "r", 100, [decided(action)]) for action in ("fold", "raise_2x"))
    others = faced("bob", "r", 100, [decided("raise_2x")])
    for each in (wrong, right, others):
        habits.enter(each)
    assert list(wrong.at_stake.values()) == list(right.at_stake.values()) == [125.0]
    assert (wrong.mistakes, right.mistakes) == (200.0, 0.0)
    assert habits.expected(wrong.at_stake) == habits.expected(right.at_stake) == pytest.approx(100.0)
    assert habits.expected(others.at_stake) == 0
    habits.enter(wrong, -1)
    assert habits.expected(right.at_stake) == 0


@pytest.mark.parametrize(("rules", "rounds"), [(FLUSH, 800), (FOUR, 80), (ULTIMATE, 60)])
def test_without_luck_the_win_deviates_by_less_than_a_seventh(rules: str, rounds: int) -> None:
    """Players who take close decisions by a coin."""
    reviewer, account = Reviewer(), Account()
    for line in sessions.session(rules, sessions.novice(rules), rounds, 31):
        played = recorded(line)
        account.add("", reviewer.seats(played, {1: settle(played.record).seats[0].results}))
    found = account.review("")
    raw, without = found.standard_deviation.win, found.standard_deviation.without_luck
    assert without < 0.15 * raw
    # Luck is worth nothing on average: within four deviations of it.
    assert abs(found.luck) < 4 * raw
    assert found.mistakes > 0


def test_the_command_names_the_mistakes_of_a_player(tmp_path: Path) -> None:
    lines = sessions.session(FLUSH, sessions.random_player(FLUSH), 12, 3, "ann")
    file = tmp_path / "rounds.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    shown = sessions.printed("review", "--rounds", str(file), "--player", "ann")
    assert "ann, round " in shown
    assert "instead of" in shown
    done = croupier("review", "--rounds", str(file), "--player", "eve")
    assert (done.returncode, done.stderr) == (1, "croupier: --player 'eve': not in these rounds\n")
