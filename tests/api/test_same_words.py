"""Prices as filed, many rounds, promotions, protection and review: the commands' words and figures."""

import inspect
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.main import get_command

import croupier
from croupier.cli.app import app
from croupier.odds.figures import figures, figures_at
from croupier.odds.promotions import figures_of_promotion
from tests.floor.test_recorded_rounds import unpacked
from tests.odds import sessions
from tests.odds.sessions import FLUSH, printed

SUBMISSION = Path(__file__).parents[2] / "examples" / "md-high-card-flush.toml"


def told(*words: str) -> Any:
    """The JSON of a command, run in this process."""
    return json.loads(printed(*words, "--json"))


def as_json(value: object) -> Any:
    """A value as a command prints it."""
    return json.loads(msgspec.json.encode(value))


@pytest.mark.parametrize(
    ("function", "command", "renamed"),
    [
        (croupier.price, "odds", {}),
        (croupier.promotion, "promotion", {}),
        (croupier.protect, "protect", {}),
        (croupier.protect_bet, "protect", {}),
        (croupier.review, "review", {}),
        (croupier.watch, "watch", {}),
        (croupier.advise, "advise", {}),
        (croupier.strategy, "strategy", {}),
        (croupier.simulate, "simulate", {"seats": "bet"}),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_a_function_has_the_options_of_its_command(
    function: Callable[..., object], command: str, renamed: dict[str, str]
) -> None:
    options = {each.name for each in get_command(app).commands[command].params}  # type: ignore[attr-defined]
    names = [renamed.get(name, name) for name in inspect.signature(function).parameters]
    assert set(names) <= options


def test_prices_as_filed_and_after_many_rounds_are_those_of_odds() -> None:
    answer = told("odds", str(SUBMISSION), "--ante", "1500", "--rounds", "750", "--bankroll", "40")["bets"]
    found = croupier.price(SUBMISSION, ante=[1500], rounds=750, bankroll=40)
    assert {bet.bet for bet in found} == set(answer)
    posted = set()
    for bet in found:
        entry = answer[bet.bet][bet.table] if bet.table else answer[bet.bet]
        if bet.stake is not None and entry["stake"] != bet.stake:
            entry = entry["stakes"][str(bet.stake)]
            assert entry.items() >= as_json(figures(bet.odds)).items()
            continue
        assert entry.items() >= as_json(figures(bet.odds)).items()
        assert as_json(figures_at(bet.at)) == entry.get("at", {})
        posted.add(tuple(bet.at))
        assert bet.after is not None
        law = {name: getattr(bet.after, name) for name in entry["after"]}
        assert as_json(law) == entry["after"]
        assert bet.after.law.below(0) == bet.after.loss
    assert any(1500 in at and len(at) == 3 for at in posted)


def test_a_policy_changes_the_price_as_in_the_command() -> None:
    name, policy = next(iter(croupier.rule_set(FLUSH).policies.items()))
    value = policy.values[-1]
    answer = told("odds", FLUSH, "--bet", "main", "--policy", f"{name}={value}")["bets"]["main"]
    [main] = croupier.price(FLUSH, bet="main", policy={name: value})
    assert as_json(figures(main.odds)) == answer


def test_a_promotion_is_worth_what_its_command_says() -> None:
    asked = ("--ante", "1500", "--match-play", "1000", "--free-play", "--rebate", "12.5", "--rounds", "300")
    answer = told("promotion", FLUSH, *asked)
    found = croupier.promotion(FLUSH, ante=1500, match_play=1000, free_play=True, rebate="12.5%", rounds=300)
    assert as_json(figures_of_promotion(found)) == {
        name: answer[name] for name in ("match_play", "free_play", "rebate")
    }
    assert croupier.promotion(FLUSH, match_play=500) == croupier.Promotion(
        croupier.promotion(FLUSH, ante=2000, match_play=1000).match_play
    )


def test_the_worth_of_a_leak_is_that_of_protect() -> None:
    [answer] = told("protect", FLUSH, "--knows", "dealer:1:suit", "--rounds-per-hour", "55")["results"]
    found = croupier.protect(FLUSH, "dealer:1:suit", rounds_per_hour=55)
    assert as_json(found) == answer
    answers = told("protect", FLUSH, "--bet", "flush_bonus", "--knows", "dealer:1")["results"]
    assert as_json(croupier.protect_bet(FLUSH, "flush_bonus", "dealer:1")) == answers


def test_review_and_watch_of_a_file_of_rounds_and_of_objects(tmp_path: Path) -> None:
    lines = sessions.session(FLUSH, sessions.random_player(FLUSH), 9, 71, "ann")
    lines += sessions.session(FLUSH, sessions.random_player(FLUSH), 6, 72, "bob")
    file = tmp_path / "rounds.jsonl"
    file.write_text("\n\n".join(map(json.dumps, lines)), encoding="utf-8-sig")
    rounds = [croupier.read_round(json.dumps(line)) for line in lines]
    answer = told("review", "--rounds", str(file))
    found = croupier.review(file)
    assert as_json(found) == answer
    assert [each.name for each in found.players] == ["ann", "bob"]
    assert as_json(croupier.review(iter(rounds)).players)[1]["mistakes"] == answer["players"][1]["mistakes"]
    watched = told("watch", "--rounds", str(file), "--against", "dealer:1", "--player", "bob")["players"]
    for source in (file, rounds):
        evidence = croupier.watch(source, against=["dealer:1"], player=["bob"])
        assert as_json(evidence) == watched
    with pytest.raises(croupier.Refusal, match="player 'eve': not in these rounds"):
        croupier.review(rounds, player=["eve"])


def test_review_and_watch_of_a_log(tmp_path: Path) -> None:
    file = unpacked("log.jsonl", tmp_path)
    with croupier.open_log(file) as log:
        assert as_json(croupier.review(log)) == told("review", str(file))
        [ann] = croupier.watch(log, player=["e0p1"], threshold=8)
    assert [as_json(ann)] == told("watch", str(file), "--player", "e0p1", "--threshold", "8")["players"]


def test_a_line_or_a_round_that_cannot_be_settled_is_named(tmp_path: Path) -> None:
    lines = sessions.session(FLUSH, sessions.random_player(FLUSH), 3, 73, "ann")
    lines[2]["dealer"] = "As Ks"
    file = tmp_path / "rounds.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)))
    with pytest.raises(croupier.Refusal, match=r"^line 3: dealer: 2 cards") as refused:
        croupier.review(file)
    assert refused.value.code == "wrong_number_of_cards"
    rounds = [croupier.read_round(json.dumps(line)) for line in lines]
    with pytest.raises(croupier.Refusal, match=r"^rounds\[2\]: dealer: 2 cards"):
        croupier.watch(rounds)


BAD: dict[str, Callable[[], object]] = {
    "knows of another type": lambda: croupier.protect(FLUSH, 1),  # type: ignore[arg-type]
    "an unreadable leak": lambda: croupier.protect(FLUSH, "dealer"),
    "a float pace": lambda: croupier.protect(FLUSH, "dealer:1", rounds_per_hour=40.0),  # type: ignore[arg-type]
    "a pace of zero": lambda: croupier.protect(FLUSH, "dealer:1", rounds_per_hour=0),
    "remedies that are a number": lambda: croupier.protect(FLUSH, "dealer:1", remedies=1),  # type: ignore[arg-type]
    "no such bet": lambda: croupier.protect_bet(FLUSH, "insurance", "own:1"),
    "a bet of another type": lambda: croupier.protect_bet(FLUSH, None, "own:1"),  # type: ignore[arg-type]
    "a float meter": lambda: croupier.protect_bet(FLUSH, "progressive", "own:1", meters={"main": 1.5}),  # type: ignore[dict-item]
    "a true ante": lambda: croupier.price(FLUSH, bet="main", ante=[True]),
    "a float ante": lambda: croupier.price(FLUSH, bet="main", ante=[1000.0]),  # type: ignore[list-item]
    "an ante that is no list": lambda: croupier.price(FLUSH, ante=1000),  # type: ignore[arg-type]
    "an ante of zero": lambda: croupier.price(FLUSH, ante=[0]),
    "float rounds": lambda: croupier.price(FLUSH, rounds=1e3),  # type: ignore[arg-type]
    "true rounds": lambda: croupier.price(FLUSH, rounds=True),
    "too many rounds": lambda: croupier.price(FLUSH, rounds=10**9),
    "a bankroll alone": lambda: croupier.price(FLUSH, bankroll=10),
    "a float bankroll": lambda: croupier.price(FLUSH, rounds=10, bankroll=10.5),  # type: ignore[arg-type]
    "a bet that is a list": lambda: croupier.price(FLUSH, bet=["main"]),  # type: ignore[arg-type]
    "a policy of another type": lambda: croupier.price(FLUSH, policy="x=y"),  # type: ignore[arg-type]
    "no promotion": lambda: croupier.promotion(FLUSH),
    "a coupon above the ante": lambda: croupier.promotion(FLUSH, ante=500, match_play=501),
    "a rebate that is a number": lambda: croupier.promotion(FLUSH, rebate=10),  # type: ignore[arg-type]
    "a rebate above the loss": lambda: croupier.promotion(FLUSH, rebate="100.01%"),
    "no such policy": lambda: croupier.price(FLUSH, policy={"x": "y"}),
    "a policy's value": lambda: croupier.price(FLUSH, policy={"x": 1}),  # type: ignore[dict-item]
    "rounds that are a text": lambda: croupier.review("rounds.jsonl"),  # type: ignore[arg-type]
    "rounds that are none": lambda: croupier.watch([7]),  # type: ignore[list-item]
    "rounds that are a number": lambda: croupier.watch(7),  # type: ignore[arg-type]
    "a missing file": lambda: croupier.review(Path("nowhere.jsonl")),
    "bands": lambda: croupier.review([], bands="yes"),  # type: ignore[arg-type]
    "players": lambda: croupier.review([], player="ann"),
    "a player": lambda: croupier.review([], player=[7]),  # type: ignore[list-item]
    "a leak to watch for": lambda: croupier.watch([], against=["dealer"]),
    "a true threshold": lambda: croupier.watch([], threshold=True),
    "a low threshold": lambda: croupier.watch([], threshold=0.5),
    "known cards": lambda: croupier.advise(FLUSH, "As Ks 9s 4s 2h 3c Jd", knows="dealer Qs"),
    "an unknown place": lambda: croupier.advise(FLUSH, "As Ks 9s 4s 2h 3c Jd", knows=["pocket Qs"]),
}


@pytest.mark.parametrize("where", BAD)
def test_bad_input_is_a_refusal_with_a_code(where: str) -> None:
    with pytest.raises(croupier.Refusal) as refused:
        BAD[where]()
    assert refused.value.code
    assert "\n" not in refused.value.message


def test_known_cards_change_the_advice() -> None:
    hand = "Ts 8s 5s 2h 3c 4d 9d"
    knowing = croupier.advise(FLUSH, hand, knows=["dealer Ah Kh Qh"])
    assert knowing.values["raise_1x"] < croupier.advise(FLUSH, hand).values["raise_1x"]
