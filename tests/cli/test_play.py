"""`croupier play` as a person, or a script, plays it."""

import io
import json
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner
from typer.testing import Result as Done

from croupier.api.tables import HOST
from croupier.cli.app import app
from croupier.cli.play.advice import Advisor
from croupier.cli.play.entry import EntryError, decision_of, wagers_of
from croupier.cli.play.screen import Screen, signed
from croupier.cli.play.session import Session
from croupier.cli.play.table import PlayTable
from croupier.money import dollars
from croupier.rulebook.catalog import clauses, rule_set_names
from croupier.settlement.round import Result
from croupier.submission.practice import practice_rules
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.offers.bounds import Amount, wager_bounds
from croupier.table.roles import SYSTEM
from tests.cli.test_commands import croupier
from tests.practice import PRACTICE
from tests.table.driver import stacked

ROOT = Path(__file__).parents[2]
SUBMISSIONS = [
    "examples/ma-high-card-flush.toml",
    "examples/nj-high-card-flush.toml",
    "examples/md-high-card-flush.toml",
    "examples/ma-ultimate-texas-holdem.toml",
    "examples/ma-four-card-poker.toml",
]
BETS = {
    "high-card-flush": "15 flush 5 straight 5 progressive",
    "ultimate-texas-holdem": "15 trips 5 cover all 1 progressive",
    "four-card-poker": "15 aces up 5, cover all 1, progressive 1",
}
DECISIONS: dict[str, list[list[str]]] = {
    "high-card-flush": [["raise 1x"], ["fold"]],
    "ultimate-texas-holdem": [
        ["4x"],
        ["check", "2x"],
        ["check", "check", "play"],
        ["check", "check", "fold"],
    ],
    "four-card-poker": [["play 15"], ["play 3x"], ["fold"]],
}


def _game(subject: str) -> str:
    return next(game for game in BETS if game in subject)


def _script(subject: str, rounds: int) -> list[str]:
    ways = DECISIONS[_game(subject)]
    return [line for number in range(rounds) for line in (BETS[_game(subject)], *ways[number % len(ways)])]


def _play(*words: str, lines: Sequence[str] = ()) -> Done:
    return CliRunner().invoke(app, ["play", *words], input="".join(f"{line}\n" for line in lines))


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> list[e.AnyEvent]:
    """The events of the table that is played at."""
    found: list[e.AnyEvent] = []
    do: Callable[..., list[e.AnyEvent]] = PlayTable.do

    def recorded(table: PlayTable, asked: c.AnyAct, by: str, role: str) -> list[e.AnyEvent]:
        events = do(table, asked, by, role)
        found.extend(events)
        return events

    monkeypatch.setattr(PlayTable, "do", recorded)
    monkeypatch.chdir(ROOT)
    return found


def _results(events: Sequence[e.AnyEvent], seat: int) -> list[dict[str, Result]]:
    """By round, the outcomes of a seat's wagers."""
    rounds: list[dict[str, Result]] = []
    for event in events:
        if isinstance(event, e.BetsClosed):
            rounds.append({})
        elif isinstance(event, e.SeatSettled) and event.seat == seat:
            rounds[-1] |= event.results
        elif isinstance(event, e.CoverAllSettled) and seat in event.results:
            rounds[-1]["cover_all"] = event.results[seat]
        elif isinstance(event, e.RoundSettled) and seat in event.envy:
            rounds[-1]["envy"] = event.envy[seat]
    return rounds


@pytest.mark.parametrize("others", ["0", "3"])
@pytest.mark.parametrize("subject", [*rule_set_names(), *SUBMISSIONS])
def test_the_printout_matches_the_events(subject: str, others: str, log: list[e.AnyEvent]) -> None:
    words = ("--seed", "11", "--others", others, "--rounds", "12", "--seat", "2")
    done = _play(subject, *words, lines=_script(subject, 12))
    assert done.exit_code == 0, done.output
    assert "refused" not in done.output
    assert "\x1b" not in done.output
    assert "not an amount" not in done.output
    rounds = _results(log, 2)
    nets = [event.nets[2] for event in log if isinstance(event, e.RoundSettled)]
    assert len(rounds) == len(nets) == 12
    parts = re.split(r"^Round \d+\s*$", done.output, flags=re.MULTILINE)[1:]
    money = 100_000
    for shown, results, net in zip(parts, rounds, nets, strict=True):
        table = shown.partition("total")[0]
        rows = [re.split(r"\s{2,}", line.strip()) for line in table.splitlines()]
        printed = {row[0].replace(" ", "_"): row[1:] for row in rows if len(row) > 5 and row[0] != "wager"}
        assert printed.keys() == results.keys()
        for wager, result in results.items():
            figures = (
                dollars(result.stake),
                result.outcome,
                dollars(result.paid),
                dollars(result.returned),
                signed(result.net),
            )
            assert tuple(printed[wager][:5]) == figures
            assert all(clause in table for clause in result.clauses)
            assert result.hand is msgspec.UNSET or result.hand in table
        money += net
        assert f"This round {signed(net)}. You have {dollars(money)}; this session " in shown
    staked = sum(result.stake for results in rounds for result in results.values())
    end = f"12 rounds, {dollars(staked)} wagered, {signed(money - 100_000)}. You leave with {dollars(money)}."
    assert done.output.rstrip().endswith(end)


def test_the_others_play_by_a_simple_rule(log: list[e.AnyEvent]) -> None:
    done = _play(
        "ma/high-card-flush", "--seed", "3", "--others", "5", "--rounds", "6", lines=["5", "fold"] * 6
    )
    assert done.exit_code == 0
    decided = [event for event in log if isinstance(event, e.Decided) and event.seat != 3]
    assert {event.action for event in decided} == {"raise", "fold"}
    assert {event.amount for event in decided} == {0, 500}
    assert "The others: seat 6 " in done.output


def test_other_hands_are_not_shown_before_they_are_turned(log: list[e.AnyEvent]) -> None:
    done = _play("ma/high-card-flush", "--seed", "3", "--others", "5", "--rounds", "1", lines=["5", "fold"])
    shown = {event.seat for event in log if isinstance(event, e.HandShown)}
    assert {int(seat) for seat in re.findall(r"^Seat (\d):  ", done.output, re.MULTILINE)} == shown - {3}


def test_a_seed_is_repeatable_and_the_default_is_not() -> None:
    words = ("ma/four-card-poker", "--rounds", "3")
    one, two, other = (
        _play(*words, *more, lines=["5", "fold"] * 3).output
        for more in (("--seed", "1"), ("--seed", "1"), ())
    )
    assert one == two
    assert "Shuffled from seed 1" in one
    assert "seed" not in other


def test_enter_and_rebet_repeat_the_wagers(log: list[e.AnyEvent]) -> None:
    lines = ["", "10 flush 5", "fold", "", "fold", "rebet", "fold"]
    done = _play("nj/high-card-flush", "--seed", "1", "--rounds", "3", lines=lines)
    assert done.output.count("Nothing to repeat yet") == 1
    bets = [event.wagers for event in log if isinstance(event, e.BetPlaced)]
    assert bets == [{"ante": 1000, "flush_bonus": 500}] * 3


def test_wrong_input_is_explained_in_one_line_and_asked_again() -> None:
    lines = [
        "ten",
        "4.99",
        "501",
        "flush 5",
        "10 flush",
        "10 5",
        "10 flush 5 flush 5",
        "10.999",
        "-5",
        "0",
        "10 progressive 2",
        "999999999999",
        "10",
        "",
        "check",
        "raise 20",
        "raise 10 10",
        "raise fold",
        "fold",
    ]
    done = _play("ma/high-card-flush", "--seed", "5", "--rounds", "1", lines=lines)
    assert done.exit_code == 0
    answers = dict(
        re.findall(r"^(?:Round 1.*wagers|raise \$10, or fold)> (.*)\n(.*)$", done.output, re.MULTILINE)
    )
    posted = "seat 3: Ante of {}; allowed: $5 to $500, as posted [ma-hcf-6.a.1] ({})"
    assert answers["ten"].startswith("'ten' is not a wager")
    assert answers["4.99"] == "refused: " + posted.format("$4.99", "below_minimum")
    assert answers["501"] == "refused: " + posted.format("$501", "above_maximum")
    assert answers["flush 5"].startswith("refused: ")
    assert answers["flush 5"].endswith("(missing_wager)")
    assert answers["10 flush"] == "flush bonus: how much? $1 to $100"
    assert answers["10 5"].startswith("5: for which wager?")
    assert answers["10 flush 5 flush 5"] == "flush bonus is named twice; give one amount per wager"
    assert answers["10.999"] == "'10.999' is not an amount; write dollars, such as 10 or 10.50"
    assert answers["-5"].startswith("'-5' is not an amount")
    assert answers["0"].endswith("(bad_amount)")
    assert answers["10 progressive 2"].endswith("(wrong_progressive_stake)")
    assert answers["999999999999"] == "That is $999,999,999,999; you have $1,000."
    assert answers[""] == "decide: raise $10, or fold"
    assert answers["check"] == "'check'; allowed: raise $10, or fold"
    assert answers["raise 20"].endswith("(decision_out_of_bounds)")
    assert answers["raise 10 10"] == "'raise 10 10'; allowed: raise $10, or fold"
    assert answers["raise fold"] == "'raise fold'; allowed: raise $10, or fold"


@pytest.mark.parametrize("name", rule_set_names())
def test_help_rules_and_clauses_may_be_asked_at_any_time(name: str) -> None:
    asked = ["help", "rules", "clauses"]
    done = _play(
        name, "--seed", "1", "--rounds", "1", lines=[*asked, "10", *asked, "fold", "check", "check", "fold"]
    )
    assert done.exit_code == 0
    assert done.output.count("Enter or rebet repeats the last wagers.") == 2
    assert done.output.count(f"The full rules: croupier rules show {name}") == 2
    assert done.output.count("No round has been settled yet.") == 2


def test_the_clauses_in_our_words(log: list[e.AnyEvent]) -> None:
    words = ("md/high-card-flush", "--seed", "1", "--rounds", "1")
    plain = _play(*words, lines=["10", "fold"]).output
    told = _play(*words, "--clauses", lines=["10", "fold"]).output
    cited = _results(log, 3)[0]["ante"].clauses
    assert cited
    for name in cited:
        assert clauses()[name].summary in told
        assert clauses()[name].section in told
        assert clauses()[name].summary not in plain


def test_the_end_of_input_ends_the_session_cleanly(log: list[e.AnyEvent]) -> None:
    done = _play("ma/ultimate-texas-holdem", "--seed", "1")
    assert done.exit_code == 0
    assert "0 rounds, $0 wagered, $0. You leave with $1,000." in done.output
    done = _play("ma/ultimate-texas-holdem", "--seed", "1", "--others", "2", lines=["10"])
    assert done.exit_code == 0
    assert "1 round, $20 wagered, -$20. You leave with $980." in done.output
    lapsed = [event for event in log if isinstance(event, e.Decided) and event.seat == 3]
    assert [(event.action, event.role) for event in lapsed] == [("check", SYSTEM)] * 2 + [("fold", SYSTEM)]


def test_quit_in_a_round_folds_and_ends(log: list[e.AnyEvent]) -> None:
    done = _play("ma/four-card-poker", "--seed", "1", lines=["10", "quit", "10"])
    assert "1 round, $10 wagered, -$10. You leave with $990." in done.output


def test_the_interrupt_key_ends_with_the_summary() -> None:
    command = [sys.executable, "-m", "croupier", "play", "ma/high-card-flush", "--seed", "1"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("10\n")
        process.stdin.flush()
        shown = ""
        while "Raise or fold" not in shown:
            shown += process.stdout.readline()
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=30)
        assert process.returncode == 0
    assert "You leave with $990." in rest


def test_a_wager_beyond_the_wallet_is_not_placed() -> None:
    lines = ["20", "15", "raise", "fold", "5"]
    done = _play("ma/high-card-flush", "--seed", "5", "--bankroll", "19.50", lines=lines)
    assert "That is $20; you have $19.50." in done.output
    assert "Note: the rest of your bankroll does not cover another ante." in done.output
    assert "raise $15: you have $4.50 left." in done.output
    assert "Your $4.50 is less than the minimum wager here." in done.output
    assert "1 round, $15 wagered, -$15. You leave with $4.50." in done.output


@pytest.mark.parametrize("subject", [*rule_set_names(), *SUBMISSIONS])
def test_as_a_process(subject: str) -> None:
    given = "".join(f"{line}\n" for line in _script(subject, 4))
    done = croupier("play", subject, "--seed", "2", given=given)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("This round ") == 4
    assert "4 rounds, " in done.stdout


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ((), 2),
        (("no/rules",), 2),
        (("pyproject.toml",), 1),
        (("README.md",), 2),
        (("examples",), 2),
        (("examples/violations.toml",), 1),
        (("ma/high-card-flush", "--seat", "7"), 2),
        (("ma/high-card-flush", "--seat", "0"), 2),
        (("ma/high-card-flush", "--others", "6"), 2),
        (("ma/high-card-flush", "--others", "-1"), 2),
        (("ma/high-card-flush", "--bankroll", "much"), 2),
        (("ma/high-card-flush", "--bankroll", "0"), 2),
        (("ma/high-card-flush", "--rounds", "0"), 2),
        (("ma/high-card-flush", "--seed", "x"), 2),
    ],
)
def test_bad_usage_is_one_line(words: tuple[str, ...], code: int) -> None:
    done = croupier("play", *words)
    assert (done.returncode, done.stdout) == (code, "")
    assert len(done.stderr.splitlines()) == 1


# ------------------------------------------------------------------------------------------------- advice


def _advised(output: str) -> list[dict[str, str]]:
    """Of each decision, the exact value by action."""
    found: list[dict[str, str]] = []
    for line in output.splitlines():
        if line.startswith("The value of each action"):
            found.append({})
        elif match := re.match(r" ((?:fold|check|raise|play)(?: \dx)?) .* (-?\d+(?:/\d+)?) *$", line):
            found[-1][match[1].replace(" ", "_")] = match[2]
    return found


@pytest.mark.parametrize(
    "subject", ["ma/high-card-flush", "examples/md-high-card-flush.toml", "examples/ma-four-card-poker.toml"]
)
def test_advice_is_what_advise_says(subject: str, log: list[e.AnyEvent]) -> None:
    lines = ["10", "fold", "10", "fold", "10", "fold"]
    done = _play(subject, "--seed", "4", "--rounds", "3", "--advice", lines=lines)
    assert done.exit_code == 0
    advised = _advised(done.output)
    dealt = [event for event in log if isinstance(event, e.Dealt) and event.step in ("deal", "sixth_card")]
    lost = 0.0
    for number, shown in enumerate(advised):
        settled = [event for event in log if isinstance(event, e.RoundSettled)][number]
        cards = settled.record.seats[0].cards
        words = ["advise", subject, "--cards", str(cards), "--json"]
        if "four-card" in subject:
            words += [
                "--up",
                next(p.cards for event in _of_round(dealt, log, number) for p in event.packets if p.up),
            ]
        answer = json.loads(CliRunner().invoke(app, words).stdout)
        assert shown == {action: value["ev"] for action, value in answer["actions"].items()}
        cost = answer["actions"][answer["best"]]["value"] - answer["actions"]["fold"]["value"]
        lost += cost * 10
        if cost:
            assert f"A mistake: fold costs {cost:.6f} antes" in done.output
    assert len(advised) == 3
    assert f"expected cost ${lost:,.2f}." in done.output


def _of_round(dealt: list[e.Dealt], log: list[e.AnyEvent], number: int) -> list[e.Dealt]:
    closed = [index for index, event in enumerate(log) if isinstance(event, e.BetsClosed)]
    until = closed[number + 1] if number + 1 < len(closed) else len(log)
    return [event for event in dealt if closed[number] < log.index(event) < until]


def test_advice_after_the_flop(capsys: pytest.CaptureFixture[str]) -> None:
    table = _dealt("ma/ultimate-texas-holdem", ["7c", "2d", "Kd", "Kh", "9s", "7s", "7h", "2c"], "10")
    offer = table.deciding()
    assert offer is not None
    table.decide(offer, "check", 0)
    offer = table.deciding()
    assert offer is not None
    Advisor(Screen(table.state.at, 1)).before(table.state, offer)
    shown = _advised(capsys.readouterr().out)
    words = ["advise", "ma/ultimate-texas-holdem", "--cards", "7c 2d", "--board", "7s 7h 2c", "--json"]
    answer = json.loads(CliRunner().invoke(app, words).stdout)
    assert shown == [{action: value["ev"] for action, value in answer["actions"].items()}]


def test_a_wager_between_two_multiples_is_judged_in_between() -> None:
    done = _play("ma/four-card-poker", "--seed", "2", "--rounds", "1", "--advice", lines=["10", "play 15"])
    (values,) = _advised(done.output)
    one, two = (_number(values[action]) for action in ("play_1x", "play_2x"))
    assert f"play $15 costs {-1 - (one + two) / 2:.6f} antes" in done.output


def _number(text: str) -> float:
    number, _, per = text.partition("/")
    return int(number) / int(per or 1)


def test_without_advice_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "croupier.odds.advice", None)
    done = _play("ma/high-card-flush", "--seed", "1", "--rounds", "1", "--advice", lines=["10", "fold"])
    assert done.exit_code == 0
    assert "No advice: " in done.output
    assert "1 round, $10 wagered, -$10." in done.output


def test_numba_is_not_imported_without_advice() -> None:
    code = (
        "import sys; from croupier.cli.app import app; "
        "app(['play', 'ma/high-card-flush', '--rounds', '1'], standalone_mode=False); "
        "print('numba' in sys.modules, 'croupier.odds' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input="10\nfold\n", capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert done.stdout.splitlines()[-1] == "False False"


# ------------------------------------------------------------------------------------- meters, the table


class _Stacked(random.Random):
    """Shuffles that are known."""

    def __init__(self, first: Sequence[str]) -> None:
        super().__init__(0)
        self._deck = stacked(*first)

    def shuffle(self, x: list[str]) -> None:  # type: ignore[override]
        x[:] = self._deck


def _dealt(name: str, first: Sequence[str], wagers: str) -> PlayTable:
    """A table with one player, seat 1, to whom these cards have been dealt in the order of the document."""
    table = PlayTable(practice_rules(name), _Stacked(first))
    table.do(c.Sit(seat=1, player="you"), "you", "player")
    table.ready()
    rules = table.state.at
    table.bet(1, wagers_of(wagers, wager_bounds(rules), rules.house.rules.wagers))
    table.do(c.CloseBets(), HOST, SYSTEM)
    return table


def test_contributions_and_awards_move_the_meters(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("10 progressive\n3x\n"))
    table = PlayTable(practice_rules("ma/high-card-flush"), _Stacked(["As Ks Qs Js Ts 9s 8s"]))
    session = Session(table, 1, 100_000)
    session.sit_down(0, practice=True)
    session.run(1)
    shown = capsys.readouterr().out
    assert table.link is not None
    assert table.link.conserved
    assert table.link.pending == 0
    assert not table.state.pending
    paid = table.link.paid // 10_000
    assert paid >= 1_000_000
    assert f"Progressive award of seat 1, {dollars(paid)}: validated at once by the practice floor" in shown
    assert re.search(rf"progressive +\$1 +win +{re.escape(dollars(paid))} ", shown)


def test_a_seat_that_decides_nothing_wins_the_meter_with_its_own_contribution() -> None:
    in_turn = ["As Ac Ad Ah Kd 2c 3c 4d 5d 6h 7h"]  # the player has the aces
    table = _dealt("ma/four-card-poker", in_turn, "aces up 5 progressive 1")
    assert table.deciding() is None
    assert table.link is not None
    assert table.link.conserved
    assert table.link.paid == (2_500_000 + 20) * 10_000


def test_the_practice_submissions_have_no_violations() -> None:
    assert set(PRACTICE) == set(rule_set_names())
    for name in PRACTICE:
        house = practice_rules(name).house
        optional = [wager for wager, datum in house.rules.wagers.items() if datum.offered == "by_choice"]
        assert all(house.offers(wager) for wager in optional if wager != "progressive")
        assert house.progressive is not None
        assert all(meter.rate is not None for meter in house.progressive.meters)


# --------------------------------------------------------------------------------------------- what is typed

BOUNDS = (
    Amount("ante", 500, 50_000),
    Amount("flush_bonus", 100, 10_000),
    Amount("straight_flush_bonus", 100, 10_000),
    Amount("progressive", 1, 1, (100,)),
)


@pytest.mark.parametrize(
    ("line", "wagers"),
    [
        ("10", {"ante": 1000}),
        ("$1,000", {"ante": 100_000}),
        ("ante 10 flush bonus 5", {"ante": 1000, "flush_bonus": 500}),
        ("10 progressive flush 5", {"ante": 1000, "flush_bonus": 500, "progressive": 100}),
        ("10 STRAIGHT-FLUSH=2.5, prog", {"ante": 1000, "straight_flush_bonus": 250, "progressive": 100}),
        ("10 straight flush bonus 1 and p", {"ante": 1000, "straight_flush_bonus": 100, "progressive": 100}),
    ],
)
def test_wagers_in_words(line: str, wagers: dict[str, int]) -> None:
    assert wagers_of(line, BOUNDS, {}) == wagers


@pytest.mark.parametrize("line", ["x", "10 x 5", "10 flush", "1 2", "10 ante 10", "1e3", "10 fl 5 flush 5"])
def test_wagers_that_cannot_be_read(line: str) -> None:
    with pytest.raises(EntryError):
        wagers_of(line, BOUNDS, {})


@pytest.mark.parametrize(
    ("line", "decision"),
    [
        ("4x", ("play", 4000)),
        ("play 3x", ("play", 3000)),
        ("p 30", ("play", 3000)),
        ("30.00", ("play", 3000)),
        ("30 play", ("play", 3000)),
        ("c", ("check", 0)),
        ("CHECK", ("check", 0)),
    ],
)
def test_decisions_in_words(line: str, decision: tuple[str, int]) -> None:
    choices = (Amount("play", 3000, 4000, (3000, 4000)), Amount("check"))
    assert decision_of(line, choices, 1000) == decision
