"""Money is whole cents at every public entry point: a float, a boolean or another type is a `Refusal`."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import msgspec
import numpy as np
import pytest

import croupier
from croupier import acts
from croupier.settlement.json_lines import settle_line

NOT_CENTS = (
    1000.5,
    1000.0,
    True,
    "1000",
    None,
    Decimal(1000),
    Fraction(1000),
    np.int64(1000),
    float("nan"),
    [1],
)

RULES = "ma/high-card-flush"
OFFERED = {"flush_bonus": "A", "progressive": "A"}


def settle(**changed: Any) -> croupier.Settlement:
    """A round with one part changed; parts of the seat begin with `seat_`."""
    seat: dict[str, Any] = {
        "seat": 3,
        "cards": "As Ks 9s 4s 2h 3c Jd",
        "wagers": {"ante": 1000},
        "decision": {"raise": 1000},
    }
    seat |= {key.removeprefix("seat_"): value for key, value in changed.items() if key.startswith("seat_")}
    whole: dict[str, Any] = {
        "rules": RULES,
        "dealer": "2d 3d 9d 4c 5h 6s Kc",
        "seats": [croupier.Seat(**seat)],
    }
    whole |= {key: value for key, value in changed.items() if not key.startswith("seat_")}
    return croupier.settle(croupier.Round(**whole))


def table() -> croupier.Table:
    """An electronic table that waits for the bets of one player."""
    found = croupier.Table.open(RULES, seed=1)
    found.act(acts.Sit(seat=1, player="ann"), by="ann", role="player")
    found.shuffle()
    return found


def bet(amount: Any) -> None:
    table().act(acts.Bet(seat=1, wagers={"ante": amount}), by="ann", role="player")


def decide(amount: Any) -> None:
    at = table()
    at.act(acts.Bet(seat=1, wagers={"ante": 1000}), by="ann", role="player")
    at.close_bets()
    at.act(acts.Decide(seat=1, action="raise", amount=amount), by="ann", role="player")


def posted(amount: Any) -> None:
    submission = croupier.Submission(rules=RULES, limits={"ante": (amount, 50_000)})
    croupier.write_submission(submission)


AMOUNTS: dict[str, Callable[[Any], object]] = {
    "a wager": lambda amount: settle(seat_wagers={"ante": amount}),
    "a second wager": lambda amount: settle(
        seat_wagers={"ante": 1000, "flush_bonus": amount}, choices=croupier.Choices.of(**OFFERED)
    ),
    "a coupon": lambda amount: settle(seat_match_play={"ante": amount}),
    "a meter": lambda amount: settle(
        meters={"main": amount, "secondary": 2000},
        choices=croupier.Choices.of(**OFFERED),
        seat_wagers={"ante": 1000, "progressive": 100},
    ),
    "a minimum": lambda amount: settle(choices=croupier.Choices.of(minimums={"ante": amount})),
    "a reset": lambda amount: settle(choices=croupier.Choices.of(**OFFERED, reset={"main": amount})),
    "a limit": lambda amount: settle(
        choices=croupier.Choices.of(aggregate_limit=croupier.AggregateLimit(amount=amount))
    ),
    "a posted limit": posted,
    "a bet at a table": bet,
    "wagers to advise on": lambda amount: croupier.advise(
        RULES, "As Ks 9s 4s 2h 3c Jd", wagers={"ante": amount}
    ),
    "meters to advise on": lambda amount: croupier.advise(
        RULES, "As Ks 9s 4s 2h 3c Jd", wagers={"ante": 500}, meters={"main": amount}
    ),
    "wagers of a strategy": lambda amount: croupier.strategy(RULES, wagers={"ante": amount}),
    "wagers of a simulation": lambda amount: croupier.simulate(RULES, rounds=16, seats=[{"ante": amount}]),
}


@pytest.mark.parametrize("amount", NOT_CENTS, ids=repr)
@pytest.mark.parametrize("where", AMOUNTS)
def test_an_amount_of_another_type_is_refused(where: str, amount: Any) -> None:
    with pytest.raises(croupier.Refusal) as refused:
        AMOUNTS[where](amount)
    assert refused.value.code == "bad_amount", refused.value
    assert "\n" not in refused.value.message


@pytest.mark.parametrize("amount", [1000.5, 1000.0, True, "1000", Decimal(1000), np.int64(1000)], ids=repr)
def test_a_decision_of_another_type_is_refused(amount: Any) -> None:
    codes = {"bad_amount", "decision_unclear", "malformed"}
    for given in (lambda: settle(seat_decision={"raise": amount}), lambda: decide(amount)):
        with pytest.raises(croupier.Refusal) as refused:
            given()
        assert refused.value.code in codes


def test_only_true_folds() -> None:
    assert settle(seat_decision={"fold": True}).seats[0].net == -1000
    for fold in (1, 1.0, "true"):
        with pytest.raises(croupier.Refusal):
            settle(seat_decision={"fold": fold})


OTHERS: dict[str, Callable[[], object]] = {
    "no round": lambda: croupier.settle({"rules": RULES}),  # type: ignore[arg-type]
    "a seat that is none": lambda: settle(seats=[{"seat": 1}]),
    "seats that are none": lambda: settle(seats=7),
    "a seat number": lambda: settle(seat_seat=3.0),
    "a true seat": lambda: settle(seat_seat=True),
    "cards": lambda: settle(seat_cards=["As"]),
    "a player": lambda: settle(seat_player=7),
    "a forfeit": lambda: settle(seat_forfeited=1),
    "a dealer": lambda: settle(dealer=b"2d"),
    "rules": lambda: settle(rules=None),
    "choices": lambda: settle(choices={"flush_bonus": "A"}),
    "a pay table": lambda: settle(choices=croupier.Choices.of(flush_bonus=1)),
    "a line": lambda: croupier.read_round(7),  # type: ignore[arg-type]
    "a rule set": lambda: croupier.rule_set(7),  # type: ignore[arg-type]
    "a submission": lambda: croupier.check(7),  # type: ignore[arg-type]
    "a submission to write": lambda: croupier.write_submission({}),  # type: ignore[arg-type]
    "text that is no TOML": lambda: croupier.check("rules = ="),
    "an act": lambda: table().act("sit", by="ann", role="player"),  # type: ignore[arg-type]
    "an actor": lambda: table().act(acts.Leave(seat=1), by=7, role="player"),  # type: ignore[arg-type]
    "a role": lambda: table().view(role="ann", player="player"),
    "a seed": lambda: croupier.Table.open(RULES, seed=1.5),  # type: ignore[arg-type]
    "rounds": lambda: croupier.simulate(RULES, rounds=1e3),  # type: ignore[arg-type]
    "true rounds": lambda: croupier.simulate(RULES, rounds=True),
    "no such strategy": lambda: croupier.simulate(RULES, rounds=16, strategy="bold"),
    "cards to advise on": lambda: croupier.advise(RULES, 7),  # type: ignore[arg-type]
    "too few cards": lambda: croupier.advise(RULES, "As"),
    "no such bet": lambda: croupier.price(RULES, bet="insurance"),
    "wagers": lambda: croupier.strategy(RULES, wagers=7),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("where", OTHERS)
def test_any_other_wrong_type_is_a_refusal_with_a_code(where: str) -> None:
    with pytest.raises(croupier.Refusal) as refused:
        OTHERS[where]()
    assert refused.value.code
    assert "\n" not in refused.value.message


def test_a_round_of_the_right_types_is_settled_as_its_line() -> None:
    made = croupier.Round(
        rules=RULES,
        dealer="2d 3d 9d 4c 5h 6s Kc",
        choices=croupier.Choices.of(**OFFERED),
        meters={"main": 1_234_500, "secondary": 2000},
        seats=[
            croupier.Seat(
                seat=3,
                cards="As Ks 9s 4s 2h 3c Jd",
                wagers={"ante": 1000, "flush_bonus": 500, "progressive": 100},
                decision={"raise": 1000},
            )
        ],
    )
    line = msgspec.to_builtins(made)
    line["choices"] = OFFERED
    assert croupier.settle(made) == croupier.settle(croupier.read_round(msgspec.json.encode(line)))


@pytest.mark.parametrize(
    "amount", ["1000.0", "1e3", "1e400", "true", "null", '"1000"', "99999999999999999999999"]
)
def test_an_amount_of_another_type_on_a_line_is_refused(amount: str) -> None:
    seat = f'{{"seat": 3, "cards": "As Ks 9s 4s 2h 3c Jd", "wagers": {{"ante": {amount}}}}}'
    line = f'{{"rules": "{RULES}", "dealer": "2d 3d 9d 4c 5h 6s Kc", "seats": [{seat}]}}'
    with pytest.raises(croupier.Refusal) as refused:
        croupier.settle(croupier.read_round(line))
    assert refused.value.code == "bad_amount"
    assert "seats[0].wagers" in refused.value.message or "seat 3" in refused.value.message


UNREADABLE = (
    b'{"flush_bonus": ' + b"[" * 2000 + b"]" * 2000 + b"}",
    b'{"flush_bonus": "\xff"}',
    b'{"": {"odds": {"flush_4": 1E2}}}',
    b'{"minimums": {"ante": {}, "x": "\xff"}}',
    b'{"minimums": {"ante": 1e400}}',
)


@pytest.mark.parametrize("choices", UNREADABLE, ids=range(len(UNREADABLE)))
def test_choices_that_no_form_holds_are_refused(choices: bytes) -> None:
    line = b'{"rules": "ma/high-card-flush", "choices": ' + choices + b', "dealer": "2d", "seats": []}'
    answer, settled = settle_line(line)
    assert not settled
    assert msgspec.json.decode(answer)["error"]["code"] in ("malformed", "bad_amount", "unknown_key")
