"""Strategies of a player's own: what they see, that they are played as written, and their price."""

import json
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import croupier
from croupier.cli.app import app
from croupier.errors import Refusal
from croupier.games.four_card_poker.solver import borders
from croupier.games.four_card_poker.solver.solution import solved
from croupier.hands.four_card import four_card_category
from croupier.jit import compiled
from croupier.odds.own import policy
from croupier.odds.protocol import solver_for
from croupier.rulebook.catalog import rule_set
from croupier.submission.choices import house_rules
from croupier.submission.form import Choices

FLUSH, FOUR, HOLDEM = "ma/high-card-flush", "ma/four-card-poker", "ma/ultimate-texas-holdem"
T86 = croupier.flush_strength(croupier.card_set("Ts 8s 6s"))
ACES = croupier.card_set("As Ah Ad Ac")
SPADE = croupier.card_set("2s")


@croupier.kernel
def t86(seen: croupier.Seen) -> int:
    """A simple rule of the game."""
    return seen.most if croupier.flush_strength(seen.cards) >= T86 else 0


@croupier.kernel
def t86_with_spade(seen: croupier.Seen) -> int:
    """The suits are not alike to this one."""
    return t86(seen) if seen.cards & SPADE else 0


@croupier.kernel
def pair_or_up(seen: croupier.Seen) -> int:
    """Three antes with trips, one with any pair unless an ace is turned up."""
    category = four_card_category(croupier.four_card_strength(seen.cards))
    if category >= 4:
        return seen.most
    return 1 if category >= 1 and not seen.up & ACES else 0


@croupier.kernel
def ace_then_pair(seen: croupier.Seen) -> int:
    """An ace at once, a pair by the flop, all else by the river's strength."""
    if seen.street == 0:
        return seen.most if seen.cards & ACES else 0
    strength = croupier.poker_strength(seen.cards | seen.board)
    return seen.most if strength >> 20 >= 1 else 0


@croupier.kernel
def fold(seen: croupier.Seen) -> int:
    """Never wager."""
    return 0


def plain(function: Any) -> Any:
    """The same function, run as plain Python."""
    return lambda seen: function(seen)


def simulated(rules: str, strategy: croupier.OwnStrategy, rounds: int, seats: int = 1) -> Any:
    wagers = {"ante": 100, "blind": 100} if rules == HOLDEM else {"ante": 100}
    played = croupier.simulate(rules, rounds=rounds, seed=5, seats=[wagers] * seats, strategy=strategy)
    return played.bets["main"].returned, played.bets["main"].hits, played.results


@pytest.mark.parametrize(
    ("rules", "function", "seats"),
    [(FLUSH, t86_with_spade, 3), (FOUR, pair_or_up, 2), (HOLDEM, ace_then_pair, 3)],
)
def test_compiled_and_in_plain_python_a_strategy_plays_the_same(
    rules: str, function: Any, seats: int
) -> None:
    assert simulated(rules, function, 2_100, seats) == simulated(rules, plain(function), 2_100, seats)


def test_a_strategy_sees_its_cards_the_board_so_far_and_nothing_else() -> None:
    looked: list[croupier.Seen] = []

    def look(seen: croupier.Seen) -> int:
        looked.append(seen)
        return 0

    simulated(HOLDEM, look, 50, seats=2)
    for street, cards, board, up, least, most in looked:
        assert (cards.bit_count(), board.bit_count(), up) == (2, (0, 3, 5)[street], 0)
        assert cards & board == 0
        assert (least, most) == ((3, 4), (2, 2), (1, 1))[street]
    looked.clear()
    simulated(FOUR, look, 50)
    assert {(s.cards.bit_count(), s.board, s.up.bit_count(), s.least, s.most) for s in looked} == {
        (5, 0, 1, 1, 3)
    }


def test_a_session_may_register_any_number_of_strategies() -> None:
    rules = rule_set(FLUSH)
    stages = solver_for(rules).stages(rules)

    def folder() -> Callable[[croupier.Seen], int]:
        return lambda seen: 0

    made = [folder() for _ in range(600)]
    names = [policy.register(each, stages) for each in made]
    assert len(set(names)) == len(names)
    assert policy.register(made[-1], stages) == names[-1]
    assert policy.policy_of(names[-1], stages).functions == (made[-1],) * len(stages)
    assert sum(each.startswith(names[0]) for each in policy._known) <= 256
    with pytest.raises(Refusal, match="has no"):  # never another strategy of the same name
        policy.policy_of(names[1], stages)


def test_streets_may_have_a_function_each() -> None:
    def later(seen: croupier.Seen) -> int:
        assert seen.street > 0
        return ace_then_pair(seen)

    by_street = {"preflop": ace_then_pair, "flop": later, "river": later}
    assert simulated(HOLDEM, by_street, 500) == simulated(HOLDEM, ace_then_pair, 500)


def test_the_price_of_a_simple_rule_is_the_solvers() -> None:
    rule = next(each for each in croupier.strategy(FLUSH).simple_rules if each.name == "T-8-6 or better")
    priced = croupier.price_strategy(FLUSH, t86)
    assert priced.exact == Fraction(rule.ev)
    assert priced.cost == pytest.approx(rule.cost_value)
    assert priced.interval == (priced.mean, priced.mean)


def test_suits_may_differ_and_the_price_stays_exact() -> None:
    spade = croupier.price_strategy(FLUSH, t86_with_spade)
    sampled = croupier.price_strategy(FLUSH, t86_with_spade, rounds=400_000, seed=3)
    assert abs(sampled.mean - spade.mean) < 4 * sampled.standard_error
    assert sampled.exact is None
    assert sampled.decisions["fold"] == pytest.approx(spade.decisions["fold"], abs=0.005)


def test_five_cards_and_an_up_card_are_priced_exactly() -> None:
    house = house_rules(FOUR, Choices())
    rule = borders.SIMPLE_STRATEGIES[0]
    known = borders.price(house, solved(house), rule)
    priced = croupier.price_strategy(FOUR, _table_of(rule))
    assert priced.exact == known.net.mean
    assert priced.decisions == {name: float(share) for name, share in known.decisions.items()}


def _table_of(rule: Any) -> Any:
    """A rule by strength and rank of the up-card, as a kernel."""
    from croupier.games.four_card_poker.solver.dealer_law import strengths
    from croupier.jit import numpy

    np = numpy()
    values = strengths().values
    antes = np.zeros((int(values.max()) + 1, 13), dtype=np.int64)
    for value in values.tolist():
        antes[value] = [(0, 1, 3)[rule.decide(value, up)] for up in range(13)]

    @croupier.kernel
    def by_table(seen: croupier.Seen) -> int:
        rank = 0
        while not seen.up >> rank & 1:
            rank += 1
        return int(antes[croupier.four_card_strength(seen.cards), rank % 13])

    return by_table


def test_a_price_that_is_sampled_has_a_true_interval() -> None:
    priced = croupier.price_strategy(HOLDEM, fold, rounds=400_000)
    low, high = priced.interval
    assert low <= -2 <= high
    assert priced.exact is None
    again = croupier.price_strategy(HOLDEM, plain(ace_then_pair), rounds=20_000)
    assert again.mean == croupier.price_strategy(HOLDEM, ace_then_pair, rounds=20_000).mean


@pytest.mark.parametrize(
    ("strategy", "code", "words"),
    [
        (lambda seen: 2, "decision_out_of_bounds", "2 antes at preflop with "),
        (lambda seen: 3.0, "decision_out_of_bounds", "allowed: 0, 3, 4"),
        (lambda seen: False, "decision_out_of_bounds", "False antes at preflop"),
        (lambda seen: 1 // seen.street, "strategy_unusable", "ZeroDivisionError"),
        (croupier.kernel(lambda seen: 0.5), "strategy_unusable", "returns float64"),
        (croupier.kernel(lambda seen: seen.deck), "strategy_unusable", ""),
        ({"preflop": fold}, "strategy_unusable", "preflop, flop, river"),
        (7, "strategy_unusable", "int; allowed: a function"),
        ("no_such_module:play", "strategy_unusable", "no_such_module cannot be imported"),
        ("json:no_such", "strategy_unusable", "json has no 'no_such'"),
        ("gone.py:play", "strategy_unusable", "there is no file gone.py"),
    ],
)
def test_a_strategy_that_cannot_be_played_is_refused(strategy: Any, code: str, words: str) -> None:
    with pytest.raises(croupier.Refusal) as refused:
        simulated(HOLDEM, strategy, 100)
    assert refused.value.code == code
    assert words in refused.value.message


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (croupier.kernel(lambda seen: 1 // seen.street), "raised an exception"),
        (croupier.kernel(lambda seen: 0.5), "returns float64"),
        (croupier.kernel(lambda seen: seen.least > 0), "returns bool"),
    ],
)
def test_a_strategy_that_cannot_be_priced_exactly_is_refused_too(function: Any, words: str) -> None:
    with pytest.raises(croupier.Refusal, match=words) as refused:
        croupier.price_strategy(FLUSH, function)
    assert refused.value.code == "strategy_unusable"


@croupier.kernel
def least(seen: croupier.Seen) -> int:
    """Named like something that it sees."""
    return seen.least


def test_a_strategy_may_have_the_name_of_something_that_it_sees() -> None:
    assert compiled(least)(croupier.Seen(0, 0, 0, 0, 2, 3)) == 2


class _Unprintable(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no text")

    def __repr__(self) -> str:
        raise RuntimeError("no text")


def _raises(error: BaseException) -> Any:
    def play(seen: croupier.Seen) -> int:
        raise error

    return play


@pytest.mark.parametrize(
    ("strategy", "words"),
    [
        (_raises(_Unprintable()), "_Unprintable"),
        (_raises(SystemExit(3)), "SystemExit: 3"),
        (_raises(ValueError("one\ntwo")), "ValueError: one"),
        (lambda seen: _Unprintable(), "_Unprintable antes at"),
        (lambda seen: "x" * 5000, " … antes at"),
        (croupier.kernel(lambda seen: 10**30), "Int value is too large"),
    ],
)
def test_a_failing_strategy_is_refused_in_one_line(strategy: Any, words: str) -> None:
    with pytest.raises(croupier.Refusal) as refused:
        simulated(FLUSH, strategy, 10)
    message = refused.value.message
    assert words in message
    assert "\n" not in message
    assert len(message) < 300


def test_a_refusal_names_the_wager_that_was_made() -> None:
    """A function that might answer differently is not called again."""
    answers = iter([7, 0, 0])
    with pytest.raises(croupier.Refusal, match=": 7 antes at"):
        simulated(FLUSH, lambda seen: next(answers), 10)


FEWEST = 5


@croupier.kernel
def _enough(seen: croupier.Seen) -> int:
    return seen.least if croupier.flush_strength(seen.cards) >> 13 >= FEWEST else 0


@croupier.kernel
def by_a_global(seen: croupier.Seen) -> int:
    """Raise by what another function says, which reads a global."""
    return _enough(seen)


def test_a_global_that_changes_changes_the_strategy(monkeypatch: pytest.MonkeyPatch) -> None:
    many = croupier.price_strategy(FLUSH, by_a_global, rounds=2000)
    monkeypatch.setitem(globals(), "FEWEST", 3)
    few = croupier.price_strategy(FLUSH, by_a_global, rounds=2000)
    assert few.decisions["fold"] < many.decisions["fold"]


def test_a_file_may_have_the_name_of_a_module(tmp_path: Path) -> None:
    import random

    for name in ("random.py", "other/random.py"):
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text("from beside_it import nothing\n\n\ndef play(seen):\n    return nothing\n")
        (tmp_path / "beside_it.py").write_text("nothing = 0\n")
        croupier.price_strategy(FLUSH, f"{file}:play", rounds=10)
    assert sys.modules["random"] is random
    leaves = tmp_path / "leaves.py"
    leaves.write_text("import sys\n\nsys.exit(3)\n")
    with pytest.raises(croupier.Refusal, match="cannot be run: SystemExit: 3"):
        croupier.price_strategy(FLUSH, f"{leaves}:play", rounds=10)


def test_options_of_other_strategies_are_refused_beside_ones_own() -> None:
    for words in (["--own", "a:b", "--knows", "dealer:1"], ["--rounds", "10"]):
        result = CliRunner().invoke(app, ["strategy", FLUSH, *words])
        assert result.exit_code == 2
        assert result.stderr.count("\n") == 1


def test_both_commands_take_a_strategy_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "of_mine.py"
    file.write_text(
        "import croupier\n\n\ndef play(seen: croupier.Seen) -> int:\n"
        "    return seen.most if croupier.flush_strength(seen.cards) >> 13 >= 5 else 0\n"
    )
    name = f"{file}:play"
    played = answer("simulate", FLUSH, "--rounds", "2000", "--strategy", name, "--bet", "main")
    assert played["strategy"] == name
    assert played["bets"]["main"]["hits"]["raise_1x"] == 0
    assert played["bets"]["main"]["hits"]["raise_2x"] > 0
    priced = answer("strategy", FLUSH, "--own", name, "--rounds", "2e3")
    assert not priced["exact"]
    assert priced["rounds"] == 2000
    assert priced["interval_99"][0] < priced["mean"] < priced["interval_99"][1]
    shown = CliRunner().invoke(app, ["strategy", FLUSH, "--own", name, "--rounds", "2e3"]).stdout
    assert f"{name}: the house keeps " in shown


def answer(*words: str) -> dict[str, Any]:
    result = CliRunner().invoke(app, [*words, "--json"])
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found
